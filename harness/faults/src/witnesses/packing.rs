//! Witnesses of Unpack and Pack.

use codec_reference::{Tensor, Word};

use super::{Answer, ERROR, Input, REJECTED, Witness, extents};
use crate::{AnyPacking, Behaviour};

pub(super) const WITNESSES: &[&[Witness]] = &[ATTRIBUTES, AXES, BITS, WORDS, GROUPS, PACK];

pub(super) enum Question {
    /// Words to unpack: `uint8 bits=3 axis=0`, shape and words, and the count.
    Unpack { form: &'static str, words: &'static str, count: i64 },
    /// Codes to pack.
    Pack { form: &'static str, codes: &'static str },
}

impl Question {
    pub(super) fn ask(&self, behaviour: &dyn Behaviour) -> Answer {
        let output = match *self {
            Self::Unpack { form, words, count } => {
                let (packing, word, axis) = open(behaviour, form)?;
                let codes = behaviour.unpack(packing, &tensor(words), word, axis, count);
                codes.map_err(|_| ERROR)?
            }
            Self::Pack { form, codes } => {
                let (packing, word, axis) = open(behaviour, form)?;
                behaviour.pack(packing, &tensor(codes), word, axis).map_err(|_| ERROR)?
            }
        };
        Ok((output.shape().to_vec(), output.elements().to_vec()))
    }
}

fn open(behaviour: &dyn Behaviour, form: &str) -> Result<(AnyPacking, Word, i64), &'static str> {
    let attribute = |name: &str| {
        let mut words = form.split(' ').filter_map(|word| word.split_once('='));
        words.find(|(word, _)| *word == name).map(|(_, value)| value.parse().expect("an integer"))
    };
    let [bits, radix, group_size] = ["bits", "radix", "group_size"].map(attribute);
    let packing = behaviour.packing(bits, radix, group_size).map_err(|_| REJECTED)?;
    let word = form.split(' ').find_map(Word::from_name).expect("uint8 or uint32");
    Ok((packing, word, attribute("axis").unwrap_or(-1)))
}

fn tensor(text: &str) -> Tensor {
    let (shape, elements) = text.split_once(':').expect("a shape");
    Tensor::new(extents(shape), extents(elements)).expect("as many elements as the shape has")
}

const fn unpack(
    fault: &'static str,
    form: &'static str,
    words: &'static str,
    count: i64,
    right: &'static str,
    wrong: &'static str,
) -> Witness {
    let question = Question::Unpack { form, words, count };
    Witness { fault, input: Input::Packing(question), right, wrong }
}

const fn pack(
    fault: &'static str,
    form: &'static str,
    codes: &'static str,
    right: &'static str,
    wrong: &'static str,
) -> Witness {
    Witness { fault, input: Input::Packing(Question::Pack { form, codes }), right, wrong }
}

/// Codes 0 to 7 of three bits, as the text has them; 2 and 5 lie in two words.
const BYTES: &str = "3: 136 198 250";
const CODES: &str = "8: 0 1 2 3 4 5 6 7";
/// Codes of four bits, 1 2 and 3 4 above 5 6 and 7 8.
const SQUARE: &str = "2 2: 33 67 101 135";
const ALONG_FIRST: &str = "4 2: 1 3 2 4 5 7 6 8";
const ALONG_LAST: &str = "2 4: 1 2 3 4 5 6 7 8";

const TERNARY: &str = "uint8 radix=3 group_size=5";

const ATTRIBUTES: &[Witness] = &[
    unpack(
        "both-spellings-accepted",
        "uint8 bits=3 radix=8 group_size=1",
        BYTES,
        8,
        "rejected",
        CODES,
    ),
    unpack("group-size-defaults-to-one", "uint8 radix=2", "1: 5", 3, "rejected", "3: 1 0 1"),
    unpack("bits-clamped", "uint8 bits=0", "1: 5", 3, "rejected", "3: 1 0 1"),
    unpack("more-than-eight-bits-accepted", "uint8 bits=9", "2: 255 1", 1, "rejected", "1: 511"),
    unpack("radix-one-accepted", "uint8 radix=1 group_size=5", "0:", 3, "rejected", "3: 0 0 0"),
    // 257 indices need 9 bits.
    unpack(
        "radix-beyond-256-accepted",
        "uint8 radix=257 group_size=1",
        "2: 0 1",
        1,
        "rejected",
        "1: 256",
    ),
    // 3^40 is between 2^63 and 2^64.
    unpack(
        "power-bound-is-unsigned",
        "uint8 radix=3 group_size=40",
        "8: 5 0 0 0 0 0 0 0",
        2,
        "rejected",
        "2: 2 1",
    ),
    unpack(
        "power-bound-in-float64",
        "uint8 radix=2 group_size=63",
        "8: 1 0 0 0 0 0 0 0",
        2,
        "rejected",
        "2: 1 0",
    ),
];

