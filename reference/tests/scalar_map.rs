//! The rules on `scalar_map`, and the alternatives that an implementation may take.

use codec_reference::{
    Alternative, Cast, CastError, CastValue, ConfigurationError, DataType, Direction,
    FillValueError, MapEntry, MapKey, MemberError, OutOfRange, Readings, RoundingMode, ScalarMap,
};

use Alternative::*;
use DataType::*;
use Direction::{Decode, Encode};

/// float32 to uint8 with these `encode` entries.
fn encode(entries: &str, readings: Readings) -> Cast {
    map(Float32, "uint8", &format!(r#""encode":{entries}"#), readings).cast(Encode).clone()
}

fn map(array: DataType, data_type: &str, lists: &str, readings: Readings) -> CastValue {
    let text = format!(r#"{{"data_type":"{data_type}","scalar_map":{{{lists}}}}}"#);
    CastValue::parse(&text, array, readings).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn ours(entries: &str) -> Cast {
    encode(entries, Readings::OURS)
}

fn other(alternative: Alternative, entries: &str) -> Cast {
    encode(entries, Readings::OURS.with(alternative))
}

fn float32(value: f32) -> u64 {
    value.to_bits().into()
}

#[test]
fn cv_order_1_the_map_comes_before_everything() {
    let cast = ours(r#"[[1.0,7],["NaN",0],["Infinity",8],[300.0,9],[-0.5,10]]"#);
    let outputs = [
        (1.0, 7),
        (f32::NAN, 0),
        (f32::INFINITY, 8),
        (300.0, 9),
        (-0.5, 10),
        (1.25, 1),
        (255.0, 255),
    ];
    for (input, output) in outputs {
        assert_eq!(cast.scalar(float32(input)), Ok(output), "{input}");
    }
    assert!(matches!(cast.scalar(float32(301.0)), Err(CastError::OutOfRange { .. })));
    let unmapped = cast.scalar(float32(f32::NEG_INFINITY));
    assert!(matches!(unmapped, Err(CastError::Infinite { negative: true, .. })));
}

#[test]
fn cv_map_11_outputs_are_spelled_as_fill_values() {
    for output in ["2.0", "2e0"] {
        let text =
            format!(r#"{{"data_type":"uint8","scalar_map":{{"encode":[["NaN",{output}]]}}}}"#);
        let result = CastValue::parse(&text, Float32, Readings::OURS);
        let Err(ConfigurationError::MapScalar { index: 0, side: 1, error, .. }) = result else {
            panic!("{text}: {result:?}");
        };
        assert!(matches!(error, FillValueError::NotInteger { .. }), "{text}: {error}");
    }
}

#[test]
fn cv_map_1_keys_are_compared_with_the_input() {
    let cast = ours("[[255,254]]");
    assert_eq!(cast.scalar(float32(255.0)), Ok(254));
    assert_eq!(cast.scalar(float32(254.6)), Ok(255), "rounds to the key, but is not it");
}

#[test]
fn cv_map_2_the_first_of_equal_keys_counts() {
    let entries = r#"[["NaN",1],[5,3],["NaN",2],[5,4]]"#;
    assert_eq!(ours(entries).scalar(float32(f32::NAN)), Ok(1));
    assert_eq!(ours(entries).scalar(float32(5.0)), Ok(3));
    let text = format!(r#"{{"data_type":"uint8","scalar_map":{{"encode":{entries}}}}}"#);
    let refused = CastValue::parse(&text, Float32, Readings::OURS.with(DuplicateKeysRefused));
    let expected = ConfigurationError::RepeatedKey { direction: Encode, index: 2 };
    assert_eq!(refused, Err(expected));
    assert_eq!(other(DuplicateKeysRefused, "[[5,3],[6,3]]").scalar(float32(5.0)), Ok(3));
}

#[test]
fn cv_map_3_each_list_acts_in_its_own_direction() {
    let codec = map(Float32, "uint8", r#""encode":[["NaN",0]]"#, Readings::OURS);
    assert_eq!(codec.cast(Encode).scalar(float32(f32::NAN)), Ok(0));
    assert_eq!(codec.cast(Decode).scalar(0), Ok(float32(0.0)));
    let codec = map(Float32, "uint8", r#""decode":[[0,"NaN"]]"#, Readings::OURS);
    let nan = codec.cast(Encode).scalar(float32(f32::NAN));
    assert!(matches!(nan, Err(CastError::Nan { .. })));
    assert_eq!(codec.cast(Encode).scalar(float32(0.0)), Ok(0));
    assert!(codec.cast(Decode).scalar(0).is_ok_and(|bits| Float32.is_nan(bits)));
    for empty in ["", r#""encode":[]"#, r#""encode":[],"decode":[]"#] {
        let codec = map(Float32, "uint8", empty, Readings::OURS);
        assert_eq!(codec.cast(Encode).scalar(float32(2.0)), Ok(2), "{empty}");
    }
    let identity = map(Int8, "int8", r#""encode":[[5,6]],"decode":[[6,5]]"#, Readings::OURS);
    assert_eq!((identity.cast(Encode).scalar(5), identity.cast(Encode).scalar(6)), (Ok(6), Ok(6)));
    assert_eq!((identity.cast(Decode).scalar(5), identity.cast(Decode).scalar(6)), (Ok(5), Ok(5)));
}

#[test]
fn cv_map_4_outputs_are_taken_verbatim() {
    let chain = ours("[[1,2],[2,3]]");
    assert_eq!(chain.scalar(float32(1.0)), Ok(2), "not mapped again");
    // The codec rounds towards zero; reading JSON does not.
    let text = r#"{"data_type":"float32","rounding":"towards-zero",
        "scalar_map":{"encode":[[7,0.1],[8,"0x7f800001"],[9,"-Infinity"],[0,-0.0]]}}"#;
    let codec = CastValue::parse(text, Float64, Readings::OURS).expect("valid");
    let output = |value: f64| codec.cast(Encode).scalar(value.to_bits());
    assert_eq!(output(0.1), Ok(0x3dcc_cccc));
    assert_eq!(output(7.0), Ok(0x3dcc_cccd));
    assert_eq!(output(8.0), Ok(0x7f80_0001));
    assert_eq!(output(9.0), Ok(0xff80_0000));
    assert_eq!(output(0.0), Ok(0x8000_0000));
}

#[test]
fn cv_map_5_the_key_nan_matches_every_nan() {
    let entries = r#"[["NaN",5]]"#;
    for nan in [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0x7fff_ffff] {
        assert_eq!(ours(entries).scalar(nan), Ok(5), "{nan:#x}");
        let canonical = other(NanKeyCanonicalOnly, entries).scalar(nan);
        assert_eq!(canonical.is_ok(), nan == 0x7fc0_0000, "{nan:#x}");
    }
    assert_eq!(ours(entries).scalar(0x7f80_0000).map_err(|error| error.reason()), Err("infinite"));
}

#[test]
fn cv_map_6_zero_keys_match_both_zeros() {
    let outputs = |cast: Cast| [0.0, -0.0].map(|zero| cast.scalar(float32(zero)));
    assert_eq!(outputs(ours("[[0.0,9]]")), [Ok(9), Ok(9)]);
    assert_eq!(outputs(ours("[[-0.0,9]]")), [Ok(9), Ok(9)]);
    assert_eq!(outputs(ours("[[0.0,1],[-0.0,2]]")), [Ok(1), Ok(1)]);
    assert_eq!(outputs(ours("[[-0.0,2],[0.0,1]]")), [Ok(2), Ok(2)]);
    assert_eq!(outputs(other(ZeroKeysByBits, "[[0.0,1],[-0.0,2]]")), [Ok(1), Ok(2)]);
    assert_eq!(outputs(other(ZeroKeysByBits, "[[0.0,9]]")), [Ok(9), Ok(0)]);
}

#[test]
fn cv_map_7_a_hex_key_matches_its_own_nan() {
    let nan = |cast: &Cast, bits| cast.scalar(bits).map_err(|error| error.reason());
    let cast = ours(r#"[["0x7fc00001",1]]"#);
    assert_eq!(nan(&cast, 0x7fc0_0001), Ok(1));
    assert_eq!(nan(&cast, 0x7fc0_0000), Err("nan"));
    assert_eq!(nan(&cast, 0xffc0_0001), Err("nan"));
    let any = other(HexNanKeyAnyNan, r#"[["0x7fc00001",1]]"#);
    assert_eq!(nan(&any, 0xffc0_0000), Ok(1));
    // An earlier key "NaN" takes the pattern; a later one takes the others.
    let after = ours(r#"[["NaN",2],["0x7fc00001",1]]"#);
    assert_eq!(nan(&after, 0x7fc0_0001), Ok(2));
    let before = ours(r#"[["0x7fc00001",1],["NaN",2]]"#);
    assert_eq!((nan(&before, 0x7fc0_0001), nan(&before, 0x7fc0_0002)), (Ok(1), Ok(2)));
    // A hex key that names a number is a spelling of it.
    assert_eq!(ours(r#"[["0x80000000",3]]"#).scalar(float32(0.0)), Ok(3));
}

#[test]
fn cv_map_8_keys_are_the_same_when_equal_after_parsing() {
    for (first, second, value) in [
        ("1", "1.0", 1.0),
        ("1e0", r#""0x3f800000""#, 1.0),
        ("0.1", "0.10000000149011612", 0.1),
        ("3.4028235e38", "340282346638528859811704183484516925440", f32::MAX),
        ("1e-60", "0", 0.0),
    ] {
        let cast = ours(&format!("[[{first},4],[{second},5]]"));
        assert_eq!(cast.scalar(float32(value)), Ok(4), "{first} before {second}");
        let cast = ours(&format!("[[{second},5],[{first},4]]"));
        assert_eq!(cast.scalar(float32(value)), Ok(5), "{second} before {first}");
    }
    // The two spellings of one fill value are not one key: "NaN" is every NaN.
    let canonical_first = ours(r#"[["0x7fc00000",1],["NaN",2]]"#);
    assert_eq!(canonical_first.scalar(0x7fc0_0000), Ok(1));
    assert_eq!(canonical_first.scalar(0x7fc0_0001), Ok(2));
}

#[test]
fn keys_of_64_bits_are_exact() {
    let codec = map(
        Uint64,
        "uint8",
        r#""encode":[[9007199254740993,1],[18446744073709551615,2]]"#,
        Readings::OURS,
    );
    assert_eq!(codec.cast(Encode).scalar((1 << 53) + 1), Ok(1));
    assert_eq!(codec.cast(Encode).scalar(u64::MAX), Ok(2));
    let neighbours = [1 << 53, (1 << 53) + 2, u64::MAX - 1];
    assert!(neighbours.iter().all(|bits| codec.cast(Encode).scalar(*bits).is_err()));
}

#[test]
fn cv_map_10_a_hex_output_is_written_to_the_bit() {
    let list = r#""decode":[[0,"0x7fc00001"],[1,"0xff800001"],[2,"NaN"]]"#;
    let codec = map(Float32, "uint8", list, Readings::OURS);
    let decode = |bits| codec.cast(Decode).scalar(bits);
    assert_eq!((decode(0), decode(1)), (Ok(0x7fc0_0001), Ok(0xff80_0001)));
    assert!(decode(2).is_ok_and(|bits| Float32.is_nan(bits)));
    let codec = map(Float32, "uint8", list, Readings::OURS.with(SignallingOutputAnyNan));
    let decode = |bits| codec.cast(Decode).scalar(bits);
    assert_eq!(decode(0), Ok(0x7fc0_0001), "a quiet NaN has no excuse");
    assert!(decode(1).is_ok_and(|bits| Float32.is_nan(bits) && !Float32.is_signalling_nan(bits)));
}

#[test]
fn cv_map_11_keys_and_outputs_are_scalars_of_their_types() {
    // Nothing here is ever met by an element, in either list.
    let invalid = [
        (Encode, "[1,256]", 1),
        (Encode, "[-1,0]", 0),
        (Encode, "[1,2.5]", 1),
        (Encode, r#"["NaN",0]"#, 0),
        (Encode, "[true,0]", 0),
        (Encode, "[1,null]", 1),
        (Decode, "[256,0]", 0),
        (Decode, "[0,-1]", 1),
        (Decode, r#"["Infinity",0]"#, 0),
        (Decode, "[0,[0]]", 1),
    ];
    for (direction, entry, side) in invalid {
        let name = direction.name();
        let text = format!(r#"{{"data_type":"uint8","scalar_map":{{"{name}":[[3,4],{entry}]}}}}"#);
        let found = CastValue::parse(&text, Uint8, Readings::OURS);
        let Err(ConfigurationError::MapScalar { direction: at, index, side: found, .. }) = found
        else {
            panic!("{text}: {found:?}");
        };
        assert_eq!((at, index, found), (direction, 1, side), "{text}");
    }
    // The two directions read the same entry with the types swapped.
    let text = r#"{"data_type":"int8","scalar_map":{"decode":[[0.5,1]]}}"#;
    let refused = CastValue::parse(text, Float32, Readings::OURS);
    let error = FillValueError::NotInteger { text: "0.5".to_owned(), data_type: Int8 };
    let expected = ConfigurationError::MapScalar { direction: Decode, index: 0, side: 0, error };
    assert_eq!(refused, Err(expected));
    map(Float32, "int8", r#""encode":[[0.5,1]],"decode":[[1,0.5]]"#, Readings::OURS);
}

#[test]
fn cv_map_12_unknown_members_are_refused_or_ignored() {
    let text = r#"{"data_type":"uint8","scalar_map":{"encdoe":[[1,2]]}}"#;
    let (path, member) = ("scalar_map", "encdoe".to_owned());
    let expected =
        ConfigurationError::Member(MemberError::Unknown { path, member, rule: "CV-MAP-12" });
    assert_eq!(CastValue::parse(text, Float32, Readings::OURS), Err(expected));
    let ignored =
        map(Float32, "uint8", r#""encdoe":[[1,2]]"#, Readings::OURS.with(UnknownMapKeyIgnored));
    assert_eq!(ignored.cast(Encode).scalar(float32(1.0)), Ok(1));
}

#[test]
fn maps_can_be_built_without_json() {
    let entry = |key, output| MapEntry::new(key, output, (Float32, Uint8));
    let entries = [(MapKey::AnyNan, 7), (MapKey::Bits(float32(1.0)), 8)];
    let entries = entries.map(|(key, output)| entry(key, output).expect("scalars of the types"));
    let entries = entries.to_vec();
    let clamp = Some(OutOfRange::Clamp);
    let cast = Cast::new(Float32, Uint8, RoundingMode::NearestEven, clamp);
    let cast = cast.with_map(ScalarMap::new(entries.clone()));
    assert_eq!(cast.scalar_map().entries(), entries);
    let outputs = [f32::NAN, 1.0, 2.0, 1e9].map(|value| cast.scalar(float32(value)));
    assert_eq!(outputs, [Ok(7), Ok(8), Ok(2), Ok(255)]);
}

#[test]
fn entries_hold_scalars_of_their_types_only() {
    assert_eq!(MapEntry::new(MapKey::Bits(0x100), 0, (Uint8, Uint8)), None);
    assert_eq!(MapEntry::new(MapKey::Bits(0), 0x100, (Uint8, Uint8)), None);
    assert_eq!(MapEntry::new(MapKey::AnyNan, 0, (Uint8, Uint8)), None);
    let entry = MapEntry::new(MapKey::Bits(0xff), 0x100, (Uint8, Uint16));
    assert_eq!(entry.map(|entry| (entry.key(), entry.output())), Some((MapKey::Bits(0xff), 0x100)));
}
