//! The scoreboard: what is stored, what is counted, and the page.

#[cfg(feature = "browser")]
mod browser;
#[cfg(unix)]
mod command;
mod fixtures;
mod page;
mod stored;
