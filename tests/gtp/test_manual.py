#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does the manual page name every option and every word of a text game, and no other?
Prints TAP.

usage: test_manual.py PROGRAM PAGE
"""

import os
import re
import shlex
import subprocess
import sys

import tap


def output(program, arguments, sent=""):
    done = subprocess.run([*program, *arguments], input=sent, capture_output=True,
                          text=True, timeout=120, check=True)
    return done.stdout


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: test_manual.py PROGRAM PAGE")
    program = shlex.split(os.environ.get("MESON_EXE_WRAPPER", ""))
    program.append(os.path.abspath(sys.argv[1]))
    tap.skip_without_wine(program)
    with open(sys.argv[2], encoding="ascii") as file:
        page = file.read()
    options = re.findall(r"(?m)^  --([a-z-]+)", output(program, ["--help"]))
    words = re.findall(r"(?m)^  ([a-z]+) ", output(program, ["play"], "help\n"))
    expectations = [
        ("options", sorted(options), sorted(re.findall(r"\n\.It Fl -([a-z-]+)", page))),
        ("words", sorted(words), sorted(re.findall(r"\n\.It Ic ([a-z]+)", page)))]
    failed = 0
    for number, (name, wanted, got) in enumerate(expectations, 1):
        good = wanted == got and len(wanted) > 10
        failed += not good
        print("%s %d - %s" % ("ok" if good else "not ok", number, name))
        if not good:
            print("# wanted %r\n# got    %r" % (wanted, got))
    print("1..%d" % len(expectations))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
