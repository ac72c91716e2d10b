//! `types.json` says what the names of the types say.

use codec_vectors::Bits;

use crate::files::{DataType, Nan, data_types};

/// Widths of the exponent and the fraction where the name does not give them.
const PLAIN: [(&str, u32, u32); 4] =
    [("bfloat16", 8, 7), ("float16", 5, 10), ("float32", 8, 23), ("float64", 11, 52)];

#[test]
fn there_are_26_types_and_each_stands_once() {
    let mut names: Vec<_> = data_types().into_iter().map(|row| row.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 26);
}

#[test]
fn widths_and_signs_are_those_of_the_names() {
    for row in data_types() {
        let (stem, _) = row.name.split_once('_').unwrap_or((&row.name, ""));
        let digits = stem.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        assert_eq!(row.bits.to_string(), digits, "{}", row.name);
        assert_eq!(u32::from(row.bytes), row.bits.div_ceil(8), "{}", row.name);
        assert_eq!(row.integer, stem.contains("int"), "{}", row.name);
        let unsigned = stem.starts_with('u') || row.name.ends_with("fnu");
        assert_eq!(row.signed, !unsigned, "{}", row.name);
    }
}

#[test]
fn nans_are_those_of_the_names() {
    for row in data_types() {
        let bits = |bits| Bits { bits, bytes: row.bytes };
        let expected = match row.name.as_str() {
            name if name.ends_with("fnuz") => Some(Nan::Only(bits(0x80))),
            name if name.ends_with("fnu") => Some(Nan::Only(bits(0xff))),
            name if name.ends_with("fn") || row.integer => None,
            _ => {
                let (exponent, fraction) = fields(&row);
                let ones = |width: u32| (1_u64 << width) - 1;
                let exponent = bits(ones(exponent) << fraction);
                Some(Nan::Ieee { exponent, fraction: bits(ones(fraction)) })
            }
        };
        assert_eq!(row.nan, expected, "{}", row.name);
    }
}

/// Widths of the exponent and the fraction, such as 5 and 2 of `float8_e5m2`.
pub(crate) fn fields(row: &DataType) -> (u32, u32) {
    let plain = PLAIN.iter().find(|(name, ..)| *name == row.name);
    plain.map_or_else(
        || {
            let (_, layout) = row.name.split_once("_e").expect("the name tells the layout");
            let (exponent, fraction) = layout.split_once('m').expect("the name tells the layout");
            // The width is followed by the kind of special values, `fn` and the like.
            let end = fraction.find(|letter: char| !letter.is_ascii_digit());
            let fraction = &fraction[..end.unwrap_or(fraction.len())];
            (exponent.parse().expect("a width"), fraction.parse().expect("a width"))
        },
        |(_, exponent, fraction)| (*exponent, *fraction),
    )
}
