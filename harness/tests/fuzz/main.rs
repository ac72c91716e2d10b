//! Random questions: seeded faults are found and shrunk, what is right is left alone, and adapters
//! that misbehave are findings.
//!
//! This program is both sides: called with `misbehave KIND` it is such an adapter.

mod command;
mod engine;
mod extents;
mod faults;
mod minimal;
#[path = "../adapters/misbehave.rs"]
mod misbehave;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("misbehave") {
        misbehave::run(&arguments.next().expect("a kind"));
        return;
    }
    let trials: Vec<Trial> = [
        faults::trials(),
        minimal::trials(),
        engine::trials(),
        extents::trials(),
        command::trials(),
    ]
    .into_iter()
    .flatten()
    .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A test that panics where it fails.
fn test(name: &str, run: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name.to_owned(), move || {
        run();
        Ok(())
    })
}
