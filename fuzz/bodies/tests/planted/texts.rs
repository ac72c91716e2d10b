//! The targets that read text.

use codec_fuzz::configuration::{Read, Reader, check};
use codec_fuzz::layout::TextInput;
use codec_fuzz::seeds::seeds;
use codec_fuzz::vectors_file::comes_back;
use codec_fuzz::{Finding, fill_value};
use codec_reference::{CastValue, DataType, Readings, Reshape};
use serde::{Deserialize, Serialize};

use crate::{faults, unseen};

#[test]
fn fill_value_finds_the_faults_of_reading_them() {
    let inputs: Vec<(DataType, String)> = seeds("fill_value")
        .iter()
        .map(|seed| {
            let TextInput { choice, text } = codec_fuzz::layout::decode(&seed.bytes);
            (DataType::ALL[usize::from(choice)], text)
        })
        .collect();
    let unseen = unseen(faults(&["FV-"]), &inputs, |fault, (data_type, text)| {
        let read = |text: &str, data_type| fault.behaviour.fill_value(text, data_type).ok();
        fill_value::check(&read, text, *data_type)
    });
    assert_eq!(unseen, Vec::<&str>::new());
}

/// Takes the default rounding for another one where it is spelled out.
struct Swapped;

impl Read for Swapped {
    fn cast_value(&self, text: &str, array: DataType, readings: Readings) -> Option<CastValue> {
        CastValue::parse(&text.replace("nearest-even", "towards-zero"), array, readings).ok()
    }
}

/// Does not look into codec objects.
struct Shallow;

impl Read for Shallow {
    fn reshape_codec(&self, _: &str) -> Option<Reshape> {
        Reshape::parse(r#"{"shape":[]}"#, Readings::OURS).ok()
    }
}

#[test]
fn configuration_finds_readers_that_lose_something() {
    let text = r#"{"data_type":"int8"}"#;
    found(check(&Swapped, Reader::CastValue(DataType::Float32), text), "does not come back");
    found(check(&Shallow, Reader::Reshape, r#"{"shape":[2]}"#), "codec object");
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Forgetful {
    #[serde(default, skip_serializing)]
    why: String,
}

#[test]
fn vectors_file_finds_a_member_that_is_not_written() {
    found(comes_back::<Forgetful>(r#"{"why":"a reason"}"#), "does not come back");
    comes_back::<Forgetful>("{}").unwrap_or_else(|finding| panic!("{finding}"));
}

pub(crate) fn found(result: Result<(), Finding>, words: &str) {
    let finding = result.expect_err(words).to_string();
    assert!(finding.contains(words), "{finding}");
}
