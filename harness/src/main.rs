//! `codec-conformance`: tests implementations against the golden vectors.

use std::process::ExitCode;

fn main() -> ExitCode {
    codec_conformance::cli::main()
}
