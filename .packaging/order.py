#!/usr/bin/env python3
"""Names the functions that everyday runs of the program execute, one symbol a line: first those of the shortest run.

    .packaging/order.py target/dist/housestyle > functions.order

A linker that is given the list (`--symbol-ordering-file` of lld) puts these functions beside each other. A system maps a
program's file in pieces of 64 KiB around each place that runs: scattered over the whole program, a short run maps most of it.

The program needs its symbols (`-C strip=none`) and runs under valgrind, in a copy of an example, against its own emulator.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "almwind"
# The shortest run first: what hooks and editors wait for. Each with its exit code, so that none stops before its work;
# the wrong file is there for the runs that name it alone.
RUNS = (
    ("validate styles/de-shop.yaml", 0),
    ("validate styles/fr-shop.toml", 0),
    ("validate", 0),
    ("validate wrong.yaml", 3),
    ("validate --format json wrong.yaml", 3),
    ("lint --style de-shop text.txt", 3),
    ("plan", 0),
    ("apply --auto-approve", 0),
    ("plan", 0),
    ("drift", 0),
    ("--version", 0),
)
TEXT = "Der Preis betr\u00e4gt 4,50 Euro.\n"
WRONG = "name: Wrong\nlanguage: dee\nconfigured_rules:\n  numbers:\n    unknown: value\n"
# Profiles name a function where it is first seen: `fn=(12) symbol`, with a number behind it where it calls itself. What has
# no symbol has an address there, or a remark in brackets.
FUNCTION = re.compile(r"^c?fn=\(\d+\) ([A-Za-z_][^\s']*)", re.MULTILINE)


def functions_of(program: Path, run: str, code: int, project: Path, profile: Path) -> set[str]:
    """The symbols of all functions that one run executes, which ends with this exit code."""
    wrong = project / "wrong.yaml"
    wrong.unlink(missing_ok=True)
    if wrong.name in run:
        wrong.write_text(WRONG)
    valgrind = ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={profile}"]
    done = subprocess.run(
        [*valgrind, program, *run.split()], cwd=project, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True
    )
    found = set(FUNCTION.findall(profile.read_text())) if profile.exists() else set()
    if not any("housestyle" in symbol for symbol in found):
        sys.exit(f"order.py: `{run}` names no function of the program: has it its symbols?\n{done.stderr}")
    if done.returncode != code:
        sys.exit(f"order.py: `{run}` ended with {done.returncode}, not {code}\n{done.stderr}")
    return found


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = Path(sys.argv[1]).resolve()
    order: dict[str, None] = {}
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder, "project")
        shutil.copytree(EXAMPLE, project)
        (project / "text.txt").write_text(TEXT, encoding="utf-8")
        for run, code in RUNS:
            order.update(dict.fromkeys(sorted(functions_of(program, run, code, project, Path(folder, "profile")))))
    print("\n".join(order))


if __name__ == "__main__":
    main()
