//! Which implementation a command is about.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use codec_faults::Faultless;

use super::session::Exit;
use crate::implementation::{Child, Fast, Implementation, InProcess};

/// The implementation to run.
#[derive(Args, Clone, Debug)]
pub(super) struct Subject {
    /// Command of an adapter, split into words as a shell does.
    #[arg(long, value_name = "COMMAND", conflicts_with = "builtin")]
    adapter: Option<String>,

    /// Built-in implementation: reference, fast, or fault:NAME.
    #[arg(long, value_name = "NAME", default_value = "fast")]
    builtin: String,

    /// Seconds that the adapter may take for a request of up to 64 KiB; longer for longer ones.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    timeout: f64,
}

impl Subject {
    pub(super) fn open(&self, interrupted: &Arc<AtomicBool>) -> Result<Box<dyn Implementation>> {
        let Some(command) = &self.adapter else {
            return builtin(&self.builtin).map_err(|error| Exit::usage(&error).into());
        };
        let words = shell_words::split(command).context("--adapter");
        let words = words.map_err(|error| Exit::usage(&error))?;
        let timeout = Duration::from_secs_f64(self.timeout);
        Ok(Box::new(Child::new(words, timeout, Arc::clone(interrupted))))
    }

    /// Another implementation, named by its adapter's command or as builtin:NAME.
    pub(super) fn against(&self, command: &str) -> Self {
        let (adapter, builtin) = match command.strip_prefix("builtin:") {
            Some(name) => (None, name.to_owned()),
            None => (Some(command.to_owned()), self.builtin.clone()),
        };
        Self { adapter, builtin, ..self.clone() }
    }

    /// The options that select this implementation again.
    pub(super) fn words(&self) -> Vec<String> {
        match &self.adapter {
            Some(command) => vec!["--adapter".to_owned(), command.clone()],
            None => vec!["--builtin".to_owned(), self.builtin.clone()],
        }
    }
}

pub(super) fn builtin(name: &str) -> Result<Box<dyn Implementation>> {
    Ok(match name.split_once(':') {
        None if name == "reference" => Box::new(InProcess::new(name, &Faultless)),
        None if name == "fast" => Box::new(Fast),
        Some(("fault", fault)) => match codec_faults::find(fault) {
            Some(fault) => Box::new(InProcess::new(fault.name, fault.behaviour)),
            None => bail!("no fault is named {fault:?}; selftest lists them"),
        },
        _ => bail!("--builtin {name:?} is none of reference, fast, fault:NAME"),
    })
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let sensible = seconds > 0.0 && seconds <= 1e6;
    sensible.then_some(seconds).ok_or_else(|| "not between 0 and 1000000".to_owned())
}
