#!/bin/sh
# Makes a virtual environment for each file of requirements/, below target/adapters/ of the workspace.
# PYTHON names the interpreter; the pinned packages need Python 3.11 or newer.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
adapters=${CARGO_TARGET_DIR:-$here/../../../target}/adapters
for requirements in "$here"/requirements/*.txt; do
    environment=$adapters/$(basename "$requirements" .txt)
    "${PYTHON:-python3}" -m venv "$environment"
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements"
    echo "installed $environment"
done
