//! The scoreboard: what is stored, what is counted, and the page.

mod browser;
#[cfg(unix)]
mod command;
mod fixtures;
mod page;
mod stored;
