"""Tests of protocol.py. Run `python -m unittest` in this folder."""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest

import protocol

HERE = os.path.dirname(os.path.abspath(__file__))

NOISY_ADAPTER = """
import os, sys
import protocol

class Noisy:
    implementation, capabilities = {"name": "noisy"}, {"pack": {}}

    def __init__(self):
        print("loaded")

    def pack(self, request):
        print("printed")
        sys.__stdout__.write("printed behind the back")
        os.write(1, b"written by native code")
        os.system("echo by a child")
        return {"results": []}

protocol.serve(Noisy)
"""


class RustPanic(BaseException):
    """In place of pyo3's PanicException, which is not an Exception either."""


class Adapter:
    """An implementation whose every method shows one behaviour."""

    implementation = {"name": "example", "version": "1.0", "language": "python"}
    capabilities = {"cast_value": None}

    def cast_value(self, request):
        """Rejects arrays that hold a zero byte; reverses others."""

        def convert(data):
            if 0 in data:
                return protocol.refused("data", "other", "zero byte")
            return protocol.ok(data[::-1])

        return protocol.results(request["arrays"], convert)

    def reshape(self, request):
        """Rejects at open with the message of the request."""
        return protocol.refused("configuration", "shape", request["say"])

    def unpack(self, request):
        """Can't be asked."""
        raise protocol.Unsupported("no way to ask")

    def pack(self, request):
        """Fails as the request says."""
        raise {"error": ValueError, "panic": RustPanic, "exit": SystemExit}[request["how"]]("oops")

    def fill_value(self, request):
        """Answers what JSON lines can't hold."""
        return {"big": "x" * protocol.MAX_LINE} if request["json"] == "big" else {"ok": object()}


def ask(line, adapter=None):
    """The answer to a line, given as bytes or as an object to encode."""
    if not isinstance(line, bytes):
        line = json.dumps(line).encode() + b"\n"
    with contextlib.redirect_stderr(io.StringIO()):
        answer = protocol.answer_line(adapter or Adapter(), line)
    assert answer.endswith(b"\n") and answer.count(b"\n") == 1 and answer.isascii()
    return json.loads(answer)


def converse(program, lines, **environment):
    """The output of a Python program that is given lines on standard input."""
    return subprocess.run(
        [sys.executable, "-c", program],
        input=lines,
        capture_output=True,
        check=True,
        cwd=HERE,
        env={**os.environ, **environment},
    )


class Operations(unittest.TestCase):
    def test_hello(self):
        self.assertEqual(
            ask({"op": "hello", "protocol": 1}),
            {
                "protocol": 1,
                "implementation": Adapter.implementation,
                "capabilities": Adapter.capabilities,
            },
        )

    def test_results_are_in_order(self):
        request = {"id": 7, "op": "cast_value", "arrays": ["0102ff", "0100", "", "Ab"]}
        refusal = {"error": {"stage": "data", "reason": "other", "message": "zero byte"}}
        results = [{"ok": "ff0201"}, refusal, {"ok": ""}, {"ok": "ab"}]
        self.assertEqual(ask(request), {"id": 7, "results": results})

    def test_result_with_a_shape(self):
        self.assertEqual(protocol.ok(b"\x01", [1]), {"shape": [1], "ok": "01"})

    def test_refusal_at_open(self):
        error = {"stage": "configuration", "reason": "shape", "message": "bad"}
        answer = ask({"id": 1, "op": "reshape", "say": "bad"})
        self.assertEqual(answer, {"id": 1, "error": error})

    def test_messages_are_trimmed(self):
        answer = ask({"id": 1, "op": "reshape", "say": "\u00b1\n" * 150})
        self.assertEqual(answer["error"]["message"], "\u00b1\n" * 100)

    def test_messages_hold_no_lone_surrogates(self):
        answer = ask(b'{"id": 1, "op": "reshape", "say": "a\\ud800b"}')
        self.assertEqual(answer["error"]["message"], "a?b")

    def test_unsupported(self):
        answer = ask({"id": 1, "op": "unpack"})
        self.assertEqual(answer, {"id": 1, "unsupported": "no way to ask"})

    def test_unknown_operations(self):
        for operation in ("teleport", "__init__", "capabilities", None, 3, ["pack"], "x" * 999):
            with self.subTest(operation):
                answer = ask({"id": 5, "op": operation})
                self.assertEqual(answer.keys(), {"id", "unsupported"})
                self.assertEqual(answer["id"], 5)
                self.assertLessEqual(len(answer["unsupported"]), protocol.MAX_MESSAGE)

    def test_operations_that_an_adapter_lacks(self):
        answer = protocol.perform(object(), {"id": 1, "op": "pack"})
        self.assertEqual(answer, {"id": 1, "unsupported": "operation 'pack'"})


