"""Checks an implementation of Unpack and Pack against the vectors: put yours in their place."""

import collections
import json
import pathlib
import struct
import sys
from math import prod

VECTORS = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
OFFERS = {"huge_count"}  # a batch that needs something else is skipped, not failed


def unpack(word_bits, attributes, shape, words, count):  # None: it is rejected
    radix, group_size, width, axis = layout(attributes, len(shape))

    def unpack_row(row):
        stream = sum(word << (word_bits * i) for i, word in enumerate(row))
        codes = []
        while len(codes) < count:
            index = stream % 2**width
            stream >>= width
            codes += [index // radix**i % radix for i in range(group_size)]
        return codes[:count]

    return map_rows(axis, shape, words, count, unpack_row)


def pack(word_bits, attributes, shape, codes):
    radix, group_size, width, axis = layout(attributes, len(shape))
    groups = -(-shape[axis] // group_size)
    count = -(-groups * width // word_bits)

    def pack_row(row):
        stream = 0
        for i, code in enumerate(row):
            group, place = divmod(i, group_size)
            stream += code * radix**place << (group * width)
        return [stream >> (word_bits * i) & (2**word_bits - 1) for i in range(count)]

    return map_rows(axis, shape, codes, count, pack_row)


def layout(attributes, rank):  # radix, codes of a group, bits of a group's index, axis
    radix = attributes["radix"] if "radix" in attributes else 2 ** attributes["bits"]
    group_size = attributes.get("group_size", 1)
    width = (radix**group_size - 1).bit_length()
    return radix, group_size, width, attributes.get("axis", -1) % rank


def map_rows(axis, shape, elements, count, function):  # each row along the axis becomes another
    outer, inner = prod(shape[:axis]), prod(shape[axis + 1 :])
    old, new = shape[axis] * inner, count * inner
    result = [0] * (outer * new)
    for i in range(outer):
        for j in range(inner):
            row = function(elements[i * old + j : (i + 1) * old : inner])
            result[i * new + j : (i + 1) * new : inner] = row
    return [*shape[:axis], count, *shape[axis + 1 :]], result


def tensor(shape, data, element):  # extents beyond 2^53 are strings
    elements = [value for [value] in struct.iter_unpack(element, bytes.fromhex(data))]
    return [int(extent) for extent in shape], elements


def check(name, got, expected):
    counts["ours" if got == expected else "wrong"] += 1
    if got != expected:
        print(f"{name}: {got}, not {expected}")


def check_item(name, item):
    element = {"uint8": "<B", "uint32": "<I"}[item["data_type"]]
    word_bits = 8 * struct.calcsize(element)
    attributes = {key: int(value) for key, value in item["attributes"].items()}
    words = tensor(**item["words"], element=element) if "words" in item else None
    codes = tensor(**item["codes"], element="<B") if "codes" in item else None
    if words:
        got = unpack(word_bits, attributes, *words, int(item["count"]))
        check(f"{name}/unpack", got, None if "error" in item else codes)
    if codes:
        packed = tensor(words[0], item["packed"], element) if "packed" in item else words
        got = pack(word_bits, attributes, *codes)
        check(f"{name}/pack", got, None if "error" in item else packed)


counts = collections.Counter()
for path in sorted(VECTORS.glob("unpack/[bc]*/*.json")):  # batches, cases
    file = json.loads(path.read_bytes())
    assert file["format"] == 2, f"{path} has a format that is not known here"
    for batch in file["items"]:
        if set(batch.get("needs", [])) <= OFFERS:
            for item in batch["items"]:
                check_item(f"{batch['id']}/{item['name']}", item)
print(f"{counts.total()} checks, {counts['wrong']} mismatches; {dict(counts)}")
sys.exit(0 if counts.total() > 0 and counts["wrong"] == 0 else 1)
