"""Checks an implementation of reshape against the vectors: put yours in place of `reshape`."""
import collections, json, math, pathlib, sys
VECTORS = pathlib.Path(*sys.argv[1:] or [pathlib.Path(__file__).resolve().parent.parent])
OFFERS = {"configuration", "codec", "data"}  # what needs something else is skipped, not failed

def reshape(text, is_codec, shape, elements, data_type):  # elements in hex; None: it is refused
    value = json.loads(text)
    if is_codec:
        named = isinstance(value, dict) and value.get("name") == "reshape"
        value = value.get("configuration") if named else None
    if not isinstance(value, dict) or value.keys() != {"shape"}:
        return None
    output = resolve(value["shape"], shape) if isinstance(value["shape"], list) else None
    return None if output is None else (output, elements)  # in C order, they stay where they are

def resolve(parts, shape):
    dims = [dim for part in parts if isinstance(part, list) for dim in part]
    sizes = [part for part in parts if not isinstance(part, list)]
    valid = all(type(number) is int for number in dims + sizes)
    valid = valid and all(size > 0 or size == -1 for size in sizes) and sizes.count(-1) <= 1
    valid = valid and all(0 <= dim < len(shape) for dim in dims) and dims == sorted(set(dims))
    if not valid:
        return None
    extents = ([shape[dim] for dim in part] if isinstance(part, list) else [part] for part in parts)
    output, total = [math.prod(part) for part in extents], math.prod(shape)
    if -1 in output and (known := -math.prod(output)):
        output[output.index(-1)] = total // known
    aligned = all(
        math.prod(output[:i]) == math.prod(shape[:part[0]])
        and math.prod(output[i + 1:]) == math.prod(shape[part[-1] + 1:])
        for i, part in enumerate(parts) if isinstance(part, list) and part)
    return output if aligned and math.prod(output) == total and -1 not in output else None

def accepts(expected, got, elements):
    if isinstance(expected, str):  # a refusal, for whatever reason
        return got is None
    return got == ([int(n) for n in expected], elements)  # extents beyond 2^53 are strings

def check(batch, item):
    shape, data = [int(n) for n in item["input"]], item.get("data", {})
    text, elements = item.get("codec", item.get("configuration")), data.get("elements")
    got = reshape(text, "codec" in item, shape, elements, data.get("data_type"))
    outcome, tolerant = item["outcome"], isinstance(item["outcome"], dict)
    results = {"ours": outcome["is"], **outcome["or"]} if tolerant else {"ours": outcome}
    fitting = (name for name in results if accepts(results[name], got, elements))
    counts[name := next(fitting, "wrong")] += 1
    if name == "wrong":
        print(f"{batch['id']}/{item['name']}: {got}, not {results}")

counts = collections.Counter()
for path in sorted(VECTORS.glob("reshape/[bc]*/*.json")):  # batches, cases
    file = json.loads(path.read_bytes())
    assert file["format"] == 2, f"{path} has a format that is not known here"
    for batch, item in ((batch, item) for batch in file["items"] for item in batch["items"]):
        needs = [*batch.get("needs", []), *(["data"] if "data" in item else [])]
        if OFFERS.issuperset(needs):
            check(batch, item)
print(f"{counts.total()} checks, {counts['wrong']} mismatches; {dict(counts)}")
sys.exit(0 if counts.total() and not counts["wrong"] else 1)
