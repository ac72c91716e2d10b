//! Output shapes of a reshape.

use std::slice::from_ref;

use codec_fast::OutputDim::{self, Auto, Size};
use codec_fast::ReshapeError::{
    ElementCount, Indivisible, NoSuchDimension, NotAligned, NotIncreasing, SecondAuto, TooLarge,
    Undetermined, ZeroSize,
};
use codec_fast::output_shape;

fn dims(input_dims: &[u64]) -> OutputDim {
    OutputDim::InputDims(input_dims.to_vec())
}

#[test]
fn examples_of_the_specification() {
    let input = [100, 50, 64, 3];
    let shape = output_shape(&input, &[dims(&[0, 1]), dims(&[2]), Size(3)]);
    assert_eq!(shape, Ok(vec![5000, 64, 3]));

    let input = [2, 5, 10, 3, 4];
    let allowed = [dims(&[0, 1]), Size(10), dims(&[3, 4])];
    assert_eq!(output_shape(&input, &allowed), Ok(vec![10, 10, 12]));
    let not_increasing = |position, input_dim| Err(NotIncreasing { position, input_dim });
    assert_eq!(output_shape(&[1, 1], &[dims(&[1]), dims(&[0])]), not_increasing(1, 0));
    let within = [dims(&[1, 0]), Size(10), dims(&[3, 4])];
    assert_eq!(output_shape(&input, &within), not_increasing(0, 0));
    let swapped = [dims(&[3, 4]), Size(10), dims(&[0, 1])];
    assert_eq!(output_shape(&input, &swapped), not_increasing(2, 0));
}

#[test]
fn sizes_alone() {
    let cases = [
        (&[6, 4][..], vec![Size(24)], Ok(vec![24])),
        (&[6, 4], vec![Size(3), Size(8), Size(1)], Ok(vec![3, 8, 1])),
        (&[6, 4], vec![Size(4), Auto], Ok(vec![4, 6])),
        (&[6, 4], vec![Auto], Ok(vec![24])),
        (&[6, 4], vec![Size(23)], Err(ElementCount { input_elements: 24, output_elements: 23 })),
        (&[6, 4], vec![Auto, Size(5)], Err(Indivisible { input_elements: 24, given: 5 })),
        (&[6, 4], vec![Size(6), Size(0)], Err(ZeroSize { position: 1 })),
        (&[0], vec![Size(0)], Err(ZeroSize { position: 0 })),
        (&[6, 4], vec![Auto, Size(24), Auto], Err(SecondAuto { position: 2 })),
    ];
    for (input, shape, expected) in cases {
        assert_eq!(output_shape(input, &shape), expected, "{input:?} {shape:?}");
    }
}

#[test]
fn input_dimensions() {
    let cases = [
        (&[2, 3][..], vec![dims(&[0]), dims(&[1])], Ok(vec![2, 3])),
        (&[2, 3], vec![dims(&[0]), Auto], Ok(vec![2, 3])),
        (&[2, 3], vec![Auto, dims(&[1])], Ok(vec![2, 3])),
        (&[2, 3, 4], vec![dims(&[0]), Size(6), Size(2)], Ok(vec![2, 6, 2])),
        (&[2, 3], vec![dims(&[1]), Auto], Err(NotAligned { position: 0 })),
        (&[2, 2], vec![Size(2), dims(&[0])], Err(NotAligned { position: 1 })),
        // As many elements precede, but others follow.
        (&[1, 2, 3], vec![dims(&[0]), Auto, dims(&[1])], Err(NotAligned { position: 2 })),
        // A dimension is left out, which is possible only if its size is 1.
        (&[2, 1, 3], vec![dims(&[0, 2])], Ok(vec![6])),
        (&[2, 1, 3], vec![dims(&[0]), dims(&[2])], Ok(vec![2, 3])),
        (&[1, 6], vec![dims(&[1])], Ok(vec![6])),
        (&[2, 2, 3], vec![dims(&[0, 2]), Auto], Err(NotAligned { position: 0 })),
        // Without dimensions, the size is 1 wherever it is.
        (&[2, 3], vec![dims(&[]), dims(&[0]), dims(&[]), dims(&[1])], Ok(vec![1, 2, 1, 3])),
        (&[6], vec![Size(2), dims(&[]), Size(3)], Ok(vec![2, 1, 3])),
        (&[2], vec![dims(&[2])], Err(NoSuchDimension { position: 0, input_dim: 2 })),
        (
            &[2],
            vec![dims(&[0]), dims(&[u64::MAX])],
            Err(NoSuchDimension { position: 1, input_dim: u64::MAX }),
        ),
        (&[], vec![dims(&[0])], Err(NoSuchDimension { position: 0, input_dim: 0 })),
        (&[1], vec![dims(&[0, 0])], Err(NotIncreasing { position: 0, input_dim: 0 })),
    ];
    for (input, shape, expected) in cases {
        assert_eq!(output_shape(input, &shape), expected, "{input:?} {shape:?}");
    }
}

