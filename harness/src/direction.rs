//! A direction, as the reference and as the protocol name it.

use crate::protocol;

/// The protocol's name.
pub(crate) fn asked(direction: codec_reference::Direction) -> protocol::Direction {
    match direction {
        codec_reference::Direction::Encode => protocol::Direction::Encode,
        codec_reference::Direction::Decode => protocol::Direction::Decode,
    }
}

/// The reference's name.
pub(crate) fn meant(direction: protocol::Direction) -> codec_reference::Direction {
    match direction {
        protocol::Direction::Encode => codec_reference::Direction::Encode,
        protocol::Direction::Decode => codec_reference::Direction::Decode,
    }
}
