"""Adapter for the PyPI package cast-value-rs, versions 0.4.2 and 0.5.1.

The package offers one function, `cast_array`, from a numpy array to a data type, with the rounding
and range modes in the words of the codec. It knows no directions, configurations or fill values:
encode and decode are the same cast between swapped types.
"""

from __future__ import annotations

from importlib.metadata import version

import numpy as np

from cast_refusals import CAST_VALUE_RS
from configuration import (
    CAPABILITIES,
    cast_types,
    numpy_type,
    read_configuration,
    read_scalar_map,
)
from protocol import Json, import_package, ok, refusal, results, serve


class CastValueRs:
    """The package behind the protocol."""

    capabilities = {"cast_value": CAPABILITIES, "reshape": None, "unpack": None, "pack": None}

    def __init__(self) -> None:
        self._cast_array = import_package("cast_value_rs").cast_array
        self.implementation = {
            "name": "cast-value-rs",
            "version": version("cast-value-rs"),
            "language": "python",
        }

    def cast_value(self, request: Json) -> Json:
        """Cast each array from the type of its data to the other type of the request."""
        configuration = read_configuration(request)
        source, target = cast_types(request, configuration)
        cast_array, dtype = self._cast_array, numpy_type(source)
        entries = read_scalar_map(configuration, request["direction"], source, target)
        options = {
            "target_dtype": target,
            "rounding_mode": configuration.get("rounding", "nearest-even"),
            "out_of_range_mode": configuration.get("out_of_range"),
            "scalar_map_entries": entries,
        }

        def convert(data: bytes) -> Json:
            """One call of the package."""
            array = np.frombuffer(data, dtype)
            try:
                cast = cast_array(array, **options)
            except Exception as error:
                return refusal(error, CAST_VALUE_RS)
            return ok(cast.tobytes())

        return results(request["arrays"], convert)


if __name__ == "__main__":
    serve(CastValueRs)
