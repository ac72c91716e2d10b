//! A request to cast, with its configuration read.

use codec_reference::DataType;

use crate::direction::meant;
use crate::function::{Function, read};
use crate::packed;
use crate::protocol::{Answer, ArrayResult, CastRequest, Refusal};

/// The results of each array. What the suite cannot read is not asked of who does not read it.
pub(super) fn answer(
    request: &CastRequest,
    convert: &mut impl FnMut(&Function, &[u8]) -> ArrayResult,
) -> Answer {
    match function(request) {
        Ok(function) => Answer::Results {
            results: request.arrays.iter().map(|array| convert(&function, array)).collect(),
            fill_value: None,
        },
        Err(why) => Answer::Unsupported(why),
    }
}

fn function(request: &CastRequest) -> Result<Function, String> {
    let array = DataType::from_name(&request.data_type);
    let array = array.ok_or_else(|| format!("data type {:?}", request.data_type))?;
    let codec = read(&request.codec, array).map_err(|error| error.to_string())?;
    let direction = meant(request.direction);
    let cast = codec.cast(direction);
    Ok(Function {
        source: cast.source(),
        target: cast.target(),
        rounding: cast.rounding(),
        out_of_range: cast.out_of_range(),
        direction,
        map: cast.scalar_map().entries().to_vec(),
    })
}

/// A packed array by way of its elements.
pub(super) fn in_elements(
    function: &Function,
    bytes: &[u8],
    convert: &mut impl FnMut(&Function, &[u64]) -> Result<Vec<u64>, Refusal>,
) -> ArrayResult {
    let elements = packed::unpack(function.source, bytes)
        .ok_or_else(|| Refusal::data("other", &"the array ends within an element"))?;
    Ok(packed::pack(function.target, &convert(function, &elements)?))
}
