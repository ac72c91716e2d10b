//! zarrs' reshape codec, opened from the text that its users store.

use std::num::NonZeroU64;
use std::sync::Arc;

use codec_protocol::{Answer, CodecText, Elements, Integer, ReshapeRequest, Shaped};
use zarrs::array::codec::ReshapeCodec;
use zarrs::array::codec::api::{ArrayToArrayCodecTraits, Codec};
use zarrs::array::{ArrayBytes, CodecOptions, DataType, FillValue};
use zarrs::metadata::Configuration;
use zarrs::metadata::v3::MetadataV3;

use crate::refusals;

/// The encoded shape and, where the request has an array, its encoded data.
///
/// # Errors
/// The answer in place of such a result.
pub(crate) fn reshape(request: &ReshapeRequest) -> Result<Shaped, Answer> {
    let shape = read_shape(request)?;
    let codec = open(&read_metadata(request)?)?;
    let encoded_shape = codec.encoded_shape(&shape).map_err(|error| refusals::of_shape(&error))?;
    let data = request.data.as_ref().map(|data| encode(&*codec, &shape, data)).transpose()?;
    Ok(Shaped { shape: encoded_shape.iter().map(|size| size.get().into()).collect(), data })
}

/// The shape in the type that zarrs has for those of chunks: no extent is zero.
fn read_shape(request: &ReshapeRequest) -> Result<Vec<NonZeroU64>, Answer> {
    let extent = |extent: &Integer| {
        let size = extent.to().and_then(NonZeroU64::new);
        size.ok_or_else(|| Answer::Unsupported(format!("zarrs has no chunks of extent {extent}")))
    };
    request.shape.iter().map(extent).collect()
}

/// The text in the types that zarrs reads an array's metadata into.
fn read_metadata(request: &ReshapeRequest) -> Result<MetadataV3, Answer> {
    let metadata = match &request.codec {
        CodecText::Configuration(text) => serde_json::from_str::<Configuration>(text)
            .map(|configuration| MetadataV3::new_with_configuration("reshape", configuration)),
        CodecText::Codec(text) => MetadataV3::try_from(text.as_str()),
    };
    metadata.map_err(|error| refusals::of_text(&error))
}

fn open(metadata: &MetadataV3) -> Result<Arc<dyn ArrayToArrayCodecTraits>, Answer> {
    match Codec::from_metadata(metadata) {
        Ok(Codec::ArrayToArray(codec)) if codec.as_any().is::<ReshapeCodec>() => Ok(codec),
        Ok(_) => Err(refusals::refused(&format!("{:?} is another codec", metadata.name()))),
        Err(error) => Err(refusals::of_metadata(&error)),
    }
}

/// The data in its new shape; the codec has nothing to reject once the shape is known.
fn encode(
    codec: &dyn ArrayToArrayCodecTraits,
    shape: &[NonZeroU64],
    data: &Elements,
) -> Result<Vec<u8>, Answer> {
    let data_type = DataType::from_metadata(&MetadataV3::new(data.data_type.as_str()))
        .map_err(|error| Answer::Unsupported(error.to_string()))?;
    let fill_value = FillValue::new(vec![0; data_type.fixed_size().unwrap_or_default()]);
    codec
        .encode(data.bytes.clone().into(), shape, &data_type, &fill_value, &CodecOptions::default())
        .and_then(|encoded| Ok(ArrayBytes::into_fixed(encoded)?.into_owned()))
        .map_err(|error| Answer::Fault(error.to_string()))
}
