"""An adapter between codec-conformance and an implementation: JSON Lines on stdin and stdout.

To adapt yours: call it in `cast`, name in REFUSALS how it rejects, say in HELLO what it can do, and
add what else it offers to OPERATIONS. What HELLO does not declare is skipped.
`codec-conformance adapter protocol` says what the lines mean.
"""

import json
import signal
import sys

# Bytes of an element, and whether it has a sign.
TYPES = {"int8": (1, True), "uint8": (1, False), "int16": (2, True), "uint16": (2, False)}

HELLO = {
    "protocol": 1,
    "implementation": {"name": "my-codec", "version": "0.1.0", "language": "python"},
    "capabilities": {
        "cast_value": {
            "data_types": list(TYPES),
            # Between integers nothing is rounded, so every mode is right.
            "rounding": [
                "nearest-even",
                "towards-zero",
                "towards-positive",
                "towards-negative",
                "nearest-away",
            ],
            "out_of_range": ["none"],  # of "none", "clamp", "wrap"
            "directions": ["encode", "decode"],
            "scalar_map": False,
            "configuration": False,  # true: the implementation reads the JSON text, not the adapter
            "fill_value": False,  # true: it rejects a fill value that does not survive
        },
        "reshape": None,
        "unpack": None,
        "pack": None,
        "fill_value": None,
    },
}


class Unsupported(Exception):
    """The implementation offers no way to ask this."""


class OutOfRange(Exception):
    """YOURS GOES HERE: how the implementation rejects a value."""


# The exceptions that are rejections of the codec: class, start of the message, stage and reason.
# Every other one is a fault, so a class that a mistake can raise too needs the start of a message.
REFUSALS = [(OutOfRange, "", "data", "out_of_range")]


def cast(elements, source, target):
    """YOURS GOES HERE: elements of the type `source`, little-endian, cast into `target`."""
    values = unpack(elements, *TYPES[source])
    size, signed = TYPES[target]
    least = -(1 << 8 * size - 1) if signed else 0
    for value in values:
        if not least <= value < least + (1 << 8 * size):
            raise OutOfRange(f"{value} is out of range for {target}")
    return b"".join(value.to_bytes(size, "little", signed=signed) for value in values)


def unpack(elements, size, signed):
    """The numbers that bytes represent."""
    if len(elements) % size:
        raise ValueError("the array ends within an element")
    parts = (elements[start : start + size] for start in range(0, len(elements), size))
    return [int.from_bytes(part, "little", signed=signed) for part in parts]


def cast_value(request):
    """Casts each array: from the array's type when encoding, into it when decoding."""
    if "configuration" not in request:
        raise Unsupported("whole codec objects")
    configuration = json.loads(request["configuration"])
    types = [request["data_type"], configuration["data_type"]]
    asked = set(configuration) - {"data_type", "rounding"}
    if asked or not all(isinstance(name, str) and name in TYPES for name in types):
        raise Unsupported(f"types {types} with {sorted(asked)}")
    source, target = types if request["direction"] == "encode" else reversed(types)
    return {"results": [result(packed, source, target) for packed in request["arrays"]]}


def result(packed, source, target):
    """The result of one array of packed hex: one bad element fails all of it."""
    elements = bytes.fromhex(packed)
    try:
        return {"ok": cast(elements, source, target).hex()}
    except Exception as error:
        return refusal(error)


def refusal(error):
    """The rejection for an exception that is named; any other is raised again, for a fault."""
    message = str(error)[:200]
    for exception, start, stage, reason in REFUSALS:
        if type(error) is exception and message.startswith(start):
            return {"error": {"stage": stage, "reason": reason, "message": message}}
    raise error


OPERATIONS = {"cast_value": cast_value}


def answer(line):
    """The answer to a line: no failure of the adapter may look like a rejection of the codec."""
    try:
        request = json.loads(line.decode("utf-8"))
        if request["op"] == "hello":
            return HELLO
        if type(request["id"]) is not int:
            raise TypeError("the id is not an integer")
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        return {"fault": f"unreadable line: {error!r}"[:200]}
    try:
        operation = OPERATIONS.get(request["op"]) if isinstance(request["op"], str) else None
        if operation is None:
            raise Unsupported(f"operation {request['op']!r}")
        return {"id": request["id"], **operation(request)}
    except Unsupported as why:
        return {"id": request["id"], "unsupported": str(why)[:200]}
    except BaseException as error:  # a panic of Rust is not an Exception
        return {"id": request["id"], "fault": repr(error)[:200]}


def main():
    """Answers every line; what the implementation prints goes to the log, standard error."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    output, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin.buffer:
        print(json.dumps(answer(line)), file=output, flush=True)


if __name__ == "__main__":
    main()
