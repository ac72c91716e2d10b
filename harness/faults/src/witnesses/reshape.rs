//! Witnesses of `reshape`.

use codec_reference::Tensor;
use num_bigint::BigUint;

use super::{Input, REJECTED, Witness, extents};
use crate::Behaviour;

pub(super) const WITNESSES: &[&[Witness]] = &[CONFIGURATION, DIMENSIONS, PRODUCTS, DATA];

pub(super) enum Question {
    /// A configuration, or its `shape`, for an input of that shape. The answer is a shape.
    Shape { input: &'static str, text: &'static str },
    /// A codec object likewise.
    Codec { input: &'static str, text: &'static str },
    /// The elements of an output whose input has the elements 0, 1, 2, ….
    Elements { input: &'static str, output: &'static str },
}

impl Question {
    pub(super) fn ask(&self, behaviour: &dyn Behaviour) -> Result<Vec<u64>, &'static str> {
        let shape = match *self {
            Self::Shape { input, text } => {
                let shape = format!(r#"{{"shape":{text}}}"#);
                let text = if text.starts_with('{') { text } else { &shape };
                behaviour.reshape(text, &sizes(input))
            }
            Self::Codec { input, text } => behaviour.reshape_codec(text, &sizes(input)),
            Self::Elements { input, output } => {
                let (input, output) = (extents(input), extents(output));
                let elements = (0..input.iter().product()).collect();
                let input = Tensor::new(input, elements).expect("as many elements");
                return Ok(behaviour.reshape_elements(&input, &output));
            }
        };
        let size = |size: &BigUint| u64::try_from(size).expect("64 bits");
        shape.map(|sizes| sizes.iter().map(size).collect()).map_err(|_| REJECTED)
    }
}

fn sizes(text: &str) -> Vec<BigUint> {
    extents(text).into_iter().map(BigUint::from).collect()
}

const fn shape(
    fault: &'static str,
    input: &'static str,
    text: &'static str,
    right: &'static str,
    wrong: &'static str,
) -> Witness {
    Witness { fault, input: Input::Reshape(Question::Shape { input, text }), right, wrong }
}

const fn elements(fault: &'static str, right: &'static str, wrong: &'static str) -> Witness {
    let question = Question::Elements { input: "2 3", output: "3 2" };
    Witness { fault, input: Input::Reshape(question), right, wrong }
}

const OTHER_NAME: &str = r#"{"name":"transpose","configuration":{"shape":[2,3]}}"#;

