//! Progress on standard error, where a person watches.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub(super) fn bar(total: u64, what: &'static str) -> ProgressBar {
    let target = match std::io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let form = "{msg} [{bar:30}] {human_pos}/{human_len} {elapsed} (left {eta})";
    let style = ProgressStyle::with_template(form).expect("the template is well-formed");
    ProgressBar::with_draw_target(Some(total), target)
        .with_style(style.progress_chars("=> "))
        .with_message(what)
}
