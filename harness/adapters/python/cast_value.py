"""Adapter for the PyPI package cast-value, version 0.2.1: its function on numpy arrays.

`cast_array` is the package's own implementation, in numpy. Encode and decode are the same cast
between swapped types. zarr_python.py asks the package's codec, which reads JSON.
"""

from __future__ import annotations

from importlib.metadata import version

import numpy as np

from cast_refusals import CAST_VALUE
from configuration import (
    CAPABILITIES,
    cast_types,
    numpy_type,
    read_configuration,
    read_scalar_map,
)
from protocol import Json, Unsupported, import_package, ok, refusal, results, serve


class CastValue:
    """The package behind the protocol."""

    capabilities = {"cast_value": CAPABILITIES, "reshape": None, "unpack": None, "pack": None}

    def __init__(self) -> None:
        self._cast_array = import_package("cast_value").cast_array
        self.implementation = {
            "name": "cast-value",
            "version": version("cast-value"),
            "language": "python",
        }

    def cast_value(self, request: Json) -> Json:
        """Cast each array from the type of its data to the other type of the request."""
        configuration = read_configuration(request)
        source, target = map(numpy_type, cast_types(request, configuration))
        options = {
            "target_dtype": target,
            "rounding_mode": configuration.get("rounding", "nearest-even"),
            "out_of_range_mode": configuration.get("out_of_range"),
            "scalar_map_entries": read_entries(configuration, request["direction"], source, target),
        }
        cast_array = self._cast_array

        def convert(data: bytes) -> Json:
            """One call of the package."""
            array = np.frombuffer(data, source)
            try:
                cast = cast_array(array, **options)
            except Exception as error:
                return refusal(error, CAST_VALUE)
            return ok(cast.tobytes())

        return results(request["arrays"], convert)


def read_entries(
    configuration: Json, direction: str, source: np.dtype, target: np.dtype
) -> list[tuple[np.generic, np.generic]] | None:
    """The entries of the scalar_map as the package takes them: scalars of numpy."""
    entries = read_scalar_map(configuration, direction, source.name, target.name)
    try:
        return entries and [(source.type(key), target.type(value)) for key, value in entries]
    except (OverflowError, ValueError) as error:
        raise Unsupported(f"numpy has no such scalar: {error}") from None


if __name__ == "__main__":
    serve(CastValue)
