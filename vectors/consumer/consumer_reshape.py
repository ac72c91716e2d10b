"""Checks an implementation of reshape against the vectors: put yours in place of `reshape`."""

import collections
import json
import pathlib
import sys
from math import prod

VECTORS = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
OFFERS = {"configuration", "codec", "data"}  # what needs something else is skipped, not failed


def reshape(text, is_codec, shape, elements, data_type):  # elements in hex; None: it is rejected
    value = json.loads(text)
    if is_codec:
        named = isinstance(value, dict) and value.get("name") == "reshape"
        value = value.get("configuration") if named else None
    if not isinstance(value, dict) or value.keys() != {"shape"}:
        return None
    if not isinstance(value["shape"], list) or not valid(value["shape"], len(shape)):
        return None
    output = resolve(value["shape"], shape)
    if prod(output) != prod(shape) or not aligned(value["shape"], output, shape):
        return None
    return output, elements  # in C order, they stay where they are


def valid(parts, rank):
    dims = [dim for part in parts if isinstance(part, list) for dim in part]
    sizes = [part for part in parts if not isinstance(part, list)]
    if not all(type(number) is int for number in dims + sizes):
        return False
    if not all(size > 0 or size == -1 for size in sizes) or sizes.count(-1) > 1:
        return False
    return dims == sorted(set(dims)) and all(0 <= dim < rank for dim in dims)


def resolve(parts, shape):  # -1 stays if no size would do; then the products differ
    output = []
    for part in parts:
        output.append(prod(shape[dim] for dim in part) if isinstance(part, list) else part)
    if -1 in output:
        others = -prod(output)
        if others != 0:
            output[output.index(-1)] = prod(shape) // others
    return output


def aligned(parts, output, shape):
    if -1 in output:
        return False
    for position, part in enumerate(parts):
        if isinstance(part, list) and part:
            if prod(output[:position]) != prod(shape[: part[0]]):
                return False
            if prod(output[position + 1 :]) != prod(shape[part[-1] + 1 :]):
                return False
    return True


def accepts(expected, got, elements):
    if isinstance(expected, str):  # a rejection, for whatever reason
        return got is None
    shape = [int(extent) for extent in expected]  # extents beyond 2^53 are strings
    return got == (shape, elements)


def check(batch, item):
    text = item["codec"] if "codec" in item else item["configuration"]
    shape = [int(extent) for extent in item["input"]]
    data = item.get("data", {})
    elements = data.get("elements")
    got = reshape(text, "codec" in item, shape, elements, data.get("data_type"))
    results = {"ours": item["outcome"]}
    if isinstance(item["outcome"], dict):
        results = {"ours": item["outcome"]["is"], **item["outcome"]["or"]}
    names = [name for name in results if accepts(results[name], got, elements)]
    counts[names[0] if names else "wrong"] += 1
    if not names:
        print(f"{batch['id']}/{item['name']}: {got}, not {results}")


counts = collections.Counter()
for path in sorted(VECTORS.glob("reshape/[bc]*/*.json")):  # batches, cases
    file = json.loads(path.read_bytes())
    assert file["format"] == 2, f"{path} has a format that is not known here"
    for batch in file["items"]:
        for item in batch["items"]:
            needs = set(batch.get("needs", []))
            if "data" in item:
                needs.add("data")
            if needs <= OFFERS:
                check(batch, item)
print(f"{counts.total()} checks, {counts['wrong']} mismatches; {dict(counts)}")
sys.exit(0 if counts.total() > 0 and counts["wrong"] == 0 else 1)
