"""Checks an implementation of cast_value against the vectors: put yours in place of `cast`."""
import json, struct, sys
from collections import Counter
from itertools import product
from pathlib import Path

VECTORS = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
TYPES = {row["name"]: row for row in json.loads((VECTORS / "types.json").read_bytes())}

def offers(source, target, rounding):  # what yours does not offer is skipped, not failed
    half = source in ("float32", "int32") and (target, rounding) == ("float16", "nearest-even")
    return half or TYPES[source]["integer"] and TYPES[target]["integer"]

def cast(source, target, rounding, out_of_range, bits):  # None: the element is rejected
    width, size = TYPES[source]["bits"], 1 << TYPES[target]["bits"]
    value = bits - (bits >> width - 1 << width if TYPES[source]["signed"] else 0)
    if source == "float32":
        [value] = struct.unpack("<f", struct.pack("<I", bits))
    if target == "float16":
        if 65520 <= abs(value) < float("inf"):
            return (0x7C00 if value > 0 else 0xFC00) if out_of_range == "clamp" else None
        return int.from_bytes(struct.pack("<e", value), "little")
    low = -size // 2 if TYPES[target]["signed"] else 0
    clamped = min(max(value, low), low + size - 1)
    if out_of_range == "none" and value != clamped:
        return None
    return (clamped if out_of_range == "clamp" else value) % size

def cells(group, function):  # inputs and outcomes; of a run its first and its last input
    end = 1 << TYPES[group["source"]]["bits"]
    if "outcomes" in function:
        inputs = [int(bits, 16) for bits in group.get("inputs", [])] or range(end)
        return zip(inputs, function["outcomes"], strict=True)
    starts = [int(start, 16) for start, _ in function["runs"]]
    runs = zip(starts, starts[1:] + [end], (outcome for _, outcome in function["runs"]))
    return ((bits, outcome) for start, end, outcome in runs for bits in {start, end - 1})

def accepts(expected, got, target):
    if got is None or expected.startswith("data:"):
        return got is None and expected.startswith("data:")
    nan = TYPES[target].get("nan", {})
    if expected == "nan" and "ieee" in nan:
        exponent, fraction = (int(nan["ieee"][part], 16) for part in ("exponent", "fraction"))
        return got & exponent == exponent and got & fraction != 0
    return got == int(nan["only"] if expected == "nan" else expected, 16)

def check(group, function, rounding, out_of_range, direction):
    source, target = group["source"], group["target"]
    # encode: array of source, configuration's data_type is target; decode: the other way round
    array, stored = (source, target) if direction == "encode" else (target, source)
    digits = 2 * TYPES[source]["bytes"]
    if not offers(source, target, rounding):
        return counts.update(["skipped"])
    for bits, outcome in cells(group, function):
        got = cast(source, target, rounding, out_of_range, bits)
        outcome = outcome if isinstance(outcome, dict) else {"is": outcome, "or": {}}
        results = {"ours": outcome["is"], **outcome["or"]}
        name = next((name for name in results if accepts(results[name], got, target)), "wrong")
        counts[name] += 1
        if name == "wrong":
            cell = f"{group['id']}/{rounding}/{out_of_range}/{direction}/0x{bits:0{digits}x}"
            print(f"{cell}: {got}, not {results} (array of {array}, data_type {stored})")

counts = Counter()
for path in sorted(VECTORS.glob("cast_value/[pst]*/*.json")):  # points, segments, tables
    file = json.loads(path.read_bytes())
    assert file["format"] == 1, f"{path} has a format that is not known here"
    for group, function in ((g, f) for g in file["items"] for f in g["functions"]):
        for holds in function["holds"]:
            for mode in product(holds["rounding"], holds["out_of_range"], holds["directions"]):
                check(group, function, *mode)
skipped = counts.pop("skipped", 0)
checks = sum(counts.values())
print(f"{checks} checks, {counts['wrong']} mismatches, {skipped} functions skipped; {dict(counts)}")
sys.exit(0 if checks and not counts["wrong"] else 1)