class Faults(unittest.TestCase):
    def test_exceptions(self):
        raised = {"error": "ValueError", "panic": "RustPanic", "exit": "SystemExit"}
        for how, name in raised.items():
            with self.subTest(how):
                answer = ask({"id": 2, "op": "pack", "how": how})
                self.assertEqual(answer, {"id": 2, "fault": f"{name}: oops"})

    def test_requests_that_lack_a_member_or_hold_bad_hex(self):
        self.assertEqual(ask({"id": 2, "op": "cast_value"}).keys(), {"id", "fault"})
        answer = ask({"id": 2, "op": "cast_value", "arrays": ["01", "0"]})
        self.assertEqual(answer.keys(), {"id", "fault"})

    def test_answers_that_are_no_json(self):
        answer = ask({"id": 3, "op": "fill_value", "json": "1"})
        self.assertEqual(answer.keys(), {"id", "fault"})

    def test_answers_that_are_too_long(self):
        answer = ask({"id": 3, "op": "fill_value", "json": "big"})
        self.assertEqual(answer.keys(), {"id", "fault"})

    def test_unreadable_lines(self):
        lines = (b"", b"\n", b"nonsense\n", b"\xff\xfe\n", b'{"id":1\n', b"[1]\n", b"[" * 99999)
        for line in (*lines, b'{"id":1,"op":"pack","x":NaN}\n'):
            with self.subTest(line[:30]):
                answer = ask(line)
                self.assertEqual(answer.keys(), {"fault"})
                self.assertTrue(answer["fault"].startswith("unreadable line: "))

    def test_ids_out_of_bounds(self):
        for bad in (None, 0, -1, 2**53, 1.0, True, "1"):
            with self.subTest(bad):
                self.assertEqual(ask({"id": bad, "op": "pack"}).keys(), {"fault"})
        self.assertEqual(ask({"id": 2**53 - 1, "op": "unpack"})["id"], 2**53 - 1)


class Process(unittest.TestCase):
    def test_line_ends_and_end_of_input(self):
        request = b'{"id":%d,"op":"pack"}'
        lines = request % 1 + b"\n" + request % 2 + b"\r\n" + b"?\r\n" + request % 3
        done = converse(NOISY_ADAPTER, lines)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([answer.get("id") for answer in answers], [1, 2, None, 3])

    def test_only_protocol_lines_reach_standard_output(self):
        done = converse(NOISY_ADAPTER, b'{"id":1,"op":"pack"}\n')
        self.assertEqual(done.stdout, b'{"id":1,"results":[]}\n')
        for noise in (b"loaded", b"printed", b"behind", b"native", b"child"):
            self.assertIn(noise, done.stderr)

    def test_no_input(self):
        self.assertEqual(converse(NOISY_ADAPTER, b"").stdout, b"")

    def test_answers_come_before_the_next_line(self):
        command = [sys.executable, "-c", NOISY_ADAPTER]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, cwd=HERE, **pipes) as adapter:
            for _ in range(3):
                adapter.stdin.write(b'{"id":1,"op":"pack"}\n')
                adapter.stdin.flush()
                self.assertEqual(adapter.stdout.readline(), b'{"id":1,"results":[]}\n')
            adapter.stdin.close()
            self.assertEqual(adapter.wait(), 0)

    def test_packages_are_found_behind_adapters_of_their_name(self):
        program = "import protocol; print(protocol.import_package('cast_value_rs').MARK)"
        with tempfile.TemporaryDirectory() as packages:
            with open(os.path.join(packages, "cast_value_rs.py"), "w") as package:
                package.write("MARK = 'the package'")
            done = converse(program, b"", PYTHONPATH=packages)
        self.assertEqual(done.stdout.strip(), b"the package")


if __name__ == "__main__":
    unittest.main()
