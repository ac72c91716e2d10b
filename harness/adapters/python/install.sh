#!/bin/sh
# Makes a virtual environment for each file of requirements/, below target/adapters/ of the workspace.
# Where a file's first line names a Python, it needs that version or a newer one; others need 3.11.
# PYTHON names the interpreter that is tried first, then those on the path and those of pyenv are.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
adapters=${CARGO_TARGET_DIR:-$here/../../../target}/adapters

# The first interpreter of that version or a newer one, where there is one.
find_python() {
    for python in "${PYTHON:-python3}" "python$1" python3.13 python3.14 \
        "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python \
        "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin/python; do
        if "$python" -c "import sys; sys.exit(sys.version_info < (3, ${1#3.}))" 2> /dev/null; then
            echo "$python"
            return
        fi
    done
    echo "no Python $1 or newer: neither \$PYTHON, nor on the path, nor of pyenv" >&2
    return 1
}

for requirements in "$here"/requirements/*.txt; do
    version=$(sed -n '1s/^# Python //p' "$requirements")
    python=$(find_python "${version:-3.11}")
    environment=$adapters/$(basename "$requirements" .txt)
    "$python" -m venv "$environment"
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements"
    echo "installed $environment"
done
