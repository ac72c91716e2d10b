//! The JSON text of a fill value, read for a type.

use codec_reference::{Alternative, DataType, Decimal, FillValueError, Readings};
use codec_vectors::{Bits, Expected, Outcome, Reason};

use super::draft::{only_check, unit};
use super::elements::element;
use super::record::words;
use crate::random::Random;
use crate::suite::{Question, Unit};

/// A fill value to be read.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct FillValueDraft {
    pub(super) data_type: DataType,
    pub(super) json: String,
}

/// Texts that no type reads, or few.
const WORDS: [&str; 14] = [
    r#""NaN""#,
    r#""Infinity""#,
    r#""-Infinity""#,
    r#""+Infinity""#,
    r#""nan""#,
    r#""inf""#,
    r#""""#,
    "true",
    "null",
    "[]",
    "{}",
    "-0",
    "-0.0",
    r#""0x""#,
];

/// Short numbers, which are tried before longer ones are cut.
const PLAIN: [&str; 16] = [
    "0", "1", "2", "3", "5", "7", "9", "-1", "17", "99", "0.1", "0.3", "0.7", "1.1", "2.9", "1e-9",
];

impl FillValueDraft {
    /// A text of some form: that of a value of the type, a decimal near one, hex digits, a word.
    pub(super) fn draw(data_type: DataType, random: &mut Random) -> Self {
        let wide = if data_type.is_integer() { DataType::Int64 } else { DataType::Float64 };
        let own = |random: &mut Random| element(data_type, data_type, random);
        let json = match random.below(8) {
            0 => WORDS[random.below(WORDS.len() as u64) as usize].to_owned(),
            1 => format!("\"{}\"", data_type.hex_pattern(random.next() & data_type.mask())),
            2 if random.below(4) == 0 => format!("\"0x{:x}\"", random.next() >> random.below(64)),
            2..=3 => wide.fill_value_json(element(wide, data_type, random)),
            4 => decimal(random),
            5 => format!("{}{}", data_type.fill_value_json(own(random)), random.below(10)),
            _ => data_type.fill_value_json(own(random)),
        };
        let json = if json.starts_with('"') && json.ends_with(char::is_numeric) {
            data_type.fill_value_json(own(random))
        } else {
            json
        };
        Self { data_type, json }
    }

    /// The draft as a unit of one check.
    pub(super) fn unit(&self) -> Unit {
        let (data_type, json) = (self.data_type.name().to_owned(), self.json.clone());
        let id = ["fill/fuzz", &data_type, &words(&json)];
        let question = Question::FillValue { data_type: data_type.clone(), json };
        unit(&id, &[self.rule()], question, &[], only_check(self.outcome()))
    }

    pub(super) fn outcome(&self) -> Outcome {
        let is = self.read(Readings::OURS);
        let others = Alternative::ALL.into_iter().filter_map(|alternative| {
            let other = self.read(Readings::OURS.with(alternative));
            (other != is).then(|| (alternative.name().to_owned(), other))
        });
        Outcome { is, or: others.collect() }
    }

    fn read(&self, readings: Readings) -> Expected {
        match self.data_type.parse_fill_value(&self.json, readings) {
            Ok(bits) => Expected::Bits(Bits { bits, bytes: self.data_type.bytes() as u8 }),
            Err(_) => Expected::Error(Reason::FillValue),
        }
    }

    pub(super) fn rule(&self) -> &'static str {
        match self.data_type.parse_fill_value(&self.json, Readings::OURS) {
            Ok(_) if self.json.starts_with("\"0x") => "FV-HEX-1",
            Ok(_) if self.json == "\"NaN\"" => "FV-NAN-1",
            Ok(_) if self.json.starts_with('"') => "FV-INF-1",
            Ok(_) if self.data_type.is_integer() => "FV-INT-1",
            Ok(_) => "FV-FLOAT-1",
            Err(FillValueError::Json(_) | FillValueError::Kind { .. }) => "FV-KIND-1",
            Err(FillValueError::NotInteger { text, .. }) => {
                if Decimal::parse(&text).is_integral() {
                    "FV-INT-2"
                } else {
                    "FV-INT-3"
                }
            }
            Err(FillValueError::OutOfRange { rule, .. }) => rule,
            Err(FillValueError::NoSuchValue { .. }) => "FV-STR-1",
            Err(FillValueError::HexSpelling { .. }) => "FV-HEX-2",
            Err(FillValueError::HexTooWide { .. }) => "FV-HEX-3",
        }
    }

    /// Shorter texts: without a digit, or with a smaller one.
    pub(super) fn simpler(&self) -> Vec<Self> {
        let chars: Vec<char> = self.json.chars().collect();
        let mut texts = Vec::new();
        for index in 0..chars.len() {
            let mut shorter = chars.clone();
            shorter.remove(index);
            texts.push(shorter.iter().collect::<String>());
        }
        for index in (0..chars.len()).filter(|index| ('2'..='9').contains(&chars[*index])) {
            for digit in ['0', '1'] {
                let mut smaller = chars.clone();
                smaller[index] = digit;
                texts.push(smaller.iter().collect());
            }
        }
        let plain = PLAIN.iter().map(|text| (*text).to_owned());
        let mut texts: Vec<String> = plain.chain(texts).collect();
        let size = |text: &str| (text.len(), text.to_owned());
        texts.retain(|text| is_json(text) && size(text) < size(&self.json));
        texts.into_iter().map(|json| Self { json, ..self.clone() }).collect()
    }
}

/// Some digits with a fraction and an exponent.
fn decimal(random: &mut Random) -> String {
    let sign = if random.below(2) == 0 { "-" } else { "" };
    let whole = random.next() >> random.below(64);
    let fraction = match random.below(3) {
        0 => String::new(),
        1 => format!(".{}", random.next() >> random.below(64)),
        _ => format!(".{}{}", random.next(), random.next()),
    };
    let exponent = match random.below(4) {
        0 => format!("e{}", random.below(80) as i64 - 40),
        1 => format!("E+{}", random.below(400)),
        _ => String::new(),
    };
    format!("{sign}{whole}{fraction}{exponent}")
}

fn is_json(text: &str) -> bool {
    codec_reference::Json::parse(text).is_ok()
}

/// Whether a text is that of a number which a float64 holds exactly, so that a reader which goes
/// through one reads the same.
pub(super) fn is_plain(data_type: DataType, bits: u64, text: &str) -> bool {
    match data_type.decode(bits) {
        codec_reference::Value::Finite(number) if data_type.is_integer() => {
            number.to_integer().is_some()
        }
        codec_reference::Value::Finite(number) => Decimal::parse(text).equals(&number),
        codec_reference::Value::Infinity { .. } => true,
        codec_reference::Value::Nan => text == "\"NaN\"",
    }
}
