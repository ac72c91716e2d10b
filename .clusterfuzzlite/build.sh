#!/bin/bash
# Builds every fuzz target into $OUT, each with its seeds, dictionary and options, as ClusterFuzzLite and
# OSS-Fuzz want them. Reads SRC, OUT, WORK, FUZZING_ENGINE and SANITIZER.
set -euo pipefail

: "${OUT:?the folder for the programs}" "${WORK:?a folder for what lies between}"
repository=${REPOSITORY:-$SRC/codec-conformance}

if [ "${FUZZING_ENGINE:-libfuzzer}" != libfuzzer ]; then
    echo "build.sh: the targets are of libFuzzer, not of $FUZZING_ENGINE" >&2
    exit 2
fi
case ${SANITIZER:-address} in
    address | memory | thread) sanitizer=${SANITIZER:-address} ;;
    *) sanitizer=none ;;
esac

# Stable Rust takes the flags that libFuzzer needs.
export RUSTC_BOOTSTRAP=1
build=${CARGO_TARGET_DIR:-$WORK/target}

cd "$repository/fuzz"
CARGO_TARGET_DIR=$build/fuzz cargo fuzz build --features zarrs --sanitizer "$sanitizer"

# The program that writes the seeds runs here, so it takes no flags of a sanitizer.
RUSTFLAGS='' CARGO_TARGET_DIR=$build/seeds cargo run --quiet --locked \
    --manifest-path "$repository/Cargo.toml" -p codec-fuzz --bin seeds -- "$WORK/seeds"

for source in fuzz_targets/*.rs; do
    target=$(basename "$source" .rs)
    program=$(find "$build/fuzz/" -path "*/release/$target" -type f | head -n 1)
    cp "$program" "$OUT/$target"
    cp "options/$target.options" "$OUT/"
    (cd "$WORK/seeds/corpus/$target" && find . -type f | sort | zip -q -X "$OUT/${target}_seed_corpus.zip" -@)
    if [ -s "$WORK/seeds/dictionaries/$target.dict" ]; then
        cp "$WORK/seeds/dictionaries/$target.dict" "$OUT/$target.dict"
    fi
done
