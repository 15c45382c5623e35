#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does `PONNUKI bench` print the signature that the file holds? Speaks TAP.

usage: signature.py PONNUKI FILE

The file holds one line, eight hexadecimal digits. A change of the engine's behaviour
changes it, and nothing else does.
"""
import os
import re
import shlex
import subprocess
import sys

LAST_LINE = re.compile(r"\d+ moves  \d+ ns/move  signature ([0-9a-f]{8})")


def main(program, path):
    with open(path, encoding="ascii") as file:
        text = file.read()
    emulator = shlex.split(os.environ.get("MESON_EXE_WRAPPER", ""))
    bench = subprocess.run(emulator + [program, "bench"], stdin=subprocess.DEVNULL,
                           capture_output=True, text=True, check=False)
    lines = bench.stdout.splitlines()
    last = LAST_LINE.fullmatch(lines[-1]) if lines else None
    found = last.group(1) if last else None
    checks = [
        ("the file holds a signature", re.fullmatch(r"[0-9a-f]{8}\n", text)),
        ("bench succeeds", bench.returncode == 0 and not bench.stderr),
        ("the last line of bench has a signature", last),
        (f"the signature {found} is that of the file", found == text.strip()),
    ]
    print(f"1..{len(checks)}")
    for number, (name, passed) in enumerate(checks, 1):
        print("ok" if passed else "not ok", number, "-", name)
    if not all(passed for _, passed in checks):
        print("".join(f"# {line}\n" for line in (bench.stdout + bench.stderr).splitlines()))
    return 0 if all(passed for _, passed in checks) else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
