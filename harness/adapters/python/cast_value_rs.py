"""Adapter for the PyPI package cast-value-rs, versions 0.4.2 and 0.5.1.

The package offers one function, `cast_array`, from a numpy array to a data type, with the rounding
and range modes in the words of the codec. It knows no directions, configurations or fill values:
encode and decode are the same cast between swapped types, and this file reads the JSON.
"""

from __future__ import annotations

import json
import math
import re
from importlib.metadata import version

import numpy as np

from protocol import Json, Unsupported, import_package, ok, refused, results, serve

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float16", "float32", "float64")
DATA_TYPES = INTEGERS + FLOATS
# Types of numpy that are none of the codec's: arrays of them are for the package to refuse.
FOREIGN_TYPES = ("bool", "complex64", "complex128")

ROUNDING = ("nearest-even", "towards-zero", "towards-positive", "towards-negative", "nearest-away")
MEMBERS = {"data_type", "rounding", "out_of_range", "scalar_map"}
SPECIAL_VALUES = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}

# How the messages of the package's ValueError start, with stage and reason; the first match holds.
REFUSALS = (
    ("Cannot cast NaN", "data", "nan"),
    (("Cannot cast inf", "Cannot cast -inf"), "data", "infinite"),
    (("Value inf ", "Value -inf "), "data", "infinite"),
    ("Value ", "data", "out_of_range"),
    (("Unknown ", "Each scalar_map "), "configuration", "configuration"),
)


class CastValueRs:
    """The package behind the protocol."""

    capabilities = {
        "cast_value": {
            "data_types": DATA_TYPES,
            "rounding": ROUNDING,
            "out_of_range": ("none", "clamp", "wrap"),
            "directions": ("encode", "decode"),
            "scalar_map": True,
            "configuration": False,
            "fill_value": False,
        },
        "reshape": None,
        "unpack": None,
        "pack": None,
    }

    def __init__(self) -> None:
        self._cast_array = import_package("cast_value_rs").cast_array
        self.implementation = {
            "name": "cast-value-rs",
            "version": version("cast-value-rs"),
            "language": "python",
        }

    def cast_value(self, request: Json) -> Json:
        """Cast each array from the type of its data to the other type of the request."""
        direction = request["direction"]
        configuration = read_configuration(request)
        array_type, stored_type = type_name(request["data_type"]), configuration["data_type"]
        types = {"encode": (array_type, stored_type), "decode": (stored_type, array_type)}
        source, target = types[direction]

        cast_array, dtype = self._cast_array, numpy_type(source)
        options = {
            "target_dtype": target,
            "rounding_mode": configuration.get("rounding", "nearest-even"),
            "out_of_range_mode": configuration.get("out_of_range"),
            "scalar_map_entries": read_scalar_map(configuration, direction, source, target),
        }

        def convert(data: bytes) -> Json:
            """One call of the package; its two documented exceptions are its verdicts."""
            array = np.frombuffer(data, dtype)
            try:
                return ok(cast_array(array, **options).tobytes())
            except (TypeError, ValueError) as error:
                return refusal(error)

        return results(request["arrays"], convert)


def refusal(error: Exception) -> Json:
    """The stage and reason behind an exception of the package.

    It raises TypeError for types and scalar_map entries, ValueError for modes and elements.
    """
    message = str(error)
    if isinstance(error, TypeError):
        return refused("configuration", "configuration", message)
    for start, stage, reason in REFUSALS:
        if message.startswith(start):
            return refused(stage, reason, message)
    return refused("data", "other", message)


def read_configuration(request: Json) -> Json:
    """The configuration of a request, with the name of its data type.

    Members that the package has no argument for can't be asked.
    """
    try:
        configuration = json.loads(request["configuration"])
    except KeyError:
        raise Unsupported("the package reads no codec objects") from None
    except (ValueError, RecursionError) as error:
        raise Unsupported(f"this adapter can't read the configuration: {error}") from None
    if not isinstance(configuration, dict) or not {"data_type"} <= configuration.keys() <= MEMBERS:
        raise Unsupported("not the members that the package has arguments for")
    return {**configuration, "data_type": type_name(configuration["data_type"])}


def type_name(data_type: object) -> object:
    """The name of a data type that is given as a string or as an object."""
    return data_type.get("name") if isinstance(data_type, dict) else data_type


def numpy_type(name: object) -> np.dtype:
    """The numpy type of an array to hand to the package."""
    if name not in DATA_TYPES + FOREIGN_TYPES:
        raise Unsupported(f"numpy has no arrays of data type {name!r}")
    return np.dtype(name).newbyteorder("<")


def read_scalar_map(
    configuration: Json, direction: str, source: object, target: object
) -> list[tuple[object, object]] | None:
    """The entries that act in the direction, as the package takes them: a list of pairs."""
    scalar_map = configuration.get("scalar_map")
    if scalar_map is None:
        return None
    try:
        entries = scalar_map.get(direction, [])
        return [(read_scalar(key, source), read_scalar(value, target)) for key, value in entries]
    except (AttributeError, TypeError, ValueError):
        raise Unsupported("scalar_map is not an object of lists of pairs") from None


def read_scalar(encoded: object, name: object) -> object:
    """A number from its fill-value encoding in a data type.

    What the encoding can't tell (a fraction or NaN for an integer type, an integer beyond its
    range) goes to the package as it stands, to be refused there.
    """
    if isinstance(encoded, str) and encoded in SPECIAL_VALUES:
        return SPECIAL_VALUES[encoded]
    if name in FLOATS:
        return read_float(encoded, np.dtype(name))
    if type(encoded) in (int, float):
        return encoded
    raise unreadable(encoded, name)


def read_float(encoded: object, dtype: np.dtype) -> np.generic:
    """A number of a float type from a JSON number, or from the hex of its bits, big-endian."""
    if type(encoded) in (int, float):
        return dtype.type(float(str(encoded)))  # from text, an integer can't overflow
    if isinstance(encoded, str) and re.fullmatch(f"0x[0-9a-fA-F]{{{2 * dtype.itemsize}}}", encoded):
        return np.frombuffer(bytes.fromhex(encoded[2:]), dtype.newbyteorder(">"))[0]
    raise unreadable(encoded, dtype.name)


def unreadable(encoded: object, name: object) -> Unsupported:
    """Why a scalar can't be handed to the package."""
    return Unsupported(f"not a fill value of data type {name}: {encoded!r}")


if __name__ == "__main__":
    serve(CastValueRs)
