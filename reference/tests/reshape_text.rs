//! Every sentence and example of the text about `reshape`.

#[path = "common/extents.rs"]
mod shapes;

use codec_reference::{OutputDim, Readings, Reshape, ReshapeError};

use ReshapeError::{Indivisible, Member, Order, Prefix, Product, SecondAuto, Size, Suffix};
use shapes::{extents, reshape};

/// The codec object of its example.
const CODEC: &str = r#"{
        "name": "reshape",
        "configuration": {
            "shape": [[0, 1], [2], 3]
        }
      }"#;

#[track_caller]
fn accepts(input: &str, shape: &str, output: &str) {
    assert_eq!(reshape(input, shape), Ok(extents(output)), "{input} with {shape}");
}

/// "the snippet of array metadata below", on its `chunk_shape`
#[test]
fn the_example_joins_two_dimensions() {
    let codec = Reshape::parse_codec(CODEC, Readings::OURS).expect("the text's own example");
    let chunk_shape = extents("[100, 50, 64, 3]");
    assert_eq!(codec.output_shape(&chunk_shape), Ok(extents("[5000, 64, 3]")));
    let dims = |dims: &str| OutputDim::InputDims(extents(dims));
    assert_eq!(codec.shape(), [dims("[0, 1]"), dims("[2]"), OutputDim::Size(3_u32.into())]);
}

/// "The value of the name member in the codec object MUST be reshape."
#[test]
fn the_name_is_reshape() {
    let other = CODEC.replace("reshape", "transpose");
    let refused = Reshape::parse_codec(&other, Readings::OURS);
    assert_eq!(refused.map_err(|error| error.rule()), Err("RS-CONF-1"));
}

/// "as a function of the shape A_shape of the input array A"; "particularly useful when using
/// variable-size chunking"
#[test]
fn one_configuration_serves_chunks_of_any_size() {
    let codec = Reshape::parse_codec(CODEC, Readings::OURS).expect("valid");
    for (input, output) in [
        ("[1, 1, 1, 3]", "[1, 1, 3]"),
        ("[99, 50, 64, 3]", "[4950, 64, 3]"),
        ("[100, 7, 13, 3]", "[700, 13, 3]"),
    ] {
        assert_eq!(codec.output_shape(&extents(input)), Ok(extents(output)), "{input}");
    }
    let explicit = codec.output_shape(&extents("[100, 50, 64, 4]"));
    assert!(matches!(explicit, Err(Product { .. })), "{explicit:?}");
}

/// "a positive integer size, specifying that B_shape[i] := size."
#[test]
fn a_positive_integer_is_a_size() {
    accepts("[6]", "[2, 3]", "[2, 3]");
    accepts("[2, 3]", "[6]", "[6]");
    accepts("[4, 9]", "[6, 6]", "[6, 6]");
    assert_eq!(reshape("[6]", "[6, 0]"), Err(Size { position: 1, size: 0.into() }));
    assert_eq!(reshape("[6]", "[-2, -3]"), Err(Size { position: 0, size: (-2).into() }));
}

/// "an array of integers input_dims, specifying that: B_shape[i] := prod(A_shape[input_dims]]"
#[test]
fn input_dimensions_are_multiplied() {
    accepts("[4, 5, 6]", "[[0], [1], [2]]", "[4, 5, 6]");
    accepts("[4, 5, 6]", "[[0, 1], [2]]", "[20, 6]");
    accepts("[4, 5, 6]", "[[0], [1, 2]]", "[4, 30]");
    accepts("[4, 5, 6]", "[[0, 1, 2]]", "[120]");
}

/// "the special value -1, which must occur at most once"
#[test]
fn minus_one_occurs_at_most_once() {
    accepts("[4, 5, 6]", "[-1]", "[120]");
    accepts("[4, 5, 6]", "[-1, 6]", "[20, 6]");
    accepts("[4, 5, 6]", "[2, -1, [2]]", "[2, 10, 6]");
    accepts("[4, 5, 6]", "[[0], 5, 6, -1]", "[4, 5, 6, 1]");
    assert_eq!(reshape("[1]", "[-1, -1]"), Err(SecondAuto { position: 1 }));
    assert_eq!(reshape("[8]", "[-1, 2, -1]"), Err(SecondAuto { position: 2 }));
}

