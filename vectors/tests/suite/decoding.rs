//! A cast is the same function in either direction, so a case that decodes is one that encodes,
//! with the types exchanged.

use codec_vectors::Case;

use crate::files::cases;
use crate::none;

const AREA: &str = "cast/decoding/";

/// `cast/decoding/AREA-NAME` is the case `cast/AREA/NAME`.
fn original<'a>(all: &'a [Case], case: &Case) -> Option<&'a Case> {
    let (area, name) = case.id.strip_prefix(AREA)?.split_once('-')?;
    all.iter().find(|other| other.id == format!("cast/{area}/{name}"))
}

/// The type and the text of the other members. Some have numbers that not every reader can hold.
fn configuration(case: &Case, entries: &str) -> (String, String) {
    let text = case.configuration.as_ref().expect("a configuration");
    let member = text.split(r#""data_type":""#).nth(1).and_then(|rest| rest.split('"').next());
    let data_type = member.expect("a name").to_owned();
    let member = format!(r#""data_type":"{data_type}""#);
    let others = text.replacen(&member, "", 1).replace(entries, "");
    (data_type, others)
}

fn fault(all: &[Case], case: &Case) -> Option<String> {
    let Some(original) = original(all, case) else {
        return Some(format!("{} exchanges no case", case.id));
    };
    let (stored, decodes) = configuration(case, r#""decode":"#);
    let (target, encodes) = configuration(original, r#""encode":"#);
    let same = (&stored, &case.data_type) == (&original.data_type, &target)
        && decodes == encodes
        && case.encode.is_empty()
        && case.decode == original.encode
        && case.rules.starts_with(&original.rules)
        && (case.level, &case.needs, &case.source)
            == (original.level, &original.needs, &original.source);
    (!same).then(|| format!("{} is not {}, exchanged", case.id, original.id))
}

#[test]
fn cases_that_decode_are_cases_that_encode() {
    let all: Vec<Case> = cases().collect();
    let decoding: Vec<&Case> = all.iter().filter(|case| case.id.starts_with(AREA)).collect();
    assert!(decoding.len() > 200, "{}", decoding.len());
    none(&decoding.into_iter().filter_map(|case| fault(&all, case)).collect::<Vec<_>>());
}
