"""Checks an implementation of cast_value against the vectors: put yours in place of `cast`."""
import collections, itertools as it, json, pathlib, struct, sys
VECTORS = pathlib.Path(*sys.argv[1:] or [pathlib.Path(__file__).resolve().parent.parent])
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
        return zip([int(x, 16) for x in group.get("inputs", [])] or range(end), function["outcomes"])
    runs = [(int(start, 16), outcome) for start, outcome in function["runs"]] + [(end, None)]
    return ((at, out) for (start, out), (end, _) in it.pairwise(runs) for at in {start, end - 1})

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
        tolerant = isinstance(outcome, dict)
        results = {"ours": outcome["is"], **outcome["or"]} if tolerant else {"ours": outcome}
        fitting = (name for name in results if accepts(results[name], got, group["target"]))
        counts[name := next(fitting, "wrong")] += 1
        if name == "wrong":
            element = f"0x{bits:0{2 * TYPES[group['source']]['bytes']}x}"
            print(f"{'/'.join([group['id'], *mode, element])}: {got}, not {results}")

counts = collections.Counter()
for path in sorted(VECTORS.glob("cast_value/[pst]*/*.json")):  # points, segments, tables
    file = json.loads(path.read_bytes())
    assert file["format"] == 2, f"{path} has a format that is not known here"
    for group, function in ((group, f) for group in file["items"] for f in group["functions"]):
        for mode in it.chain(*(it.product(*h.values()) for h in function["holds"])):
            if offers(group["source"], group["target"], mode[0]):
                check(group, function, mode)
print(f"{counts.total()} checks, {counts['wrong']} mismatches; {dict(counts)}")
sys.exit(0 if counts.total() and not counts["wrong"] else 1)