/// "Implementations MUST return an error if the invariant prod(B_shape) == prod(A_shape) cannot be
/// satisfied."
#[test]
fn the_invariant_holds_or_there_is_an_error() {
    let product =
        |output: u32, input: u32| Err(Product { output: output.into(), input: input.into() });
    assert_eq!(reshape("[2, 3]", "[5]"), product(5, 6));
    assert_eq!(reshape("[2, 3]", "[7]"), product(7, 6));
    assert_eq!(reshape("[2, 3]", "[12]"), product(12, 6));
    assert_eq!(reshape("[2, 3]", "[[0]]"), product(2, 6));
    assert_eq!(reshape("[2, 3]", "[[0], [1], 2]"), product(12, 6));
    let error = Indivisible { position: 0, others: 4_u32.into(), input: 6_u32.into() };
    assert_eq!(reshape("[2, 3]", "[-1, 4]"), Err(error));
}

/// "the flattened list of input dimensions, over all elements of shape, must be in strictly
/// monotonically increasing order, i.e. "shape": [[0, 1], 10, [3, 4]] is allowed"
#[test]
fn input_dimensions_increase() {
    accepts("[2, 3, 10, 4, 5]", "[[0, 1], 10, [3, 4]]", "[6, 10, 20]");
}

/// "but the following are NOT allowed"
#[test]
fn input_dimensions_in_another_order_are_refused() {
    let order = |position, dim: u32, previous: u32| {
        Err(Order { position, dim: dim.into(), previous: previous.into() })
    };
    for (input, shape, expected) in [
        ("[7, 7]", "[[1], [0]]", order(1, 0, 1)),
        ("[2, 2, 10, 2, 2]", "[[1, 0], 10, [3, 4]]", order(0, 0, 1)),
        ("[2, 2, 10, 2, 2]", "[[3, 4], 10, [0, 1]]", order(2, 0, 4)),
        // Strictly.
        ("[1, 1]", "[[0, 0]]", order(0, 0, 0)),
        ("[1, 1]", "[[0], [0], [1]]", order(1, 0, 0)),
    ] {
        assert_eq!(reshape(input, shape), expected, "{shape}");
    }
}

/// "If input_dims specifies k > 0 input dimensions: prod(B_shape[:i]) ==
/// prod(A_shape[input_dims[0]])", which lacks a colon, "and prod(B_shape[i+1:]) ==
/// prod(A_shape[input_dims[k-1]+1:])."
#[test]
fn what_stands_before_and_behind_input_dimensions_matches() {
    accepts("[2, 3, 4]", "[2, [1], 4]", "[2, 3, 4]");
    accepts("[2, 3, 4]", "[6, [2]]", "[6, 4]");
    accepts("[2, 3, 4]", "[[0], 12]", "[2, 12]");
    accepts("[2, 3, 4]", "[[0], 2, 3, 2]", "[2, 2, 3, 2]");
    // k = 0.
    accepts("[2, 3, 4]", "[2, [], 12]", "[2, 1, 12]");
    let prefix = Prefix { position: 1, output: 3_u32.into(), input: 1_u32.into() };
    assert_eq!(reshape("[2, 3, 4]", "[3, [0, 2]]"), Err(prefix));
    let suffix = Suffix { position: 0, output: 3_u32.into(), input: 1_u32.into() };
    assert_eq!(reshape("[2, 3, 4]", "[[0, 2], 3]"), Err(suffix));
}

/// "The dimensionality of the output array B is equal to the length of the shape configuration
/// parameter"
#[test]
fn the_output_has_a_dimension_for_each_element() {
    accepts("[6]", "[1, 6, 1]", "[1, 6, 1]");
    accepts("[1, 6, 1]", "[6]", "[6]");
    accepts("[1, 6, 1]", "[[0, 1, 2]]", "[6]");
    accepts("[]", "[1, 1]", "[1, 1]");
    accepts("[]", "[-1]", "[1]");
    accepts("[1, 1]", "[]", "[]");
    accepts("[]", "[]", "[]");
    let long = format!("[{}]", vec!["1"; 1000].join(","));
    assert_eq!(reshape("[]", &long).map(|output| output.len()), Ok(1000));
}

/// "Each element shape[i] must be one of"
#[test]
fn elements_are_of_three_kinds() {
    for element in ["2.5", "true", "\"2\"", "null", "{}", "[[0]]", "[0.5]", "[\"0\"]", "[null]"] {
        let refused = reshape("[2]", &format!("[{element}]"));
        assert!(matches!(refused, Err(Member(_))), "{element}: {refused:?}");
        assert_eq!(refused.map_err(|error| error.rule()), Err("RS-ELEM-1"), "{element}");
    }
}