const AXES: &[Witness] = &[
    unpack("axis-ignored", "uint8 bits=4 axis=0", SQUARE, 4, ALONG_FIRST, ALONG_LAST),
    unpack("axis-left-last", "uint8 bits=4 axis=0", SQUARE, 4, ALONG_FIRST, "2 4: 1 2 5 6 3 4 7 8"),
    unpack("negative-axes-refused", "uint8 bits=4 axis=-1", "1: 33", 2, "2: 1 2", "error"),
    unpack(
        "negative-axes-are-the-last",
        "uint8 bits=4 axis=-2",
        SQUARE,
        4,
        ALONG_FIRST,
        ALONG_LAST,
    ),
    unpack("axis-modulo-the-rank", "uint8 bits=4 axis=1", "1: 33", 2, "error", "2: 1 2"),
    // The second row has its first code at bit 16, which is in the sixth code of a stream.
    unpack(
        "rows-run-together",
        "uint8 bits=3",
        "2 2: 209 0 172 1",
        3,
        "2 3: 1 2 3 4 5 6",
        "2 3: 1 2 3 0 0 0",
    ),
    unpack(
        "neighbours-in-memory-taken-for-a-row",
        "uint8 bits=4 axis=0",
        SQUARE,
        4,
        ALONG_FIRST,
        "4 2: 1 2 3 4 5 6 7 8",
    ),
    unpack("empty-shape-lost", "uint8 bits=5", "2 0 6:", 9, "2 0 9:", "0:"),
    unpack("empty-input-returned", "uint8 bits=5", "2 0 6:", 9, "2 0 9:", "2 0 6:"),
];

const BITS: &[Witness] = &[
    unpack("most-significant-bit-first", "uint8 bits=3", BYTES, 8, CODES, "8: 4 2 1 4 3 3 7 2"),
    unpack("bits-of-a-code-reversed", "uint8 bits=3", BYTES, 8, CODES, "8: 0 4 2 6 1 5 3 7"),
    unpack("straddling-codes-dropped", "uint8 bits=3", BYTES, 8, CODES, "8: 0 1 0 3 4 0 6 7"),
    // 2 has its highest bit in the next word, 5 its two highest.
    unpack("straddling-codes-cut", "uint8 bits=3", BYTES, 8, CODES, "8: 0 1 2 3 4 1 6 7"),
    unpack("straddling-parts-exchanged", "uint8 bits=3", BYTES, 8, CODES, "8: 0 1 4 3 4 6 6 7"),
    // The last code has its highest bit in the second word, which a reader without straddling
    // codes takes for the code.
    unpack(
        "codes-do-not-straddle",
        "uint32 bits=3",
        "2: 1940621427 1",
        11,
        "11: 3 6 1 4 0 7 2 5 3 6 5",
        "11: 3 6 1 4 0 7 2 5 3 6 1",
    ),
    unpack(
        "arithmetic-shift-smears-the-sign",
        "uint8 bits=3",
        BYTES,
        8,
        CODES,
        "8: 0 1 6 3 4 7 6 7",
    ),
    // 242 as a signed byte is -14 = 1 - 3 * 5.
    unpack("words-taken-as-signed", TERNARY, "1: 242", 5, "5: 2 2 2 2 2", "5: 1 1 1 2 2"),
    unpack("words-big-endian", "uint32 bits=8", "1: 67305985", 4, "4: 1 2 3 4", "4: 4 3 2 1"),
];

