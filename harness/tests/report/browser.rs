//! The page in a browser: `chromium` on the path, or what `CHROMIUM` names, must be there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use codec_conformance::report::{Report, html};
use data_encoding::BASE64;
use sha2::{Digest, Sha256};

use crate::samples::{HOSTILE, all, sample, ties};

/// Sorts by each column in turn, and says what it sees in the title.
const PROBE: &str = r##"
const table = document.querySelector("#failures table");
const column = (index) => [...table.tBodies[0].rows].map((row) => row.cells[index].textContent);
const counts = () => column(1).map((text) => Number(text.replaceAll("\u00a0", "")));
const before = column(0).length;
table.tHead.rows[0].cells[1].querySelector("button").click();
const up = counts();
table.tHead.rows[0].cells[1].querySelector("button").click();
const down = counts();
const sorted = up.every((count, i) => i === 0 || up[i - 1] <= count)
  && down.every((count, i) => i === 0 || down[i - 1] >= count) && up[0] < down[0];
const targets = [...document.querySelectorAll("a[href^='#']")]
  .every((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
const unique = new Set([...document.querySelectorAll("[id]")].map((one) => one.id)).size
  === document.querySelectorAll("[id]").length;
const wide = document.documentElement.scrollWidth <= document.documentElement.clientWidth;
document.title = JSON.stringify({ rows: column(0).length === before, sorted, targets, unique, wide });
"##;

fn page(name: &str, text: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.html"));
    fs::write(&file, text).expect("the page");
    file
}

/// The page with one more script, which its policy allows.
fn probed(report: &Report, probe: &str) -> String {
    let hash = BASE64.encode(&Sha256::digest(probe));
    let allowed = format!("script-src 'sha256-{hash}' ");
    let page = html(report).replacen("script-src ", &allowed, 1);
    page.replacen("</body>", &format!("<script>{probe}</script></body>"), 1)
}

/// The page after its scripts ran; nothing may be said on the console.
fn visit(name: &str, text: &str, width: u32) -> String {
    let (seen, console) = opened(name, text, width);
    assert!(console.is_empty(), "{name}: {console:#?}");
    seen
}

/// The page after its scripts ran, and what was said on the console.
fn opened(name: &str, text: &str, width: u32) -> (String, Vec<String>) {
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("chromium-{name}"));
    let output = Command::new(&chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("--window-size={width},900"))
        .arg(format!("file://{}", page(name, text).display()))
        .output()
        .unwrap_or_else(|error| panic!("{chromium}, which this test needs: {error}"));
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{log}");
    let console = log.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned);
    (String::from_utf8(output.stdout).expect("UTF-8"), console.collect())
}

/// The console is heard at all.
#[test]
#[ignore = "needs a browser"]
#[should_panic(expected = "CONSOLE")]
fn a_broken_page_is_found() {
    visit("broken", &probed(ties(), "nobody();"), 1280);
}

/// Wherever a script may get into a page, it does not run.
#[test]
#[ignore = "needs a browser"]
fn a_script_that_is_not_ours_does_not_run() {
    for (name, injected) in [
        ("script", "<script>document.title = 'run';</script>"),
        ("handler", "<img src='x:' onerror=\"document.title = 'run'\">"),
        ("file", "<script src=\"data:text/javascript,document.title='run'\"></script>"),
    ] {
        let page = html(ties()).replacen("</body>", &format!("{injected}</body>"), 1);
        let (seen, console) = opened(&format!("injected-{name}"), &page, 1280);
        assert!(!seen.contains("<title>run</title>"), "{name}");
        assert!(
            console.iter().any(|line| line.contains("Content Security Policy")),
            "{console:#?}"
        );
    }
}

#[test]
#[ignore = "needs a browser"]
fn every_page_is_quiet() {
    for one in all() {
        let seen = visit(one.name, &html(&one.report), 1280);
        assert!(seen.contains("</html>"), "{}", one.name);
        assert_eq!(seen.matches("<script>").count(), 1, "{}", one.name);
    }
}

#[test]
#[ignore = "needs a browser"]
fn a_page_sorts_links_and_fits() {
    // Without a known cause there is a row for each rule.
    let mut report = ties().clone();
    report.classes.iter_mut().for_each(|class| (class.cause, class.message) = (None, None));
    for (name, width) in [("desktop", 1280), ("phone", 390)] {
        let seen = visit(name, &probed(&report, PROBE), width);
        let title = seen.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
        let all = r#"{"rows":true,"sorted":true,"targets":true,"unique":true,"wide":true}"#;
        assert_eq!(title, Some(all), "{name}");
    }
}

#[test]
#[ignore = "needs a browser"]
fn foreign_texts_stay_texts() {
    let report = sample("hostile");
    let probe = "document.title = document.querySelector('h1').textContent;";
    let seen = visit("hostile", &probed(report, probe), 1280);
    let title = seen.split("<title>").nth(1).unwrap_or_default();
    let visible = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let shown = visible(&title.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
    assert!(shown.starts_with(&visible(HOSTILE)), "{title}");
}
