//! The example consumers of batches agree with the vectors, and find what is wrong in changed ones.

use std::path::PathBuf;
use std::process::Output;

use codec_vectors::{
    Batch, File, Hex, Integer, Outcome, PackingItem, Reason, ReshapeItem, ShapeResult,
};

use crate::batches::Item;
use crate::consumer::{numbers, python, run, write};
use crate::files::{parse, text};

/// The consumer of each specification, and the checks that it makes at the least.
const CONSUMERS: [(&str, u64); 2] = [("reshape", 12_000), ("unpack", 13_000)];

/// The file of examples of each specification.
fn path(specification: &str) -> String {
    format!("{specification}/cases/examples.json")
}

fn consume(specification: &str, vectors: Option<PathBuf>) -> Output {
    let vectors: Vec<_> = vectors.iter().map(PathBuf::as_path).collect();
    run(&format!("consumer_{specification}.py"), &vectors)
}

#[test]
fn agree_with_the_vectors() {
    if !python() {
        return;
    }
    for (specification, least) in CONSUMERS {
        let output = consume(specification, None);
        let (checks, mismatches) = numbers(&output).unwrap_or_else(|| panic!("{output:?}"));
        assert!(output.status.success() && mismatches == 0, "{output:?}");
        assert!(checks >= least, "only {checks} checks of {specification}");
    }
}

/// A folder with the examples, of which `change` changed the named item.
fn planted<T: Item>(name: &str, item: (&str, &str), change: impl FnOnce(&mut T)) -> PathBuf {
    let mut file: File<Batch<T>> = parse(&path(T::FOLDER));
    let batch = file.items.iter_mut().find(|batch| batch.id == item.0);
    let mut items = batch.into_iter().flat_map(|batch| &mut batch.items);
    change(items.find(|of| of.name() == item.1).expect("the item is there"));
    let text = serde_json::to_string(&file).expect("records serialise");
    write(name, &path(T::FOLDER), &text)
}

/// The consumer agrees with the examples as they are; in changed ones it finds the named check.
fn finds<T: Item>(what: &str, item: (&str, &str), side: &str, change: impl FnOnce(&mut T)) {
    if !python() {
        return;
    }
    let good = consume(T::FOLDER, Some(planted(&format!("{what}-good"), item, |_: &mut T| {})));
    assert!(good.status.success(), "{what}: {good:?}");
    let output = consume(T::FOLDER, Some(planted(what, item, change)));
    assert_eq!(output.status.code(), Some(1), "{what}: {output:?}");
    assert_eq!(numbers(&output).map(|(_, mismatches)| mismatches), Some(1), "{what}: {output:?}");
    let check = format!("{}/{}{side}: ", item.0, item.1);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(report.contains(&check), "{check} is not named in {report}");
}

const CODES: (&str, &str) = ("unpack/example/summary-3bit", "two-codes");

#[test]
fn finds_another_code() {
    finds("code", CODES, "/unpack", |item: &mut PackingItem| {
        item.codes.as_mut().expect("codes").data = Hex(vec![7, 6]);
        item.packed = Hex::parse("37");
    });
}

#[test]
fn finds_padding_that_was_not_zeroed() {
    finds("padding", CODES, "/pack", |item: &mut PackingItem| item.packed = Hex::parse("ff"));
}

#[test]
fn finds_codes_that_should_be_refused() {
    finds("refusal", CODES, "/pack", |item: &mut PackingItem| {
        (item.error, item.words, item.packed) = (Some(Reason::Code), None, None);
    });
}

const SHAPE: (&str, &str) = ("reshape/example/auto", "alone");

#[test]
fn finds_another_shape() {
    finds("shape", SHAPE, "", |item: &mut ReshapeItem| {
        item.outcome = ShapeResult::Shape([6, 7].map(Integer::from).to_vec()).into();
    });
}

#[test]
fn finds_a_shape_that_should_be_a_refusal() {
    finds("shape-refusal", SHAPE, "", |item: &mut ReshapeItem| {
        item.outcome = ShapeResult::Error(Reason::Shape).into();
    });
}

#[test]
fn finds_a_refusal_that_should_be_a_shape() {
    let item = ("reshape/example/invariant", "fewer");
    finds("refusal-shape", item, "", |item: &mut ReshapeItem| {
        item.outcome = ShapeResult::Shape([5].map(Integer::from).to_vec()).into();
    });
}

#[test]
fn takes_an_alternative_and_names_it() {
    if !python() {
        return;
    }
    let vectors = planted("batch-alternative", SHAPE, |item: &mut ReshapeItem| {
        let or = [("RS-AUTO-1/other".to_owned(), item.outcome.is.clone())].into();
        item.outcome = Outcome { is: ShapeResult::Error(Reason::Shape), or };
    });
    let output = consume("reshape", Some(vectors));
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("RS-AUTO-1/other"), "{output:?}");
}

#[test]
fn skip_what_they_do_not_offer_and_do_not_pass_without_checks() {
    if !python() {
        return;
    }
    for (specification, _) in CONSUMERS {
        let content = text(&path(specification)).replace(r#""why":"#, r#""needs":["luck"],"why":"#);
        let content = content.replace(r#","needs":["codec","configuration"]"#, "");
        let vectors = write("batch-needs", &path(specification), &content);
        let output = consume(specification, Some(vectors));
        assert_eq!((numbers(&output), output.status.code()), (Some((0, 0)), Some(1)), "{output:?}");
    }
}

#[test]
fn refuse_another_format() {
    if !python() {
        return;
    }
    for (specification, _) in CONSUMERS {
        let content = text(&path(specification)).replacen(r#""format":2"#, r#""format":1"#, 1);
        let vectors = write("batch-format", &path(specification), &content);
        let output = consume(specification, Some(vectors));
        assert!(!output.status.success() && numbers(&output).is_none(), "{output:?}");
    }
}
