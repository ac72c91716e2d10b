"""Tests of what counts as a rejection. Run `python -m unittest` in this folder."""

import builtins
import importlib.util
import json
import os
import tempfile
import unittest

import cast_refusals
import protocol
from test_protocol import Adapter, RustPanic, ask, converse

# A package whose every answer is an exception of a class that it also rejects by.
MISTAKEN_PACKAGE = """
def cast_array(array, **options):
    raise TypeError("unsupported operand type(s) for +: 'int' and 'str'")
"""


class Refusing(Adapter):
    """An implementation that raises, and whose one rejection is named."""

    REFUSALS = (protocol.Refusal("OverflowError", "Value .* is not a uint8", "data", "out_of_range"),)

    def __init__(self, error):
        self.error = error

    def cast_value(self, request):
        """Raises for each array."""

        def convert(data):
            try:
                raise self.error
            except Exception as error:
                return protocol.refusal(error, self.REFUSALS)

        return protocol.results(request["arrays"], convert)


class Refusals(unittest.TestCase):
    REQUEST = {"id": 9, "op": "cast_value", "arrays": ["00"]}

    def test_what_is_named(self):
        message = "Value 3\n00 is not a uint8"
        error = {"stage": "data", "reason": "out_of_range", "message": message}
        answer = ask(self.REQUEST, Refusing(OverflowError(message)))
        self.assertEqual(answer, {"id": 9, "results": [{"error": error}]})

    def test_what_is_not_named_is_a_fault(self):
        class Derived(OverflowError):
            """Another exception, for all that it inherits."""

        message = "Value 300 is not a uint8"
        for error in (
            TypeError(message),
            Exception(message),
            RustPanic(message),
            Derived(message),
            OverflowError(f"no {message}"),
            OverflowError(),
            AttributeError("'NoneType' object has no attribute 'dtype'"),
            NotImplementedError(),
        ):
            with self.subTest(repr(error)):
                answer = ask(self.REQUEST, Refusing(error))
                self.assertEqual(answer.keys(), {"id", "fault"})

    def test_no_built_in_exception_is_named_whatever_it_says(self):
        for entry in (*cast_refusals.CAST_VALUE, *cast_refusals.CAST_VALUE_RS):
            for message in ("", "oops", "unsupported operand type(s) for +: 'int' and 'str'"):
                with self.subTest(entry):
                    self.assertFalse(entry.names(getattr(builtins, entry.exception)(message)))

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "needs numpy")
    def test_a_package_that_always_fails_refuses_nothing(self):
        request = {
            **{"id": 1, "op": "cast_value", "direction": "encode", "data_type": "int16"},
            **{"configuration": '{"data_type":"int8"}', "arrays": ["ffff"]},
        }
        for package in ("cast-value", "cast-value-rs"):
            name = package.replace("-", "_")
            with self.subTest(package), tempfile.TemporaryDirectory() as packages:
                with open(os.path.join(packages, f"{name}.py"), "w") as code:
                    code.write(MISTAKEN_PACKAGE)
                os.mkdir(os.path.join(packages, f"{name}-1.0.dist-info"))
                with open(os.path.join(packages, f"{name}-1.0.dist-info", "METADATA"), "w") as data:
                    data.write(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
                program = f"import runpy; runpy.run_path('{name}.py', run_name='__main__')"
                line = json.dumps(request).encode()
                answer = json.loads(converse(program, line, PYTHONPATH=packages).stdout)
                self.assertEqual(answer.keys(), {"id", "fault"})


if __name__ == "__main__":
    unittest.main()
