//! A name that nothing has is a usage error, which tells the nearest ones.

use super::{error, stdout};

#[test]
fn an_unknown_name_is_a_usage_error_that_tells_the_nearest() {
    let rule = "--rule: no rule CV-ROND-1; nearest: CV-ROUND-1, CV-ROUND-10, CV-ROUND-2";
    let table = "cast/tables/int2-int4";
    for (arguments, expected) in [
        (["test", "--rule", "CV-ROND-1"].as_slice(), rule),
        (&["list", "--rule", "CV-ROND-1"], rule),
        (&["baseline", "--init", "--rule", "CV-ROND-1"], rule),
        // A valid one beside it does not hide it.
        (&["test", "--rule", "CV-ROUND-1", "--rule", "CV-ROND-1"], rule),
        (
            &["test", "--rule", "CV-ROND-*"],
            "--rule: no rule matches CV-ROND-*; nearest: CV-ROUND-1, CV-ROUND-2, CV-ROUND-3",
        ),
        (
            &["test", "--data-type", "int8", "--data-type", "flaot16"],
            "--data-type: no data type flaot16; nearest: float16, bfloat16",
        ),
        (
            &["test", "--data-type", "float8"],
            "--data-type: no data type float8; \
             nearest: float8_e3m4, float8_e4m3, float8_e4m3b11fnuz",
        ),
        (
            &["test", "--id", "cast/table/int2-int4"],
            "--id: no id cast/table/int2-int4; \
             nearest: cast/tables/int2-int4, cast/tables/int2-int2, cast/tables/int2-int64",
        ),
        (
            &[
                "list",
                "--id",
                table,
                "--id",
                "cast/tables/int2-int4/nearest-away/none/encode/0x00000",
            ],
            "--id: no id cast/tables/int2-int4/nearest-away/none/encode/0x00000; \
             nearest: cast/tables/int2-int4/nearest-away/none/encode/0x00, \
             cast/tables/int2-int4/nearest-away/none/encode/0x01, \
             cast/tables/int2-int4/nearest-away/none/encode/0x02",
        ),
        (
            &["test", "--builtin", "fats"],
            "--builtin: no built-in implementation fats; nearest: fast",
        ),
        (
            &["serve", "--builtin", "fault:ties-away-insted-of-even"],
            "--builtin: no built-in implementation fault:ties-away-insted-of-even; \
             nearest: fault:ties-away-instead-of-even, fault:ties-even-instead-of-away",
        ),
        (
            &["fuzz", "--against", "builtin:referense"],
            "--against: no built-in implementation referense; nearest: reference",
        ),
        (
            &["selftest", "ties-away-insted-of-even"],
            "FAULT: no fault ties-away-insted-of-even; nearest: ties-away-instead-of-even",
        ),
        (
            &["show", "CV-ROND-1"],
            "ID: no rule or id CV-ROND-1; nearest: CV-ROUND-1, CV-ROUND-10, CV-ROUND-2",
        ),
    ] {
        assert_eq!(error(2, arguments), expected, "{arguments:?}");
    }
}

#[test]
fn where_no_name_is_near_the_error_tells_how_to_see_all() {
    for (arguments, expected) in [
        (
            ["test", "--id", "*nowhere-at-all*"].as_slice(),
            "--id: no id matches *nowhere-at-all*; `list` has them all",
        ),
        (
            &["test", "--builtin", "nobody"],
            "--builtin: no built-in implementation nobody; there are reference, fast, and \
             fault:NAME for each fault that `selftest` lists",
        ),
    ] {
        assert_eq!(error(2, arguments), expected, "{arguments:?}");
    }
    let types = error(2, &["test", "--data-type", "decimal"]);
    assert!(
        types.starts_with("--data-type: no data type decimal; there are int2, int4, "),
        "{types}"
    );
}

#[test]
fn valid_filters_that_do_not_meet_select_nothing() {
    let none = ["list", "--id", "cast/tables/int2-int4", "--data-type", "float16"];
    assert_eq!(stdout(4, &none), "");
    // A rule that no vector tests is a rule.
    assert_eq!(stdout(4, &["list", "--rule", "CV-CONF-8"]), "");
}
