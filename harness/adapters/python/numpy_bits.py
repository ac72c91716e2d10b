"""Adapter for the PyPI package numpy: bit streams by its `unpackbits` and `packbits`.

They know bits of bytes. What a user adds for codes of several bits is in this file: words viewed
as bytes, bits shaped into codes, a dot with the powers of two.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import DTypeLike

from protocol import Json, Refusal, Unsupported, ok, refusal, results, serve

WORDS = {"uint8": np.dtype("u1"), "uint32": np.dtype("<u4")}
MAX_BITS = 8  # of a code, which is a uint8
OFFERED = {
    "data_types": tuple(WORDS),
    "bits": True,
    "grouped": False,
    "attributes": False,
    "huge_count": False,
    "max_rank": 31,  # of the 32 dimensions of numpy's bit functions, one is for the bits of a code
}

# What numpy says of words that are too few and of an axis that there is not. That an integer is too
# large for it, or an array, is not a word about the codec.
REFUSALS = (
    Refusal("ValueError", "cannot reshape array of size ", "data", "word_count"),
    Refusal("AxisError", "source: axis ", "configuration", "attributes"),
)


class NumpyBits:
    """The package behind the protocol."""

    implementation = {"name": "numpy", "version": np.__version__, "language": "python"}
    capabilities = {"cast_value": None, "reshape": None, "unpack": OFFERED, "pack": OFFERED}

    def unpack(self, request: Json) -> Json:
        """Codes from words, which numpy may find too few."""
        count = int(request["count"])

        def convert(words: np.ndarray, bits: int) -> np.ndarray:
            stream = np.unpackbits(view(words, np.uint8), axis=-1, bitorder="little")
            codes = stream[..., : count * bits].reshape(*words.shape[:-1], count, bits)
            return codes @ (1 << np.arange(bits, dtype=np.uint8))

        return answer(request, WORDS[request["data_type"]], convert)

    def pack(self, request: Json) -> Json:
        """Words from codes, whose higher bits get lost."""
        word = WORDS[request["data_type"]]

        def convert(codes: np.ndarray, bits: int) -> np.ndarray:
            *rows, count = codes.shape
            stream = np.unpackbits(codes[..., None], axis=-1, count=bits, bitorder="little")
            packed = np.packbits(stream.reshape(*rows, count * bits), axis=-1, bitorder="little")
            padding = [(0, 0)] * len(rows) + [(0, -packed.shape[-1] % word.itemsize)]
            return view(np.pad(packed, padding), word)

        return answer(request, np.dtype(np.uint8), convert)


def answer(
    request: Json, dtype: np.dtype, convert: Callable[[np.ndarray, int], np.ndarray]
) -> Json:
    """The arrays of the request, each converted with its rows in the last dimension."""
    bits, axis = read_attributes(request["attributes"])
    shape = [int(size) for size in request["shape"]]

    def convert_array(data: bytes) -> Json:
        array = np.frombuffer(data, dtype).reshape(shape)
        try:
            converted = np.moveaxis(convert(np.moveaxis(array, axis, -1), bits), -1, axis)
        except Exception as error:
            return refusal(error, REFUSALS)
        return ok(converted.tobytes(), list(converted.shape))

    return results(request["arrays"], convert_array)


def read_attributes(attributes: Json) -> tuple[int, int]:
    """The bits of a code, and the axis."""
    if "bits" not in attributes or not attributes.keys() <= {"bits", "axis"}:
        raise Unsupported("numpy has no groups of codes")
    bits, axis = int(attributes["bits"]), int(attributes.get("axis", -1))
    if not 1 <= bits <= MAX_BITS:
        raise Unsupported(f"codes of {bits} bits are not a uint8")
    return bits, axis


def view(array: np.ndarray, dtype: DTypeLike) -> np.ndarray:
    """The bytes of the last dimension, as elements of another type."""
    return np.ascontiguousarray(array).view(dtype)


if __name__ == "__main__":
    serve(NumpyBits)
