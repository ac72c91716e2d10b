//! zarrs' reshape codec, opened from the text that its users store.

use std::num::NonZeroU64;
use std::sync::Arc;

use serde_json::{Value, json};
use zarrs::array::codec::ReshapeCodec;
use zarrs::array::codec::api::{ArrayToArrayCodecTraits, Codec};
use zarrs::array::{ArrayBytes, CodecOptions, DataType, FillValue};
use zarrs::metadata::Configuration;
use zarrs::metadata::v3::MetadataV3;

use crate::protocol::{Failure, Request, read_integer, read_packed, write_integer, write_packed};
use crate::refusals;

/// The encoded shape and, where the request has an array, its encoded data.
pub(crate) fn reshape(request: &Request) -> Result<Value, Failure> {
    let shape = read_shape(request)?;
    let codec = open(&read_metadata(request)?)?;
    let encoded_shape = codec.encoded_shape(&shape).map_err(|error| refusals::of_shape(&error))?;
    let encoded_shape: Vec<_> =
        encoded_shape.iter().map(|&size| write_integer(size.get())).collect();
    match request.arrays.as_slice() {
        [] => Ok(json!({"shape": encoded_shape})),
        [array] => {
            let encoded = encode(&*codec, &shape, read_data_type(request)?, read_packed(array)?)?;
            Ok(json!({"shape": encoded_shape, "ok": write_packed(&encoded)}))
        }
        _ => Err(Failure::Fault("more than one array".to_owned())),
    }
}

/// The shape in the type that zarrs has for those of chunks: no extent is zero.
fn read_shape(request: &Request) -> Result<Vec<NonZeroU64>, Failure> {
    let extent = |value| {
        let extent = read_integer(value).and_then(NonZeroU64::new);
        extent.ok_or_else(|| Failure::Unsupported(format!("zarrs has no chunks of extent {value}")))
    };
    let shape = request.shape.as_ref().ok_or_else(|| Failure::Fault("no shape".to_owned()))?;
    shape.iter().map(extent).collect()
}

/// The text in the types that zarrs reads an array's metadata into.
fn read_metadata(request: &Request) -> Result<MetadataV3, Failure> {
    let metadata = match (&request.configuration, &request.codec) {
        (Some(text), None) => serde_json::from_str::<Configuration>(text)
            .map(|configuration| MetadataV3::new_with_configuration("reshape", configuration)),
        (None, Some(text)) => MetadataV3::try_from(text.as_str()),
        _ => return Err(Failure::Fault("needs configuration or codec, one of them".to_owned())),
    };
    metadata.map_err(|error| refusals::of_text(&error))
}

fn open(metadata: &MetadataV3) -> Result<Arc<dyn ArrayToArrayCodecTraits>, Failure> {
    match Codec::from_metadata(metadata) {
        Ok(Codec::ArrayToArray(codec)) if codec.as_any().is::<ReshapeCodec>() => Ok(codec),
        Ok(_) => Err(Failure::Configuration(format!("{:?} is another codec", metadata.name()))),
        Err(error) => Err(refusals::of_metadata(&error)),
    }
}

fn read_data_type(request: &Request) -> Result<DataType, Failure> {
    let name =
        request.data_type.as_ref().ok_or_else(|| Failure::Fault("no data_type".to_owned()))?;
    DataType::from_metadata(&MetadataV3::new(name.as_str()))
        .map_err(|error| Failure::Unsupported(error.to_string()))
}

/// The data in its new shape; the codec has nothing to refuse once the shape is known.
fn encode(
    codec: &dyn ArrayToArrayCodecTraits,
    shape: &[NonZeroU64],
    data_type: DataType,
    array: Vec<u8>,
) -> Result<Vec<u8>, Failure> {
    let fill_value = FillValue::new(vec![0; data_type.fixed_size().unwrap_or_default()]);
    codec
        .encode(array.into(), shape, &data_type, &fill_value, &CodecOptions::default())
        .and_then(|encoded| Ok(ArrayBytes::into_fixed(encoded)?.into_owned()))
        .map_err(|error| Failure::Fault(error.to_string()))
}
