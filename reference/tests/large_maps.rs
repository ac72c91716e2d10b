//! Maps of many entries: what is looked up is what a walk through the list finds first.

use codec_reference::{
    Alternative, Cast, DataType, MapEntry, MapKey, Readings, RoundingMode, ScalarMap, Value,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use Alternative::{HexNanKeyAnyNan, NanKeyCanonicalOnly, ZeroKeysByBits};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn agrees_with_a_walk_through_the_list(
        source in select(DataType::ALL.to_vec()),
        alternatives in vec(select(vec![NanKeyCanonicalOnly, ZeroKeysByBits, HexNanKeyAnyNan]), 0..3),
        keys in vec(key(), 0..300),
        scalars in vec(pattern(), 1..100),
    ) {
        let readings = alternatives.into_iter().fold(Readings::OURS, Readings::with);
        let masked = |key| match key {
            MapKey::Bits(bits) => MapKey::Bits(bits & source.mask()),
            MapKey::AnyNan => key,
        };
        // A source without NaN has no key `"NaN"`.
        let entry = |(output, key)| MapEntry::new(masked(key), output, (source, DataType::Uint64));
        let entries: Vec<MapEntry> = (0..).zip(keys).filter_map(entry).collect();
        let map = ScalarMap::new(entries.clone());
        prop_assert_eq!(map.entries(), &entries);
        for bits in scalars {
            let walked = entries.iter().find(|entry| is_key(entry.key(), source, bits, readings));
            let expected = walked.map(MapEntry::output);
            prop_assert_eq!(map.get(source, bits, readings), expected, "{:#x}", bits);
        }
    }
}

/// What the text says of one key and one scalar.
fn is_key(key: MapKey, source: DataType, bits: u64, readings: Readings) -> bool {
    let bits = bits & source.mask();
    let MapKey::Bits(key) = key else {
        let canonical = !readings.has(NanKeyCanonicalOnly) || source.nan() == Some(bits);
        return source.is_nan(bits) && canonical;
    };
    match (source.decode(key), source.decode(bits)) {
        (Value::Nan, Value::Nan) => key == bits || readings.has(HexNanKeyAnyNan),
        (Value::Finite(_), Value::Finite(_)) if readings.has(ZeroKeysByBits) => key == bits,
        (Value::Finite(key), Value::Finite(scalar)) => key.compare(&scalar).is_eq(),
        (key, scalar) => key == scalar,
    }
}

fn key() -> impl Strategy<Value = MapKey> {
    prop_oneof![1 => Just(MapKey::AnyNan), 20 => pattern().prop_map(MapKey::Bits)]
}

/// Patterns that often meet: small ones, with the sign of some width, and near the NaNs.
fn pattern() -> impl Strategy<Value = u64> {
    let signs: Vec<u64> = [2, 4, 6, 8, 16, 32, 64].map(|width| 1 << (width - 1)).to_vec();
    let infinities = DataType::ALL.into_iter().filter_map(|data_type| data_type.infinity(false));
    let infinities: Vec<u64> = infinities.collect();
    let near = |bases: Vec<u64>| (select(bases), 0..4_u64).prop_map(|(base, step)| base + step);
    prop_oneof![0..4_u64, near(signs), near(infinities), any::<u64>()]
}

/// 200,000 keys for 200,000 scalars, which no walk for each scalar ends in time.
#[test]
fn many_entries_for_many_elements() {
    const KEYS: u64 = 200_000;
    let twice = (0..KEYS).chain(0..KEYS).zip(0..);
    let types = (DataType::Uint32, DataType::Uint32);
    let entries = twice.filter_map(|(key, output)| MapEntry::new(MapKey::Bits(key), output, types));
    let cast = Cast::new(types.0, types.1, RoundingMode::NearestEven, None);
    let cast = cast.with_map(ScalarMap::new(entries.collect()));
    let elements: Vec<u64> = (0..2 * KEYS).collect();
    // The first of the two entries of a key maps it to itself; the other scalars stay.
    assert_eq!(cast.array(&elements), Ok(elements));
}
