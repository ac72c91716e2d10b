"""Configurations of cast_value for a package that takes arguments: this side reads the JSON.

The data types are those that numpy has itself.
"""

from __future__ import annotations

import json
import math
import re

import numpy as np

from protocol import Json, Unsupported

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float16", "float32", "float64")
DATA_TYPES = INTEGERS + FLOATS
# Types of numpy that are none of the codec's: arrays of them are for the package to reject.
FOREIGN_TYPES = ("bool", "complex64", "complex128")

ROUNDING = ("nearest-even", "towards-zero", "towards-positive", "towards-negative", "nearest-away")
MEMBERS = {"data_type", "rounding", "out_of_range", "scalar_map"}
SPECIAL_VALUES = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}

CAPABILITIES = {
    "data_types": DATA_TYPES,
    "rounding": ROUNDING,
    "out_of_range": ("none", "clamp", "wrap"),
    "directions": ("encode", "decode"),
    "scalar_map": True,
    "configuration": False,
    "fill_value": False,
}


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


def cast_types(request: Json, configuration: Json) -> tuple[object, object]:
    """The types that the request's arrays are cast from and to."""
    array_type, stored_type = type_name(request["data_type"]), configuration["data_type"]
    encode = request["direction"] == "encode"
    return (array_type, stored_type) if encode else (stored_type, array_type)


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
    """The entries that act in the direction, as pairs of numbers."""
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

    What the encoding can't express (a fraction or NaN for an integer type, an integer beyond its
    range) goes to the package as it is, to be rejected there.
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
