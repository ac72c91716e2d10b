//! Words to unpack, or codes to pack.

use codec_reference::{PackError, Packing, Spelling, Tensor, Word};
use codec_vectors::{Attributes, Reason};

use super::draft::unit;
use super::record::words;
use crate::protocol::{PackingCapabilities, PackingRequest, Shaped};
use crate::random::Random;
use crate::suite::{Checks, Question, Unit};

/// Words of some codes to unpack, or these codes to pack.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PackingDraft {
    pub(super) unpacks: bool,
    pub(super) packing: Packing,
    pub(super) word: Word,
    /// The extents of the codes; along the axis there may be fewer than the groups hold.
    pub(super) shape: Vec<u64>,
    pub(super) axis: i64,
    /// Codes of whole groups along the axis, in C order; those past the extent are trimmed.
    pub(super) codes: Vec<u64>,
    /// Whether the bits that no group has are set.
    pub(super) dirty: bool,
}

impl PackingDraft {
    /// Rows along some axis, within what is declared; `None` where nothing is.
    pub(super) fn draw(
        unpacks: bool,
        declared: &PackingCapabilities,
        random: &mut Random,
    ) -> Option<Self> {
        let words: Vec<Word> =
            declared.data_types.iter().filter_map(|name| Word::from_name(name)).collect();
        let word = *words.get(random.below(words.len().max(1) as u64) as usize)?;
        let packing = match (declared.bits, declared.grouped, random.below(2)) {
            (true, _, 0) | (true, false, _) => Packing::bits(1 + random.below(8) as i64).ok()?,
            (_, true, _) => grouped(random),
            _ => return None,
        };
        let rank = 1 + random.below(declared.max_rank.unwrap_or(4).clamp(1, 4) as u64) as usize;
        let dimension = random.below(rank as u64) as usize;
        let mut shape: Vec<u64> =
            (0..rank).map(|_| [1, 1, 2, 3][random.below(4) as usize]).collect();
        shape[dimension] = match random.below(8) {
            0 => random.below(130),
            _ => random.below(20),
        };
        let axis = dimension as i64 - if random.below(2) == 0 { rank as i64 } else { 0 };
        let draft = Self {
            unpacks,
            packing,
            word,
            shape,
            axis,
            codes: Vec::new(),
            dirty: unpacks && random.below(2) == 0,
        };
        let may_refuse = !unpacks && declared.attributes;
        Some(Self { codes: draft.draw_codes(may_refuse, random), ..draft })
    }

    /// Codes at random, sometimes all of them the largest; and, where that may be asked, one too
    /// large.
    fn draw_codes(&self, may_refuse: bool, random: &mut Random) -> Vec<u64> {
        let radix = self.packing.radix();
        let mut codes: Vec<u64> = (0..self.room()).map(|_| random.below(radix)).collect();
        if random.below(3) == 0 {
            codes.iter_mut().for_each(|code| *code = radix - 1);
        }
        if may_refuse && random.below(16) == 0 && radix < 256 {
            let place = random.below(codes.len().max(1) as u64) as usize;
            codes.iter_mut().skip(place).take(1).for_each(|code| *code = radix);
        }
        codes
    }

    fn dimension(&self) -> usize {
        self.axis.rem_euclid(self.shape.len() as i64) as usize
    }

    /// Codes of whole groups along the axis. Pack has no more codes than its input.
    fn whole(&self) -> u64 {
        let count = self.shape[self.dimension()];
        let group = self.packing.group_size();
        if self.unpacks { count.div_ceil(group) * group } else { count }
    }

    /// The shape that the codes of whole groups have.
    fn whole_shape(&self) -> Vec<u64> {
        let mut shape = self.shape.clone();
        shape[self.dimension()] = self.whole();
        shape
    }

    fn room(&self) -> usize {
        self.whole_shape().iter().product::<u64>() as usize
    }

    fn tensor(&self) -> Tensor {
        Tensor::new(self.whole_shape(), self.codes.clone()).expect("as many codes as there is room")
    }

