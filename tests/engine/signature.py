#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does `PONNUKI bench` print the signature that the file holds, with the lanes of every
instruction set of this machine? Speaks TAP.

usage: signature.py PONNUKI FILE

The file holds one line, eight hexadecimal digits. A change of the engine's behaviour
changes it, and nothing else does.
"""
import os
import re
import shlex
import subprocess
import sys

import tap

TIMEOUT = 600  # seconds for the program in Wine, which can keep it from its end
NAMES = re.compile(r"^Instruction sets of this machine: (.+)$", re.MULTILINE)
LAST_LINE = re.compile(r"\d+ moves  \d+ ns/move  signature ([0-9a-f]{8})")


def run(program, *arguments):
    emulator = shlex.split(os.environ.get("MESON_EXE_WRAPPER", ""))
    return subprocess.run([*emulator, program, *arguments], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False,
                          timeout=TIMEOUT if tap.is_windows([program]) else None)


def check_bench(program, name, expected):
    """Checks of one instruction set, as pairs; and what bench printed."""
    bench = run(program, "bench", "--isa", name)
    lines = bench.stdout.splitlines()
    last = LAST_LINE.fullmatch(lines[-1]) if lines else None
    found = last.group(1) if last else None
    return [
        (f"{name}: bench succeeds", bench.returncode == 0 and not bench.stderr),
        (f"{name}: the last line of bench has a signature", last),
        (f"{name}: the signature {found} is that of the file", found == expected),
    ], bench.stdout + bench.stderr


def main(program, path):
    with open(path, encoding="ascii") as file:
        text = file.read()
    listed = NAMES.search(run(program, "--help").stdout)
    checks = [
        ("the file holds a signature", re.fullmatch(r"[0-9a-f]{8}\n", text)),
        ("the help lists instruction sets", listed),
    ]
    printed = ""
    for name in listed.group(1).split(", ") if listed else []:
        more, output = check_bench(program, name, text.strip())
        checks += more
        printed += output
    print(f"1..{len(checks)}")
    for number, (name, passed) in enumerate(checks, 1):
        print("ok" if passed else "not ok", number, "-", name)
    if not all(passed for _, passed in checks):
        print("".join(f"# {line}\n" for line in printed.splitlines()))
    return 0 if all(passed for _, passed in checks) else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tap.skip_without_wine([*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")),
                           sys.argv[1]])
    sys.exit(main(sys.argv[1], sys.argv[2]))
