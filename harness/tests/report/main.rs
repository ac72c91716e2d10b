//! Reports: each form as a person or a program meets it.

mod browser;
mod classes;
mod command;
mod diff;
mod expected;
mod foreign;
mod golden;
mod junit;
mod levels;
mod markdown;
mod samples;
mod schema;
mod words;