#[test]
fn a_single_element() {
    for input in [&[][..], &[1], &[1, 1]] {
        assert_eq!(output_shape(input, &[]), Ok(vec![]));
        assert_eq!(output_shape(input, &[Auto]), Ok(vec![1]));
        assert_eq!(output_shape(input, &[Size(1), dims(&[])]), Ok(vec![1, 1]));
    }
    for (input, elements) in [(&[2][..], 2), (&[0], 0), (&[3, 2], 6)] {
        let error = ElementCount { input_elements: elements, output_elements: 1 };
        assert_eq!(output_shape(input, &[]), Err(error));
    }
}

#[test]
fn no_elements() {
    let cases = [
        (&[0, 3][..], vec![Auto], Ok(vec![0])),
        (&[0, 3], vec![Auto, Size(7)], Ok(vec![0, 7])),
        (&[0, 3], vec![dims(&[0]), Size(7)], Err(NotAligned { position: 0 })),
        (&[0, 3], vec![dims(&[0]), Size(3)], Ok(vec![0, 3])),
        (&[0, 3], vec![dims(&[0]), Auto], Err(Undetermined { position: 1 })),
        (&[0, 3], vec![Auto, dims(&[1])], Ok(vec![0, 3])),
        (&[0, 3], vec![Size(3)], Err(ElementCount { input_elements: 0, output_elements: 3 })),
        (&[3, 0], vec![dims(&[0, 1])], Ok(vec![0])),
        // What cannot be told apart after a size of 0 is aligned, by the formulas.
        (&[0, 2, 3, 0], vec![dims(&[0]), Size(5), dims(&[2]), dims(&[3])], Ok(vec![0, 5, 3, 0])),
    ];
    for (input, shape, expected) in cases {
        assert_eq!(output_shape(input, &shape), expected, "{input:?} {shape:?}");
    }
}

const B32: u64 = 1 << 32;
const B63: u64 = 1 << 63;

/// Products that are exact beyond 64 bits.
#[test]
fn large_products() {
    let square = [B32, B32];
    let elements =
        |input_elements, output_elements| Err(ElementCount { input_elements, output_elements });
    assert_eq!(output_shape(&square, &[Size(1)]), elements(1 << 64, 1));
    assert_eq!(output_shape(&square, &[]), elements(1 << 64, 1));
    assert_eq!(output_shape(&[1], &[Size(B32), Size(B32)]), elements(1, 1 << 64));
    assert_eq!(output_shape(&[0, 1], &[Size(B32), Size(B32)]), elements(0, 1 << 64));
    assert_eq!(output_shape(&square, &[Size(B63), Size(2)]), Ok(vec![B63, 2]));
    assert_eq!(output_shape(&square, &[Size(16), Auto]), Ok(vec![16, 1 << 60]));
    assert_eq!(output_shape(&square, &[Size(2), Auto]), Ok(vec![2, B63]));
    let indivisible = Err(Indivisible { input_elements: 1 << 64, given: 3 });
    assert_eq!(output_shape(&square, &[Size(3), Auto]), indivisible);
    let max = [u64::MAX, u64::MAX];
    assert_eq!(output_shape(&max, &[dims(&[0]), Auto]), Ok(max.to_vec()));
    assert_eq!(output_shape(&max, &[dims(&[1]), Auto]), Err(NotAligned { position: 0 }));
    let input = [B63, 2, 3];
    assert_eq!(output_shape(&input, &[Size(2), dims(&[2]), Auto]), Err(NotAligned { position: 1 }));
    // 2^127 elements.
    let input = [B63, B63, 2];
    assert_eq!(output_shape(&input, &[dims(&[0]), Size(2), Auto]), Ok(vec![B63, 2, B63]));
}

#[test]
fn products_that_are_too_large() {
    let cases = [
        (&[B32, B32][..], vec![dims(&[0, 1])]),
        (&[B32, B32], vec![Auto]),
        (&[B32, B32], vec![Size(1), Auto]),
        (&[B63, B63, 4], vec![Size(1)]),
        (&[B63, B63, 4], vec![]),
        (&[B63, B63, 4], vec![dims(&[0]), dims(&[1]), dims(&[2])]),
        (&[B63, B63, 4], vec![dims(&[0, 1, 2])]),
        (&[1], vec![Size(B63), Size(B63), Size(4)]),
        (&[1], vec![Size(B63), Size(B63), Size(4), Auto]),
        // 2^192, which must not look like 0.
        (&[0], vec![Size(1 << 48); 4]),
        (&[1 << 48; 4], vec![Auto]),
    ];
    for (input, shape) in cases {
        assert_eq!(output_shape(input, &shape), Err(TooLarge), "{input:?} {shape:?}");
    }
    // A product with 0 is 0, however great the others are.
    let input = [u64::MAX, u64::MAX, u64::MAX, 0];
    assert_eq!(output_shape(&input, &[Auto]), Ok(vec![0]));
    assert_eq!(output_shape(&input, &[dims(&[0, 1, 2, 3])]), Ok(vec![0]));
}

