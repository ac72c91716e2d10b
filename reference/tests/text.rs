//! Every example of the specification's text.

use codec_reference::{
    Cast, CastError, CastValue, ConfigurationError, DataType, Direction, MemberError, OutOfRange,
    Readings, RoundingMode,
};

use DataType::*;
use OutOfRange::{Clamp, Wrap};
use RoundingMode::NearestEven;

/// Its example "NumPy compatibility", to the letter.
const NUMPY_ARRAY: &str = r#"{
  "data_type": "float64",
  "codecs": [
    {
      "name": "cast_value",
      "configuration": {
        "data_type": "uint8",
        "rounding": "towards-zero",
        "out_of_range": "wrap",
        "scalar_map": {
          "encode": [
            ["NaN", 0],
            ["Infinity", 0],
            ["-Infinity", 0]
          ]
        }
      }
    },
    "bytes"
  ]
}"#;

/// The codec object in it: the outer object is the array's metadata.
fn numpy() -> CastValue {
    let start = NUMPY_ARRAY.find(
        r#"{
      "name""#,
    );
    let end = NUMPY_ARRAY.find(
        r#",
    "bytes""#,
    );
    let (start, end) = start.zip(end).expect("an object between brackets");
    CastValue::parse_codec(&NUMPY_ARRAY[start..end], Float64, Readings::OURS)
        .expect("the text's own example")
}

fn from_float64(target: DataType, rule: Option<OutOfRange>, value: f64) -> Result<u64, CastError> {
    Cast::new(Float64, target, NearestEven, rule).scalar(value.to_bits())
}

/// "`0` in `uint16` maps to `0` in `uint8`. No parametrization of this transformation is required."
#[test]
fn zero_of_uint16_is_zero_of_uint8() {
    assert_eq!(Cast::new(Uint16, Uint8, NearestEven, None).scalar(0x0000), Ok(0x00));
}

/// "given an input scalar of `128.0` and an output data type of `int8`"
#[test]
fn the_number_128_into_int8() {
    let failure = from_float64(Int8, None, 128.0);
    assert!(matches!(failure, Err(CastError::OutOfRange { target: Int8, .. })));
    assert_eq!(from_float64(Int8, Some(Clamp), 128.0), Ok(0x7f));
    assert_eq!(from_float64(Int8, Some(Wrap), 128.0), Ok(0x80));
}

/// "given an output data type of `int16`"
#[test]
fn numbers_that_wrap_into_int16() {
    for (input, output) in [(32768, -32768), (32769, -32767), (-32769, 32767)] {
        let expected = Ok(u64::from(i16::cast_unsigned(output)));
        assert_eq!(from_float64(Int16, Some(Wrap), input.into()), expected, "{input}");
        let integer = Cast::new(Int32, Int16, NearestEven, Some(Wrap));
        assert_eq!(integer.scalar(u64::from(input as u32)), expected, "{input}");
    }
}

/// "casting from integer types to floating-point types with insufficient mantissa bits (e.g.
/// `int64` to `float32`)"
#[test]
fn int64_is_rounded_to_float32() {
    // 2^24 + 1 lies between 2^24 and 2^24 + 2.
    let outputs = [0x4b80_0000, 0x4b80_0000, 0x4b80_0001, 0x4b80_0000, 0x4b80_0001];
    for (mode, output) in RoundingMode::ALL.into_iter().zip(outputs) {
        assert_eq!(Cast::new(Int64, Float32, mode, None).scalar((1 << 24) + 1), Ok(output));
    }
}

