//! What the operating system knows of this process.

use crate::table::{Bar, Row};

/// The most memory that the process ever had, all selected rows before this one included.
pub(crate) fn memory() -> Vec<Row> {
    let row = match peak_kib() {
        Some(kib) => Row::alone("MiB", kib / 1024.0, Bar::Below(1024.0)),
        None => Row::skipped("MiB", "/proc/self/status has no VmHWM here"),
    };
    vec![row]
}

fn peak_kib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix(" kB")?.parse().ok()
}

/// Seconds that processors spent so far.
#[derive(Clone, Copy)]
pub(crate) struct Cpu {
    /// On this process, its kernel time included.
    pub(crate) own: f64,
    /// On its children that have been waited for.
    pub(crate) children: f64,
}

impl Cpu {
    /// What was spent until now; `None` where it is not available.
    #[cfg(unix)]
    pub(crate) fn now() -> Option<Self> {
        use nix::sys::resource::{UsageWho, getrusage};
        use nix::sys::time::TimeValLike;

        let spent = |who| {
            let usage = getrusage(who).ok()?;
            let time = usage.user_time() + usage.system_time();
            Some(time.num_microseconds() as f64 / 1e6)
        };
        Some(Self {
            own: spent(UsageWho::RUSAGE_SELF)?,
            children: spent(UsageWho::RUSAGE_CHILDREN)?,
        })
    }

    /// What was spent until now; `None` where it is not available.
    #[cfg(not(unix))]
    pub(crate) fn now() -> Option<Self> {
        None
    }

    /// What was spent since then.
    pub(crate) fn since(self, start: Self) -> Self {
        Self { own: self.own - start.own, children: self.children - start.children }
    }
}
