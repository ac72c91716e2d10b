"""Checks an implementation of cast_value against the vectors: put yours in place of `cast`."""
import json, struct, sys
from collections import Counter
from itertools import product
from pathlib import Path

VECTORS = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
TYPES = {row["name"]: row for row in json.loads((VECTORS / "types.json").read_bytes())["items"]}

def offers(source, target, rounding):  # what yours does not offer is skipped, not failed
    half = (source, target, rounding) == ("float32", "float16", "nearest-even")
    return half or TYPES[source]["integer"] and TYPES[target]["integer"]

def cast(source, target, rounding, out_of_range, bits):  # None: the element is rejected
    if target == "float16":
        [value] = struct.unpack("<f", struct.pack("<I", bits))
        if 65520 <= abs(value) < float("inf"):
            return (0x7C00 if value > 0 else 0xFC00) if out_of_range == "clamp" else None
        return int.from_bytes(struct.pack("<e", value), "little")
    width, size = TYPES[source]["bits"], 1 << TYPES[target]["bits"]
    value = bits - (bits >> width - 1 << width if TYPES[source]["signed"] else 0)
    low = -size // 2 if TYPES[target]["signed"] else 0
    nearest = min(max(value, low), low + size - 1)
    rejected = out_of_range == "none" and value != nearest
    return None if rejected else (nearest if out_of_range == "clamp" else value) % size

def cells(group, function):  # inputs and outcomes; of a run its first and its last input
    end = 1 << TYPES[group["source"]]["bits"]
    if "outcomes" in function:
        inputs = [int(bits, 16) for bits in group.get("inputs", [])] or range(end)
        return zip(inputs, function["outcomes"], strict=True)
    starts = [int(start, 16) for start, _ in function["runs"]] + [end]
    runs = zip(starts, starts[1:], (outcome for _, outcome in function["runs"]))
    return ((bits, outcome) for start, end, outcome in runs for bits in {start, end - 1})

def accepts(expected, got, target):
    if got is None or expected.startswith("data:"):
        return got is None and expected.startswith("data:")
    nan = TYPES[target].get("nan", {})
    if expected == "nan" and "ieee" in nan:
        exponent, fraction = (int(nan["ieee"][part], 16) for part in ("exponent", "fraction"))
        return got & exponent == exponent and got & fraction != 0
    return got == int(nan["only"] if expected == "nan" else expected, 16)

def check(group, function, mode):  # mode: rounding, out_of_range, direction
    for bits, outcome in cells(group, function):
        got = cast(group["source"], group["target"], *mode[:2], bits)
        outcome = outcome if isinstance(outcome, dict) else {"is": outcome, "or": {}}
        results = {"ours": outcome["is"], **outcome["or"]}
        fits = (name for name in results if accepts(results[name], got, group["target"]))
        counts[name := next(fits, "wrong")] += 1
        if name == "wrong":
            digits = 2 * TYPES[group["source"]]["bytes"]
            print(f"{'/'.join([group['id'], *mode])}/0x{bits:0{digits}x}: {got}, not {results}")

counts = Counter()
for path in sorted(VECTORS.glob("cast_value/[pst]*/*.json")):  # points, segments, tables
    file = json.loads(path.read_bytes())
    assert file["format"] == 1, f"{path} has a format that is not known here"
    for group, function in ((group, f) for group in file["items"] for f in group["functions"]):
        for holds in function["holds"]:
            for mode in product(holds["rounding"], holds["out_of_range"], holds["directions"]):
                if offers(group["source"], group["target"], mode[0]):
                    check(group, function, mode)
print(f"{counts.total()} checks, {counts['wrong']} mismatches; {dict(counts)}")
sys.exit(0 if counts.total() and not counts["wrong"] else 1)
