//! Words and codes of Unpack and Pack, worked out once more from the text, bit by bit.

use codec_vectors::{Attributes, Hex, Integer, PackingItem, Reason, Tensor};

use crate::batches::batches;
use crate::none;

/// How codes are stored in a row of words.
pub(crate) struct Layout {
    pub(crate) radix: u128,
    pub(crate) group_size: u128,
    /// `radix` to the power of `group_size`.
    power: u128,
    /// Bits of a group index.
    width: u128,
}

/// The layout that valid attributes give.
pub(crate) fn layout(attributes: &Attributes) -> Option<Layout> {
    let (radix, group_size) = match attributes.to_int64()?.0 {
        [Some(bits @ 1..=8), None, None] => (1_u128 << bits, 1),
        [None, Some(radix @ 2..=256), Some(size @ 1..)] => (radix as u128, size as u128),
        _ => return None,
    };
    let power = radix.checked_pow(group_size.try_into().ok()?)?;
    // The exponent of the first power of two that is not a smaller is ceil(log2(power)).
    let width = power.next_power_of_two().trailing_zeros().into();
    (power <= i64::MAX as u128).then_some(Layout { radix, group_size, power, width })
}

/// The axis as an index.
fn axis(attributes: &Attributes, rank: usize) -> Option<usize> {
    let (_, axis) = attributes.to_int64()?;
    let rank = rank as i64;
    (-rank..rank).contains(&axis).then(|| axis.rem_euclid(rank) as usize)
}

pub(crate) fn word_bits(item: &PackingItem) -> u128 {
    if item.data_type == "uint32" { 32 } else { 8 }
}

/// The elements along the axis, for each combination of the other indices.
fn rows(shape: &[Integer], data: &Hex, axis: usize, bytes: usize) -> Option<Vec<Vec<u64>>> {
    let extents: Vec<u128> = shape.iter().map(Integer::to).collect::<Option<_>>()?;
    let product =
        |extents: &[u128]| if extents.contains(&0) { 0 } else { extents.iter().product() };
    if data.0.len() as u128 != product(&extents) * bytes as u128 {
        return None;
    }
    let elements = data
        .0
        .chunks_exact(bytes)
        .map(|bytes| bytes.iter().rev().fold(0, |element, byte| element << 8 | u64::from(*byte)));
    let elements: Vec<u64> = elements.collect();
    let (outer, inner) = (product(&extents[..axis]), product(&extents[axis + 1..]));
    let length = extents[axis];
    let row = |outer: u128, place: u128| {
        let index = |k: u128| ((outer * length + k) * inner + place) as usize;
        (0..length).map(|k| elements[index(k)]).collect()
    };
    Some((0..outer).flat_map(|outer| (0..inner).map(move |place| row(outer, place))).collect())
}

impl Layout {
    fn words(&self, count: u128, word_bits: u128) -> u128 {
        (count.div_ceil(self.group_size) * self.width).div_ceil(word_bits)
    }

    /// The codes of a row; `None` where a group index is too large.
    fn unpacked(&self, words: &[u64], count: u128, word_bits: u128) -> Option<Vec<u64>> {
        let bit = |at: u128| u128::from(words[(at / word_bits) as usize] >> (at % word_bits) & 1);
        let mut codes = Vec::new();
        for group in 0..count.div_ceil(self.group_size) {
            let bits = (0..self.width).map(|k| bit(group * self.width + k) << k);
            let mut index = Some(bits.sum::<u128>()).filter(|index| *index < self.power)?;
            for _ in 0..self.group_size {
                codes.push((index % self.radix) as u64);
                index /= self.radix;
            }
        }
        codes.truncate(count as usize);
        Some(codes)
    }

    /// The words of a row whose padding and unused digits are 0.
    fn packed(&self, codes: &[u64], word_bits: u128) -> Vec<u64> {
        let mut words = vec![0; self.words(codes.len() as u128, word_bits) as usize];
        for (group, codes) in (0..).zip(codes.chunks(self.group_size as usize)) {
            let digits = codes.iter().rev().map(|code| u128::from(*code));
            let index = digits.fold(0, |index, digit| index * self.radix + digit);
            for k in 0..self.width {
                let at = group * self.width + k;
                words[(at / word_bits) as usize] |= ((index >> k & 1) as u64) << (at % word_bits);
            }
        }
        words
    }
}

/// Whether attributes are invalid, or a code is not a digit.
fn is_refusable(item: &PackingItem, reason: Reason) -> bool {
    let mut ranks = [&item.words, &item.codes].into_iter().flatten().map(|of| of.shape.len());
    let axes = ranks.all(|rank| axis(&item.attributes, rank).is_some());
    let digit = |code: &u8, layout: &Layout| u128::from(*code) < layout.radix;
    match (reason, layout(&item.attributes).filter(|_| axes), &item.codes) {
        (Reason::Attributes, None, _) => true,
        (Reason::Code, Some(layout), Some(codes)) => {
            !codes.data.0.iter().all(|code| digit(code, &layout))
        }
        _ => false,
    }
}

