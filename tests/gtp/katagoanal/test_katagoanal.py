# SPDX-License-Identifier: MIT
"""katagoanal's own commands on `ponnuki analysis`: set up, then write analyses into records.

usage: test_katagoanal.py PROGRAM FOLDER     FOLDER holds katagoanal"""

import os
import re
import subprocess
import sys

from own_folder import OwnFolder
from dialogue import PROGRAM, TIMEOUT
import tap
from tap import contains, equal, true

FOLDER = sys.argv[2]
PER_CENT = re.compile(r"C\[(Black|White) Winrate: (\d+\.\d)%")
RECORDS = {
    "japanese": "(;GM[1]SZ[9]KM[6.5]RU[Japanese];B[ee];W[cg]C[old];B[gd];W[cc])",
    "handicap": "(;GM[1]SZ[13]KM[0.5]RU[Chinese]HA[2]AB[jd][dj]PL[W];W[jj];B[gg];W[])",
    "aga": "(;GM[1]SZ[19]KM[7.5]RU[AGA];B[pd];W[dp])",
}


class Desk(OwnFolder):
    """A folder with records and with katagoanal's own files."""

    def __init__(self):
        super().__init__()
        for name, text in {**RECORDS, "model": ""}.items():
            self.write(name if name == "model" else name + ".sgf", text)

    def run(self, *words, typed=""):
        """What katagoanal prints; it succeeds, and it does not complain."""
        done = subprocess.run(
            [sys.executable, "-m", "KataGoAnal.cli", *words], input=typed, text=True,
            capture_output=True, timeout=TIMEOUT, check=False, cwd=self.path,
            env={**os.environ, "PYTHONPATH": FOLDER, "XDG_CONFIG_HOME": self.folder.name,
                 "PYTHONIOENCODING": "utf-8"})
        equal((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def set_up(self):
        """Answers what it asks: engine, network, configuration, threads, visits."""
        answers = [PROGRAM[-1], "model", "", "2", "12", ""]
        return self.run("configure", typed="\n".join(answers))


def test_it_is_set_up_with_an_empty_file_for_a_network():
    with Desk() as desk:
        contains(desk.set_up(), "Configuration information saved")
        contains(desk.run("--config"), "Default Visits : 12")


def test_records_get_an_analysis_of_each_position():
    with Desk() as desk:
        desk.set_up()
        contains(desk.run("."), "Injected 3/3 games")
        for name, record in RECORDS.items():
            text = (desk.path / (name + ".injected.sgf")).read_text("utf-8", "replace")
            moves = record.count(";") - 1
            shares = PER_CENT.findall(text)
            equal(len(shares), moves)
            equal([player for player, _ in shares],
                  ["White" if (name == "handicap") == (i % 2 == 0) else "Black"
                   for i in range(moves)])
            true(all(0 < float(share) < 100 for _, share in shares), shares)
            equal(len(re.findall("^Score Lead: ", text, re.M)), moves + 1)
            contains(text, "Top-1 Match")
        contains((desk.path / "japanese.injected.sgf").read_text("utf-8", "replace"), "old")


try:
    sys.path.insert(0, FOLDER)
    import KataGoAnal.cli
    import sgfmill
except ImportError as error:
    tap.skip(globals(), "%s: scripts/test puts katagoanal there" % error)
else:
    tap.run(globals())
