//! `seeds OUT`: writes the seeds and dictionaries of all targets below a folder.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        eprintln!("usage: seeds OUT\nwrites OUT/corpus/TARGET/ and OUT/dictionaries/TARGET.dict");
        return ExitCode::from(2);
    };
    match codec_fuzz::seeds::write(Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("seeds: {error:#}");
            ExitCode::FAILURE
        }
    }
}
