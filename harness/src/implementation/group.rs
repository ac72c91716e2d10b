//! Process groups: an adapter, and whatever it started, ends as a whole.
//!
//! A wrapper such as `sh -c` or `npx` is the child of this process, and the adapter is a child of
//! the wrapper: to end the wrapper alone would leave the adapter behind. Outside of Unix there are
//! no process groups; there only the child itself is ended.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The groups that have not been ended, for the interrupt that ends this process at once.
static LIVE: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// The group of a child, which has the child's id.
pub(super) struct Group(u32);

impl Group {
    /// Has the command start in a group of its own.
    pub(super) fn prepare(command: &mut Command) {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        #[cfg(not(unix))]
        let _ = command;
    }

    /// The group of a child that was started in one.
    pub(super) fn of(child: &std::process::Child) -> Self {
        live(|groups| groups.insert(child.id()));
        Self(child.id())
    }

    /// Ends every process that is left in it.
    pub(super) fn kill(&self) {
        kill(self.0);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        live(|groups| groups.remove(&self.0));
    }
}

/// Ends every group; for a process that is about to end without unwinding.
pub(crate) fn kill_all() {
    live(|groups| groups.iter().copied().for_each(kill));
}

fn live<T>(change: impl FnOnce(&mut BTreeSet<u32>) -> T) -> T {
    change(&mut LIVE.lock().unwrap_or_else(PoisonError::into_inner))
}

#[cfg(unix)]
fn kill(group: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    if let Ok(group) = i32::try_from(group) {
        // It fails where nobody is left in the group.
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}
