#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does the manual page name every option, every word of a text game and every key of
KataGo's configuration that is obeyed, and no other? Does the README have these keys, too?
Prints TAP.

usage: test_manual.py PROGRAM PAGE README SETTINGS

SETTINGS is the source file with the table of the keys.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

import tap


def output(program, arguments, sent=""):
    done = subprocess.run([*program, *arguments], input=sent, capture_output=True,
                          text=True, timeout=120, check=True)
    return done.stdout


def keys_of(page):
    """The keys that a page says are obeyed."""
    part = page.partition("These keys are obeyed:")[2].partition(".Cm benchmark")[0]
    lines = re.findall(r"(?m)^\.Cm (.*)$", part)
    words = {word for line in lines for word in re.findall(r"\w+", line)}
    return words - {"analysis", "BLACK"}


def main():
    if len(sys.argv) != 5:
        sys.exit("usage: test_manual.py PROGRAM PAGE README SETTINGS")
    program = shlex.split(os.environ.get("MESON_EXE_WRAPPER", ""))
    program.append(os.path.abspath(sys.argv[1]))
    tap.skip_without_wine(program)
    page, readme, settings = [pathlib.Path(path).read_text(encoding="utf-8")
                              for path in sys.argv[2:]]
    keys = re.findall(r'\{"(\w+)", KIND_(?!FIXED)', settings)
    options = re.findall(r"(?m)^  --([a-z-]+)", output(program, ["--help"]))
    words = re.findall(r"(?m)^  ([a-z]+) ", output(program, ["play"], "help\n"))
    expectations = [
        ("options", sorted(options), sorted(re.findall(r"\n\.It Fl -([a-z-]+)", page))),
        ("words", sorted(words), sorted(re.findall(r"\n\.It Ic ([a-z]+)", page))),
        ("keys", sorted(keys), sorted(keys_of(page))),
        ("keys in the README", sorted(keys),
         sorted(set(keys) & set(re.findall(r"`(\w+)`", readme))))]
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
