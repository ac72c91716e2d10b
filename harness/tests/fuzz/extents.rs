//! Extents beyond 2^127 are right or wrong by their value, drawn and stored alike.

use std::sync::Arc;

use codec_conformance::explain::explain;
use codec_conformance::fuzz::{Known, Stored};
use codec_conformance::implementation::{Fast, InProcess};
use codec_conformance::protocol::{Answer, Implementation, Integer, Request, Shaped};
use codec_conformance::report::{Report, build};
use codec_conformance::runner::{Plan, greet, run};
use codec_faults::Faultless;
use libtest_mimic::Trial;

use crate::engine::{again, bounds, only, run_with};
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test("drawn extents beyond 2^127 are compared exactly", drawn),
        test("a stored extent of 2^130 is compared exactly", stored),
        test("an extent of an answer has at most a thousand digits", long),
        test("of a wrong shape of many digits, a part is kept", kept),
    ]
}

/// The reference, but for what becomes of extents that need more than 128 bits with a sign.
struct Altered(fn(&str) -> String);

impl Implementation for Altered {
    fn answer(&mut self, request: &Request) -> Answer {
        let mut answer = InProcess::new("reference", &Faultless).answer(request);
        if let Answer::Shaped { results } = &mut answer {
            let extents = results.iter_mut().flatten().flat_map(|shaped| &mut shaped.shape);
            for extent in extents.filter(|extent| extent.to::<i128>().is_none()) {
                *extent = integer(&self.0(&extent.to_string()));
            }
        }
        answer
    }
}

fn integer(text: &str) -> Integer {
    text.parse().expect("an integer")
}

const EXACT: fn(&str) -> String = str::to_owned;

/// The largest of 128 bits, another last digit, a digit less, and one more.
const WRONG: [fn(&str) -> String; 4] = [
    |_| i128::MAX.to_string(),
    |digits| {
        let (front, last) = digits.split_at(digits.len() - 1);
        format!("{front}{}", (last.parse::<u8>().expect("a digit") + 1) % 10)
    },
    |digits| digits[1..].to_owned(),
    |digits| format!("{digits}0"),
];

/// An eighth of them have large extents, and of these some have a product beyond 2^127.
fn drawn() {
    fn classes(mut implementation: impl Implementation + Send) -> usize {
        let bounds = bounds(31, 5000);
        let report = run_with(&mut implementation, &only("reshape"), &bounds, &Known::default());
        assert_eq!(report.drawing.expect("they were drawn").questions, 5000);
        report.classes.len()
    }
    assert_eq!(classes(Fast), 0);
    assert_eq!(classes(Altered(EXACT)), 0);
    for (number, wrong) in WRONG.into_iter().enumerate() {
        assert!(classes(Altered(wrong)) > 0, "{number}");
    }
}

/// The input has 2^65 times 2^65 elements.
const CASE: &str = r#"{
    "id": "reshape/extents/product", "rules": ["RS-BIG-1"], "level": "derived", "why": "bounded",
    "items": [{
        "name": "two", "configuration": "{\"shape\":[[0,1]]}",
        "input": ["36893488147419103232", "36893488147419103232"],
        "outcome": ["1361129467683753853853498429727072845824"]
    }]
}"#;

/// The reference, but for its answer to a reshape: always this shape.
struct Answering(Vec<Integer>);

impl Implementation for Answering {
    fn answer(&mut self, request: &Request) -> Answer {
        let shaped = || Shaped { shape: self.0.clone(), data: None };
        match request {
            Request::Reshape(_) => Answer::Shaped { results: vec![Ok(shaped())] },
            other => InProcess::new("reference", &Faultless).answer(other),
        }
    }
}

/// The reports of `test` and `fuzz` on the case.
fn reports(shape: Vec<Integer>) -> [Report; 2] {
    let mut implementation = Answering(shape);
    let hello = greet(&mut implementation).expect("a hello");
    let units = Stored::parse(CASE).expect("a case").units().into_iter().map(Arc::new).collect();
    let found = run(&mut implementation, &hello, units, &Plan::default(), &|| ());
    let tested = build(&explain(found), hello, Vec::new());
    [tested, again(&mut implementation, CASE)]
}

/// What they count: passes, failures, errors.
fn judged(extent: &str) -> [[u64; 3]; 2] {
    let totals = reports(vec![integer(extent)]).map(|report| report.totals);
    totals.map(|totals| [totals.pass, totals.fail, totals.error])
}

const PASSES: [u64; 3] = [1, 0, 0];
const FAILS: [u64; 3] = [0, 1, 0];
const IS_AN_ERROR: [u64; 3] = [0, 0, 1];

fn stored() {
    for right in
        ["1361129467683753853853498429727072845824", "001361129467683753853853498429727072845824"]
    {
        assert_eq!(judged(right), [PASSES; 2], "{right}");
    }
    for wrong in [
        "1361129467683753853853498429727072845825",
        "-1361129467683753853853498429727072845824",
        // 2^130 in 64 bits and in 127, and the next float64.
        "0",
        "170141183460469231731687303715884105727",
        "1361129467683754156084953333384366522368",
    ] {
        assert_eq!(judged(wrong), [FAILS; 2], "{wrong}");
    }
}

fn long() {
    assert_eq!(judged(&"9".repeat(1000)), [FAILS; 2]);
    assert_eq!(judged(&"9".repeat(1001)), [IS_AN_ERROR; 2]);
}

/// What begins like the right answer is still seen to be another.
fn kept() {
    let right = "1361129467683753853853498429727072845824";
    let mut shape = vec![integer(right)];
    shape.extend(std::iter::repeat_n(integer(&"9".repeat(1000)), 60));
    for report in reports(shape) {
        let got = &report.classes[0].example.got.text;
        assert!(got.starts_with(&format!("[{right}, 999")), "{got}");
        assert!(got.len() < 5000, "{} characters", got.len());
    }
}
