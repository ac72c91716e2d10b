"""Adapter for the PyPI package zarr, end to end: arrays in a store in memory.

The request's JSON texts go into `zarr.json` as they are. To encode, an array is written through
the package and its one chunk taken from the store; to decode, the chunk is put there and the array
read. The command names the package whose codec is asked: zarr itself, whose codec casts by
cast-value-rs, or cast-value.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from importlib.metadata import version
from typing import Any

import numpy as np

from cast_refusals import CAST_VALUE, CAST_VALUE_RS, CONFIGURATION
from configuration import CAPABILITIES, DATA_TYPES
from protocol import (
    Json,
    Refusal,
    Unsupported,
    import_package,
    ok,
    refusal,
    refused,
    results,
    serve,
)

# The codecs, by package: under what name zarr registers them, what package casts for them, and how
# that rejects.
CODECS = {
    "zarr": ("zarr.codecs.cast_value.CastValue", "cast-value-rs", CAST_VALUE_RS),
    "cast-value": (
        "cast_value.zarr_compat.v1.numpy_codec.CastValueNumpyV1",
        "cast-value",
        CAST_VALUE,
    ),
}
METADATA = """{{
    "zarr_format": 3, "node_type": "array", "attributes": {{}},
    "shape": [{count}], "data_type": {data_type}, "fill_value": {fill_value},
    "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [{chunk}]}}}},
    "chunk_key_encoding": {{"name": "default", "configuration": {{"separator": "/"}}}},
    "codecs": [{codecs}{{"name": "bytes", "configuration": {{"endian": "little"}}}}]
}}"""
CHUNK = "c/0"

# How zarr and the codecs reject the text of `zarr.json`. A codec takes the members of a
# configuration as keyword arguments, so its signature is its list of members. What Python says
# where JSON is of another type than expected (no such attribute, not iterable) is not a rejection:
# nobody looked.
SIGNATURE = r"(CastValue|_CastValueBaseV1)\.__init__\(\)"
DOCUMENT = (
    Refusal("JSONDecodeError", "", *CONFIGURATION),
    Refusal("UnknownCodecError", "An implementation for codec ", *CONFIGURATION),
    Refusal("MetadataValidationError", "", *CONFIGURATION),
    Refusal("DataTypeValidationError", "", *CONFIGURATION),
    Refusal("TypeError", "Expected dict, got ", *CONFIGURATION),
    Refusal("TypeError", "Expected a string, got an instance of ", *CONFIGURATION),
    Refusal("TypeError", f"{SIGNATURE} got an unexpected keyword argument ", *CONFIGURATION),
    Refusal("TypeError", f"{SIGNATURE} missing .* keyword-only argument", *CONFIGURATION),
    Refusal("ValueError", "Named configuration does not have a ", *CONFIGURATION),
    Refusal("ValueError", "Invalid data_type: ", *CONFIGURATION),
    Refusal("ValueError", "No Zarr data type found that matches ", *CONFIGURATION),
    Refusal("ValueError", "Invalid target data type ", *CONFIGURATION),
    Refusal("ValueError", "(The )?cast_value codec only supports ", *CONFIGURATION),
    Refusal("ValueError", "out_of_range='wrap' is only valid ", *CONFIGURATION),
    Refusal("ValueError", "scalar_map .* is not representable in dtype ", *CONFIGURATION),
    # Of a scalar: the fill value, or one of a scalar_map. The range of an integer is left to numpy;
    # zarr's codec counts on its OverflowError.
    Refusal("TypeError", "Invalid fill_value: ", "configuration", "fill_value"),
    Refusal("TypeError", "Invalid type: ", "configuration", "fill_value"),
    Refusal("ValueError", "Invalid (hexadecimal )?float value: ", "configuration", "fill_value"),
    Refusal("ValueError", "non-hexadecimal number found in fromhex", "configuration", "fill_value"),
    Refusal("OverflowError", "Python integer .* out of bounds for ", "configuration", "fill_value"),
)

# The same of a type of 64 bits. Of data, it is no answer that anybody chose.
TOO_LARGE = Refusal(
    "OverflowError", "Python int too large to convert to C ", "configuration", "fill_value"
)


class ZarrPython:
    """The package behind the protocol."""

    capabilities = {
        "cast_value": {**CAPABILITIES, "configuration": True, "codec": True, "fill_value": True},
        "fill_value": {"data_types": DATA_TYPES},
        "reshape": None,
        "unpack": None,
        "pack": None,
    }

    def __init__(self, package: str) -> None:
        codec, casts, cast_refusals = CODECS[package]
        self._at_open = (*DOCUMENT, TOO_LARGE, *map(of_fill_value, cast_refusals))
        self._of_data = (*DOCUMENT, *cast_refusals)
        # Chunks are stored also where they hold the fill value alone.
        settings = {"codecs.cast_value": codec, "array.write_empty_chunks": True}
        import_package("zarr").config.set(settings)
        self._stores = import_package("zarr.storage")
        self._open_array = import_package("zarr.api.asynchronous").open_array
        self._buffer = import_package("zarr.buffer.cpu").Buffer
        self._codec = import_package("zarr.registry").get_codec_class("cast_value")
        self._run = asyncio.Runner().run
        self.implementation = {
            "name": "zarr",
            "version": f"{version('zarr')} with {casts} {version(casts)}",
            "language": "python",
        }

    def cast_value(self, request: Json) -> Json:
        """Write or read each array."""
        codec = request.get("codec")
        if codec is None:
            codec = f'{{"name": "cast_value", "configuration": {request["configuration"]}}}'
        data_type, fill_value = request["data_type"], request["fill_value"]
        encode = request["direction"] == "encode"
        store: dict[str, Any] = {}
        opened: dict[int, Any] = {}

        def array_of(count: int) -> Any:
            if count not in opened:
                opened[count] = self._open(store, count, data_type, fill_value, codec)
            return opened[count]

        try:
            array = array_of(1)
            cast = array.metadata.codecs[0]
            if not isinstance(cast, self._codec):
                return refused("configuration", "configuration", f"{cast!r} is another codec")
            source = array.dtype if encode else cast.dtype.to_native_dtype()
        except Exception as error:
            return refusal(error, self._at_open)

        def convert(data: bytes) -> Json:
            """One array through the package."""
            array = array_of(len(data) // source.itemsize)
            store.pop(CHUNK, None)
            try:
                if not encode:
                    store[CHUNK] = self._buffer.from_bytes(data)
                    return ok(self._read(array))
                self._run(array.setitem(slice(None), np.frombuffer(data, source)))
            except Exception as error:
                return refusal(error, self._of_data)
            chunk = store.get(CHUNK)  # there is none of an array without elements
            return ok(chunk.to_bytes() if chunk else b"")

        return results(request["arrays"], convert)

    def fill_value(self, request: Json) -> Json:
        """The bits that a chunk which is not stored is read as."""
        data_type, fill_value = request["data_type"], request["json"]
        if data_type not in DATA_TYPES:
            raise Unsupported(f"no data type {data_type}")
        try:
            bits = self._read(self._open({}, 1, data_type, fill_value, codec=""))
        except Exception as error:
            return refusal(error, self._at_open)
        return {"results": [ok(bits)]}

    def _open(
        self, store: dict[str, Any], count: int, data_type: str, fill_value: str, codec: str
    ) -> Any:
        """An array of one chunk, opened from the text of its metadata."""
        metadata = METADATA.format(
            count=count,
            chunk=max(count, 1),
            data_type=json.dumps(data_type),
            fill_value=fill_value,
            codecs=codec and f"{codec}, ",
        )
        store["zarr.json"] = self._buffer.from_bytes(metadata.encode())
        in_memory = self._stores.MemoryStore(store)
        return self._run(self._open_array(store=in_memory, mode="r+", zarr_format=3))

    def _read(self, array: Any) -> bytes:
        """All elements of an array, little-endian."""
        elements = np.asarray(self._run(array.getitem(slice(None))))
        return elements.astype(elements.dtype.newbyteorder("<")).tobytes()


def of_fill_value(entry: Refusal) -> Refusal:
    """The rejection of data, where it comes at open: there the fill value is cast."""
    if entry.stage != "data":
        return entry
    return entry._replace(stage="configuration", reason="fill_value")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Speaks the adapter protocol for zarr.")
    parser.add_argument("package", nargs="?", choices=CODECS, default="zarr")
    arguments = parser.parse_args()
    serve(lambda: ZarrPython(arguments.package))
