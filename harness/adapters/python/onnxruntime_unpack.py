"""Adapter for the PyPI package onnxruntime: Unpack as a model of operators that the engine has.

The engine has no Unpack. The models here compute it as a function body of the operator would. This
file writes them and hands over words and count; it does no arithmetic on either.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from protocol import Json, Refusal, Unsupported, import_package, ok, refusal, results, serve

WORDS = {"uint8": np.dtype("u1"), "uint32": np.dtype("<u4")}
OFFERED = {
    "data_types": tuple(WORDS),
    "bits": True,
    "grouped": True,
    "attributes": False,
    "huge_count": False,
    "max_rank": 64,  # of numpy's arrays, which carry the data
}
MAX_SESSIONS = 1024  # kept at a time

# What the engine says of words that are too few; its other errors say that the model can't be run.
REFUSALS = (
    Refusal(
        "Fail",
        ".* running Reshape node.* The input tensor cannot be reshaped to the requested shape",
        "data",
        "word_count",
    ),
)

# Rows of words become bits, bits become group indices of W bits, these become G digits of base R.
# Types to cast to: 2 is uint8, 7 is int64.
MODEL = """
<ir_version: 10, opset_import: ["": 21]>
unpack ({word}[{sizes}] X, int64 count) => (uint8[{sizes}] Y)
<int64[1] first = {{0}}, int64[1] last = {{-1}}, {word}[1] one = {{1}},
 {word}[{word_bits}] places = {{{places}}}, int64[1] word_bits = {{{word_bits}}},
 int64[1] W = {{{W}}}, int64[{W},1] weights = {{{weights}}},
 int64[1] G = {{{G}}}, int64[1] R = {{{R}}}, int64[{G}] powers = {{{powers}}}>
{{
    rows = Transpose <perm = [{to_last}]> (X)
    other_sizes = Shape <start = 0, end = -1> (rows)
    words = Shape <start = -1> (rows)
    each_word = Unsqueeze (rows, last)
    shifted = BitShift <direction = "RIGHT"> (each_word, places)
    bits_by_word = BitwiseAnd (shifted, one)
    stored = Mul (words, word_bits)
    stream_shape = Concat <axis = 0> (other_sizes, stored)
    stream = Reshape <allowzero = 1> (bits_by_word, stream_shape)

    counts = Unsqueeze (count, first)
    next = Add (counts, G)
    most = Add (next, last)
    groups = Div (most, G)
    used = Mul (groups, W)
    used_stream = Slice (stream, first, used, last)
    index_shape = Concat <axis = 0> (other_sizes, groups, W)
    bits_by_index = Reshape <allowzero = 1> (used_stream, index_shape)
    wide_bits = Cast <to = 7> (bits_by_index)
    indices = MatMul (wide_bits, weights)

    quotients = Div (indices, powers)
    digits_by_index = Mod (quotients, R)
    digit_count = Mul (groups, G)
    digits_shape = Concat <axis = 0> (other_sizes, digit_count)
    digits = Reshape <allowzero = 1> (digits_by_index, digits_shape)
    trimmed = Slice (digits, first, counts, last)
    codes = Cast <to = 2> (trimmed)
    Y = Transpose <perm = [{from_last}]> (codes)
}}
"""


class OnnxruntimeUnpack:
    """The package behind the protocol."""

    capabilities = {"cast_value": None, "reshape": None, "unpack": OFFERED, "pack": None}

    def __init__(self) -> None:
        self._engine = import_package("onnxruntime")
        self._read_model = import_package("onnx.parser").parse_model
        self._session = lru_cache(MAX_SESSIONS)(self._make_session)
        version = self._engine.__version__
        self.implementation = {"name": "onnxruntime", "version": version, "language": "python"}

    def unpack(self, request: Json) -> Json:
        """Run the model of the attributes."""
        word, shape = request["data_type"], [int(size) for size in request["shape"]]
        attributes = read_attributes(request["attributes"], len(shape))
        session = self._session(word, len(shape), *attributes)

        def convert(data: bytes) -> Json:
            words = np.frombuffer(data, WORDS[word]).reshape(shape)
            count = np.array(int(request["count"]), np.int64)
            try:
                (codes,) = session.run(None, {"X": words, "count": count})
            except Exception as error:
                return refusal(error, REFUSALS)
            return ok(codes.tobytes(), list(codes.shape))

        return results(request["arrays"], convert)

    def _make_session(self, *model: Any) -> Any:
        """A session for few runs on little data."""
        options = self._engine.SessionOptions()
        options.graph_optimization_level = self._engine.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        options.log_severity_level = 4  # what it raises says the same
        serialized = self._read_model(write_model(*model)).SerializeToString()
        providers = ["CPUExecutionProvider"]
        return self._engine.InferenceSession(serialized, options, providers=providers)


def write_model(word: str, rank: int, radix: int, group_size: int, axis: int) -> str:
    """The text of the model; it depends on everything but the sizes and the count."""
    word_bits = 8 * WORDS[word].itemsize
    width = (radix**group_size - 1).bit_length()  # ceil(log2(radix^group_size))
    return MODEL.format(
        word=word,
        sizes=join("?" * rank),
        word_bits=word_bits,
        places=join(range(word_bits)),
        W=width,
        weights=join(2**place for place in range(width)),
        G=group_size,
        R=radix,
        powers=join(radix**place for place in range(group_size)),
        to_last=join([*range(axis), *range(axis + 1, rank), axis]),
        from_last=join([*range(axis), rank - 1, *range(axis, rank - 1)]),
    )


def join(items: Any) -> str:
    """A list in the text of a model."""
    return ", ".join(str(item) for item in items)


def read_attributes(attributes: Json, rank: int) -> tuple[int, int, int]:
    """Radix, group_size and axis, where a model can be written for them."""
    values = {name: int(value) for name, value in attributes.items()}
    axis = values.pop("axis", -1)
    if values.keys() == {"bits"} and 1 <= values["bits"] <= 8:
        values = {"radix": 2 ** values["bits"], "group_size": 1}
    if values.keys() == {"radix", "group_size"} and -rank <= axis < rank:
        radix, group_size = values["radix"], values["group_size"]
        if 2 <= radix <= 256 and 1 <= group_size <= 62 and radix**group_size < 2**63:
            return radix, group_size, axis % rank
    raise Unsupported("attributes that no model can be written for")


if __name__ == "__main__":
    serve(OnnxruntimeUnpack)
