//! What a pattern means, worked out from the names of the types alone.

use std::cmp::Ordering;

use crate::files::DataType;
use crate::types::fields;

/// What a pattern means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Nan,
    Infinity,
    Number(Number),
}

/// `significand * 2^exponent`, the significand odd; zero has exponent 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Number {
    pub(crate) negative: bool,
    significand: u64,
    exponent: i64,
}

impl Number {
    pub(crate) fn new(negative: bool, significand: u64, exponent: i64) -> Self {
        if significand == 0 {
            return Self { negative, significand, exponent: 0 };
        }
        let zeros = significand.trailing_zeros();
        Self { negative, significand: significand >> zeros, exponent: exponent + i64::from(zeros) }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.significand == 0
    }

    /// Whether it is half-way between two powers of two.
    pub(crate) fn is_tie(&self) -> bool {
        self.significand == 3
    }

    /// Numerical order; the two zeros are equal.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match (number.is_zero(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let magnitudes = || match sign(self) {
            0 => Ordering::Equal,
            1 => self.compare_magnitude(other),
            _ => other.compare_magnitude(self),
        };
        sign(self).cmp(&sign(other)).then_with(magnitudes)
    }

    /// The order of two magnitudes other than zero.
    fn compare_magnitude(&self, other: &Self) -> Ordering {
        let top = |number: &Self| number.exponent + i64::from(number.significand.ilog2());
        // With the leading bits in line, the rest compares bit by bit.
        let aligned = |number: &Self| number.significand << number.significand.leading_zeros();
        top(self).cmp(&top(other)).then_with(|| aligned(self).cmp(&aligned(other)))
    }
}

impl DataType {
    /// What a pattern of the type means.
    pub(crate) fn value(&self, bits: u64) -> Value {
        let negative = self.signed && bits >> (self.bits - 1) == 1;
        if self.integer {
            let magnitude = if negative { bits.wrapping_neg() & self.mask() } else { bits };
            return Value::Number(Number::new(negative, magnitude, 0));
        }
        let (exponent_bits, fraction_bits) = fields(self);
        let fraction = bits & ((1 << fraction_bits) - 1);
        let field = bits >> fraction_bits & ((1 << exponent_bits) - 1);
        let unit = self.smallest_exponent(exponent_bits) - i64::from(fraction_bits);
        let last = field == (1 << exponent_bits) - 1;
        if self.is_nan(codec_vectors::Bits { bits, bytes: self.bytes }) {
            Value::Nan
        } else if last && self.has_infinities() {
            Value::Infinity
        } else if self.name.ends_with("fnu") {
            Value::Number(Number::new(false, 1, unit + field.cast_signed()))
        } else if field == 0 {
            Value::Number(Number::new(negative, fraction, unit))
        } else {
            let significand = 1 << fraction_bits | fraction;
            Value::Number(Number::new(negative, significand, unit + field.cast_signed() - 1))
        }
    }

    /// The exponent of the smallest normal number: 1 less the bias, which a name may state.
    fn smallest_exponent(&self, exponent_bits: u32) -> i64 {
        let half = 1 << (exponent_bits - 1);
        match self.name.as_str() {
            name if name.ends_with("b11fnuz") => 1 - 11,
            name if name.ends_with("fnuz") => 1 - half,
            name if name.ends_with("fnu") => 1 - half,
            _ => 2 - half,
        }
    }

    pub(crate) fn has_infinities(&self) -> bool {
        !self.integer && !["fn", "fnuz", "fnu"].iter().any(|end| self.name.ends_with(end))
    }

    pub(crate) fn has_zero(&self) -> bool {
        !self.name.ends_with("fnu")
    }

    pub(crate) fn has_negative_zero(&self) -> bool {
        !self.integer && self.has_zero() && !self.name.ends_with("fnuz")
    }

    /// The smallest and the largest number.
    pub(crate) fn range(&self) -> (Number, Number) {
        let number = |bits| match self.value(bits) {
            Value::Number(number) => Some(number),
            _ => None,
        };
        // The magnitudes grow with the patterns; the last ones may be specials.
        let magnitudes = self.mask() >> u32::from(self.signed);
        let specials = if self.has_infinities() { 1 << fields(self).1 } else { 1 };
        let largest = number(magnitudes).or_else(|| number(magnitudes - specials));
        let largest = largest.expect("what is before the specials is a number");
        let smallest = match (self.integer, self.signed) {
            (true, true) => {
                number(magnitudes + 1).expect("every pattern of an integer is a number")
            }
            (false, true) => Number { negative: true, ..largest },
            (_, false) => number(0).expect("the first pattern is a number"),
        };
        (smallest, largest)
    }
}

#[test]
fn values_are_those_of_well_known_patterns() {
    let types = crate::files::types_by_name();
    let number = |name: &str, bits| types[name].value(bits);
    for (name, bits, (negative, significand, exponent)) in [
        ("int4", 0x8, (true, 1, 3)),
        ("uint64", u64::MAX, (false, u64::MAX, 0)),
        ("float4_e2m1fn", 0x7, (false, 6, 0)),
        ("float6_e3m2fn", 0x1f, (false, 28, 0)),
        ("float8_e4m3fnuz", 0x7f, (false, 240, 0)),
        ("float8_e4m3b11fnuz", 0x7f, (false, 30, 0)),
        ("float8_e5m2fnuz", 0x01, (false, 1, -17)),
        ("float8_e8m0fnu", 0x00, (false, 1, -127)),
        ("float8_e8m0fnu", 0x7f, (false, 1, 0)),
        ("float16", 0x7bff, (false, 65504, 0)),
        ("float16", 0x8001, (true, 1, -24)),
        ("float32", 0x3fc0_0000, (false, 3, -1)),
        ("float64", 0x0010_0000_0000_0000, (false, 1, -1022)),
    ] {
        let expected = Value::Number(Number::new(negative, significand, exponent));
        assert_eq!(number(name, bits), expected, "{bits:#x} of {name}");
    }
    assert_eq!(number("bfloat16", 0xff80), Value::Infinity);
    assert_eq!(number("float8_e5m2", 0x7d), Value::Nan);
    assert_eq!(number("float8_e5m2fnuz", 0x80), Value::Nan);
}

#[test]
fn ranges_are_those_of_well_known_types() {
    let types = crate::files::types_by_name();
    for (name, smallest, largest) in [
        ("int8", (true, 128, 0), (false, 127, 0)),
        ("uint4", (false, 0, 0), (false, 15, 0)),
        ("float8_e3m4", (true, 31, -1), (false, 31, -1)),
        ("float8_e4m3", (true, 240, 0), (false, 240, 0)),
        ("float8_e5m2fnuz", (true, 57344, 0), (false, 57344, 0)),
        ("float8_e8m0fnu", (false, 1, -127), (false, 1, 127)),
        ("float16", (true, 65504, 0), (false, 65504, 0)),
    ] {
        let new = |(negative, significand, exponent)| Number::new(negative, significand, exponent);
        assert_eq!(types[name].range(), (new(smallest), new(largest)), "{name}");
    }
}
