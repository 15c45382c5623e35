# SPDX-License-Identifier: MIT
"""What the tests of matches share: players that do as they are told, and a folder for what
is measured. The arguments of each are the folder of the scripts, gtp_player.py and the
program. On 3x3 the player who puts a stone in the middle before both pass has the whole
board."""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

from tap import equal

if len(sys.argv) != 4:
    sys.exit(f"usage: {os.path.basename(sys.argv[0])} SCRIPTS PLAYER PONNUKI")

SCRIPTS = pathlib.Path(sys.argv[1]).resolve()
PLAYER = os.path.abspath(sys.argv[2])
PROGRAM = [*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")),
           os.path.abspath(sys.argv[3])]
MIDDLE = "B2"

sys.path.insert(0, str(SCRIPTS))


def player(*words):
    """The command of a player."""
    return shlex.join([sys.executable, PLAYER, *words])


class Stage:
    """A folder for one measurement, which ends with it."""

    def __init__(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.place.name)
        self.out = self.folder / "out"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.place.cleanup()

    def command(self, script, arguments):
        return [sys.executable, str(SCRIPTS / script), "--out", str(self.out),
                *map(str, arguments)]

    def run(self, script, *arguments, status=0):
        """Standard output and standard error."""
        # The module of this name is taken for matplotlib, which is to be missing.
        (self.folder / "matplotlib.py").write_text("raise ImportError")
        done = subprocess.run(
            self.command(script, arguments), text=True, stdin=subprocess.DEVNULL,
            capture_output=True, timeout=60, check=False,
            env=os.environ | {"PYTHONPATH": str(self.folder)})
        equal((done.returncode, done.stderr if done.returncode != status else ""),
              (status, ""))
        return done.stdout, done.stderr

    def match(self, *arguments):
        """The games of a match on 3x3 with komi 0.5, in their order."""
        self.run("match.py", "--size", 3, "--komi", 0.5, *arguments)
        return self.games()

    def failure(self, script, *arguments):
        """The message; must fail, and print nothing else."""
        out, err = self.run(script, *arguments, status=2)
        equal((out, err[:len(script) + 2]), ("", script + ": "))
        equal(err.count("\n"), 1)
        return err[len(script) + 2:-1]

    def lines(self, name="results.jsonl"):
        text = (self.out / name).read_text("utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def games(self):
        return sorted(self.lines()[1:], key=lambda game: game["game"])

    def log(self):
        return (self.folder / "log").read_text("utf-8").splitlines()
