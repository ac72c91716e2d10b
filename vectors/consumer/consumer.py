"""Checks an implementation of cast_value against the vectors: put yours in place of `cast`."""

import collections
import json
import pathlib
import struct
import sys
from itertools import product

VECTORS = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
TYPES = {row["name"]: row for row in json.loads((VECTORS / "types.json").read_bytes())["items"]}
RULES = {row["id"]: row for row in json.loads((VECTORS / "rules.json").read_bytes())["items"]}
MODES = ["nearest-even", "towards-zero", "towards-positive", "towards-negative", "nearest-away"]


def offers(source, target, rounding):  # what yours does not offer is skipped, not failed
    if (source, target, rounding) == ("float32", "float16", "nearest-even"):
        return True
    return TYPES[source]["integer"] and TYPES[target]["integer"]


def cast(source, target, rounding, out_of_range, bits):  # None: the element is rejected
    if target == "float16":
        [value] = struct.unpack("<f", struct.pack("<I", bits))
        if 65520 <= abs(value) < float("inf"):
            infinity = 0x7C00 if value > 0 else 0xFC00
            return infinity if out_of_range == "clamp" else None
        return int.from_bytes(struct.pack("<e", value), "little")
    width = TYPES[source]["bits"]
    negative = TYPES[source]["signed"] and bits >> (width - 1) == 1
    value = bits - 2**width if negative else bits
    size = 2 ** TYPES[target]["bits"]
    lowest = -size // 2 if TYPES[target]["signed"] else 0
    nearest = min(max(value, lowest), lowest + size - 1)
    if out_of_range == "none" and value != nearest:
        return None
    return (nearest if out_of_range == "clamp" else value) % size


def cells(group, function):  # pairs of an input and its outcome; the two ends of each run
    end = 2 ** TYPES[group["source"]]["bits"]
    if "outcomes" in function:
        inputs = [int(bits, 16) for bits in group["inputs"]] if "inputs" in group else range(end)
        yield from zip(inputs, function["outcomes"])
        return
    starts = [int(start, 16) for start, outcome in function["runs"]]
    for (_, outcome), start, next_start in zip(function["runs"], starts, starts[1:] + [end]):
        for bits in sorted({start, next_start - 1}):
            yield bits, outcome


def accepts(expected, got, target):
    if got is None or expected.startswith("data:"):
        return got is None and expected.startswith("data:")
    if expected != "nan":
        return got == int(expected, 16)
    nan = TYPES[target]["nan"]
    if "only" in nan:
        return got == int(nan["only"], 16)
    exponent = int(nan["ieee"]["exponent"], 16)
    return got & exponent == exponent and got & int(nan["ieee"]["fraction"], 16) != 0


def deciding_rule(group, function, rounding, bits):
    def last(entries):  # the entry with the last start at or below the input
        return [rule for start, rule in entries if int(start, 16) <= bits][-1]

    rule = last(group["decided_by"]) or last(function["decided_by"])
    return RULES[f"CV-ROUND-{MODES.index(rounding) + 1}" if rule == "rounding" else rule]


def check(group, function, mode):
    rounding, out_of_range, _direction = mode
    for bits, outcome in cells(group, function):
        got = cast(group["source"], group["target"], rounding, out_of_range, bits)
        results = {"ours": outcome}
        if isinstance(outcome, dict):
            results = {"ours": outcome["is"], **outcome["or"]}
        names = [name for name in results if accepts(results[name], got, group["target"])]
        counts[names[0] if names else "wrong"] += 1
        if not names:
            digits = 2 * TYPES[group["source"]]["bytes"]
            print("/".join([group["id"], *mode, f"0x{bits:0{digits}x}"]), end=": ")
            rule = deciding_rule(group, function, rounding, bits)
            print(f"{got}, not {results}; {rule['id']}: {rule['sentence']}")


counts = collections.Counter()
for path in sorted(VECTORS.glob("cast_value/[pst]*/*.json")):  # points, segments, tables
    file = json.loads(path.read_bytes())
    assert file["format"] == 2, f"{path} has a format that is not known here"
    for group in file["items"]:
        for function in group["functions"]:
            for holds in function["holds"]:
                for mode in product(holds["rounding"], holds["out_of_range"], holds["directions"]):
                    if offers(group["source"], group["target"], mode[0]):
                        check(group, function, mode)
print(f"{counts.total()} checks, {counts['wrong']} mismatches; {dict(counts)}")
sys.exit(0 if counts.total() > 0 and counts["wrong"] == 0 else 1)