/// The text's formulas, with -1 found by search.
fn definition(input: &[u64], shape: &[OutputDim]) -> Option<Vec<u64>> {
    let product = |sizes: &[u64]| sizes.iter().product::<u64>();
    let named: Vec<u64> = shape.iter().flat_map(|dim| named_dims(dim).iter().copied()).collect();
    let increasing = named.windows(2).all(|pair| pair[0] < pair[1]);
    let in_range = named.iter().all(|&dim| dim < input.len() as u64);
    let autos = shape.iter().filter(|&dim| *dim == Auto).count();
    if !increasing || !in_range || autos > 1 || shape.contains(&Size(0)) {
        return None;
    }
    let output = |auto| -> Vec<u64> {
        let size = |dim: &OutputDim| match dim {
            Size(size) => *size,
            Auto => auto,
            OutputDim::InputDims(dims) => dims.iter().map(|&dim| input[dim as usize]).product(),
        };
        shape.iter().map(size).collect()
    };
    let candidates = if autos == 0 { 0..=0 } else { 0..=product(input) + 1 };
    let mut fitting = candidates.map(output).filter(|output| product(output) == product(input));
    let (Some(output), None) = (fitting.next(), fitting.next()) else { return None };
    let aligned = (0..shape.len()).all(|i| match named_dims(&shape[i]) {
        [] => true,
        dims => {
            let (first, last) = (dims[0] as usize, dims[dims.len() - 1] as usize);
            product(&output[..i]) == product(&input[..first])
                && product(&output[i + 1..]) == product(&input[last + 1..])
        }
    });
    aligned.then_some(output)
}

fn named_dims(dim: &OutputDim) -> &[u64] {
    if let OutputDim::InputDims(dims) = dim { dims } else { &[] }
}

/// All sequences of up to three of these elements.
fn sequences<T: Clone>(elements: &[T]) -> Vec<Vec<T>> {
    let mut all = vec![vec![]];
    let mut shorter = 0;
    for _ in 0..3 {
        let longest = all[shorter..].to_vec();
        shorter = all.len();
        for element in elements {
            all.extend(longest.iter().map(|start| [&start[..], from_ref(element)].concat()));
        }
    }
    all
}

#[test]
fn small_shapes_follow_the_definition() {
    let lists: [&[u64]; 10] =
        [&[], &[0], &[1], &[2], &[3], &[0, 1], &[1, 2], &[0, 2], &[1, 0], &[1, 1]];
    let mut elements = vec![Auto, Size(0), Size(1), Size(2), Size(3), Size(4), dims(&[0, 1, 2])];
    elements.extend(lists.map(dims));
    let shapes = sequences(&elements);
    let mut accepted = 0;
    for input in sequences(&[0, 1, 2, 3, 4]) {
        for shape in &shapes {
            let result = output_shape(&input, shape);
            assert_eq!(
                result.clone().ok(),
                definition(&input, shape),
                "{input:?} {shape:?} {result:?}"
            );
            accepted += u32::from(result.is_ok());
        }
    }
    assert!(accepted > 10_000);
}

#[test]
fn errors_say_what_happened() {
    let cases = [
        (ZeroSize { position: 1 }, "shape[1]: the size 0"),
        (SecondAuto { position: 2 }, "shape[2]: a second -1"),
        (NoSuchDimension { position: 0, input_dim: 9 }, "shape[0]: the input has no dimension 9"),
        (
            NotIncreasing { position: 3, input_dim: 1 },
            "shape[3]: input dimension 1 is not in order",
        ),
        (Undetermined { position: 1 }, "shape[1]: another size is 0, so -1 may be any size"),
        (Indivisible { input_elements: 24, given: 5 }, "24 elements cannot be divided by 5 for -1"),
        (ElementCount { input_elements: 6, output_elements: 5 }, "6 elements cannot become 5"),
        (NotAligned { position: 1 }, "shape[1]: the input dimensions lie elsewhere in the input"),
        (TooLarge, "the sizes are too large"),
    ];
    for (error, message) in cases {
        assert_eq!(error.to_string(), message);
    }
    let _: &dyn std::error::Error = &TooLarge;
}
