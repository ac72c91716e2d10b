//! `completions`: completes command lines in a shell.

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::{Shell, generate};

#[derive(Args)]
pub(super) struct Options {
    /// The shell that is to read the script.
    shell: Shell,
}

pub(super) fn run(options: &Options, mut command: Command) -> Result<u8> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(options.shell, &mut command, name.as_str(), &mut script);
    // For bash, the name's hyphen is written in two ways, and nothing below a subcommand is found:
    // <https://github.com/clap-rs/clap/issues/6421>.
    let [wrong, right] = ["__subcmd__", "__"].map(|hyphen| name.replace('-', hyphen));
    super::print(&String::from_utf8(script)?.replace(&wrong, &right))?;
    Ok(0)
}
