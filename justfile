# The commands of the README and of CONTRIBUTING.md.

_default:
    @just --list

# Run the suite against the built-in implementation
run *options:
    cargo run --release -- {{options}}

# Run the tests
test *options:
    cargo test {{options}}

# Format, and look for lints
lint:
    cargo fmt --all
    cargo fmt --manifest-path fuzz/Cargo.toml
    cargo clippy --workspace --all-targets --all-features -- -D warnings
    cargo clippy --manifest-path fuzz/Cargo.toml --all-targets --features zarrs -- -D warnings

# Everything that must hold on a clean checkout
ci:
    .ci/run

# Licences, bans and sources of the dependencies
supply:
    .ci/supply

# Write the generated vectors; `just generate --check` only compares
generate *options:
    cargo run --release -- generate {{options}}

# The vectors on the seeded faults
selftest:
    cargo run --release -- selftest

# Bugs in the reference, each to be found by two files of its tests (takes the better part of an hour)
planted *names:
    python3 reference/planted/run.py {{names}}

# All fuzz targets, this many seconds each
fuzz seconds="60":
    fuzz/run-all.sh {{seconds}}

# Speed, as ratios within one run
bench *rows:
    cargo bench -p codec-conformance -- {{rows}}

# Install the published packages, and check them and the pages in a browser
published:
    harness/adapters/python/install.sh
    harness/adapters/node/install.sh
    cargo build --locked --manifest-path harness/adapters/zarrs/Cargo.toml --target-dir target/adapters/zarrs
    cargo test --test published --test report --test scoreboard -- --ignored

# Run every installed adapter, and make the board's page again
scoreboard:
    cargo run --release -- scoreboard
