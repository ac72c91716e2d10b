//! The page in a browser: `chromium` on the path, or what `CHROMIUM` names, must be there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use codec_conformance::report::html;

use crate::samples::{HOSTILE, all, sample, ties};

/// Sorts by each column in turn, and says what it sees in the title.
const PROBE: &str = r##"
<script>
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
</script>
"##;

fn page(name: &str, text: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.html"));
    fs::write(&file, text).expect("the page");
    file
}

/// The page after its scripts ran; nothing may be said on the console.
fn visit(name: &str, text: &str, width: u32) -> String {
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
    let console: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(console.is_empty(), "{name}: {console:#?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The console is heard at all.
#[test]
#[ignore = "needs a browser"]
#[should_panic(expected = "CONSOLE")]
fn a_broken_page_is_found() {
    visit("broken", &html(ties()).replace("</body>", "<script>nobody();</script></body>"), 1280);
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
    for (name, width) in [("desktop", 1280), ("phone", 390)] {
        let seen = visit(name, &html(ties()).replace("</body>", &format!("{PROBE}</body>")), width);
        let title = seen.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
        let all = r#"{"rows":true,"sorted":true,"targets":true,"unique":true,"wide":true}"#;
        assert_eq!(title, Some(all), "{name}");
    }
}

#[test]
#[ignore = "needs a browser"]
fn foreign_texts_stay_texts() {
    let report = sample("hostile");
    let probe =
        "<script>document.title = document.querySelector('h1').textContent;</script></body>";
    let seen = visit("hostile", &html(report).replace("</body>", probe), 1280);
    let title = seen.split("<title>").nth(1).unwrap_or_default();
    let visible = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let shown = visible(&title.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
    assert!(shown.starts_with(&visible(HOSTILE)), "{title}");
}
