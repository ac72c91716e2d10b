//! Laws of `reshape` that hold for shapes of any size.

use codec_reference::{Alternative, OutputDim, Readings, Reshape, ReshapeError};
use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::{Index, select};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_shape_made_from_the_input_is_found(runs in runs()) {
        let (input, shape, output) = assembled(&runs);
        prop_assert_eq!(resolved(&shape, &input), Ok(output));
    }

    #[test]
    fn the_product_is_kept(input in small_input(), shape in small_shape()) {
        if let Ok(output) = resolved(&shape, &input) {
            prop_assert_eq!(product(&output), product(&input));
            prop_assert_eq!(output.len(), shape.len());
        }
    }

    #[test]
    fn each_dimension_by_itself_is_the_identity(input in prop::collection::vec(extent(0), 0..9)) {
        let shape: Vec<_> = (0..input.len()).map(|dim| format!("[{dim}]")).collect();
        prop_assert_eq!(resolved(&shape, &input), Ok(input));
    }

    #[test]
    fn a_size_may_be_written_as_its_factors(runs in runs(), a in extent(1), b in extent(1)) {
        let (mut input, shape, output) = assembled(&runs);
        let whole = &a * &b;
        input.push(whole.clone());
        let joined = [shape.clone(), vec![whole.to_string()]].concat();
        prop_assert_eq!(resolved(&joined, &input), Ok([output.clone(), vec![whole]].concat()));
        let split = [shape, vec![a.to_string(), b.to_string()]].concat();
        prop_assert_eq!(resolved(&split, &input), Ok([output, vec![a, b]].concat()));
    }

    #[test]
    fn minus_one_is_the_number_that_could_stand_there(runs in runs(), at: Index) {
        let (input, mut shape, output) = assembled(&runs);
        if !shape.is_empty() {
            shape[at.index(output.len())] = "-1".to_owned();
            prop_assert_eq!(resolved(&shape, &input), Ok(output));
        }
    }

    #[test]
    fn the_number_for_minus_one_can_be_written(input in small_input(), shape in small_shape()) {
        let auto = shape.iter().position(|element| element == "-1");
        if let (Some(at), Ok(output)) = (auto, resolved(&shape, &input)) {
            let mut written = shape;
            written[at] = output[at].to_string();
            match output[at] == BigUint::ZERO {
                true => prop_assert_eq!(rule(&written, &input), Err("RS-SIZE-2")),
                false => prop_assert_eq!(resolved(&written, &input), Ok(output)),
            }
        }
    }

    #[test]
    fn no_other_number_can_stand_there(runs in runs(), at: Index, shift in 0_u32..200) {
        let (input, mut shape, output) = assembled(&runs);
        if !shape.is_empty() {
            let at = at.index(output.len());
            // Also by a power of two, which a machine word would drop.
            for other in [&output[at] + 1_u32, &output[at] + (BigUint::from(1_u32) << shift)] {
                shape[at] = other.to_string();
                prop_assert_eq!(rule(&shape, &input), Err("RS-PROD-1"));
            }
        }
    }

    #[test]
    fn scaled_extents_give_scaled_sizes(runs in runs(), factor in extent(1), auto: Index) {
        let lists: Vec<_> = runs.into_iter().map(|run| Run { way: Way::List, ..run }).collect();
        let (input, mut shape, output) = assembled(&lists);
        if !shape.is_empty() {
            shape[auto.index(output.len())] = "-1".to_owned();
        }
        let scaled: Vec<_> = input.iter().map(|extent| extent * &factor).collect();
        let exponents = lists.iter().map(|run| run.extents.len() as u32);
        let expected = output.iter().zip(exponents).map(|(size, n)| size * factor.pow(n));
        prop_assert_eq!(resolved(&shape, &scaled), Ok(expected.collect()));
    }

    #[test]
    fn permuted_dimensions_are_never_accepted(
        (dims, shuffled) in (2..6_usize).prop_flat_map(|rank| {
            let dims: Vec<usize> = (0..rank).collect();
            (Just(dims.clone()), Just(dims).prop_shuffle())
        }),
        cuts in prop::collection::vec(any::<bool>(), 5),
        extent in extent(0),
    ) {
        // The shuffled dimensions, cut into lists at random, of an input with equal extents.
        let mut lists = vec![Vec::new()];
        for (dim, cut) in shuffled.iter().zip(&cuts) {
            lists.last_mut().expect("never empty").push(*dim);
            if *cut {
                lists.push(Vec::new());
            }
        }
        let shape: Vec<_> = lists.iter().map(|list| format!("{list:?}")).collect();
        let found = rule(&shape, &vec![extent; dims.len()]);
        prop_assert_eq!(found, if shuffled == dims { Ok(()) } else { Err("RS-ORDER-1") });
    }

    #[test]
    fn shapes_can_be_put_one_after_the_other(a in runs(), b in runs()) {
        let outputs = [&a, &b].map(|runs| {
            let (input, shape, _) = assembled(runs);
            resolved(&shape, &input).expect("valid")
        });
        let (input, shape, _) = assembled(&[a, b].concat());
        prop_assert_eq!(resolved(&shape, &input), Ok(outputs.concat()));
    }

    #[test]
    fn ones_change_nothing_else(
        input in small_input(), shape in small_shape(), at: Index, one in select(vec!["1", "[]"]),
    ) {
        let at = at.index(shape.len() + 1);
        let mut longer = shape.clone();
        longer.insert(at, one.to_owned());
        let inserted = resolved(&shape, &input).map(|mut output| {
            output.insert(at, 1_u32.into());
            output
        });
        match (resolved(&longer, &input), inserted) {
            (Err(found), Err(expected)) => prop_assert_eq!(found.rule(), expected.rule()),
            (found, expected) => prop_assert_eq!(found, expected),
        }
    }

    #[test]
    fn an_alternative_accepts_what_we_do_or_refuses(
        input in small_input(), shape in small_shape(),
        alternative in select(Alternative::ALL.to_vec()),
    ) {
        let text = text(&shape);
        let ours = Reshape::parse(&text, Readings::OURS);
        let other = Reshape::parse(&text, Readings::OURS.with(alternative));
        prop_assert_eq!(ours.as_ref().map(Reshape::shape), other.as_ref().map(Reshape::shape));
        if let (Ok(ours), Ok(other)) = (ours, other) {
            let (ours, other) = (ours.output_shape(&input), other.output_shape(&input));
            let refusal = Err(ReshapeError::Reading { alternative });
            prop_assert!(other == ours || other == refusal, "{:?}", other);
        }
    }

    #[test]
    fn elements_are_kept_as_they_stand(shape in small_shape()) {
        if let Ok(codec) = Reshape::parse(&text(&shape), Readings::OURS) {
            let spelled = codec.shape().iter().map(|element| match element {
                OutputDim::Size(size) => size.to_string(),
                OutputDim::InputDims(dims) => {
                    let dims: Vec<_> = dims.iter().map(BigUint::to_string).collect();
                    format!("[{}]", dims.join(", "))
                }
                OutputDim::Auto => "-1".to_owned(),
            });
            prop_assert_eq!(spelled.collect::<Vec<_>>(), shape);
        }
    }
}

