//! `smoke`: whether an adapter speaks the protocol, and gets the texts' own examples right.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;
use codec_vectors::Kind;

use super::output::style;
use super::session::{Exit, ask, greet};
use super::subject::SubjectOptions;
use crate::implementation::Connection;
use crate::outside::bounded;
use crate::protocol::{Answer, MAX_MESSAGE, Request};
use crate::report::{exit_code, pretty};
use crate::runner::Plan;
use crate::suite::{Selection, units_of};

/// The hand-written cases that are taken from the texts.
const EXAMPLES: &str = "*/example";

#[derive(Args)]
pub(super) struct Options {
    #[command(flatten)]
    subject: SubjectOptions,
}

pub(super) fn run(options: &Options, interrupted: &Arc<AtomicBool>) -> Result<u8> {
    let mut implementation = options.subject.open(interrupted)?;
    let hello = greet(implementation.as_mut(), interrupted)?;
    check_unknown_operation(implementation.as_mut())?;
    let selection = Selection { ids: vec![EXAMPLES.to_owned()], ..Selection::default() };
    let plan = Plan { interrupted: Arc::clone(interrupted), ..Plan::of(selection) };
    let cases = units_of(Kind::Cases);
    let report = ask(cases, vec![implementation], hello, &plan, options.subject.words());
    super::print(&pretty(&report, style()))?;
    Ok(exit_code(&report))
}

fn check_unknown_operation(implementation: &mut dyn Connection) -> Result<(), Exit> {
    let came = match implementation.ask(&Request::Other("no_such_operation".to_owned())) {
        Ok(Answer::Unsupported(_)) => return Ok(()),
        Ok(answer) => format!("{answer:?}"),
        Err(failure) => failure.to_string(),
    };
    let came = bounded(&came, MAX_MESSAGE);
    let message = format!("an unknown operation must be answered with \"unsupported\", not {came}");
    Err(Exit { code: 3, message })
}
