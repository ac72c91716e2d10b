"""Adapter protocol v1: JSON Lines between the harness and one implementation.

PROTOCOL.md of the harness says what the lines mean.

An adapter is an object with

- `implementation`: its name, version and language;
- `capabilities`: what it offers, in the words of the protocol;
- a method for each operation it offers, named after it (see `OPERATIONS`). The method takes the
  request and returns the members of the answer except `id`: `results(...)` or a dict of its own.

A rejection of the implementation is `refused(...)`: the result of one array, or the whole answer
where it rejects at open. Where the implementation rejects by an exception, the adapter names it in
a table of `Refusal`s, and `refusal(...)` makes the answer. A method raises `Unsupported` where the
implementation offers no way to ask. Whatever else it raises is a fault, never a rejection.

A file that ends in `serve(TheAdapter)` is a complete adapter. It may bear the name of the package
that it adapts, if it gets the package by `import_package` in `__init__`; only `numpy.py` may not
exist here, since other adapters import numpy.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, BinaryIO, NamedTuple

OPERATIONS = ("cast_value", "reshape", "unpack", "pack", "fill_value")
MAX_ID = 2**53 - 1
MAX_LINE = 16 * 2**20
MAX_MESSAGE = 200

Json = dict[str, Any]


class Unsupported(Exception):
    """The implementation offers no way to ask what the request asks."""


class Refusal(NamedTuple):
    """An exception by which a package rejects on purpose, with its stage and reason."""

    exception: str  # the name of its class
    message: str  # a regular expression for the start of its message
    stage: str
    reason: str

    def names(self, error: Exception) -> bool:
        """Whether this is the exception."""
        pattern = re.compile(self.message, re.DOTALL)
        return type(error).__name__ == self.exception and pattern.match(str(error)) is not None


def serve(make_adapter: Callable[[], Any]) -> None:
    """Answer the lines of standard input until it ends.

    The adapter is made once standard output is safe from what a package prints when it is loaded.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    output = claim_stdout()
    adapter = make_adapter()
    for line in sys.stdin.buffer:
        output.write(answer_line(adapter, line))
        output.flush()


def claim_stdout() -> BinaryIO:
    """Standard output for protocol lines alone: what others print goes to standard error."""
    sys.stdout.flush()
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return output


def import_package(name: str) -> ModuleType:
    """The installed package of that name, not the adapter beside this file that bears it.

    The adapters stay off the path from then on, for what the package imports later.
    """
    adapters = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != adapters]
    return importlib.import_module(name)


def results(arrays: list[str], convert: Callable[[bytes], Json]) -> Json:
    """The results of independent arrays, in order; `convert` gives `ok(...)` or `refused(...)`."""
    return {"results": [convert(bytes.fromhex(packed)) for packed in arrays]}


def ok(data: bytes, shape: list[int] | None = None) -> Json:
    """The result of one array: its elements, little-endian, and its shape where one is asked."""
    return {"ok": data.hex()} if shape is None else {"shape": shape, "ok": data.hex()}


def refused(stage: str, reason: str, message: object) -> Json:
    """The rejection of one array, or of the whole request."""
    return {"error": {"stage": stage, "reason": reason, "message": trim(message)}}


def refusal(error: Exception, refusals: Iterable[Refusal]) -> Json:
    """The rejection for an exception; one that no entry names is a fault, and raised again."""
    for entry in refusals:
        if entry.names(error):
            return refused(entry.stage, entry.reason, error)
    raise error


def answer_line(adapter: Any, line: bytes) -> bytes:
    """The line that answers a line, whatever that holds and whatever the adapter does."""
    answer = answer_request(adapter, line)
    try:
        encoded = _encode(answer)
    except (TypeError, ValueError, RecursionError) as error:
        encoded = _encode(fault_of(answer, f"answer is not JSON: {error}"))
    if len(encoded) > MAX_LINE:
        encoded = _encode(fault_of(answer, f"answer is longer than {MAX_LINE} bytes"))
    return encoded


def answer_request(adapter: Any, line: bytes) -> Json:
    """The answer to a line, with the id of its request where it has one."""
    try:
        request = _DECODER.decode(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return fault_of({}, f"unreadable line: {error}")
    if not isinstance(request, dict):
        return fault_of({}, "unreadable line: not an object")
    if request.get("op") == "hello":
        return hello(adapter)
    request_id = request.get("id")
    if type(request_id) is not int or not 1 <= request_id <= MAX_ID:
        return fault_of({}, "unreadable line: id is not an integer from 1 to 2^53-1")
    return perform(adapter, request)


def hello(adapter: Any) -> Json:
    """The greeting: who answers, and what may be asked."""
    return {
        "protocol": 1,
        "implementation": adapter.implementation,
        "capabilities": adapter.capabilities,
    }


def perform(adapter: Any, request: Json) -> Json:
    """Let the adapter answer, and separate what it can't ask from its faults."""
    operation = request.get("op")
    method = getattr(adapter, operation, None) if operation in OPERATIONS else None
    try:
        if method is None:
            raise Unsupported(f"operation {operation!r}")
        return {"id": request["id"], **method(request)}
    except Unsupported as why:
        return {"id": request["id"], "unsupported": trim(why)}
    except BaseException as error:  # a Rust panic is not an Exception
        traceback.print_exc()
        return fault_of(request, f"{type(error).__name__}: {error}")


def fault_of(message: Json, why: str) -> Json:
    """The answer of an adapter that failed itself, with the id that the message has, if any."""
    known = {"id": message["id"]} if "id" in message else {}
    return {**known, "fault": trim(why)}


def trim(message: object) -> str:
    """A message as the protocol bounds it, in characters that UTF-8 can hold."""
    return str(message)[:MAX_MESSAGE].encode("utf-8", "replace").decode("utf-8")


def _reject_constant(name: str) -> None:
    """Reject the NaN and Infinity literals that Python's reader takes for JSON."""
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_reject_constant)
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def _encode(answer: Json) -> bytes:
    """An answer as one line of ASCII."""
    return _ENCODER.encode(answer).encode("ascii") + b"\n"