/// Dimensions of the input that become one or more dimensions of the output.
#[derive(Clone, Debug)]
struct Run {
    extents: Vec<BigUint>,
    way: Way,
}

/// How they are written.
#[derive(Clone, Copy, Debug)]
enum Way {
    List,
    /// The number that a list would give.
    Product,
    /// A number for each.
    Sizes,
    /// A list for each.
    Lists,
}

/// Extents about the traps: small ones, and those near the ends of machine words.
fn extent(least: u32) -> impl Strategy<Value = BigUint> {
    let power = (select(vec![16_u32, 31, 32, 53, 63, 64, 127, 128]), 0..5_u32)
        .prop_map(|(exponent, step)| (BigUint::from(1_u32) << exponent) + step - 2_u32);
    prop_oneof![3 => (least..8).prop_map(BigUint::from), 1 => power]
}

fn runs() -> impl Strategy<Value = Vec<Run>> {
    let way = select(vec![Way::List, Way::Product, Way::Sizes, Way::Lists]);
    let run = (prop::collection::vec(extent(1), 1..4), way);
    prop::collection::vec(run.prop_map(|(extents, way)| Run { extents, way }), 0..4)
}

/// The input, the configuration's `shape`, and the output of runs.
fn assembled(runs: &[Run]) -> (Vec<BigUint>, Vec<String>, Vec<BigUint>) {
    let (mut input, mut shape, mut output) = (Vec::new(), Vec::new(), Vec::new());
    for Run { extents, way } in runs {
        let dims: Vec<usize> = (input.len()..).take(extents.len()).collect();
        let whole = product(extents);
        input.extend_from_slice(extents);
        match way {
            Way::List => shape.push(format!("{dims:?}")),
            Way::Product => shape.push(whole.to_string()),
            Way::Sizes => shape.extend(extents.iter().map(BigUint::to_string)),
            Way::Lists => shape.extend(dims.iter().map(|dim| format!("[{dim}]"))),
        }
        match way {
            Way::List | Way::Product => output.push(whole),
            Way::Sizes | Way::Lists => output.extend_from_slice(extents),
        }
    }
    (input, shape, output)
}

fn small_input() -> impl Strategy<Value = Vec<BigUint>> {
    prop::collection::vec((0..5_u32).prop_map(BigUint::from), 0..5)
}

fn small_shape() -> impl Strategy<Value = Vec<String>> {
    let size = (0..7_u32).prop_map(|size| size.to_string());
    let list = prop::collection::btree_set(0..4, 0..3)
        .prop_map(|dims| format!("{:?}", dims.into_iter().collect::<Vec<i32>>()));
    let element = prop_oneof![3 => size, 2 => list, 1 => Just("-1".to_owned())];
    prop::collection::vec(element, 0..5)
}

fn text(shape: &[String]) -> String {
    format!(r#"{{"shape":[{}]}}"#, shape.join(","))
}

fn resolved(shape: &[String], input: &[BigUint]) -> Result<Vec<BigUint>, ReshapeError> {
    Reshape::parse(&text(shape), Readings::OURS)?.output_shape(input)
}

fn rule(shape: &[String], input: &[BigUint]) -> Result<(), &'static str> {
    resolved(shape, input).map(|_| ()).map_err(|error| error.rule())
}

fn product(extents: &[BigUint]) -> BigUint {
    extents.iter().product()
}
