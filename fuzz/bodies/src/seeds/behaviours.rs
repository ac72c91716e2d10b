//! Seeds of behaviours: one of each kind.

use codec_conformance::runner::AllowedStatus;
use codec_conformance::suite::Profile;

use super::Seed;
use crate::layout::{Act, Behaviour, Declared, End, Greeting, Options, ProtocolInput, Rule, Scope};

/// A unit whose inputs are 2 bytes and whose outputs are narrower than one.
const NARROWING: [u8; 3] = [9, 0, 0];

/// A unit whose only input must be rejected.
const REFUSING: [u8; 3] = [1, 0, 0];

/// A byte that one of its inputs has.
const GUILTY: u8 = 0x2c;

/// The only bit of `lacks` that leaves all operations: fill values are not reported.
const NO_FILL_VALUE_RESULT: u8 = 1;

/// A behaviour of each kind.
pub(super) fn behaviours() -> Vec<Seed> {
    let kinds = [honest(), together(), guilty(), restarting(), lying(), refusing(), wrong()];
    let kinds = kinds.into_iter().chain([edited(), ending(), declining(), limited()]).flatten();
    kinds
        .map(|(name, behaviour)| {
            let bytes = ProtocolInput::Behaviour(behaviour).encode();
            Seed { name: name.to_owned(), bytes }
        })
        .collect()
}

