//! Packers: what they put where no code is, and what they do with codes that are no digits.

use codec_reference::{PackError, Packing, Tensor, Word};

use super::EXACT;
use super::rows::{Rows, array};
use crate::{Behaviour, Fault};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "padding-packed-as-ones",
        rule: "UP-PACK-1",
        cause: "packs padding bits as 1",
        behaviour: &PaddingOnes,
    },
    Fault {
        name: "pack-buffer-not-cleared",
        rule: "UP-PACK-1",
        cause: "packs rows into a buffer that still holds the row before",
        behaviour: &BufferNotCleared,
    },
    Fault {
        name: "last-code-repeated-in-unused-digits",
        rule: "UP-PACK-2",
        cause: "packs the last code into the unused digits of the last group",
        behaviour: &LastRepeated,
    },
    Fault {
        name: "large-codes-cut",
        rule: "UP-PACK-3",
        cause: "packs codes that are too large modulo the radix",
        behaviour: &LargeCut,
    },
    Fault {
        name: "large-codes-carried",
        rule: "UP-PACK-3",
        cause: "lets codes that are too large run over into the next one",
        behaviour: &LargeCarried,
    },
];

/// Words that begin as all ones.
struct PaddingOnes;

impl Behaviour for PaddingOnes {
    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        let packed = packing.pack(codes, word, axis)?;
        let form = EXACT.form(packing, word);
        let used = form.bits(Rows::of(codes, axis)?.length());
        let rows = Rows::of(&packed, axis)?;
        rows.map(rows.length(), |row| {
            let mut row = row.to_vec();
            for position in used..form.bits_of(row.len() as u64) {
                let (word, bit) = form.word_and_bit(position);
                row[word] |= 1 << bit;
            }
            Ok(row)
        })
    }
}

/// `|=` into memory that is used again.
struct BufferNotCleared;

impl Behaviour for BufferNotCleared {
    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        let packed = packing.pack(codes, word, axis)?;
        let rows = Rows::of(&packed, axis)?;
        let mut buffer = Vec::new();
        rows.map(rows.length(), |row| {
            buffer.resize(row.len(), 0);
            for (held, word) in buffer.iter_mut().zip(row) {
                *held |= word;
            }
            Ok(buffer.clone())
        })
    }
}

/// `numpy.pad` with mode `edge`.
struct LastRepeated;

impl Behaviour for LastRepeated {
    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        let rows = Rows::of(codes, axis)?;
        let whole = rows.length().next_multiple_of(packing.group_size());
        let filled = rows.map(whole, |row| {
            let mut row = row.to_vec();
            row.resize(whole as usize, row.last().copied().unwrap_or_default());
            Ok::<_, PackError>(row)
        })?;
        packing.pack(&filled, word, axis)
    }
}

/// A mask instead of a check.
struct LargeCut;

impl Behaviour for LargeCut {
    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        let digits = codes.elements().iter().map(|code| code % packing.radix());
        packing.pack(&array(codes.shape().to_vec(), digits.collect()), word, axis)
    }
}

/// Sums of multiples of powers, without a check.
struct LargeCarried;

impl Behaviour for LargeCarried {
    fn pack(
        &self,
        packing: Packing,
        codes: &Tensor,
        word: Word,
        axis: i64,
    ) -> Result<Tensor, PackError> {
        let rows = Rows::of(codes, axis)?;
        let digits = rows.map(rows.length(), |row| {
            let mut carry = 0;
            let digit = |code: &u64| {
                let sum = code + carry;
                carry = sum / packing.radix();
                sum % packing.radix()
            };
            Ok::<_, PackError>(row.iter().map(digit).collect())
        })?;
        packing.pack(&digits, word, axis)
    }
}
