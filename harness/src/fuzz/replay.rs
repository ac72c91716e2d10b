//! A case asked by the runner of the stored vectors.

use std::sync::Arc;

pub use super::case::Stored;
use crate::explain::explain;
use crate::implementation::Connection;
use crate::protocol::Hello;
use crate::report::{Report, build};
use crate::runner::{Plan, run};

/// Asks a case; `subject` holds the options that name the implementation.
pub fn replay(
    implementation: &mut dyn Connection,
    hello: &Hello,
    case: &Stored,
    subject: Vec<String>,
) -> Report {
    let units = case.units().into_iter().map(Arc::new).collect();
    let found = run(implementation, hello, units, &Plan::default(), &|| ());
    let report =
        Report { case: Some(case.to_json()), ..build(&explain(found), hello.clone(), subject) };
    // The case may be one that others wrote.
    report.cleaned()
}
