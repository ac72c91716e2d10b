//! Progress on standard error, where a person watches.

use std::fmt::Write;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Nothing is said of the time that is left before this much has passed, ...
const TELLING: Duration = Duration::from_secs(5);

/// ... and this part is done: what comes first need not be like the rest.
const TELLING_PART: f32 = 0.05;

pub(super) fn bar(total: u64, what: &'static str) -> ProgressBar {
    let target = match std::io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let form = "{msg} [{bar:30}] {human_pos}/{human_len} {elapsed}{left}";
    let style = ProgressStyle::with_template(form).expect("the template is well-formed");
    ProgressBar::with_draw_target(Some(total), target)
        .with_style(style.progress_chars("=> ").with_key("left", left))
        .with_message(what)
}

/// The time that is left, once that can be told.
fn left(state: &ProgressState, text: &mut dyn Write) {
    if state.elapsed() >= TELLING && state.fraction() >= TELLING_PART {
        // What cannot be written is not shown.
        let _ = write!(text, " (left {:#})", HumanDuration(state.eta()));
    }
}
