//! `why`: a check proved by hand.

use anyhow::Result;
use clap::Args;

use super::names::no_id;
use super::output::style;
use super::session::Exit;
use crate::why::{Named, find, program, prove};

#[derive(Args)]
pub(super) struct Options {
    /// The id of one check, as `list --checks`, `show` and reports print it.
    id: String,

    /// Print a Python program instead that computes the same with exact fractions, and needs
    /// nothing of ours: pipe it to `python3 -`.
    #[arg(long)]
    python: bool,
}

pub(super) fn run(options: &Options) -> Result<u8> {
    let (unit, input) = match find(&options.id) {
        Named::Check(unit, input) => (unit, input),
        Named::Several(first) => return Err(several(&options.id, &first).into()),
        Named::Nothing => return Err(no_id("ID", &options.id).into()),
    };
    let check = unit.check(input).expect("the unit of the input");
    if options.python {
        super::print(&program(&unit, &check))?;
        return Ok(0);
    }
    let proof = prove(&unit, &check, style());
    super::print(&proof.text)?;
    Ok(u8::from(!proof.agrees))
}

fn several(id: &str, first: &str) -> Exit {
    let mend = format!("give that of one, such as {first}");
    Exit { code: 2, message: format!("ID: {id} is the id of several checks; {mend}") }
}
