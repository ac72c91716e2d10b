//! The examples of the specification.

use codec_fast::WordType::{Uint8, Uint32};
use codec_fast::{Packing, PackingError, WordType};

use crate::packing::{grouped, unpack_row};

#[test]
fn sentences() {
    let bits = Packing::bits(3).unwrap();
    let ternary = grouped(3, 5);
    let cases = [
        (bits, 8, &[136, 198, 250][..], &[0, 1, 2, 3, 4, 5, 6, 7][..]),
        (bits, 2, &[255], &[7, 7]),
        (ternary, 5, &[102], &[0, 1, 2, 0, 1]),
        (ternary, 2, &[7], &[1, 2]),
    ];
    for (packing, count, bytes, codes) in cases {
        assert_eq!(unpack_row(&packing, Uint8, count, bytes), Ok(codes.to_vec()));
    }
}

#[test]
fn nodes() -> Result<(), PackingError> {
    let bits = Packing::bits;
    check(bits(5)?, Uint32, (&[2, 2], &[0xff; 16]), 0, (&[7, 2], &[31; 14]));
    let codes = [0, 1, 2, 0, 1, 2, 2, 2, 2, 2];
    check(grouped(3, 5), Uint8, (&[2, 1], &[102, 242]), -1, (&[2, 5], &codes));
    let codes = [0, 1, 2, 3, 4, 5, 6, 7];
    check(bits(3)?, Uint8, (&[3], &[0x88, 0xc6, 0xfa]), -1, (&[8], &codes));
    let codes = [1, 2, 3, 31, 0, 16];
    check(bits(5)?, Uint8, (&[2, 2], &[0x41, 0x0c, 0x1f, 0x40]), -1, (&[2, 3], &codes));
    check(bits(3)?, Uint8, (&[2, 0], &[]), -1, (&[2, 0], &[]));
    check(bits(5)?, Uint8, (&[2, 0, 6], &[]), -1, (&[2, 0, 9], &[]));
    Ok(())
}

fn check(
    packing: Packing,
    word: WordType,
    input: (&[u64], &[u8]),
    axis: i64,
    output: (&[u64], &[u8]),
) {
    let count = output.0[if axis < 0 { output.0.len() - 1 } else { axis as usize }];
    let result = packing.unpack(word, input.0, axis, count as i64, input.1);
    assert_eq!(result, Ok((output.0.to_vec(), output.1.to_vec())));
}