const CONFIGURATION: &[Witness] = &[
    Witness {
        fault: "reshape-codec-name-unchecked",
        input: Input::Reshape(Question::Codec { input: "6", text: OTHER_NAME }),
        right: "rejected",
        wrong: "2 3",
    },
    shape("reshape-without-shape-is-identity", "2 3", "{}", "rejected", "2 3"),
    shape("bare-size-accepted", "6", "6", "rejected", "6"),
    shape("shape-strings-accepted", "6", r#"["2",3]"#, "rejected", "2 3"),
    shape("shape-fractions-truncated", "6", "[2.5,3]", "rejected", "2 3"),
    shape("shape-booleans-accepted", "6", "[true,6]", "rejected", "1 6"),
    shape("zero-size-accepted", "0 3", "[0,3]", "rejected", "0 3"),
    shape("zero-size-copies-the-input", "2 3", "[0,3]", "rejected", "2 3"),
    shape("negative-sizes-taken-for-auto", "6", "[-2,3]", "rejected", "2 3"),
    // 2^32 + 2.
    shape("sizes-cut-to-32-bits", "6", "[4294967298,3]", "rejected", "2 3"),
    // 2^53 + 1, which float64 does not have.
    shape(
        "sizes-through-float64",
        "9007199254740992",
        "[9007199254740993]",
        "rejected",
        "9007199254740992",
    ),
    shape("largest-size-taken-for-auto", "6", "[18446744073709551615]", "rejected", "6"),
    shape("second-auto-accepted", "6", "[-1,-1]", "rejected", "1 6"),
    shape("empty-shape-keeps-the-input", "6", "[]", "rejected", "6"),
];

const DIMENSIONS: &[Witness] = &[
    shape("input-dims-count-from-one", "6", "[[1]]", "rejected", "6"),
    shape("negative-input-dims-count-from-the-end", "6", "[[-1]]", "rejected", "6"),
    // 2^32.
    shape("input-dims-cut-to-32-bits", "6", "[[4294967296]]", "rejected", "6"),
    shape("input-dims-past-the-rank-are-ones", "6", "[[0],[1]]", "rejected", "6 1"),
    shape("empty-input-dims-are-zero", "0", "[[]]", "rejected", "0"),
    shape("empty-input-dims-dropped", "6", "[[],6]", "1 6", "6"),
    shape("input-dims-order-unchecked", "1 1", "[[1],[0]]", "rejected", "1 1"),
    shape("input-dims-order-and-alignment-unchecked", "2 3", "[[1],[0]]", "rejected", "3 2"),
    shape("repeated-input-dims-accepted", "1", "[[0],[0]]", "rejected", "1 1"),
    shape("literals-counted-as-input-dims", "4 5 6", "[2,2,[1],6]", "2 2 5 6", "rejected"),
    shape("unnamed-input-dims-refused", "2 1 3", "[[0],[2]]", "2 3", "rejected"),
    shape("alignment-unchecked", "2 3 4", "[3,[0],4]", "rejected", "3 2 4"),
    shape("prefix-unchecked", "2 3 4", "[3,[0,2]]", "rejected", "3 8"),
    shape("prefix-as-printed", "100 50 64 3", "[[0,1],[2],3]", "5000 64 3", "rejected"),
    shape("suffix-unchecked", "2 3 4", "[[0,2],3]", "rejected", "8 3"),
    shape("alignment-before-auto", "4 5 6", "[-1,[2]]", "20 6", "rejected"),
    shape("alignment-unchecked-beside-auto", "4 5 6", "[-1,[1]]", "rejected", "24 5"),
];

const PRODUCTS: &[Witness] = &[
    // 2^32 + 20 elements.
    shape("products-wrap-at-32-bits", "1788 2402107", "[4,5]", "rejected", "4 5"),
    // 2^64 + 6 elements.
    shape("products-wrap-at-64-bits", "9223372036854775811 2", "[6]", "rejected", "6"),
    // 2^66 elements, and 2^67.
    shape(
        "products-saturate",
        "8589934592 8589934592",
        "[17179869184,8589934592]",
        "rejected",
        "17179869184 8589934592",
    ),
    // 2^53 + 1 elements.
    shape(
        "products-in-float64",
        "9007199254740993",
        "[9007199254740992]",
        "rejected",
        "9007199254740992",
    ),
    shape("zero-extents-counted-as-one", "0 3", "[3]", "rejected", "3"),
    shape("no-dimensions-without-elements", "", "[1]", "1", "rejected"),
    shape("number-of-elements-unchecked", "6", "[7]", "rejected", "7"),
    shape("smaller-outputs-accepted", "6", "[5]", "rejected", "5"),
    shape("auto-from-literal-sizes-only", "4 5 6", "[[0],-1]", "4 30", "rejected"),
    shape("auto-rounded-down", "7", "[2,-1]", "rejected", "2 3"),
    shape("ones-squeezed", "6", "[1,6,1]", "1 6 1", "6"),
];

const DATA: &[Witness] = &[
    // The columns 0 3, 1 4, 2 5 become the columns 0 3 1, 4 2 5.
    elements("elements-in-fortran-order", "0 1 2 3 4 5", "0 4 3 2 1 5"),
    elements("elements-transposed", "0 1 2 3 4 5", "0 3 1 4 2 5"),
];
