"""Checks an implementation of cast_value against the vectors: put yours in place of `cast`."""
import json
import math
import struct
import sys
from itertools import product
from pathlib import Path

VECTORS = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
TYPES = {row["name"]: row for row in json.loads((VECTORS / "types.json").read_text())}
ROUND = {"nearest-even": round, "towards-zero": math.trunc,
         "towards-positive": math.ceil, "towards-negative": math.floor}

def cast(source, target, rounding, out_of_range, bits):
    """Bits of `target`, or None: rejected. Only integers and float32 into integers and float16."""
    if source == "float32":
        [value] = struct.unpack("<f", struct.pack("<I", bits))
    else:
        width = TYPES[source]["bits"]
        value = bits - (TYPES[source]["signed"] and bits >> width - 1 << width)
    if target == "float16" and rounding == "nearest-even":
        try:
            return int.from_bytes(struct.pack("<e", value), "little")
        except OverflowError:
            return (0x7C00 if value > 0 else 0xFC00) if out_of_range == "clamp" else None
    if not math.isfinite(value):
        return None
    value, width = ROUND[rounding](value), TYPES[target]["bits"]
    low = -(1 << width - 1) if TYPES[target]["signed"] else 0
    clamped = min(max(value, low), low + (1 << width) - 1)
    if value != clamped and out_of_range == "none":
        return None
    return (clamped if out_of_range == "clamp" else value) % (1 << width)

def accepts(expected, got, target):
    """Whether `got` is right by an expected result."""
    if got is None or expected.startswith("data:"):
        return got is None and expected.startswith("data:")
    if expected == "nan":
        nan = {name: int(mask, 16) for name, mask in TYPES[target]["nan"]["ieee"].items()}
        return got & nan["exponent"] == nan["exponent"] and got & nan["fraction"] != 0
    return got == int(expected, 16)

def cells(group, function):
    """Inputs with their outcomes; of a run, its first and its last input."""
    size = 1 << TYPES[group["source"]]["bits"]
    if "outcomes" in function:
        inputs = [int(bits, 16) for bits in group["inputs"]] if "inputs" in group else range(size)
        return list(zip(inputs, function["outcomes"], strict=True))
    starts = [int(start, 16) for start, _ in function["runs"]] + [size]
    runs = zip(function["runs"], itertools.pairwise(starts))
    return [(bits, outcome) for (_, outcome), (first, end) in runs for bits in {first, end - 1}]

