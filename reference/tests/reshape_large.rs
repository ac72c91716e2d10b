//! Sizes, products and indices beyond the machine's words: nothing wraps, nothing takes long.

#[path = "common/extents.rs"]
mod shapes;

use codec_reference::{Alternative, Readings, Reshape, ReshapeError};
use num_bigint::{BigInt, BigUint};

use ReshapeError::{Indivisible, InputDim, NegativeDim, Prefix, Product, Size, Suffix, TooLong};
use shapes::{extents, reshape};

/// The widths at which arithmetic may wrap, or lose digits.
const WIDTHS: [u32; 7] = [31, 32, 53, 63, 64, 127, 128];

fn power(exponent: u32) -> BigUint {
    BigUint::from(1_u32) << exponent
}

/// The note's example: the input holds 2^64 + 6 elements.
#[test]
fn rs_big_1_a_wrapped_product_is_no_match() {
    let expected = Product { output: 6_u32.into(), input: power(64) + 6_u32 };
    assert_eq!(reshape("[9223372036854775811, 2]", "[6]"), Err(expected));
}

#[test]
fn rs_big_1_products_do_not_wrap() {
    for width in WIDTHS {
        // The input's product, the output's, one of input dimensions.
        let half = power(width - 1) + 3_u32;
        let whole = power(width) + 6_u32;
        let product = |output: &BigUint, input: &BigUint| {
            Err(Product { output: output.clone(), input: input.clone() })
        };
        let six = 6_u32.into();
        assert_eq!(reshape(&format!("[{half}, 2]"), "[6]"), product(&six, &whole), "{width}");
        assert_eq!(reshape("[6]", &format!("[2, {half}]")), product(&whole, &six), "{width}");
        let found = reshape(&format!("[{half}, 2, 5]"), "[6, [2]]");
        assert_eq!(found, product(&30_u32.into(), &(&whole * 5_u32)), "{width}");
        let found = reshape(&format!("[2, {half}]"), "[[0, 1]]");
        assert_eq!(found, Ok(vec![whole]), "{width}");
        // Zero is what many factors of two wrap to.
        let input = format!("[{}, {}]", power(width / 2), power(width - width / 2));
        assert_eq!(reshape(&input, "[1]"), product(&1_u32.into(), &power(width)), "{width}");
        let found = reshape(&input, &format!("[{}, -1]", power(width / 2)));
        assert_eq!(found, Ok(extents(&input)), "{width}");
        let found = reshape("[0]", &format!("[{}]", power(width)));
        assert_eq!(found, product(&power(width), &0_u32.into()), "{width}");
    }
}

#[test]
fn rs_big_1_minus_one_is_divided_exactly() {
    for width in WIDTHS {
        let (half, whole) = (power(width - 1) + 3_u32, power(width) + 6_u32);
        let input = format!("[{half}, 2]");
        assert_eq!(reshape(&input, "[-1, 2]"), Ok(extents(&input)), "{width}");
        assert_eq!(reshape(&input, "[-1]"), Ok(vec![whole.clone()]), "{width}");
        // 12 is a multiple of 3, and 2^n + 12 is not.
        let input = power(width) + 12_u32;
        let found = reshape(&format!("[{input}]"), "[3, -1]");
        let expected = Indivisible { position: 1, others: 3_u32.into(), input };
        assert_eq!(found, Err(expected), "{width}");
        // The product of the other sizes is 2^n + 6, not 6.
        let expected = Indivisible { position: 2, others: whole, input: 6_u32.into() };
        assert_eq!(reshape("[6]", &format!("[{half}, 2, -1]")), Err(expected), "{width}");
    }
}

/// The products agree, and what is before and after agrees only up to a multiple of 2^n.
#[test]
fn rs_big_1_alignments_do_not_wrap() {
    for width in WIDTHS {
        let one = power(width) + 1_u32;
        let five = &one * 5_u32;
        let found = reshape(&format!("[1, 7, {five}]"), &format!("[{one}, [1], 5]"));
        let prefix = Prefix { position: 1, output: one.clone(), input: 1_u32.into() };
        assert_eq!(found, Err(prefix), "{width}");
        // A prefix that matches: the dimension that is jumped over has 2^n + 1 elements.
        let found = reshape(&format!("[7, {one}, 3]"), &format!("[[0, 2], {one}]"));
        let suffix = Suffix { position: 0, output: one, input: 1_u32.into() };
        assert_eq!(found, Err(suffix), "{width}");
    }
}

