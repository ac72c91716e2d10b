//! Which implementation a command is about.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use codec_faults::Faultless;

use super::names::{What, unknown};
use super::session::Exit;
use super::times::seconds;
use crate::implementation::{Child, Connection, Fast, InProcess, Patience};
use crate::protocol::Implementation;

/// The implementation to run.
#[derive(Args, Clone, Debug)]
pub(super) struct SubjectOptions {
    /// Command of an adapter, split into words as a shell does.
    #[arg(long, value_name = "COMMAND", conflicts_with = "builtin")]
    adapter: Option<String>,

    /// Built-in implementation: reference, fast, or fault:NAME.
    #[arg(long, value_name = "NAME", default_value = "fast")]
    builtin: String,

    /// What names a built-in implementation on the command line.
    #[arg(skip = "--builtin")]
    option: &'static str,

    /// Seconds that the adapter may take for a request of up to 64 KiB; longer for longer ones.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    timeout: f64,

    /// Seconds that the adapter may take from its start to its answer to hello.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    start_timeout: f64,
}

impl SubjectOptions {
    pub(super) fn open(&self, interrupted: &Arc<AtomicBool>) -> Result<Box<dyn Connection>> {
        Ok(self.open_all(1, interrupted)?.remove(0))
    }

    /// The processes of it, or instances where it is built in.
    pub(super) fn open_all(
        &self,
        jobs: u8,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Vec<Box<dyn Connection>>> {
        let Some(command) = &self.adapter else {
            let connect =
                |_| Ok(Box::new(builtin(self.option, &self.builtin)?) as Box<dyn Connection>);
            return (0..jobs).map(connect).collect();
        };
        let words = shell_words::split(command).context("--adapter");
        let words = words.map_err(|error| Exit::usage(&error))?;
        let [answer, start] = [self.timeout, self.start_timeout].map(Duration::from_secs_f64);
        let first = Child::new(words, Patience { answer, start }, Arc::clone(interrupted));
        let others: Vec<Child> = (1..jobs).map(|_| first.another()).collect();
        let all = std::iter::once(first).chain(others);
        Ok(all.map(|child| Box::new(child) as Box<dyn Connection>).collect())
    }

    /// Another implementation, named by its adapter's command or as builtin:NAME.
    pub(super) fn against(&self, command: &str) -> Self {
        let (adapter, builtin) = match command.strip_prefix("builtin:") {
            Some(name) => (None, name.to_owned()),
            None => (Some(command.to_owned()), self.builtin.clone()),
        };
        Self { adapter, builtin, option: "--against", ..self.clone() }
    }

    /// The options that select this implementation again.
    pub(super) fn words(&self) -> Vec<String> {
        match &self.adapter {
            Some(command) => vec!["--adapter".to_owned(), command.clone()],
            None => vec!["--builtin".to_owned(), self.builtin.clone()],
        }
    }
}

/// The built-in implementation of that name, which an option gives.
pub(super) fn builtin(option: &str, name: &str) -> Result<Box<dyn Implementation + Send>, Exit> {
    let fault = || codec_faults::find(name.strip_prefix("fault:")?);
    match name {
        "reference" => Ok(Box::new(InProcess::new(name, &Faultless))),
        "fast" => Ok(Box::new(Fast)),
        _ => match fault() {
            Some(fault) => Ok(Box::new(InProcess::new(fault.name, fault.behaviour))),
            None => Err(no_builtin(option, name)),
        },
    }
}

const BUILTIN: What = What {
    name: "built-in implementation",
    all: "there are reference, fast, and fault:NAME for each fault that `selftest` lists",
};

fn no_builtin(option: &str, name: &str) -> Exit {
    let faults = codec_faults::all().iter().map(|fault| format!("fault:{}", fault.name));
    let known: Vec<String> =
        ["reference", "fast"].map(str::to_owned).into_iter().chain(faults).collect();
    unknown(option, &BUILTIN, name, known.iter().map(String::as_str))
}
