//! Mistakes at one point of Unpack and Pack, as closures: what differs there from the reference.

pub(crate) mod attributes;
pub(crate) mod axes;
pub(crate) mod bits;
mod forbidden;
mod form;
pub(crate) mod groups;
pub(crate) mod pack;
mod rows;
pub(crate) mod words;

use codec_reference::{AttributesError, PackError, Packing, Tensor, UnpackError, Word};

use crate::Behaviour;
pub use forbidden::{AnyPacking, Forbidden};
use form::Form;
use rows::{each_row, length, rows};

/// Attributes `bits`, `radix` and `group_size` that are accepted before they are checked.
pub(crate) struct Attributes(pub(crate) fn([Option<i64>; 3]) -> Option<AnyPacking>);

impl Behaviour for Attributes {
    fn packing(
        &self,
        bits: Option<i64>,
        radix: Option<i64>,
        group_size: Option<i64>,
    ) -> Result<AnyPacking, AttributesError> {
        let accepted = (self.0)([bits, radix, group_size]);
        let read = || Packing::from_attributes(bits, radix, group_size).map(AnyPacking::Valid);
        accepted.map_or_else(read, Ok)
    }
}

/// A packing of the text.
fn valid(packing: Result<Packing, AttributesError>) -> Option<AnyPacking> {
    packing.ok().map(AnyPacking::Valid)
}

/// A mistake in Unpack, in Pack or in both.
trait Mistake: Sync {
    fn unpack(&self, form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
        form.unpack(words, count)
    }

    fn pack(&self, form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
        form.pack(codes)
    }
}

impl<M: Mistake> Behaviour for M {
    fn unpack(
        &self,
        packing: AnyPacking,
        words: &Tensor,
        word: Word,
        axis: i64,
        count: i64,
    ) -> Result<Tensor, UnpackError> {
        match packing {
            AnyPacking::Valid(packing) => {
                Mistake::unpack(self, Form { packing, word, axis }, words, count)
            }
            forbidden => forbidden.unpack(words, word, axis, count),
        }
    }

    fn pack(
        &self,
        packing: AnyPacking,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        match packing {
            AnyPacking::Valid(packing) => Mistake::pack(self, Form { packing, word, axis }, codes),
            forbidden => forbidden.pack(codes, word, axis),
        }
    }
}

/// Other ways to unpack and to pack.
#[derive(Clone, Copy)]
pub(crate) struct Routines {
    pub(crate) unpack: fn(Form, &Tensor, i64) -> Result<Tensor, UnpackError>,
    pub(crate) pack: fn(Form, &Tensor) -> Result<Tensor, PackError>,
}

/// Both as the reference has them.
pub(crate) const RIGHT: Routines = Routines { unpack: Form::unpack, pack: Form::pack };

impl Mistake for Routines {
    fn unpack(&self, form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
        (self.unpack)(form, words, count)
    }

    fn pack(&self, form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
        (self.pack)(form, codes)
    }
}

/// How many words a row has, and where in them the bits of its groups are.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Words of a row of `count` codes.
    pub(crate) words: fn(Form, count: u64) -> u128,
    /// The position of a bit of a group's index in its row; `None` for one that is not stored.
    pub(crate) place: fn(Form, group: u64, bit: u64) -> Option<u64>,
}

/// The layout of the text.
pub(crate) const LAYOUT: Layout =
    Layout { words: Form::words, place: |form, group, bit| Some(form.start(group) + bit) };

impl Layout {
    /// The places of the bits of a row of `count` codes, in the order of the text.
    fn places(&self, form: Form, count: u64) -> impl Iterator<Item = Option<usize>> {
        let bits =
            (0..form.groups(count)).flat_map(move |g| (0..form.width()).map(move |k| (g, k)));
        bits.map(move |(group, k)| (self.place)(form, group, k).map(|place| place as usize))
    }
}

impl Mistake for Layout {
    fn unpack(&self, form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
        let found = length(words, form.axis)?;
        let codes = u64::try_from(count).map_err(|_| UnpackError::Count { count })?;
        let word_count = |expected| UnpackError::WordCount { expected, found };
        let expected = (self.words)(form, codes);
        if expected != found.into() {
            return Err(word_count(expected));
        }
        let right = form.words(codes);
        let right = u64::try_from(right).map_err(|_| word_count(right))?;
        let words = each_row(words, form.axis, right, |row| {
            let bits = form.bits(row);
            let bit = |place: Option<usize>| place.and_then(|place| bits.get(place)).copied();
            form.packed(self.places(form, codes).map(|place| bit(place).unwrap_or(0)).collect())
        })?;
        form.unpack(&words, count)
    }

    fn pack(&self, form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
        let count = length(codes, form.axis)?;
        let words = (self.words)(form, count);
        let words = u64::try_from(words).map_err(|_| PackError::WordCount { words })?;
        Ok(each_row(&form.pack(codes)?, form.axis, words, |row| {
            let mut bits = vec![0; (words * form.word.bits()) as usize];
            for (place, bit) in self.places(form, count).zip(form.bits(row)) {
                if let Some(slot) = place.and_then(|place| bits.get_mut(place)) {
                    *slot |= bit;
                }
            }
            form.packed(bits)
        })?)
    }
}

/// Another index for each group, by the right one.
pub(crate) struct Indices(pub(crate) fn(Form, u64) -> u64);

impl Mistake for Indices {
    fn unpack(&self, form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
        form.unpack(&form.reindexed(words, self.0)?, count)
    }

    fn pack(&self, form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
        Ok(form.reindexed(&form.pack(codes)?, self.0)?)
    }
}

/// Another number of codes to unpack, by the words of a row and the right number.
pub(crate) struct Extent(pub(crate) fn(Form, words: u64, count: u64) -> u64);

impl Mistake for Extent {
    fn unpack(&self, form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
        let codes = form.unpack(words, count)?;
        form.unpack_other(words, &codes, (self.0)(form, length(words, form.axis)?, count as u64))
    }
}

/// A condition on the words of each row.
pub(crate) struct Accepted(pub(crate) fn(Form, row: &[u64], count: u64) -> bool);

impl Mistake for Accepted {
    fn unpack(&self, form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
        let codes = form.unpack(words, count)?;
        let found = length(words, form.axis)?;
        match rows(words, form.axis)?.iter().all(|row| (self.0)(form, row, count as u64)) {
            true => Ok(codes),
            false => Err(UnpackError::WordCount { expected: found.into(), found }),
        }
    }
}

/// Another axis, by the given one and the rank.
pub(crate) struct Axis(pub(crate) fn(i64, i64) -> i64);

impl Axis {
    fn of(&self, form: Form, tensor: &Tensor) -> Form {
        Form { axis: (self.0)(form.axis, tensor.shape().len() as i64), ..form }
    }
}

impl Mistake for Axis {
    fn unpack(&self, form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
        self.of(form, words).unpack(words, count)
    }

    fn pack(&self, form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
        self.of(form, codes).pack(codes)
    }
}

/// Another output, by the input, the right output and the axis.
pub(crate) struct Output(pub(crate) fn(&Tensor, Tensor, i64) -> Tensor);

impl Mistake for Output {
    fn unpack(&self, form: Form, words: &Tensor, count: i64) -> Result<Tensor, UnpackError> {
        Ok((self.0)(words, form.unpack(words, count)?, form.axis))
    }

    fn pack(&self, form: Form, codes: &Tensor) -> Result<Tensor, PackError> {
        Ok((self.0)(codes, form.pack(codes)?, form.axis))
    }
}