type Kinds = Vec<(&'static str, Behaviour)>;

/// What is odd, and no fault.
fn honest() -> Kinds {
    let options = |options| Behaviour { options, ..Behaviour::default() };
    let declared = |declared| Behaviour { declared, ..Behaviour::default() };
    let undeclared = declared(Declared { lacks: NO_FILL_VALUE_RESULT, ..Declared::default() });
    let unreported = Behaviour { rules: vec![always(Act::NoFillValue)], ..undeclared.clone() };
    let narrow = Options { asked: NARROWING, ..Options::default() };
    vec![
        ("honest", Behaviour::default()),
        ("quick", options(Options { profile: Profile::Quick, ..Options::default() })),
        ("full", options(Options { profile: Profile::Full, ..Options::default() })),
        ("one-shot", options(Options { one_shot: true, ..Options::default() })),
        ("lacks-one", undeclared),
        ("lacks-some", declared(Declared { lacks: 0b0101_0110, ..Declared::default() })),
        ("ten-elements", declared(Declared { max_elements: 11, ..Declared::default() })),
        ("one-element", declared(Declared { max_elements: 2, ..Declared::default() })),
        ("nasty-name", declared(Declared { greeting: Greeting::Nasty, ..Declared::default() })),
        ("fill-value-undeclared", unreported),
        (
            "upper-bits",
            Behaviour {
                options: narrow,
                rules: vec![always(Act::UpperBits)],
                ..Behaviour::default()
            },
        ),
        ("long-messages", of(always(Act::LongMessage))),
        ("nasty-messages", of(always(Act::NastyMessage))),
    ]
}

/// What fails only together with others.
fn together() -> Kinds {
    let several = |act| of(Rule { scope: Scope::Several, act, ..Rule::default() });
    let in_one_shot = |act| {
        let options = Options { one_shot: true, ..Options::default() };
        Behaviour { options, ..several(act) }
    };
    vec![
        ("fault-together", several(Act::Fault)),
        ("no-results-together", several(Act::NoResults)),
        ("one-more-together", several(Act::OneMore)),
        ("one-fewer-together", several(Act::OneFewer)),
        ("garbage-together", several(Act::Malformed)),
        ("crash-together", several(Act::Crash)),
        ("timeout-together", several(Act::Timeout)),
        ("shuffled-together", several(Act::Shuffled)),
        (
            "long-arrays-refused",
            of(Rule { scope: Scope::Longer, size: 60, act: Act::RefuseOne, ..Rule::default() }),
        ),
        ("no-results-in-one-shot", in_one_shot(Act::NoResults)),
        ("crash-in-one-shot", in_one_shot(Act::Crash)),
    ]
}

/// What fails with one element.
fn guilty() -> Kinds {
    let guilty = |act| {
        let rule = Rule { scope: Scope::Holding, size: GUILTY, act, ..Rule::default() };
        let options = Options { asked: NARROWING, ..Options::default() };
        Behaviour { options, rules: vec![rule], ..Behaviour::default() }
    };
    vec![
        ("fault-at-one", guilty(Act::Fault)),
        ("garbage-at-one", guilty(Act::Malformed)),
        ("crash-at-one", guilty(Act::Crash)),
        ("timeout-at-one", guilty(Act::Timeout)),
        ("refuses-one", guilty(Act::RefuseOne)),
        ("short-data-at-one", guilty(Act::ShortData)),
    ]
}

/// What fails now and then, always, or until some time.
fn restarting() -> Kinds {
    let once = |act| Rule { from: 2, most: 1, act, ..Rule::default() };
    let restarted = |act| Rule { scope: Scope::Restarted, most: 1, act, ..Rule::default() };
    let after = |act| with(vec![once(Act::Crash), restarted(act)]);
    vec![
        ("crash-once", of(once(Act::Crash))),
        ("timeout-once", of(once(Act::Timeout))),
        ("garbage-once", of(once(Act::Malformed))),
        ("crash-every-third", of(Rule { leaves_out: 2, act: Act::Crash, ..Rule::default() })),
        ("crash-always", of(always(Act::Crash))),
        ("timeout-always", of(always(Act::Timeout))),
        ("garbage-always", of(always(Act::Malformed))),
        ("crash-until-the-fourth", of(Rule { most: 3, act: Act::Crash, ..Rule::default() })),
        (
            "fault-unless-again",
            of(Rule { scope: Scope::Fresh, act: Act::Fault, ..Rule::default() }),
        ),
        ("not-started-again", after(Act::Start)),
        ("hangs-at-restart", after(Act::StartTimeout)),
        ("another-after-restart", after(Act::Malformed)),
    ]
}

/// What is said in a hello and not kept, or cannot be kept.
fn lying() -> Kinds {
    let declared = |declared| Behaviour { declared, ..Behaviour::default() };
    let greeting = |greeting| declared(Declared { greeting, ..Declared::default() });
    let others = |act| of(Rule { scope: Scope::Others, act, ..Rule::default() });
    vec![
        ("lacks-all", declared(Declared { lacks: u8::MAX, ..Declared::default() })),
        ("no-elements", declared(Declared { max_elements: 1, ..Declared::default() })),
        ("other-protocol", greeting(Greeting::OtherProtocol)),
        ("fault-for-a-hello", greeting(Greeting::Other)),
        ("no-hello", greeting(Greeting::Silent)),
        ("declines-what-it-declares", others(Act::Decline)),
        ("faults-at-what-it-declares", others(Act::Fault)),
        ("hello-again", of(always(Act::Hello))),
        ("fill-value-wrong", of(Rule { bits: 1, ..always(Act::WrongFillValue) })),
        ("fill-value-doubled", of(always(Act::DoubledFillValue))),
        ("fill-value-empty", of(always(Act::EmptyFillValue))),
        ("fill-value-absent", of(always(Act::NoFillValue))),
    ]
}

/// What is rejected and must not be, or the other way round.
fn refusing() -> Kinds {
    let control = |act| {
        let options = Options { asked: REFUSING, ..Options::default() };
        Behaviour { options, ..of(always(act)) }
    };
    vec![
        ("refuses-at-open", of(always(Act::RefuseAtOpen))),
        ("refuses-all", of(always(Act::RefuseAll))),
        ("accepts-all", of(always(Act::Accept))),
        ("control-refused", control(Act::RefuseAll)),
        ("control-in-the-other-form", control(Act::OtherForm)),
    ]
}

/// Other results than are due.
fn wrong() -> Kinds {
    vec![
        ("wrong-bits", of(Rule { bits: 1, ..always(Act::Wrong) })),
        (
            "wrong-bits-once",
            of(Rule { bits: 1, most: 1, scope: Scope::Several, ..always(Act::Wrong) }),
        ),
        ("upper-bits-of-whole-bytes", of(always(Act::UpperBits))),
        ("short-data", of(always(Act::ShortData))),
        ("long-data", of(always(Act::LongData))),
        ("no-data", of(always(Act::NoData))),
        ("wrong-shape", of(always(Act::WrongShape))),
        ("other-form", of(always(Act::OtherForm))),
        ("one-late", of(always(Act::Previous))),
        ("answers-twice", of(always(Act::Twice))),
        ("answers-twice-once", of(Rule { from: 3, most: 1, ..always(Act::Twice) })),
    ]
}

/// Lines with something else in a place.
fn edited() -> Kinds {
    let names = [
        "stage-banana",
        "stage-empty",
        "stage-swapped",
        "stage-missing",
        "fill-value-null",
        "foreign-id",
        "id-as-text",
        "id-missing",
        "unknown-member",
        "error-for-ok",
        "odd-digits",
        "results-twice",
        "one-more-extent",
        "unfinished-line",
    ];
    let edit = |(bits, name)| (name, of(Rule { bits, ..always(Act::Edited) }));
    (0..).zip(names).map(edit).collect()
}

/// Ends.
fn ending() -> Kinds {
    let ending = |status, allow_exit_status| Behaviour {
        options: Options { allow_exit_status, ..Options::default() },
        end: End { status, problem: false },
        ..Behaviour::default()
    };
    let outlives = End { problem: true, status: None };
    vec![
        ("dies-at-end", ending(Some(Some(3)), None)),
        ("killed-at-end", ending(Some(None), None)),
        ("dies-at-end-allowed", ending(Some(Some(3)), Some(AllowedStatus::Code(3)))),
        ("dies-otherwise-than-allowed", ending(Some(Some(4)), Some(AllowedStatus::Code(3)))),
        ("killed-at-end-allowed", ending(Some(None), Some(AllowedStatus::Any))),
        ("outlives-its-input", Behaviour { end: outlives, ..Behaviour::default() }),
    ]
}

/// What is declined.
fn declining() -> Kinds {
    let allowed = |rule| {
        let options = Options { allow_declines: true, ..Options::default() };
        Behaviour { options, ..of(rule) }
    };
    let some = Rule { leaves_out: 1, ..always(Act::Decline) };
    vec![
        ("declines-all", of(always(Act::Decline))),
        ("declines-some", of(some)),
        ("declines-all-allowed", allowed(always(Act::Decline))),
        ("declines-some-allowed", allowed(some)),
        ("declines-and-answers-twice", declines_and_answers_twice()),
    ]
}

/// Of a unit that is asked in several requests, one is declined, and the others are answered twice.
fn declines_and_answers_twice() -> Behaviour {
    let options = Options { asked: NARROWING, allow_declines: true, ..Options::default() };
    let declared = Declared { max_elements: 3, ..Declared::default() };
    let rules = vec![Rule { most: 1, ..always(Act::Decline) }, always(Act::Twice)];
    Behaviour { options, declared, rules, ..Behaviour::default() }
}

/// Runs that end early.
fn limited() -> Kinds {
    let limited = |options, act| Behaviour { options, ..of(always(act)) };
    let options = Options::default();
    vec![
        ("one-failure-is-enough", limited(Options { max_fail: 1, ..options }, Act::WrongShape)),
        ("one-crash-is-enough", limited(Options { failures: 1, ..options }, Act::Crash)),
        ("one-in-a-row-is-enough", limited(Options { in_a_row: 1, ..options }, Act::Crash)),
        ("no-time-to-lose", limited(Options { impatient: true, ..options }, Act::Timeout)),
        ("interrupted", of(Rule { from: 5, ..always(Act::Interrupted) })),
    ]
}

fn always(act: Act) -> Rule {
    Rule { act, ..Rule::default() }
}

fn of(rule: Rule) -> Behaviour {
    with(vec![rule])
}

fn with(rules: Vec<Rule>) -> Behaviour {
    Behaviour { rules, ..Behaviour::default() }
}
