//! Seeded faults, each found within a fixed number of requests of a fixed seed.

use codec_conformance::report::Class;
use libtest_mimic::Trial;

use crate::engine::{again, faulty, only, run};
use crate::test;

/// A fault, the operation that it is in, and requests that suffice to find it.
struct Seeded(&'static str, &'static str, u64);

#[rustfmt::skip]
const SEEDED: [Seeded; 36] = [
    Seeded("ties-away-instead-of-even",           "cast_value",  40),
    Seeded("towards-zero-as-floor",               "cast_value", 200),
    Seeded("half-added-then-floored",             "cast_value",  40),
    Seeded("decoding-ignores-rounding",           "cast_value",  40),
    Seeded("range-checked-before-rounding",       "cast_value",  40),
    Seeded("absent-saturates-integers",           "cast_value",  40),
    Seeded("clamp-is-symmetric",                  "cast_value", 200),
    Seeded("fnuz-overflow-becomes-nan",           "cast_value", 100),
    Seeded("nan-becomes-zero",                    "cast_value",  40),
    Seeded("nan-payload-shifted-out",             "cast_value", 200),
    Seeded("infinity-saturates-integers",         "cast_value",  40),
    Seeded("zero-loses-its-sign",                 "cast_value", 100),
    Seeded("wrap-truncates",                      "cast_value", 100),
    Seeded("wrap-saturates-in-int64-first",       "cast_value", 200),
    Seeded("wrap-modulo-the-storage-width",       "cast_value", 100),
    Seeded("vector-tail-truncates",               "cast_value",  40),
    Seeded("vector-body-skips-the-map",           "cast_value",  60),
    Seeded("vector-lane-copied",                  "cast_value",  40),
    Seeded("failures-inside-long-arrays-missed",  "cast_value",  40),
    Seeded("failures-left-out",                   "cast_value",  40),
    Seeded("fill-decimals-truncated",             "fill_value", 200),
    Seeded("fill-hex-little-endian",              "fill_value", 400),
    Seeded("fill-integers-through-float64",       "fill_value", 400),
    Seeded("auto-rounded-down",                   "reshape",    400),
    Seeded("alignment-unchecked",                 "reshape",    400),
    Seeded("products-wrap-at-32-bits",            "reshape",   2000),
    Seeded("elements-in-fortran-order",           "reshape",    400),
    Seeded("input-dims-count-from-one",           "reshape",    100),
    Seeded("straddling-codes-cut",                "unpack",     100),
    Seeded("digits-most-significant-first",       "unpack",     100),
    Seeded("axis-ignored",                        "unpack",     200),
    Seeded("padding-must-be-zero",                "unpack",     100),
    Seeded("group-index-in-float64",              "unpack",     400),
    Seeded("last-code-repeated-in-unused-digits", "pack",       100),
    Seeded("padding-packed-as-ones",              "pack",       100),
    Seeded("large-codes-cut",                     "pack",       400),
];

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |Seeded(name, operation, requests)| {
        test(&format!("finds {name}"), move || {
            let report = run(&mut faulty(name), &only(operation), requests);
            assert!(!report.classes.is_empty(), "nothing found");
            for class in &report.classes {
                assert_eq!(class.operation, operation);
                // The case fails in the runner of the stored vectors, for the same rule; only what
                // takes a certain array may pass there.
                let Some(case) = &class.example.case else {
                    assert!(class.example.array_length > 1, "no case: {class:?}");
                    continue;
                };
                let again = again(&mut faulty(name), case);
                let same = |one: &Class| one.operation == operation && one.rule == class.rule;
                assert!(again.classes.iter().any(same), "{}: {case}", class.rule);
            }
        })
    };
    SEEDED.into_iter().map(trial).collect()
}