    /// The words of the codes, with the draft's padding.
    fn words(&self) -> Result<Tensor, PackError> {
        let words = self.packing.pack(&self.tensor(), self.word, self.axis)?;
        if !self.dirty {
            return Ok(words);
        }
        let groups = self.whole().div_ceil(self.packing.group_size());
        let used = groups * self.packing.index_bits();
        let inner: u64 = words.shape()[self.dimension() + 1..].iter().product();
        let along = words.shape()[self.dimension()].max(1);
        let dirty = words.elements().iter().zip(0..).map(|(element, place)| {
            let first = place / inner.max(1) % along * self.word.bits();
            let own = used.saturating_sub(first).min(self.word.bits()) as u32;
            let padding =
                (u64::MAX >> (64 - self.word.bits())) & !1_u64.unbounded_shl(own).wrapping_sub(1);
            element | padding
        });
        let elements = dirty.collect();
        Ok(Tensor::new(words.shape().to_vec(), elements).expect("as many elements as before"))
    }

    /// The number of codes along the axis.
    pub(super) fn count(&self) -> u64 {
        self.shape[self.dimension()]
    }

    /// What Pack makes of the codes that Unpack gives.
    pub(super) fn repacked(&self) -> Option<Tensor> {
        let (words, _) = self.sides().filter(|_| self.unpacks)?;
        let codes = self.packing.unpack(&words, self.word, self.axis, self.count() as i64).ok()?;
        self.packing.pack(&codes, self.word, self.axis).ok()
    }

    /// The input, and what it must become.
    pub(super) fn sides(&self) -> Option<(Tensor, Result<Shaped, Reason>)> {
        let count = self.count();
        if self.unpacks {
            let words = self.words().ok()?;
            let codes = self.packing.unpack(&words, self.word, self.axis, count as i64).ok()?;
            return Some((words, Ok(shaped(&codes, 1))));
        }
        let codes = self.tensor();
        let expected = match self.packing.pack(&codes, self.word, self.axis) {
            Ok(words) => Ok(shaped(&words, self.word.bytes())),
            Err(PackError::Code { .. }) => Err(Reason::Code),
            Err(_) => return None,
        };
        Some((codes, expected))
    }

    /// The question; `None` where nobody is judged.
    pub(super) fn unit(&self) -> Option<Unit> {
        let (input, expected) = self.sides()?;
        let bytes = if self.unpacks { self.word.bytes() } else { 1 };
        let input = shaped(&input, bytes);
        let count = self.count().into();
        let request = PackingRequest {
            data_type: self.word.name().to_owned(),
            shape: input.shape,
            attributes: self.attributes(),
            count: self.unpacks.then_some(count),
            arrays: vec![input.data.unwrap_or_default()],
        };
        let operation = if self.unpacks { "unpack" } else { "pack" };
        let id = ["unpack/fuzz", &words(&self.name()), operation];
        let needs: &[&str] = if expected.is_err() { &["attributes"] } else { &[] };
        let rule = self.rule(&expected);
        let question =
            if self.unpacks { Question::Unpack(request) } else { Question::Pack(request) };
        Some(unit(&id, &[rule], question, needs, Checks::Array(expected)))
    }

    /// What distinguishes it from others.
    pub(super) fn name(&self) -> String {
        format!("{} {:?} rank {}", self.word.name(), self.packing, self.shape.len())
    }

    pub(super) fn attributes(&self) -> Attributes {
        let integer = |value: u32| Some(value.into());
        let axis = (self.axis != -1).then(|| self.axis.into());
        match self.packing.spelling() {
            Spelling::Bits(bits) => {
                Attributes { bits: integer(bits), axis, ..Attributes::default() }
            }
            Spelling::Grouped { radix, group_size } => {
                let (radix, group_size) = (integer(radix), integer(group_size));
                Attributes { bits: None, radix, group_size, axis }
            }
        }
    }

