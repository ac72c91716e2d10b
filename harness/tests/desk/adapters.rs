//! An adapter that says something else than answers is told so, in its own words.

use super::{PROGRAM, error, stdout};

/// The command of an adapter that is a shell script.
fn script(text: &str) -> String {
    shell_words::join(["sh", "-c", text, PROGRAM])
}

/// The error of an adapter that says something in place of its hello.
fn greeting(text: &str) -> String {
    let adapter = script(text);
    error(3, &["smoke", "--adapter", &adapter, "--start-timeout", "5"])
}

#[test]
fn what_comes_before_the_hello_is_quoted() {
    let quoted = |line: &str| {
        format!(
            "the implementation did not answer the hello request: malformed answer: \
             the line \"{line}\": an adapter prints nothing but answers to its standard output"
        )
    };
    assert_eq!(greeting("echo Loading weights; cat"), quoted("Loading weights"));
    assert_eq!(greeting("echo; cat"), quoted(""));
    assert_eq!(greeting("echo 17; cat"), quoted("17"));
    // What acts on a terminal does not, and what is long is cut.
    assert_eq!(greeting("printf '\\033[31mred\\n'; cat"), quoted("\\u{1b}[31mred"));
    let long = greeting("printf '%0999d\\n' 0; cat");
    assert_eq!(long, quoted(&format!("{}…", "0".repeat(79))));
}

#[test]
fn an_answer_of_another_form_is_quoted_with_what_is_wrong() {
    let error = greeting("echo '{\"protocol\":1}'; cat");
    assert!(error.contains("missing field `implementation`"), "{error}");
    assert!(error.ends_with(": {\"protocol\":1}"), "{error}");
}

#[test]
fn what_comes_after_the_last_answer_is_quoted() {
    let adapter = script("\"$0\" serve --builtin fast; echo 3 arrays cast; echo bye");
    let words =
        ["test", "--adapter", &adapter, "--id", "cast/tables/int2-int4", "--format", "json"];
    let report: serde_json::Value = serde_json::from_str(&stdout(3, &words)).expect("JSON");
    let stray = "the line \"3 arrays cast\": an adapter prints nothing but answers to its standard \
                 output";
    assert_eq!(report["problems"], serde_json::json!([stray]));
    assert_eq!(report["totals"]["pass"], report["totals"]["planned"]);
}

#[test]
fn a_slow_start_names_its_option() {
    let adapter = script("sleep 5");
    let error = error(3, &["smoke", "--adapter", &adapter, "--start-timeout", "0.2"]);
    assert_eq!(
        error,
        "the implementation did not answer the hello request: no answer to hello within 200ms \
         (--start-timeout)"
    );
}
