#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Are the completions of the shells what their generator writes from --help, and do they
complete? Prints TAP.

usage: test_completions.py PROGRAM SCRIPTS

SCRIPTS is the folder of the generator, scripts/build.
"""

import os
import shlex
import shutil
import subprocess
import sys

import tap

if len(sys.argv) != 3:
    sys.exit("usage: test_completions.py PROGRAM SCRIPTS")
PROGRAM = [*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")),
           os.path.abspath(sys.argv[1])]
sys.path.insert(0, sys.argv[2])
import completions  # noqa: E402 in the folder that an argument names

FOLDER = os.path.abspath(os.path.join(sys.argv[2], "..", "completion"))


def path_of(name):
    return os.path.join(FOLDER, name)


def complete(*words):
    """What bash offers for the last of the words."""
    script = """
compopt() { :; }
. "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_ponnuki
printf '%s\\n' "${COMPREPLY[@]}"
"""
    done = subprocess.run(["bash", "-c", script, "bash", path_of("ponnuki.bash"), "ponnuki",
                           *words], capture_output=True, text=True, check=True, cwd=FOLDER)
    tap.equal(done.stderr, "")
    return done.stdout.split()


def test_the_files_are_up_to_date():
    for name, content in completions.completions(completions.help_of(PROGRAM)).items():
        with open(path_of(name), encoding="ascii") as file:
            tap.true(file.read() == content,
                     name + " is old: run scripts/build/completions.py PROGRAM")


def test_options():
    tap.equal(complete("--sand"), ["--sandbox", "--sandbox-dir"])
    tap.true(len(complete("--")) > 30, "few options")


def test_ways_to_run():
    tap.equal(complete("ana"), ["analysis"])
    tap.equal(complete("--size", "9", "b"), ["benchmark", "bench"])


def test_values():
    tap.equal(complete("--rules", "jap"), ["japanese"])
    tap.equal(complete("--precision", ""), ["auto", "int8", "int16", "bf16", "float"])
    tap.equal(complete("--komi", ""), [])
    tap.equal(complete("--network", "ponn"), ["ponnuki.bash"])
    tap.equal(complete("--save-games", "ponn"), [])  # no folder begins so


def test_records_to_review():
    tap.equal(complete("review", "_pon"), ["_ponnuki"])


def test_zsh_reads_its_file():
    if not shutil.which("zsh"):
        raise tap.Skip("no zsh")
    done = subprocess.run(["zsh", "-n", path_of("_ponnuki")], capture_output=True,
                          check=False)
    tap.equal((done.returncode, done.stderr), (0, b""))


tap.run(globals())