/// "An index of 2^32 must not become 0, one of 2^64 - 1 must not become -1."
#[test]
fn rs_dims_2_indices_are_not_cut() {
    for width in [8, 16, 31, 32, 63, 64, 127, 128, 1000] {
        for dim in [power(width), power(width) - 1_u32, power(width) + 1_u32] {
            let found = reshape("[6, 1]", &format!("[1, [{dim}], 6]"));
            let expected = InputDim { position: 1, dim: dim.clone(), rank: 2 };
            assert_eq!(found, Err(expected));
            // After another one it is still the greater.
            let found = reshape("[6, 1]", &format!("[[0, {dim}]]"));
            assert_eq!(found, Err(InputDim { position: 0, dim: dim.clone(), rank: 2 }));
            let found = reshape("[6, 1]", &format!("[[{dim}], [0]]"));
            assert_eq!(found.map_err(|error| error.rule()), Err("RS-ORDER-1"), "{dim}");
            let found = reshape("[6, 1]", &format!("[[-{dim}]]"));
            assert_eq!(found, Err(NegativeDim { position: 0, dim: -BigInt::from(dim) }));
        }
    }
}

/// A size that is -1, 0 or 1 in a machine word is neither.
#[test]
fn rs_size_2_sizes_are_not_cut() {
    for width in [8, 16, 31, 32, 63, 64, 127, 128] {
        for size in [power(width) - 1_u32, power(width), power(width) + 6_u32] {
            let found = reshape("[6]", &format!("[{size}]"));
            assert_eq!(found, Err(Product { output: size.clone(), input: 6_u32.into() }));
            let found = reshape("[6]", &format!("[-{size}]"));
            let size = -BigInt::from(size);
            assert_eq!(found, Err(Size { position: 0, size }));
        }
        let auto = power(width) + 1_u32;
        let found = reshape("[6]", &format!("[-{auto}]"));
        assert_eq!(found.map_err(|error| error.rule()), Err("RS-SIZE-2"), "{auto}");
    }
}

/// "A valid configuration is resolved even where sizes or products reach 2^31 and beyond."
#[test]
fn rs_big_2_large_shapes_are_resolved() {
    let size = power(3000);
    let input = vec![size.clone(), 3_u32.into(), size.clone()];
    let codec = Reshape::parse(&format!(r#"{{"shape":[[0, 1], {size}]}}"#), Readings::OURS);
    let output = codec.expect("valid").output_shape(&input);
    assert_eq!(output, Ok(vec![&size * 3_u32, size]));
}

/// A number of a mebibyte is not worth the time that it takes.
#[test]
fn rs_big_2_long_numbers_are_refused() {
    let digits = 1 << 20;
    let (ones, zeros) = ("1".repeat(digits), "0".repeat(digits - 2));
    for readings in [Readings::OURS, Readings::OURS.with(Alternative::IntegralSizeAccepted)] {
        let parse = |text: &str| Reshape::parse(text, readings);
        let in_shape =
            |element: &str| parse(&format!(r#"{{"shape":[2, [0], {element}, {ones}, "x"]}}"#));
        for element in [ones.clone(), format!("[1, {ones}]")] {
            assert_eq!(in_shape(&element), Err(TooLong { position: 2, digits }));
        }
        for number in [format!("-{ones}"), format!("1.{zeros}"), format!("1e{ones}")] {
            for element in [number.clone(), format!("[1, {number}]")] {
                let refused = in_shape(&element);
                assert!(matches!(refused, Err(TooLong { position: 2, .. })), "{refused:?}");
            }
        }
        // Short to write.
        for number in
            ["1e1000000", "1e999999999999999999", "1e99999999999999999999999999", "-1e1000000"]
        {
            let refused = parse(&format!(r#"{{"shape":[{number}, [{number}]]}}"#));
            let rule = refused.map_err(|error| error.rule());
            assert!(matches!(rule, Err("RS-ELEM-1" | "RS-ELEM-2")), "{number}: {rule:?}");
        }
        for number in ["1e-1000000", "1e-999999999999999999", "10e-99999999999999999999999999"] {
            let refused = parse(&format!(r#"{{"shape":[{number}]}}"#));
            assert_eq!(refused.map_err(|error| error.rule()), Err("RS-ELEM-1"), "{number}");
        }
    }
}

#[test]
fn long_shapes_are_resolved() {
    let rank = 1000;
    let dims: Vec<_> = (0..rank).map(|dim| format!("[{dim}]")).collect();
    let input = vec![power(31); rank];
    let codec = Reshape::parse(&format!(r#"{{"shape":[{}]}}"#, dims.join(",")), Readings::OURS);
    assert_eq!(codec.expect("valid").output_shape(&input), Ok(input));
}
