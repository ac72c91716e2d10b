#!/usr/bin/env bash
# Runs every target under cargo-fuzz, SECONDS each (default 60), as many at a time as JOBS or the
# processors say, and prints a line for each. Further arguments go to cargo-fuzz:
#   fuzz/run-all.sh 5 --dev
set -euo pipefail
cd "$(dirname "$0")"
export seconds=${1:-60}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "usage: fuzz/run-all.sh [SECONDS [OPTIONS OF cargo fuzz]]" >&2; exit 2; }
export build="--sanitizer none --features zarrs ${*:2}"

run() {
    set -euo pipefail
    local target=$1 log=target/logs/$1.log options
    options=$(sed -n 's/^\([a-z_]*\) = /-\1=/p' "options/$target.options")
    # An empty dictionary is an error of libFuzzer.
    [ ! -s "dictionaries/$target.dict" ] || options+=" -dict=dictionaries/$target.dict"
    # shellcheck disable=SC2086
    if cargo fuzz run $build "$target" -- $options \
        "-max_total_time=$seconds" -timeout=25 -print_final_stats=1 > "$log" 2>&1; then
        echo "$target: clean, $(sed -n 's/^Done \([0-9]*\) runs.*/\1 executions/p' "$log")," \
            "$(grep -o 'cov: [0-9]*' "$log" | tail -n 1)"
    else
        echo "$target: FAILED, fuzz/$log ends:"
        grep -v '^#' "$log" | tail -n 40
        return 1
    fi
}
export -f run

cargo run --release --quiet --locked --manifest-path ../Cargo.toml --bin seeds -- .
# Stable Rust takes the flags that libFuzzer needs. Set for the workspace too, it would make cargo build much again.
export RUSTC_BOOTSTRAP=1
# shellcheck disable=SC2086
cargo fuzz build $build
mkdir -p target/logs
cargo fuzz list | xargs -P "${JOBS:-$(nproc)}" -I '{}' bash -c 'run {}'