/// The first thing that differs from the text.
fn fault(item: &PackingItem) -> Option<&'static str> {
    if let Some(reason) = item.error {
        return (!is_refusable(item, reason)).then_some("nothing to refuse for this reason");
    }
    let count = item.count.as_ref().and_then(Integer::to);
    let parts = (&item.words, &item.codes, count);
    let (Some(words), Some(codes), Some(count)) = parts else { return Some("a missing member") };
    let axis = axis(&item.attributes, words.shape.len());
    let (Some(layout), Some(axis)) = (layout(&item.attributes), axis) else {
        return Some("the attributes");
    };
    let word_bits = word_bits(item);
    let with = |extent: u128| {
        let mut shape = words.shape.clone();
        shape[axis] = extent.into();
        shape
    };
    if words.shape != with(layout.words(count, word_bits)) || codes.shape != with(count) {
        return Some("a shape");
    }
    let word_rows = |data| rows(&words.shape, data, axis, word_bits as usize / 8);
    let code_rows = rows(&codes.shape, &codes.data, axis, 1);
    let (Some(stored), Some(codes)) = (word_rows(&words.data), code_rows) else {
        return Some("a size");
    };
    let unpacked: Option<Vec<_>> =
        stored.iter().map(|row| layout.unpacked(row, count, word_bits)).collect();
    if unpacked.as_ref() != Some(&codes) {
        return Some("a code, or a group index");
    }
    let packed: Vec<_> = codes.iter().map(|row| layout.packed(row, word_bits)).collect();
    match &item.packed {
        None => (packed != stored).then_some("packed, which is missing"),
        Some(_) if packed == stored => Some("packed, which says nothing"),
        Some(data) => (word_rows(data) != Some(packed)).then_some("packed"),
    }
}

#[test]
fn words_and_codes_are_those_of_the_text() {
    let faults = batches::<PackingItem>().flat_map(|batch| {
        let faults = batch.items.iter().filter_map(|item| Some((&item.name, fault(item)?)));
        faults.map(|(name, fault)| format!("{}/{name}: {fault}", batch.id)).collect::<Vec<_>>()
    });
    none(&faults.collect::<Vec<_>>());
}

/// Rows of two groups of two ternary digits, along the first axis.
fn example() -> PackingItem {
    let text = r#"{
        "name": "a", "data_type": "uint8", "attributes": {"radix": 3, "group_size": 2, "axis": 0},
        "count": 3, "words": {"shape": [1, 2], "data": "1208"},
        "codes": {"shape": [3, 2], "data": "020200020100"}
    }"#;
    serde_json::from_str(text).expect("an item")
}

#[test]
fn a_wrong_bit_is_seen_wherever_it_stands() {
    assert_eq!(fault(&example()), None);
    for bit in 0..16 {
        let mut item = example();
        flip(&mut item.words, bit);
        assert!(fault(&item).is_some(), "bit {bit} of the words");
    }
    for bit in 0..48 {
        let mut item = example();
        flip(&mut item.codes, bit);
        assert!(fault(&item).is_some(), "bit {bit} of the codes");
    }
}

fn flip(tensor: &mut Option<Tensor>, bit: usize) {
    tensor.as_mut().expect("the tensor is there").data.0[bit / 8] ^= 1 << (bit % 8);
}

/// The fault that is seen, and what is done to an item.
type Damage = (&'static str, fn(&mut PackingItem));

#[test]
fn other_damage_is_seen() {
    let damages: [Damage; 8] = [
        ("a shape", |item| item.count = Some(4.into())),
        ("a shape", |item| item.attributes.axis = None),
        ("a shape", |item| item.attributes.group_size = Some(6.into())),
        ("the attributes", |item| item.attributes.axis = Some(2.into())),
        ("the attributes", |item| item.attributes.bits = Some(2.into())),
        ("a size", |item| item.data_type = "uint32".to_owned()),
        ("packed, which says nothing", |item| item.packed = Hex::parse("1208")),
        ("nothing to refuse for this reason", |item| item.error = Some(Reason::Code)),
    ];
    for (expected, damage) in damages {
        let mut item = example();
        damage(&mut item);
        assert_eq!(fault(&item), Some(expected));
    }
    // An unused digit is another: right for Unpack, not what Pack gives.
    let mut item = example();
    item.words.as_mut().expect("words").data = Hex(vec![0x42, 0x08]);
    assert_eq!(fault(&item), Some("packed, which is missing"));
    item.packed = Hex::parse("1208");
    assert_eq!(fault(&item), None);
    item.packed = Hex::parse("1200");
    assert_eq!(fault(&item), Some("packed"));
    item.error = Some(Reason::Attributes);
    item.attributes.radix = Some(257.into());
    assert_eq!(fault(&item), None);
}
