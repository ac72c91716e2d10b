//! The languages that `adapter new` knows.

/// A language: the program that it needs, and its files, the first of them edited first. It throws
/// the one rejection by `refusal`, and `wordless` is the same without a message; `mistakes` are
/// statements that throw anything else.
#[derive(Clone, Copy)]
pub(crate) struct Language {
    pub(crate) name: &'static str,
    pub(crate) program: &'static str,
    pub(crate) files: &'static [&'static str],
    pub(crate) refusal: &'static str,
    pub(crate) wordless: &'static str,
    pub(crate) mistakes: &'static [&'static str],
}

pub(crate) const LANGUAGES: [Language; 5] = [
    Language {
        name: "python",
        program: "python3",
        files: &["adapter.py", "README.md"],
        refusal: r#"raise OutOfRange(f"{value} is out of range for {target}")"#,
        wordless: "raise OutOfRange()",
        mistakes: &[
            "raise TypeError('-1 is not a uint8')",
            "raise OverflowError('-1 is not a uint8')",
            "raise type('Derived', (OutOfRange,), {})('-1 is not a uint8')",
            "raise BaseException('-1 is not a uint8')",
        ],
    },
    Language {
        name: "node",
        program: "node",
        files: &["adapter.mjs", "README.md"],
        refusal: "throw new OutOfRange(`${value} is no ${target}`);",
        wordless: "throw new OutOfRange();",
        mistakes: &[
            "throw new TypeError('-1 is not a uint8');",
            "throw new (class extends OutOfRange {})('-1 is not a uint8');",
            "throw '-1 is not a uint8';",
            "throw undefined;",
        ],
    },
    Language {
        name: "cpp",
        program: "c++",
        files: &["adapter.cpp", "json.hpp", "README.md"],
        refusal: r#"throw OutOfRange(std::to_string(value) + " is no " + target.name);"#,
        wordless: r#"throw OutOfRange("");"#,
        mistakes: &[r#"throw std::out_of_range("-1 is not a uint8");"#, "throw 1;"],
    },
    Language {
        name: "rust",
        program: "cargo",
        files: &["main.rs", "wire.rs", "Cargo.toml", "README.md"],
        refusal: r#"return Err(Failure::OutOfRange(format!("{value} is no {}", target.name)));"#,
        wordless: "return Err(Failure::OutOfRange(String::new()));",
        mistakes: &[
            r#"return Err(Failure::Fault("-1 is not a uint8".to_owned()));"#,
            r#"panic!("-1 is not a uint8");"#,
        ],
    },
    Language {
        name: "java",
        program: "javac",
        files: &["Adapter.java", "Json.java", "README.md"],
        refusal: r#"throw new OutOfRange(value + " is no " + target.name());"#,
        wordless: "throw new OutOfRange(null);",
        mistakes: &[
            r#"throw new IllegalArgumentException("-1 is not a uint8");"#,
            r#"throw new OutOfRange("-1 is not a uint8") {};"#,
            "throw new StackOverflowError();",
        ],
    },
];
