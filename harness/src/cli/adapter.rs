//! `adapter`: writes an adapter to start from, and prints the protocol that it speaks.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};

use super::session::Exit;
use crate::protocol::{ANSWER_SCHEMA, REQUEST_SCHEMA};

#[derive(Args)]
pub(super) struct Options {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Write a small adapter that passes `smoke` as it is, to put your implementation into.
    New {
        /// The language it is written in.
        language: Language,

        /// Where it goes: a folder that is new or empty.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },

    /// Print the adapter protocol, on one page.
    Protocol {
        /// Print a JSON Schema instead: of the lines to an adapter, or of those from it.
        #[arg(long, value_name = "LINES")]
        schema: Option<Lines>,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Lines {
    Requests,
    Answers,
}

const PROTOCOL: &str = include_str!("../../PROTOCOL.md");

#[derive(Clone, Copy, ValueEnum)]
enum Language {
    Python,
    Node,
    Cpp,
    Rust,
    Java,
}

/// An adapter to start from.
struct Template {
    /// Names and texts, the one to edit first.
    files: &'static [(&'static str, &'static str)],
    /// What builds it; empty where nothing does. `DIR/` means its folder.
    build: &'static [&'static str],
    /// What starts it.
    start: &'static [&'static str],
}

const PYTHON: Template = Template {
    files: &[
        ("adapter.py", include_str!("templates/python/adapter.py")),
        ("README.md", include_str!("templates/python/README.md")),
    ],
    build: &[],
    start: &["python3", "DIR/adapter.py"],
};

const NODE: Template = Template {
    files: &[
        ("adapter.mjs", include_str!("templates/node/adapter.mjs")),
        ("README.md", include_str!("templates/node/README.md")),
    ],
    build: &[],
    start: &["node", "DIR/adapter.mjs"],
};

const CPP: Template = Template {
    files: &[
        ("adapter.cpp", include_str!("templates/cpp/adapter.cpp")),
        ("json.hpp", include_str!("templates/cpp/json.hpp")),
        ("README.md", include_str!("templates/cpp/README.md")),
    ],
    build: &["c++", "-std=c++17", "-O2", "-o", "DIR/adapter", "DIR/adapter.cpp"],
    start: &["DIR/adapter"],
};

const RUST: Template = Template {
    files: &[
        ("main.rs", include_str!("templates/rust/main.rs")),
        ("wire.rs", include_str!("templates/rust/wire.rs")),
        ("Cargo.toml", include_str!("templates/rust/Cargo.toml.txt")),
        ("README.md", include_str!("templates/rust/README.md")),
    ],
    build: &[
        "cargo",
        "build",
        "--release",
        "--manifest-path",
        "DIR/Cargo.toml",
        "--target-dir",
        "DIR/target",
    ],
    start: &["DIR/target/release/adapter"],
};

const JAVA: Template = Template {
    files: &[
        ("Adapter.java", include_str!("templates/java/Adapter.java")),
        ("Json.java", include_str!("templates/java/Json.java")),
        ("README.md", include_str!("templates/java/README.md")),
    ],
    build: &["javac", "-d", "DIR/classes", "DIR/Adapter.java", "DIR/Json.java"],
    start: &["java", "-cp", "DIR/classes", "Adapter"],
};

pub(super) fn run(options: &Options) -> Result<u8> {
    match &options.action {
        Action::New { language, folder } => new(*language, folder)?,
        Action::Protocol { schema: None } => super::print(PROTOCOL)?,
        Action::Protocol { schema: Some(Lines::Requests) } => super::print(REQUEST_SCHEMA)?,
        Action::Protocol { schema: Some(Lines::Answers) } => super::print(ANSWER_SCHEMA)?,
    }
    Ok(0)
}

fn new(language: Language, folder: &Path) -> Result<()> {
    let template = match language {
        Language::Python => PYTHON,
        Language::Node => NODE,
        Language::Cpp => CPP,
        Language::Rust => RUST,
        Language::Java => JAVA,
    };
    let refused = |error: io::Error| {
        let message = format!("{}: {error}; name a new or an empty folder", folder.display());
        Exit { code: 2, message }
    };
    write(folder, template.files).map_err(refused)?;
    super::print(&next(folder, &template))
}

/// Writes all files, or none.
fn write(folder: &Path, files: &[(&str, &str)]) -> io::Result<()> {
    let is_new = !folder.exists();
    if !is_new && fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::other("it is not empty"));
    }
    fs::create_dir_all(folder)?;
    let mut written = Vec::new();
    let outcome = files.iter().try_for_each(|(name, text)| {
        let path = folder.join(name);
        let mut file = fs::File::create_new(&path)?;
        written.push(path);
        file.write_all(text.as_bytes())
    });
    if outcome.is_err() {
        // The error itself names what cannot be removed either.
        written.iter().for_each(|path| drop(fs::remove_file(path)));
        if is_new {
            drop(fs::remove_dir(folder));
        }
    }
    outcome
}

/// What was written, and what to do with it.
fn next(folder: &Path, template: &Template) -> String {
    let words = |words: &[&str]| -> Vec<String> {
        let prefix = folder.join("").display().to_string();
        words.iter().map(|word| word.replace("DIR/", &prefix)).collect()
    };
    let mut text = String::new();
    for (name, _) in template.files {
        let _ = writeln!(text, "wrote {}", folder.join(name).display());
    }
    text.push_str("\nnext:\n");
    if !template.build.is_empty() {
        let _ = writeln!(text, "  {}", shell_words::join(words(template.build)));
    }
    let adapter = shell_words::join(words(template.start));
    for command in ["smoke", "test"] {
        let words = ["codec-conformance", command, "--adapter", &adapter];
        let _ = writeln!(text, "  {}", shell_words::join(words));
    }
    let (edited, _) = template.files[0];
    let _ = writeln!(
        text,
        "\nBoth pass as it is. Then put your implementation in place of `cast` in {edited}."
    );
    text
}
