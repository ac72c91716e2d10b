//! The adapters that `adapter new` writes: they pass as they are written, and answer whatever they
//! are sent.
//!
//! Where a toolchain is missing, its trials show as ignored; where `CI` is set, they fail.

mod languages;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use serde_json::{Value, json};

use languages::{LANGUAGES, Language};

fn main() -> ExitCode {
    let mut trials = vec![
        Trial::test("a folder that is in use is left alone", refuses_used_folders),
        Trial::test("nothing is half-written", writes_all_or_nothing),
        Trial::test("an empty folder is taken", takes_an_empty_folder),
    ];
    for language in LANGUAGES {
        let name = language.name;
        trials.push(Trial::test(format!("{name}: short"), move || is_short(language)));
        trials.push(needing(language, "passes as written", |language| {
            passes(&generated(language, None)?)
        }));
        trials.push(needing(language, "answers whatever comes", |language| {
            answers(&generated(language, None)?)
        }));
        trials.push(needing(language, "refuses by what is named alone", refuses_by_name));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A trial of an adapter, which is ignored without its toolchain.
fn needing(language: Language, what: &str, run: fn(Language) -> Result<(), Failed>) -> Trial {
    let Language { name, program, .. } = language;
    let missing = Command::new(program).arg("--version").output().is_err();
    let trial = Trial::ignorable_test(format!("{name}: {what}"), move || match missing {
        true if std::env::var_os("CI").is_some() => Err(format!("{program} is missing").into()),
        true => Ok(Completion::ignored_with(format!("{program} is missing"))),
        false => run(language).map(|()| Completion::Completed),
    });
    trial.with_ignored_flag(missing && std::env::var_os("CI").is_none())
}

/// A new path of the test's own, with a space in it.
fn fresh(name: &str) -> PathBuf {
    static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let id = std::process::id();
    let path =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("an adapter {name} {id}-{count}"));
    let _ = fs::remove_dir_all(&path);
    path
}

fn suite(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    command.args(arguments).output().expect("the program runs")
}

fn new(language: &str, folder: &Path) -> Output {
    suite(&["adapter", "new", language, folder.to_str().expect("a path in UTF-8")])
}

/// Writes an adapter, with a mistake in place of its rejection if one is given, and does what the
/// program says next, up to the adapter's command.
fn generated(language: Language, mistake: Option<&str>) -> Result<Vec<String>, Failed> {
    let folder = fresh(language.name);
    let output = new(language.name, &folder);
    same("exit code", output.status.code(), Some(0), &output)?;
    if let Some(mistake) = mistake {
        let path = folder.join(language.files[0]);
        let code = fs::read_to_string(&path)?;
        same("refusals", code.matches(language.refusal).count(), 1, &output)?;
        fs::write(&path, code.replace(language.refusal, mistake))?;
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let steps = text.lines().filter_map(|line| line.strip_prefix("  ")).map(shell_words::split);
    for step in steps {
        let step = step?;
        if let [_, command, _, adapter] = step.as_slice()
            && command == "smoke"
        {
            return Ok(shell_words::split(adapter)?);
        }
        let built = build(&step).output()?;
        same("exit code of the build", built.status.code(), Some(0), &built)?;
    }
    Err(format!("no word of smoke: {text}").into())
}

/// A build that downloads nothing: what the suite is built of suffices. How fast the adapter runs
/// does not matter, and what it depends on is built once for all.
fn build(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command
        .args(&words[1..])
        .env("CARGO_NET_OFFLINE", "true")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
        .env("CARGO_BUILD_BUILD_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("adapters"));
    command
}

fn passes(adapter: &[String]) -> Result<(), Failed> {
    let adapter = shell_words::join(adapter);
    let smoke = suite(&["smoke", "--adapter", &adapter]);
    same("exit code of smoke", smoke.status.code(), Some(0), &smoke)?;
    for filter in [["--id", "cast/tables/*"], ["--partition", "slice:3/40"]] {
        let options = ["test", "--adapter", &adapter, "--format", "json"];
        let output = suite(&[&options[..], &filter].concat());
        same("exit code of test", output.status.code(), Some(0), &output)?;
        let report: Value = serde_json::from_slice(&output.stdout)?;
        let count = |name: &str| report["totals"][name].as_u64();
        same("enough passes", count("pass") > Some(100), true, &output)?;
        same("declined", count("declined"), Some(0), &output)?;
    }
    Ok(())
}

/// A line, the id of its answer, and the member that the answer must have beside it.
type Line = (Vec<u8>, Value, &'static str);

fn lines() -> Vec<Line> {
    [casts(), others()].concat()
}

fn casts() -> Vec<Line> {
    let cast = |id: u64, configuration: &str, arrays: Value, member| {
        let line = json!({"id": id, "op": "cast_value", "direction": "encode", "data_type": "uint8",
            "fill_value": "1", "configuration": configuration, "arrays": arrays});
        (line.to_string().into_bytes(), json!(id), member)
    };
    let plain = r#"{"data_type":"int16"}"#;
    let float = r#"{"data_type":"float32"}"#;
    let wrap = r#"{"data_type":"int8","out_of_range":"wrap"}"#;
    let escaped = r#"{"id":4,"op":"\u0063ast_value","\u0064irection":"encode","note":"\ud83d\ude00\\\"\/\n",
        "data_type":"uint8","configuration":"{\"data_\u0074ype\":\"int16\"}","arrays":["7f"]}"#;
    vec![
        cast(1, plain, json!(["00ff80", ""]), "results"),
        cast(2, float, json!([]), "unsupported"),
        cast(3, wrap, json!(["ff"]), "unsupported"),
        (escaped.replace('\n', "").into_bytes(), json!(4), "results"),
        cast(7, plain, json!(["f"]), "fault"),
        cast(8, plain, json!(["zz"]), "fault"),
        cast(9, "not JSON", json!([]), "fault"),
    ]
}

fn others() -> Vec<Line> {
    let nested = r#"{"id":6,"op":"unpack","shape":[2,"x"],"attributes":{"a":[{"b":[]}],"c":-1.5e3,"d":null}}"#;
    let deep = "[".repeat(100_000);
    // Messages are cut, and no cut may leave half of a character of two units in UTF-16.
    let long = |id: u64, start| {
        let operation = format!("{start}{}", "\u{1f600}".repeat(150));
        (json!({"id": id, "op": operation}).to_string().into_bytes(), json!(id), "unsupported")
    };
    let text = |line: &str, id, member| (line.as_bytes().to_vec(), id, member);
    vec![
        text(r#"{"id":5,"op":"no_such_operation"}"#, json!(5), "unsupported"),
        text(nested, json!(6), "unsupported"),
        text("not JSON", Value::Null, "fault"),
        text("", Value::Null, "fault"),
        text("[1]", Value::Null, "fault"),
        text(r#"{"id":10,"op":"x",}"#, Value::Null, "fault"),
        text(r#"{"id":"11","op":"x"}"#, Value::Null, "fault"),
        text(&deep, Value::Null, "fault"),
        (b"\xff\xfe".to_vec(), Value::Null, "fault"),
        text("{\"id\":12,\"op\":\"x\"}\r", json!(12), "unsupported"),
        long(13, ""),
        long(14, "x"),
    ]
}

fn answers(adapter: &[String]) -> Result<(), Failed> {
    answers_all(adapter, &lines())
}

/// The exception that the adapter names is a rejection, and any other in its place a fault.
fn refuses_by_name(language: Language) -> Result<(), Failed> {
    let request = json!({"id": 1, "op": "cast_value", "direction": "decode", "data_type": "uint8",
        "fill_value": "1", "configuration": r#"{"data_type":"int8"}"#, "arrays": ["ff"]});
    let line = request.to_string().into_bytes();
    answers_all(&generated(language, None)?, &[(line.clone(), json!(1), "results")])?;
    let wordless = generated(language, Some(language.wordless))?;
    answers_all(&wordless, &[(line.clone(), json!(1), "results")])?;
    language.mistakes.iter().try_for_each(|mistake| {
        answers_all(&generated(language, Some(mistake))?, &[(line.clone(), json!(1), "fault")])
    })
}

fn answers_all(adapter: &[String], lines: &[Line]) -> Result<(), Failed> {
    let mut command = Command::new(&adapter[0]);
    command.args(&adapter[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn()?;
    let mut stdin = child.stdin.take().ok_or("no pipe")?;
    for (line, ..) in lines {
        stdin.write_all(&[line.as_slice(), b"\n"].concat())?;
    }
    drop(stdin);
    let output = child.wait_with_output()?;
    same("exit code", output.status.code(), Some(0), &output)?;
    let text = String::from_utf8(output.stdout.clone())?;
    same("answers", text.lines().count(), lines.len(), &output)?;
    for (answer, (line, id, member)) in text.lines().zip(lines) {
        let answer: Value = serde_json::from_str(answer)?;
        let question = String::from_utf8_lossy(line).chars().take(100).collect::<String>();
        same(&question, (&answer["id"], answer.get(member).is_some()), (id, true), &output)?;
    }
    Ok(())
}

fn is_short(language: Language) -> Result<(), Failed> {
    let folder = fresh(language.name);
    let output = new(language.name, &folder);
    same("exit code", output.status.code(), Some(0), &output)?;
    for file in language.files {
        let lines = fs::read_to_string(folder.join(file))?.lines().count();
        same(&format!("{file} is short"), (1..180).contains(&lines), true, &output)?;
    }
    let count = fs::read_dir(&folder)?.count();
    same("files", count, language.files.len(), &output)
}

fn refuses_used_folders() -> Result<(), Failed> {
    let folder = fresh("used");
    fs::create_dir(&folder)?;
    fs::write(folder.join("README.md"), "mine")?;
    for path in [&folder, &folder.join("README.md")] {
        let output = new("cpp", path);
        same("exit code", output.status.code(), Some(2), &output)?;
        let said =
            String::from_utf8_lossy(&output.stderr).contains("name a new or an empty folder");
        same("the mend", (said, output.stdout.is_empty()), (true, true), &output)?;
    }
    let files: Vec<_> = fs::read_dir(&folder)?.collect::<Result<_, _>>()?;
    let text = fs::read_to_string(folder.join("README.md"))?;
    same("what is there", (files.len(), text.as_str()), (1, "mine"), &new("cpp", &folder))?;
    let output = suite(&["adapter", "new", "cobol", "somewhere"]);
    same("exit code", output.status.code(), Some(2), &output)
}

/// Below a file no folder can be made.
fn writes_all_or_nothing() -> Result<(), Failed> {
    let file = fresh("file");
    fs::write(&file, "mine")?;
    let output = new("python", &file.join("adapter"));
    same("exit code", output.status.code(), Some(2), &output)?;
    same("the file", fs::read_to_string(&file)?.as_str(), "mine", &output)
}

fn takes_an_empty_folder() -> Result<(), Failed> {
    let folder = fresh("empty");
    fs::create_dir(&folder)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_codec-conformance"));
    let output = command.current_dir(&folder).args(["adapter", "new", "node", "."]).output()?;
    same("exit code", output.status.code(), Some(0), &output)?;
    same("the adapter", folder.join("adapter.mjs").is_file(), true, &output)
}

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    got: T,
    want: T,
    output: &Output,
) -> Result<(), Failed> {
    let log = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    if got == want { Ok(()) } else { Err(format!("{what}: {got:?}, not {want:?}: {log:?}").into()) }
}
