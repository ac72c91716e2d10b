//! The page in a browser: `chromium` on the path, or what `CHROMIUM` names, must be there.

use std::fs;
use std::path::Path;
use std::process::Command;

use codec_conformance::scoreboard::page;
use data_encoding::BASE64;
use sha2::{Digest, Sha256};

use crate::fixtures::entries;

/// The title after the page's scripts and the probe ran; nothing may be said on the console.
fn title(name: &str, width: u32, hash: &str, probe: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("scoreboard-{name}.html"));
    // The first layout is over when the probe looks.
    let probe = format!(
        "addEventListener('load', () => setTimeout(() => {{\n\
         const by = (text) => document.querySelector(text);\n{probe}\n}}));"
    );
    // The page's policy allows it.
    let allowed = format!("script-src 'sha256-{}' ", BASE64.encode(&Sha256::digest(&probe)));
    let text = page(entries()).replacen("script-src ", &allowed, 1);
    let script = format!("<script>{probe}</script></body>");
    fs::write(&file, text.replacen("</body>", &script, 1)).expect("the page");
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let output = Command::new(&chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"])
        .args(["--dump-dom", "--virtual-time-budget=2000"])
        .arg(format!("--user-data-dir={}", folder.join(format!("board-{name}")).display()))
        .arg(format!("--window-size={width},900"))
        .arg(format!("file://{}#{hash}", file.display()))
        .output()
        .unwrap_or_else(|error| panic!("{chromium}, which this test needs: {error}"));
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(!log.contains("CONSOLE"), "{name}: {log}");
    let seen = String::from_utf8(output.stdout).expect("UTF-8");
    let title = seen.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    title.expect("a title").to_owned()
}

#[test]
#[ignore = "needs a browser"]
#[should_panic(expected = "CONSOLE")]
fn a_broken_page_is_found() {
    title("broken", 1280, "", "nobody();");
}

/// Tables scroll in their own boxes.
#[test]
#[ignore = "needs a browser"]
fn fits_every_width() {
    let probe = "const root = document.documentElement;
        document.querySelectorAll('details').forEach((one) => { one.open = true; });
        document.title = root.scrollWidth <= root.clientWidth;";
    for width in [1280, 500, 390] {
        assert_eq!(title(&format!("fits-{width}"), width, "", probe), "true", "{width}");
    }
}

#[test]
#[ignore = "needs a browser"]
fn sorts_by_the_share_that_passed() {
    let probe = "const table = by('#rules-table');
        const values = () => [...table.tBodies[0].rows].map((row) => +row.cells[2].dataset.value);
        const heading = table.tHead.rows[0].cells[2];
        heading.querySelector('button').click();
        const up = values();
        const sorted = up.every((value, i) => i === 0 || up[i - 1] <= value) && up[0] < up.at(-1);
        document.title = [sorted, heading.getAttribute('aria-sort')];";
    assert_eq!(title("sorts", 1280, "", probe), "true,ascending");
}

#[test]
#[ignore = "needs a browser"]
fn filters_rows() {
    let probe = "const [text, failing] = by('form[data-table=rules-table]').elements;
        const rows = [...by('#rules-table').tBodies[0].rows];
        const seen = () => rows.filter((row) => row.offsetHeight > 0);
        const change = (one) => one.dispatchEvent(new Event('input', { bubbles: true }));
        const all = seen().length;
        text.value = 'cv-round';
        change(text);
        const named = seen().every((row) => row.cells[0].textContent.includes('CV-ROUND'));
        const fewer = seen().length > 0 && seen().length < all;
        text.value = '';
        failing.checked = true;
        change(failing);
        const fails = seen().length > 0 && seen().every((row) => row.querySelector('.warn, .bad'));
        const told = by('form[data-table=rules-table] output').value === `${seen().length} of ${all} rows`;
        document.title = [named, fewer, fails, told];";
    assert_eq!(title("filters", 1280, "", probe), "true,true,true,true");
}

/// Where the failures of the samples' fault are.
const FAMILY: &str =
    "ties-1.0/rounds-ties-of-nearest-even-away-from-zero-as-the-round-of-C-does-fail";

#[test]
#[ignore = "needs a browser"]
fn links_open_what_they_lead_to() {
    let probe =
        "const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        const top = target.getBoundingClientRect().top;
        const outer = target.closest('details');
        document.title = [outer === null || outer.open, top >= -1 && top < innerHeight];";
    let row = "ties-1.0/CV-ROUND-1/cast_value/float64/float16/wrong-result/fail";
    for (name, hash) in [("family", FAMILY), ("class", row), ("rule", "rule/CV-ROUND-1")] {
        assert_eq!(title(&format!("link-{name}"), 1280, hash, probe), "true,true", "{hash}");
    }
}

/// A cell's link is followed as the page is, too.
#[test]
#[ignore = "needs a browser"]
fn cells_lead_to_their_class() {
    let probe = "const cell = [...document.querySelectorAll('#pairs-table .warn a, #pairs-table .bad a')][0];
        cell.click();
        setTimeout(() => {
          const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
          document.title = [target.tagName, target.closest('details').open];
        }, 100);";
    assert_eq!(title("cells", 1280, "", probe), "TR,true");
}

#[test]
#[ignore = "needs a browser"]
fn one_figure_is_chosen() {
    let probe = "const seen = () => [...document.querySelectorAll('figure.where')].filter((one) => one.offsetHeight > 0);
        const linked = seen().length === 1 && '#' + seen()[0].id === location.hash;
        const choice = by('#choice');
        choice.selectedIndex = 0;
        choice.dispatchEvent(new Event('change'));
        document.title = [linked, choice.length > 1, seen().length === 1 && seen()[0].id === choice.value];";
    let hash = "where/ties-1.0/float64/float16";
    assert_eq!(title("figure", 1280, hash, probe), "true,true,true");
}
