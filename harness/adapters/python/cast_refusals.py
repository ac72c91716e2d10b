"""How the two packages that cast reject on purpose.

Each is asked by its own adapter and, as the codec of zarr, by zarr_python.py.
"""

from __future__ import annotations

from protocol import Refusal

CONFIGURATION = ("configuration", "configuration")

# In Rust; what rejects a value is a ValueError, what rejects a type or an argument a TypeError.
CAST_VALUE_RS = (
    Refusal("ValueError", "Cannot cast NaN ", "data", "nan"),
    Refusal("ValueError", "Cannot cast -?inf ", "data", "infinite"),
    Refusal("ValueError", "Value -?inf out of range ", "data", "infinite"),
    Refusal("ValueError", "Value .* out of range ", "data", "out_of_range"),
    Refusal("ValueError", "Unknown rounding mode: ", *CONFIGURATION),
    Refusal("ValueError", "Unknown out_of_range mode: ", *CONFIGURATION),
    Refusal("ValueError", "Each scalar_map entry must be ", *CONFIGURATION),
    Refusal("TypeError", "scalar_map_entries must be ", *CONFIGURATION),
    Refusal("TypeError", "scalar_map (source|target) value ", *CONFIGURATION),
    Refusal("TypeError", "Unsupported (numpy|source|target) dtype: ", *CONFIGURATION),
    # The modes are extracted as strings; this is how the bindings say that one is none.
    Refusal("TypeError", "'.*' (object )?is not an instance of 'str'", *CONFIGURATION),
)

# In numpy. The package raises the ValueErrors itself. It also turns numpy's warnings about overflow
# and invalid values into exceptions and says what for: they are to be hard errors. So these are its
# rejections too. Other errors of numpy, such as OverflowError, just happen to it.
CAST_VALUE = (
    Refusal("ValueError", "Cannot cast NaN or Infinity to integer type ", "data", "other"),
    Refusal("ValueError", "Values out of range for ", "data", "out_of_range"),
    Refusal("ValueError", "Unknown rounding mode: ", *CONFIGURATION),
    Refusal("FloatingPointError", "overflow encountered in ", "data", "out_of_range"),
    Refusal("FloatingPointError", "invalid value encountered in ", "data", "other"),
)
