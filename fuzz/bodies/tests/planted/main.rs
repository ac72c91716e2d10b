//! Mistakes that the targets must find in their own seeds: the seeded faults of codec-faults, and a
//! few planted here where there is none.

mod behaviours;
mod casts;
mod shaped;
mod texts;

use codec_faults::Fault;
use codec_fuzz::Finding;

/// The faults of some rules, by name.
fn faults(rules: &[&str]) -> impl Iterator<Item = &'static Fault> {
    let of_them = |fault: &&Fault| rules.iter().any(|rule| fault.rule.starts_with(rule));
    codec_faults::all().iter().filter(of_them)
}

/// Which of the faults no input shows.
fn unseen<I>(
    faults: impl Iterator<Item = &'static Fault>,
    inputs: &[I],
    body: impl Fn(&'static Fault, &I) -> Result<(), Finding>,
) -> Vec<&'static str> {
    let hidden = |fault: &&'static Fault| inputs.iter().all(|input| body(fault, input).is_ok());
    faults.filter(hidden).map(|fault| fault.name).collect()
}