    pub(super) fn rule(&self, expected: &Result<Shaped, Reason>) -> &'static str {
        let last = self.dimension() + 1 == self.shape.len();
        match (expected, self.packing.spelling()) {
            (Err(_), _) => "UP-PACK-3",
            _ if !last => "UP-AXIS-1",
            _ if self.shape.len() > 1 => "UP-ROW-1",
            (_, Spelling::Grouped { .. }) => "UP-GROUP-3",
            (_, Spelling::Bits(bits)) if !self.word.bits().is_multiple_of(bits.into()) => {
                "UP-BITS-2"
            }
            _ => "UP-BITS-1",
        }
    }

    /// Fewer dimensions and codes, clean padding, plain attributes, zeros.
    pub(super) fn simpler(&self) -> Vec<Self> {
        let dimension = self.dimension();
        let mut simpler = vec![Self { dirty: false, ..self.clone() }];
        simpler.extend(self.simpler_shapes());
        if dimension + 1 == self.shape.len() {
            simpler.push(Self { axis: -1, ..self.clone() });
        }
        simpler.push(Self { axis: dimension as i64, ..self.clone() });
        simpler.push(Self { word: Word::Uint8, ..self.clone() });
        simpler.extend(simpler_packings(self.packing).into_iter().map(|packing| {
            let codes = self.codes.iter().map(|code| *code % packing.radix()).collect();
            Self { packing, codes, ..self.clone() }
        }));
        simpler.extend(self.simpler_codes().map(|codes| Self { codes, ..self.clone() }));
        for draft in &mut simpler {
            let room = draft.room();
            draft.codes.resize(room, 0);
        }
        simpler.retain(|simpler| simpler.size() < self.size());
        simpler
    }

    /// One dimension less, or smaller extents.
    fn simpler_shapes(&self) -> Vec<Self> {
        let dimension = self.dimension();
        let mut simpler = Vec::new();
        for index in (0..self.shape.len()).filter(|index| *index != dimension) {
            let mut shape = self.shape.clone();
            shape.remove(index);
            let dimension = dimension - usize::from(index < dimension);
            let back = if self.axis < 0 { shape.len() as i64 } else { 0 };
            simpler.push(Self { axis: dimension as i64 - back, shape, ..self.clone() });
        }
        for (index, extent) in self.shape.iter().enumerate() {
            for smaller in [1, extent / 2, extent.saturating_sub(1)] {
                let mut shape = self.shape.clone();
                shape[index] = smaller;
                simpler.push(Self { shape, ..self.clone() });
            }
        }
        simpler
    }

    /// The codes with a smaller one in one place, then zeros.
    fn simpler_codes(&self) -> impl Iterator<Item = Vec<u64>> {
        let places = (0..self.codes.len().min(64)).flat_map(|place| {
            [0, 1, self.codes[place] / 2].map(|code| {
                let mut codes = self.codes.clone();
                codes[place] = code;
                codes
            })
        });
        places.chain([vec![0; self.codes.len()]])
    }

    fn size(&self) -> impl Ord {
        let packing = (self.packing.group_size(), self.packing.radix());
        let axis = (self.axis != -1, self.axis < 0);
        let numbers = (self.shape.len(), self.room(), self.dirty, self.word.bits());
        (numbers, packing, axis, self.codes.iter().sum::<u64>(), self.codes.clone())
    }
}

/// A radix and a group size of which the power fits.
fn grouped(random: &mut Random) -> Packing {
    let radix = match random.below(3) {
        0 => 2 + random.below(15),
        _ => 2 + random.below(255),
    };
    let radix = radix as i64;
    let largest = (2..=62).take_while(|size| Packing::grouped(radix, *size).is_ok()).last();
    let largest = largest.unwrap_or(1) as u64;
    let size = if random.below(4) == 0 { largest } else { 1 + random.below(largest) };
    Packing::grouped(radix, size as i64).expect("at most the largest size")
}

fn simpler_packings(packing: Packing) -> Vec<Packing> {
    match packing.spelling() {
        Spelling::Bits(bits) => (1..bits).filter_map(|b| Packing::bits(b.into()).ok()).collect(),
        Spelling::Grouped { radix, group_size } => {
            let sizes = [1, 2, group_size / 2, group_size - 1];
            let radices = [2, 3, radix / 2, radix - 1];
            let sizes = sizes.map(|group_size| (radix, group_size));
            let radices = radices.map(|radix| (radix, group_size));
            let pairs = sizes.into_iter().chain(radices);
            pairs.filter_map(|(r, g)| Packing::grouped(r.into(), g.into()).ok()).collect()
        }
    }
}

pub(super) fn shaped(tensor: &Tensor, bytes: usize) -> Shaped {
    let shape = tensor.shape().iter().map(|extent| (*extent).into()).collect();
    let elements = tensor.elements().iter();
    let data = elements.flat_map(|element| element.to_le_bytes().into_iter().take(bytes));
    Shaped { shape, data: Some(data.collect()) }
}
