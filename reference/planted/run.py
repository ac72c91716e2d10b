#!/usr/bin/env python3
"""Plants bugs in a copy of the reference, one at a time, and tells which test files find them."""

import argparse
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
REFERENCE = HERE.parent
WORKSPACE = REFERENCE.parent

MEMBERS = {"name", "what", "file", "find", "put"}

# At least this many test files must find each bug.
LEAST_FILES = 2

# A test that a bug keeps from ending is stopped; that is not a find.
MOST_SECONDS = 1800


def main():
    options = arguments()
    bugs = load()
    if options.list:
        print("\n".join(f"{bug['name']}: {bug['what']}" for bug in bugs))
        return 0
    names = [bug["name"] for bug in bugs]
    unknown = [name for name in options.names if name not in names]
    if unknown:
        sys.exit(f"no such bug: {', '.join(unknown)}; --list names them")
    chosen = [bug for bug in bugs if bug["name"] in options.names or not options.names]
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", WORKSPACE / "target")).resolve()
    copy = target / "planted" / "workspace"
    try:
        make_copy(copy)
        return plant_all(chosen, copy)
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="bugs to plant; all of them by default")
    parser.add_argument("--list", action="store_true", help="print the bugs and exit")
    return parser.parse_args()


def load():
    """The bugs of bugs.toml. Each text must occur exactly once, or the bug is not planted."""
    bugs = tomllib.loads((HERE / "bugs.toml").read_text())["bug"]
    for bug in bugs:
        if wrong := fault(bug):
            sys.exit(f"{bug.get('name', 'a bug without a name')}: {wrong}")
    if len({bug["name"] for bug in bugs}) < len(bugs):
        sys.exit("two bugs have the same name")
    return bugs


def fault(bug):
    """Why a bug cannot be planted, if it cannot."""
    if bug.keys() != MEMBERS:
        return f"it has {', '.join(bug)}; a bug has {', '.join(sorted(MEMBERS))}"
    path = REFERENCE / bug["file"]
    if not path.is_file():
        return f"reference has no file {bug['file']}"
    if (count := path.read_text().count(bug["find"])) != 1:
        return f"{bug['file']} has {count} occurrences of {bug['find']!r}, not 1"
    if bug["find"] == bug["put"]:
        return "it puts what it finds"
    return None


def make_copy(copy):
    """A workspace of the reference alone, with the versions and profiles of this one."""
    shutil.rmtree(copy, ignore_errors=True)
    # Not copy2: files as old as the originals would look unchanged to cargo.
    shutil.copytree(REFERENCE, copy / "reference", copy_function=shutil.copy)
    manifest = (WORKSPACE / "Cargo.toml").read_text()
    manifest = re.sub(r"(?ms)^members = \[.*?\]$", 'members = ["reference"]', manifest)
    manifest = re.sub(r"(?m)^default-members = .*\n", "", manifest)
    (copy / "Cargo.toml").write_text(manifest)
    shutil.copy(WORKSPACE / "Cargo.lock", copy)


def plant_all(bugs, copy):
    if test(copy)[0] != 0:
        sys.exit("the tests fail without any bug; see cargo test -p codec-reference")
    missed = []
    for number, bug in enumerate(bugs, start=1):
        print(f"{number}/{len(bugs)} {bug['name']}", file=sys.stderr, flush=True)
        files, note = plant(bug, copy)
        if len(files) < LEAST_FILES:
            missed.append(bug["name"])
        found = ", ".join(files) or "nothing"
        print(f"{bug['name']}: {len(files)} ({found}){note}", flush=True)
    print(f"{len(bugs) - len(missed)} of {len(bugs)} bugs found by {LEAST_FILES} files or more")
    if missed:
        print(f"not so: {', '.join(missed)}")
    return 1 if missed else 0


def plant(bug, copy):
    """The test files that find a bug, and what kept them from it."""
    path = copy / "reference" / bug["file"]
    original = path.read_text()
    path.write_text(original.replace(bug["find"], bug["put"]))
    try:
        status, output = test(copy)
    finally:
        path.write_text(original)
    if status is None:
        return [], f": stopped after {MOST_SECONDS} s"
    if "could not compile" in output:
        return [], ": it does not compile\n" + output
    return sorted(set(re.findall(r"`-p codec-reference --test (\w+)`", output))), ""


def test(copy):
    """The exit status of the tests, None if they were stopped, and what cargo says."""
    started = time.monotonic()
    command = ["cargo", "test", "-p", "codec-reference", "--no-fail-fast"]
    environment = os.environ | {"CARGO_TARGET_DIR": str(copy.parent / "build")}
    # A session of its own, so that cargo and the tests that it runs end together.
    process = subprocess.Popen(
        command,
        cwd=copy,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _, output = process.communicate(timeout=MOST_SECONDS)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        return None, ""
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        print(f"  {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    # An exception, so that what is begun is cleaned up; also where a shell ignores Ctrl-C for us.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