const WORDS: &[Witness] = &[
    unpack("words-by-floor-quotient", "uint8 bits=3", BYTES, 8, CODES, "error"),
    pack("words-rounded-down", "uint8 bits=3", "3: 1 2 3", "2: 209 0", "1: 209"),
    pack("bytes-in-fours", "uint8 bits=3", "3: 1 2 3", "2: 209 0", "4: 209 0 0 0"),
    // 2^31 bits.
    unpack(
        "bit-count-in-32-bits",
        "uint32 bits=4",
        "0 67108864:",
        536_870_912,
        "0 536870912:",
        "error",
    ),
    // 2^64 bits.
    unpack(
        "bit-count-in-64-bits",
        "uint32 bits=8",
        "0 576460752303423488:",
        2_305_843_009_213_693_952,
        "0 2305843009213693952:",
        "error",
    ),
    // 2^53 + 1 bits.
    unpack(
        "word-count-in-float64",
        "uint8 bits=1",
        "0 1125899906842625:",
        9_007_199_254_740_993,
        "0 9007199254740993:",
        "error",
    ),
    pack("no-codes-take-a-word", "uint8 bits=3", "2 0:", "2 0:", "2 1: 0 0"),
    unpack("count-from-words-floored", "uint8 bits=3", BYTES, 8, CODES, "6: 0 1 2 3 4 5"),
    unpack("count-ignored", "uint8 bits=2", "1: 228", 2, "2: 0 1", "4: 0 1 2 3"),
    unpack("padding-decoded", "uint8 bits=3", "1: 255", 2, "2: 7 7", "3: 7 7 3"),
    unpack(
        "codes-after-full-eights-lost",
        "uint8 bits=1",
        "2: 255 1",
        9,
        "9: 1 1 1 1 1 1 1 1 1",
        "9: 1 1 1 1 1 1 1 1 0",
    ),
];

const GROUPS: &[Witness] = &[
    unpack(
        "group-width-by-floor-of-logarithm",
        "uint8 radix=16 group_size=2",
        "2: 16 50",
        4,
        "4: 0 1 2 3",
        "error",
    ),
    // 8^13 indices need 39 bits, so that the second group begins at the top of the fifth byte.
    pack(
        "group-width-by-quotient-of-logarithms",
        "uint8 radix=8 group_size=13",
        "14: 0 0 0 0 0 0 0 0 0 0 0 0 0 1",
        "10: 0 0 0 0 128 0 0 0 0 0",
        "10: 0 0 0 0 0 1 0 0 0 0",
    ),
    pack("digits-in-whole-bits", TERNARY, "5: 0 1 2 0 1", "1: 102", "2: 36 1"),
    pack("groups-begin-words", "uint8 radix=3 group_size=2", "4: 1 2 2 1", "1: 87", "2: 7 5"),
    unpack("digits-most-significant-first", TERNARY, "1: 102", 5, "5: 0 1 2 0 1", "5: 1 0 2 1 0"),
    unpack("count-rounded-up-to-groups", TERNARY, "1: 7", 2, "2: 1 2", "5: 1 2 0 0 0"),
    unpack("last-group-cut-in-front", TERNARY, "1: 7", 2, "2: 1 2", "2: 0 0"),
    // 2^53 + 1.
    unpack(
        "group-index-in-float64",
        "uint8 radix=2 group_size=62",
        "8: 1 0 0 0 0 0 32 0",
        1,
        "1: 1",
        "1: 0",
    ),
    // 2^24 + 1.
    unpack(
        "group-index-in-float32",
        "uint32 radix=2 group_size=25",
        "1: 16777217",
        1,
        "1: 1",
        "1: 0",
    ),
    unpack(
        "group-index-in-32-bits",
        "uint8 radix=256 group_size=5",
        "5: 0 0 0 0 1",
        5,
        "5: 0 0 0 0 1",
        "5: 0 0 0 0 0",
    ),
    pack(
        "groups-of-bits-not-stored-whole",
        "uint8 radix=4 group_size=3",
        "4: 1 2 3 1",
        "2: 121 0",
        "1: 121",
    ),
    unpack("padding-must-be-zero", "uint8 bits=3", "1: 255", 2, "2: 7 7", "error"),
    // 102, and ones above it.
    unpack(
        "padding-checked-as-a-group",
        "uint32 radix=3 group_size=5",
        "1: 4294967142",
        5,
        "5: 0 1 2 0 1",
        "error",
    ),
    // 7 + 9 * 26.
    unpack("unused-digits-must-be-zero", TERNARY, "1: 241", 2, "2: 1 2", "error"),
];

const PACK: &[Witness] = &[
    pack("padding-packed-as-ones", "uint8 bits=3", "2: 7 7", "1: 63", "1: 255"),
    pack("pack-buffer-not-cleared", "uint8 bits=4", "2 2: 1 2 4 8", "2 1: 33 132", "2 1: 33 165"),
    pack("last-code-repeated-in-unused-digits", TERNARY, "2: 1 2", "1: 7", "1: 241"),
    pack("large-codes-cut", "uint8 bits=3", "2: 9 1", "error", "1: 9"),
    pack("large-codes-carried", "uint8 bits=3", "2: 9 1", "error", "1: 17"),
];