/// "If this field is not present, implementations MUST use "nearest-even"."
#[test]
fn the_default_rounding_is_nearest_even() {
    let codec = CastValue::parse(r#"{"data_type":"int8"}"#, Float64, Readings::OURS);
    let codec = codec.expect("only data_type is required");
    for (input, output) in [(0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2_i8)] {
        let found = codec.cast(Direction::Encode).scalar(f64::to_bits(input));
        assert_eq!(found, Ok(u64::from(output as u8)), "{input}");
    }
    assert_eq!(codec.cast(Direction::Encode).rounding(), NearestEven);
    assert_eq!(codec.cast(Direction::Encode).out_of_range(), None);
}

/// "NumPy coerces unrepresentable floats to 0, and uses modular arithmetic for finite values that
/// exceed the representable range"
#[test]
fn the_numpy_example_models_numpy() {
    let codec = numpy();
    let encode = codec.cast(Direction::Encode);
    let outputs = [
        (f64::NAN, 0),
        (-f64::NAN, 0),
        (f64::INFINITY, 0),
        (f64::NEG_INFINITY, 0),
        (0.0, 0),
        (-0.0, 0),
        (3.9, 3),
        (-0.9, 0),
        (-1.0, 255),
        (-3.9, 253),
        (255.9, 255),
        (256.0, 0),
        (300.7, 44),
        (-300.7, 212),
        (4_294_967_297.0, 1),
        (1e300, 0),
    ];
    for (input, output) in outputs {
        assert_eq!(encode.scalar(input.to_bits()), Ok(output), "{input}");
    }
}

/// The example has no `decode` entries: "Note that this is lossy."
#[test]
fn the_numpy_example_does_not_bring_nan_back() {
    let codec = numpy();
    assert_eq!(codec.cast(Direction::Decode).scalar(0), Ok(0.0_f64.to_bits()));
    assert_eq!(codec.cast_fill_value(1.0_f64.to_bits()), Ok(1));
    let lost = codec.cast_fill_value(f64::NAN.to_bits());
    assert!(matches!(lost, Err(ConfigurationError::FillChanged { .. })), "{lost:?}");
}

/// The change log: "`"Infinity"` instead of `"+Infinity"`".
#[test]
fn the_uncorrected_numpy_example_is_invalid() {
    let text = r#"{"data_type":"uint8","scalar_map":{"encode":[["+Infinity",0]]}}"#;
    let refused = CastValue::parse(text, Float64, Readings::OURS);
    assert!(
        matches!(
            refused,
            Err(ConfigurationError::MapScalar {
                direction: Direction::Encode,
                index: 0,
                side: 0,
                ..
            })
        ),
        "{refused:?}",
    );
}

/// The whole array metadata around the codec object is not a codec.
#[test]
fn array_metadata_is_not_a_codec_object() {
    let refused = CastValue::parse_codec(NUMPY_ARRAY, Float64, Readings::OURS);
    assert!(matches!(
        refused,
        Err(ConfigurationError::Member(MemberError::Missing { member: "name", .. }))
    ));
}

/// "Metadata with additional keys MUST be treated as invalid by readers."
#[test]
fn additional_keys_are_invalid() {
    let text = r#"{"data_type":"uint8","version":2}"#;
    let refused = CastValue::parse(text, Float64, Readings::OURS);
    let expected = ConfigurationError::Member(MemberError::Unknown {
        path: "configuration",
        member: "version".to_owned(),
        rule: "CV-CONF-3",
    });
    assert_eq!(refused, Err(expected));
}

/// "The following values are permitted"
#[test]
fn the_permitted_values_are_spelled_as_in_the_text() {
    let rounding =
        ["nearest-even", "towards-zero", "towards-positive", "towards-negative", "nearest-away"];
    assert_eq!(RoundingMode::ALL.map(RoundingMode::name), rounding);
    assert_eq!([Clamp, Wrap].map(OutOfRange::name), ["clamp", "wrap"]);
    for (mode, name) in RoundingMode::ALL.into_iter().zip(rounding) {
        let text = format!(r#"{{"data_type":"int8","rounding":"{name}"}}"#);
        let codec = CastValue::parse(&text, Float64, Readings::OURS).expect("permitted");
        assert_eq!(codec.cast(Direction::Encode).rounding(), mode);
        assert_eq!(codec.cast(Direction::Decode).rounding(), mode);
    }
}

/// "The following data types defined in this repository are supported"
#[test]
fn the_text_lists_the_data_types() {
    let listed = "int2,int4,int8,int16,int32,int64,uint2,uint4,uint8,uint16,uint32,uint64,\
        float4_e2m1fn,float6_e2m3fn,float6_e3m2fn,float8_e3m4,float8_e4m3,float8_e4m3b11fnuz,\
        float8_e4m3fnuz,float8_e5m2,float8_e5m2fnuz,float8_e8m0fnu,bfloat16,float16,float32,float64";
    for name in listed.split(',') {
        let text = format!(r#"{{"data_type":"{name}"}}"#);
        let codec = CastValue::parse(&text, Float64, Readings::OURS).expect("supported");
        assert_eq!(codec.cast(Direction::Encode).target().name(), name);
    }
    assert_eq!(DataType::ALL.map(DataType::name).join(","), listed);
}
