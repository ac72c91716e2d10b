"""Checks an implementation of Unpack and Pack against the vectors: put yours in their place."""
import collections, itertools as it, json, math, pathlib, struct, sys
VECTORS = pathlib.Path(*sys.argv[1:] or [pathlib.Path(__file__).resolve().parent.parent])
OFFERS = {"huge_count"}  # a batch that needs something else is skipped, not failed

def unpack(word_bits, attributes, shape, words, count):  # None: it is refused
    radix, size, width, axis = layout(attributes, len(shape))
    def codes(row):
        bits = sum(word << word_bits * i for i, word in enumerate(row))
        indices = (bits >> width * group & (1 << width) - 1 for group in range(-(-count // size)))
        return [index // radix**i % radix for index in indices for i in range(size)][:count]
    return along(axis, shape, words, count, codes)

def pack(word_bits, attributes, shape, codes):
    radix, size, width, axis = layout(attributes, len(shape))
    count = -(-(-(-shape[axis] // size) * width) // word_bits)
    def words(row):
        bits = sum(code * radix ** (i % size) << i // size * width for i, code in enumerate(row))
        return [bits >> word_bits * i & (1 << word_bits) - 1 for i in range(count)]
    return along(axis, shape, codes, count, words)

def layout(given, rank):  # radix, codes of a group, bits of a group's index, axis
    radix, size = given.get("radix") or 1 << given["bits"], given.get("group_size", 1)
    return radix, size, (radix**size - 1).bit_length(), given.get("axis", -1) % rank

def along(axis, shape, elements, length, function):  # each row along the axis becomes another
    outer, inner = math.prod(shape[:axis]), math.prod(shape[axis + 1:])
    old, new, result = shape[axis] * inner, length * inner, [0] * (outer * length * inner)
    for start, i in it.product(range(outer), range(inner)):
        row = function(elements[start * old + i:(start + 1) * old:inner])
        result[start * new + i:(start + 1) * new:inner] = row
    return [*shape[:axis], length, *shape[axis + 1:]], result

def tensor(shape, data, form):  # extents beyond 2^53 are strings
    return [int(n) for n in shape], [n for n, in struct.iter_unpack(form, bytes.fromhex(data))]

def check(batch, item, function, arguments, expected):
    got, expected = function(*arguments), None if "error" in item else expected
    counts["ours" if got == expected else "wrong"] += 1
    if got != expected:
        print(f"{batch['id']}/{item['name']}/{function.__name__}: {got}, not {expected}")

counts = collections.Counter()
for path in sorted(VECTORS.glob("unpack/[bc]*/*.json")):  # batches, cases
    file = json.loads(path.read_bytes())
    assert file["format"] == 2, f"{path} has a format that is not known here"
    batches = (batch for batch in file["items"] if OFFERS.issuperset(batch.get("needs", [])))
    for batch, item in ((batch, item) for batch in batches for item in batch["items"]):
        form = {"uint8": "<B", "uint32": "<I"}[item["data_type"]]
        common = 8 * struct.calcsize(form), {key: int(n) for key, n in item["attributes"].items()}
        words = "words" in item and tensor(**item["words"], form=form)
        codes = "codes" in item and tensor(**item["codes"], form="<B")
        packed = tensor(words[0], item["packed"], form) if "packed" in item else words
        if words:
            check(batch, item, unpack, (*common, *words, int(item["count"])), codes)
        if codes:
            check(batch, item, pack, (*common, *codes), packed)
print(f"{counts.total()} checks, {counts['wrong']} mismatches; {dict(counts)}")
sys.exit(0 if counts.total() and not counts["wrong"] else 1)
