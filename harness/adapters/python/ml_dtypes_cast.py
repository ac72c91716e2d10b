"""Adapter for the PyPI package ml_dtypes, version 0.6.0: numpy's `astype` among all 26 data types.

`astype` rounds to nearest-even and rejects nothing, so it is comparable with the codec only where no
input is rejected. Which casts these are depends on the range rule, which the command names:

- `none`: whatever the source holds is in the target's range;
- `clamp`: these, and casts whose overflow is an infinity or, where source and target have neither
  infinities nor NaN, the largest finite number;
- `wrap`: among integer types.

No rule has the casts from float to integer types, which `astype` truncates. Only encoding is
declared, since decoding is the same cast.
"""

from __future__ import annotations

import argparse
import itertools

import ml_dtypes
import numpy as np

from configuration import cast_types, read_configuration
from protocol import Json, Unsupported, ok, results, serve

INTEGERS = tuple(f"{sign}int{bits}" for sign in ("", "u") for bits in (2, 4, 8, 16, 32, 64))
WITHOUT_SPECIALS = ("float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn")  # neither infinities nor NaN
WITH_NAN = ("float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu")  # only
WITHOUT_ZERO = "float8_e8m0fnu"
WITH_INFINITIES = (
    "float8_e3m4",
    "float8_e4m3",
    "float8_e5m2",
    "bfloat16",
    "float16",
    "float32",
    "float64",
)
FINITE = INTEGERS + WITHOUT_SPECIALS
DATA_TYPES = FINITE + WITH_NAN + WITH_INFINITIES


class MlDtypesCast:
    """The package behind the protocol, for one range rule."""

    def __init__(self, out_of_range: str) -> None:
        np.seterr(all="ignore")
        self.implementation = {
            "name": "ml_dtypes",
            "version": f"{ml_dtypes.__version__} with numpy {np.__version__}",
            "language": "python",
        }
        stands_for = {"none": fits, "clamp": clamps, "wrap": wraps}[out_of_range]
        casts = itertools.product(DATA_TYPES, repeat=2)
        self._pairs = tuple(cast for cast in casts if exists(*cast) and stands_for(*cast))
        offered = {
            "data_types": DATA_TYPES,
            "pairs": self._pairs,
            "rounding": ("nearest-even",),
            "out_of_range": (out_of_range,),
            "directions": ("encode",),
            "scalar_map": False,
            "configuration": False,
            "fill_value": False,
        }
        self.capabilities = {"cast_value": offered, "reshape": None, "unpack": None, "pack": None}

    def cast_value(self, request: Json) -> Json:
        """One `astype` for each array."""
        cast = cast_types(request, read_configuration(request))
        if cast not in self._pairs:
            raise Unsupported(f"astype cannot do this cast: {cast}")
        source, target = map(numpy_type, cast)
        return results(
            request["arrays"],
            lambda data: ok(np.frombuffer(data, source).astype(target).tobytes()),
        )


def exists(source: str, target: str) -> bool:
    """Whether there is such a cast; a few between narrow types are missing."""
    return np.can_cast(numpy_type(source), numpy_type(target), casting="unsafe")


def fits(source: str, target: str) -> bool:
    """Whether the target's range has whatever the source holds."""
    if target == WITHOUT_ZERO:
        return source == target
    if target in INTEGERS:
        return source in INTEGERS and in_range(source, target)
    return holds_specials(source, target) and in_range(source, target)


def clamps(source: str, target: str) -> bool:
    """Whether `astype` clamps, or has nothing to clamp."""
    saturates = source in FINITE and target in WITHOUT_SPECIALS
    return fits(source, target) or saturates or target in WITH_INFINITIES


def wraps(source: str, target: str) -> bool:
    """Whether `astype` wraps."""
    return source in INTEGERS and target in INTEGERS


def holds_specials(source: str, target: str) -> bool:
    """Whether a float type has the infinities and the NaN that the source has."""
    if source in WITH_INFINITIES:
        return target in WITH_INFINITIES
    return source in FINITE or target in WITH_NAN + WITH_INFINITIES


def in_range(source: str, target: str) -> bool:
    """Whether a type's least and greatest finite numbers are in another's range."""
    (least, greatest), (minimum, maximum) = limits(source), limits(target)
    return bool(minimum <= least and greatest <= maximum)


def limits(name: str) -> tuple[int | float, int | float]:
    """The least and the greatest finite number of a type."""
    if name in INTEGERS:
        integers = ml_dtypes.iinfo(numpy_type(name))
        return int(integers.min), int(integers.max)
    floats = ml_dtypes.finfo(numpy_type(name))
    return float(floats.min), float(floats.max)


def numpy_type(name: str) -> np.dtype:
    """The type of an array, one that ml_dtypes adds to numpy or numpy's own."""
    return np.dtype(getattr(ml_dtypes, name, name)).newbyteorder("<")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Speaks the adapter protocol for ml_dtypes.")
    parser.add_argument("out_of_range", choices=("none", "clamp", "wrap"))
    arguments = parser.parse_args()
    serve(lambda: MlDtypesCast(arguments.out_of_range))
