//! Closures as an implementation: they are handed the questions that the vectors ask, and what
//! they give back is what is judged.

use codec_conformance::explain::explain;
use codec_conformance::implementation::{InProcess, everything};
use codec_conformance::protocol::{Answer, Implementation, Request, Stage};
use codec_conformance::report::{Report, build, exit_code};
use codec_conformance::runner::{Plan, greet, run};
use codec_conformance::suite::{Selection, units};
use codec_conformance::typed::{
    CastCapabilities, Codec, Function, PackingRequest, Refusal, ShapedResult,
};
use codec_faults::Faultless;

fn report(mut codec: Codec, ids: &[&str]) -> Report {
    let ids = ids.iter().map(|id| (*id).to_owned()).collect();
    let plan = Plan::of(Selection { ids, ..Selection::default() });
    let hello = greet(&mut codec).expect("it answers");
    let found = run(&mut codec, &hello, units(), &plan, &|| ());
    build(&explain(found), hello, Vec::new())
}

/// All that is asked passes, and that is at least this much.
fn assert_right(codec: Codec, ids: &[&str], least: u64) {
    let report = report(codec, ids);
    assert_eq!(exit_code(&report), 0, "{:?} {:?}", report.totals, report.classes.first());
    assert!(report.totals.pass >= least, "{:?}", report.totals);
}

fn closures() -> Codec {
    Codec::new("closures", "0.1.0")
}

/// All that an implementation can declare which reads no JSON.
fn cast_capabilities() -> CastCapabilities {
    CastCapabilities {
        configuration: false,
        codec: false,
        fill_value: false,
        fill_value_result: false,
        ..everything("").capabilities.cast_value.expect("a built-in one casts")
    }
}

fn cast(function: &Function, elements: &[u64]) -> Result<Vec<u64>, Refusal> {
    function.cast().array(elements).map_err(|error| Refusal::data(error.error.reason(), &error))
}

/// What the reference answers to a request of one result.
fn shaped(request: Request) -> ShapedResult {
    match InProcess::new("reference", &Faultless).answer(&request) {
        Answer::Shaped { mut results } if results.len() == 1 => results.remove(0),
        Answer::Refused(refusal) => Err(refusal),
        other => panic!("{other:?}"),
    }
}

fn one(request: &PackingRequest, array: &[u8]) -> PackingRequest {
    PackingRequest { arrays: vec![array.to_vec()], ..request.clone() }
}

#[test]
fn a_function_is_all_that_a_cast_depends_on() {
    let codec = || closures().cast_elements(cast_capabilities(), cast);
    // Maps, modes, range rules and directions make a difference in these.
    assert_right(codec(), &["cast/map/*"], 50);
    assert_right(codec(), &["cast/example/*", "cast/decoding/*"], 100);
    assert_right(codec(), &["cast/points/float64-int32/*", "cast/tables/int4-*"], 1000);
}

#[test]
fn bytes_are_the_packed_elements() {
    // Between types of one size and sign nothing changes.
    let capabilities = CastCapabilities::new(["int16", "uint4"], ["nearest-even"], ["none"]);
    let same = |_: &Function, bytes: &[u8]| Ok(bytes.to_vec());
    let codec = || closures().cast_bytes(capabilities.clone(), same);
    assert_right(codec(), &["cast/tables/uint4-uint4/*", "cast/segments/int16-int16/*"], 16);
    let wrong = report(codec(), &["cast/tables/uint4-int16/*"]);
    assert_eq!((exit_code(&wrong), wrong.totals.pass), (100, 0));
}

#[test]
fn the_text_is_the_request_s_own() {
    let capabilities = everything("").capabilities.cast_value.expect("a built-in one casts");
    let codec = closures().cast_text(capabilities, |request| {
        InProcess::new("reference", &Faultless).answer(&Request::CastValue(request.clone()))
    });
    assert_right(codec, &["cast/configuration/*", "cast/survival/*"], 100);
}

#[test]
fn every_operation_has_its_closure() {
    let all = everything("").capabilities;
    let (unpack, pack) = (all.unpack.expect("unpack"), all.pack.expect("pack"));
    let codec = closures()
        .fill_value(all.fill_value.expect("fill_value"), |data_type, json| {
            let (data_type, json) = (data_type.to_owned(), json.to_owned());
            let request = Request::FillValue { data_type, json };
            match InProcess::new("reference", &Faultless).answer(&request) {
                Answer::Results { mut results, .. } => results.remove(0),
                other => Err(Refusal::new(Stage::Data, "other", &format!("{other:?}"))),
            }
        })
        .reshape(all.reshape.expect("reshape"), |request| shaped(Request::Reshape(request.clone())))
        .unpack(unpack, |request, words| shaped(Request::Unpack(one(request, words))))
        .pack(pack, |request, codes| shaped(Request::Pack(one(request, codes))));
    let report = report(codec, &["fill/*", "reshape/*", "unpack/*"]);
    assert_eq!(exit_code(&report), 0, "{:?}", report.classes.first());
    let asked: Vec<&str> = report.operations.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(asked, ["fill_value", "pack", "reshape", "unpack"]);
}

#[test]
fn what_has_no_closure_is_not_asked() {
    let report = report(closures(), &["reshape/*"]);
    assert_eq!((exit_code(&report), report.totals.asked), (4, 0));
}
