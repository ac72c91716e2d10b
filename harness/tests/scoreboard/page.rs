//! The page as text.

use std::collections::BTreeSet;

use codec_conformance::report::Report;
use codec_conformance::scoreboard::{BoardEntry, one_a_line, page};

use crate::fixtures::entries;

/// The values of an attribute.
fn values<'a>(text: &'a str, attribute: &str) -> Vec<&'a str> {
    let parts = text.split(attribute).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[test]
fn the_same_page_from_what_is_stored() {
    let stored = entries().iter().map(|entry| BoardEntry {
        report: entry
            .report
            .as_ref()
            .map(|report| Report::from_json(&one_a_line(report)).expect("a report")),
        ..entry.clone()
    });
    assert_eq!(page(&stored.collect::<Vec<_>>()), page(entries()));
}

#[test]
fn links_lead_somewhere() {
    links_of(&page(&[]));
    links_of(&page(&entries()[..1]));
    let unique = links_of(&page(entries()));
    for id in [
        "ties-1.0/rounds-ties-of-nearest-even-away-from-zero-as-the-round-of-C-does-fail",
        "where/ties-1.0/float64/float16",
        "rule/CV-ROUND-1",
    ] {
        assert!(unique.contains(id), "{id}");
    }
}

/// The places on a page; each link leads to one of them.
fn links_of(text: &str) -> BTreeSet<String> {
    let ids = values(text, " id=\"");
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(unique.len(), ids.len());
    for link in values(text, " href=\"#") {
        assert!(unique.contains(link), "{link}");
    }
    unique.into_iter().map(str::to_owned).collect()
}

/// Nothing is dropped silently, and nothing is loaded.
#[test]
fn everyone_is_on_the_page() {
    let text = page(entries());
    assert!(text.contains("did not start: no &lt;interpreter&gt; there"));
    assert!(text.contains("not installed"));
    assert!(text.contains("2026-01-31"));
    for entry in entries() {
        assert!(text.contains(&entry.adapter.name));
    }
    for loading in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!text.contains(loading), "{loading}");
    }
}

#[test]
fn a_page_of_nothing() {
    let text = page(&[]);
    assert!(text.contains("</html>") && !text.contains("<figure"));
}
