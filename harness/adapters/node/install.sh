#!/bin/sh
# Installs the pinned packages of the adapters below target/adapters/node of the workspace, a Node
# among them; the Node and the npm on the path only start the installation.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
environment=${CARGO_TARGET_DIR:-$here/../../../target}/adapters/node
mkdir -p "$environment"
cp "$here/package.json" "$here/package-lock.json" "$environment"
npm ci --prefix "$environment" --loglevel=error --no-audit --no-fund
"$environment/node_modules/.bin/node" --version > /dev/null
echo "installed $environment"
