//! What the commands that ask an implementation share.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::progress::bar;
use crate::explain::explain;
use crate::implementation::Connection;
use crate::protocol::Hello;
use crate::report::{Report, build};
use crate::runner::{self, Plan, Run, run_selected, selected};
use crate::suite::Unit;

/// An error with an exit code of its own.
#[derive(Debug, Error)]
#[error("{message}")]
pub(super) struct Exit {
    pub(super) code: u8,
    pub(super) message: String,
}

impl Exit {
    /// A command line, or a file that it names, that makes no sense.
    pub(super) fn usage(error: &anyhow::Error) -> Self {
        Self { code: 2, message: format!("{error:#}") }
    }
}

/// The error of a file that the command line names.
pub(super) fn named(file: &Path, error: anyhow::Error) -> Exit {
    Exit::usage(&error.context(file.display().to_string()))
}

/// Asks for name and capabilities.
pub(super) fn greet(
    implementation: &mut dyn Connection,
    interrupted: &Arc<AtomicBool>,
) -> Result<Hello, Exit> {
    runner::greet(implementation).map_err(|failure| {
        let code = if interrupted.load(Ordering::Relaxed) { 130 } else { 3 };
        Exit {
            code,
            message: format!("the implementation did not answer the hello request: {failure}"),
        }
    })
}

/// Runs the plan for the units on processes of one implementation, and reports.
pub(super) fn ask(
    units: Vec<Arc<Unit>>,
    implementations: Vec<Box<dyn Connection>>,
    hello: Hello,
    plan: &Plan,
    subject: Vec<String>,
) -> Report {
    let found = find(units, implementations, &hello, plan);
    build(&explain(found), hello, subject)
}

/// Runs the plan for the units on processes of one implementation.
pub(super) fn find(
    units: Vec<Arc<Unit>>,
    mut implementations: Vec<Box<dyn Connection>>,
    hello: &Hello,
    plan: &Plan,
) -> Run {
    let units = selected(units, plan);
    let progress = bar(units.len() as u64, "units");
    let mut processes: Vec<&mut dyn Connection> =
        implementations.iter_mut().map(|one| &mut **one as &mut dyn Connection).collect();
    let found = run_selected(&mut processes, hello, units, plan, &|| progress.inc(1));
    progress.finish_and_clear();
    found
}
