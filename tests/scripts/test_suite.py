#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/suite/suite.py with an engine that answers what it is told, and the positions of
tests/data/suite under the rules of the whole program. Prints TAP.

usage: test_suite.py SUITE PONNUKI
"""

import os
import shlex
import subprocess
import sys

from own_folder import OwnFolder
import tap
from tap import equal

SCRIPT = ""
PROGRAM: list = []

# Notes what it is asked. Moves, and what it knows, are in files beside it; a `resign`
# is an answer, `none` an end without any, and ? begins an error.
FAKE = """
import pathlib, sys
folder = pathlib.Path(__file__).parent
moves = (folder / "moves").read_text().split("\\n")
known = (folder / "known").read_text().split()
with open(folder / "asked", "a") as asked:
    print("start", *sys.argv[1:], file=asked)
    for line in sys.stdin:
        print(line.rstrip(), file=asked, flush=True)
        name, *words = line.split()
        reply = "= "
        if name == "known_command":
            reply = "= true" if words[0] in known else "= false"
        elif name == "genmove":
            reply = moves.pop(0)
        if reply == "none":
            sys.exit(0)
        print(reply + "\\n", flush=True)
        if name == "quit":
            break
"""

CORNER = """\
name: corner
komi: 0.5
play: B
right: A1 c2
why: for a reason
checked: by eye
. X .
O X .
. . .
"""
AVOID = """\
name: avoid
komi: -3
play: W
moves: B B2 W pass B pass
wrong: A1 pass
why: for another reason
checked: twice
. .
. .
"""


class Stage(OwnFolder):
    """A folder with an engine and files of positions, which ends with it."""

    def __init__(self, moves="", known=""):
        super().__init__()
        self.write("moves", moves)
        self.write("known", known)
        self.write("asked", "")
        self.write("fake.py", FAKE)
        self.fake = shlex.join([sys.executable, str(self.path / "fake.py")])

    def asked(self):
        return (self.path / "asked").read_text().splitlines()

    def suite(self, *arguments):
        """Status, standard output and standard error."""
        done = subprocess.run([sys.executable, SCRIPT, *arguments], text=True,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=60, check=False)
        return done.returncode, done.stdout, done.stderr

    def failure(self, *arguments):
        """The line on standard error; must fail, and print nothing else."""
        status, out, err = self.suite(*arguments)
        equal((status, out, err.count("\n"), err[:10]), (2, "", 1, "suite.py: "))
        return err[10:-1].replace(str(self.path), "FOLDER")


def reader():
    """The module that reads positions, and the one that asks engines."""
    sys.path.insert(0, os.path.dirname(SCRIPT))
    import suite
    import suite_positions
    return suite_positions, suite


def test_positions_are_legal():
    positions, suite = reader()
    found = positions.read_files([])
    equal(len(found) >= 130, True)
    engine = suite.Engine([*PROGRAM, "--memory", "16"])
    try:
        for position in found:
            engine.set_up(position)
            equal(engine.ask("get_komi") in (position.komi, position.komi + ".0"), True)
            for vertex in position.right + position.wrong:
                legal = engine.ask(f"is_legal {position.play} {vertex}")
                equal((position.name, vertex, legal), (position.name, vertex, "1"))
    finally:
        engine.end()


def test_positions_are_no_near_twins():
    positions, _ = reader()
    seen = {}
    for position in positions.read_files([]):
        key = "/".join(position.rows), tuple(position.moves), position.play
        equal(seen.setdefault(key, position.name), position.name)
        equal(len(position.why) < 200, True)


def test_a_position_is_set_up_at_once_or_stone_by_stone():
    start = ["boardsize 3", "clear_board", "komi 0.5"]
    known = ["known_command set_position", "known_command set_random_seed"]
    for knows, middle in (
            ("set_position set_random_seed",
             ["set_position B B3 W A2 B B2", "set_random_seed 1"]),
            ("", ["play B B3", "play W A2", "play B B2"])):
        with Stage("= a1", knows) as stage:
            file = stage.write("corner.txt", CORNER)
            status, out, err = stage.suite("--engine", stage.fake + " x", file)
            equal((status, err), (0, "engine: 100% of 1 positions\n"))
            equal(out.splitlines(), ["theme   positions  solved",
                                     "corner          1    100%",
                                     "all             1    100%"])
            equal(stage.asked(), ["start x", *known, *start, *middle, "genmove B",
                                  "quit"])


def test_moves_follow_the_picture():
    with Stage("= B1", "set_position") as stage:
        file = stage.write("a.txt", AVOID)
        equal(stage.suite("--engine", stage.fake, file)[1].split()[-1], "100%")
        equal(stage.asked()[3:-1],
              ["boardsize 2", "clear_board", "komi -3", "set_position", "play B B2",
               "play W pass", "play B pass", "genmove W"])


def test_answers():
    cases = [("= C2", "= A2", "100%"), ("= C1", "= a1", "0%"),
             ("= c2", "= PASS", "50%"), ("= resign", "= resign", "0%"),
             ("? not now", "? not now", "0%")]
    for first, second, wanted in cases:
        with Stage(first + "\n" + second) as stage:
            files = [stage.write("a.txt", CORNER), stage.write("b.txt", AVOID)]
            table = stage.suite("--engine", stage.fake, *files)[1]
            equal(table.splitlines()[-1].split(), ["all", "2", wanted])


def test_limits_are_columns_and_repeats_are_counted():
    with Stage("= A1\n= B1", "set_random_seed") as stage:
        files = [stage.write("corner.txt", CORNER)]
        status, out, err = stage.suite(
            "--engine", stage.fake + " {playouts}", "--playouts", "5,70", "--repeat",
            "2", "--failures", *files)
        equal((status, err), (0, "5: 50% of 1 positions\n70: 50% of 1 positions\n"))
        equal(out.splitlines(), [
            "theme   positions    5   70", "corner          1  50%  50%",
            "all             1  50%  50%",
            "corner/corner 5: B1; right: A1 C2; for a reason",
            "corner/corner 70: B1; right: A1 C2; for a reason"])
        equal([line for line in stage.asked() if line[:5] in ("start", "set_r")],
              ["start 5", "set_random_seed 1", "set_random_seed 2",
               "start 70", "set_random_seed 1", "set_random_seed 2"])


def test_seconds_and_the_usual_playouts():
    for placeholder, arguments, wanted in (
            ("{seconds}", ["--seconds", "0.5,2"], ["0.5", "2"]),
            ("{playouts}", [], ["100", "1000", "10000"])):
        with Stage("= A1") as stage:
            file = stage.write("corner.txt", CORNER)
            out = stage.suite("--engine", f"{stage.fake} {placeholder}", *arguments,
                              file)[1]
            equal(out.splitlines()[0].split(), ["theme", "positions", *wanted])


def test_choice_by_theme_and_name():
    with Stage("= A1\n= A1") as stage:
        files = [stage.write("a.txt", CORNER + "\n# not a row\n"
                             + CORNER.replace("corner", "other")),
                 stage.write("b.txt", AVOID)]
        for arguments, wanted in ((["--theme", "b"], ["b", "all"]),
                                  (["--position", "other"], ["a", "all"])):
            out = stage.suite("--engine", stage.fake, *arguments, *files)[1]
            equal([line.split()[0] for line in out.splitlines()[1:]], wanted)
            equal(out.split()[-2], "1")
        equal(stage.failure("--theme", "c", *files), "--theme c: there is none")
        equal(stage.failure("--position", "c", *files), "--position c: there is none")
        equal(stage.failure("--theme", "b", "--position", "other", *files),
              "no position is of that --theme and has that --position's name")


def test_show_needs_no_engine():
    with Stage() as stage:
        files = [stage.write("a.txt", CORNER), stage.write("b.txt", AVOID)]
        status, out, err = stage.suite("--show", "--engine", "/no/such", *files)
        equal((status, err), (0, ""))
        equal(out.splitlines(), [
            "a/corner", "   A B C", " 3 . X .", " 2 O X .", " 1 . . .", "   A B C",
            "komi 0.5, B plays A1 C2", "for a reason", "(by eye)", "",
            "b/avoid", "   A B", " 2 . .", " 1 . .", "   A B",
            "komi -3, after B B2 W PASS B PASS, W plays not A1, PASS",
            "for another reason", "(twice)", ""])


def test_wrong_files():
    cases = [
        (CORNER.replace("name: corner\n", ""), "no name"),
        (CORNER.replace("corner", "Corner"), "name: 'Corner' is not of a-z, 0-9 and -"),
        (CORNER.replace("0.5", "0.3"), "komi: '0.3' is no whole or half number"),
        (CORNER.replace("play: B", "play: X"), "play: 'X' is neither B nor W"),
        (CORNER.replace("why: for a reason\n", ""), "no why"),
        (CORNER.replace("by eye", ""), "no checked"),
        (CORNER.replace("right: A1 c2\n", ""), "needs either right or wrong moves"),
        (CORNER + "wrong: A1\n", "'wrong: A1' is out of place"),
        (CORNER.replace("why", "wry"), "'wry: for a reason' is out of place"),
        (CORNER.replace("why", "wrong: A1\nwhy"), "needs either right or wrong moves"),
        (CORNER.replace("c2", "a1"), "has a move twice in its answer"),
        (CORNER.replace("c2", "b2"), "there is a stone at B2"),
        (CORNER.replace("c2", "D2"), "'D2' is no vertex of a board of size 3"),
        (CORNER.replace("c2", "i2"), "'i2' is no vertex of a board of size 3"),
        (CORNER.replace("c2", "a0"), "'a0' is no vertex of a board of size 3"),
        (CORNER.replace("O X .", "O X"), "row 2 has 2 points, not 3"),
        (CORNER.replace("O X .", "O + ."), "row 2 has other characters than . X O"),
        (CORNER.replace(". X .", "X X .").replace(". . .", "X X ."),
         "the chain at A2 has no liberty"),
        (CORNER.partition(". X")[0], "0 rows, 2 to 19 are possible"),
        (AVOID.replace("B B2", "B"),
         "moves: 'B W pass B pass' is not like 'B C3 W pass'"),
        (AVOID.replace("B B2", "B C2"), "'C2' is no vertex of a board of size 2"),
    ]
    with Stage() as stage:
        for text, wanted in cases:
            file = stage.write("a.txt", "# a remark\n\n" + text)
            equal(stage.failure("--show", file), f"FOLDER/a.txt:3: {wanted}")
        equal(stage.failure(str(stage.path / "b.txt")),
              "FOLDER/b.txt: No such file or directory")
        (stage.path / "c.txt").write_bytes(b"\xff")
        equal(stage.failure(str(stage.path / "c.txt")), "FOLDER/c.txt: no UTF-8 text")
        equal(stage.failure(stage.write("d.txt", "# nothing\n")),
              "FOLDER/d.txt: no position")
        equal(stage.failure(stage.write("e.txt", CORNER + "\n" + CORNER)),
              "two positions have the name corner")


def test_wrong_arguments():
    cases = [
        (["--repeat", "0"], "--repeat 0: at least one is needed"),
        (["--nonsense"], "unrecognized arguments: --nonsense"),
        (["--playouts", "1", "--seconds", "1"],
         "--playouts and --seconds exclude each other"),
        (["--playouts", "1,x"], "--playouts 1,x: 'x' is no number of playouts"),
        (["--seconds", "1,"], "--seconds 1,: '' is no number of seconds"),
        (["--engine", "a", "--playouts", "1"],
         "--playouts: the command has no {playouts} to put them"),
        (["--engine", "a {seconds}"],
         "the command has {seconds}, say how many: --seconds X,..."),
        (["--engine", "a 'b"], "--engine: No closing quotation"),
        (["--engine", " "], "--engine: no command"),
        (["--engine", "/no/such/program 9"],
         "cannot run /no/such/program: No such file or directory"),
    ]
    with Stage() as stage:
        file = stage.write("a.txt", CORNER)
        for arguments, wanted in cases:
            equal(stage.failure(*arguments, file), wanted)


def test_engines_that_fail():
    cases = [("none", "the engine ended at 'genmove B'"),
             ("hello", "the engine answers 'genmove B' by 'hello'")]
    for answer, wanted in cases:
        with Stage(answer) as stage:
            file = stage.write("a.txt", CORNER)
            equal(stage.failure("--engine", stage.fake, file), wanted)
    with Stage() as stage:
        equal(stage.failure("--engine", "true", stage.write("a.txt", CORNER)),
              "the engine ended at 'known_command set_position'")


def test_help():
    with Stage() as stage:
        status, out, err = stage.suite("--help")
        equal((status, err), (0, ""))
        equal([line for line in out.splitlines() if len(line) > 88], [])
        for option in ("engine COMMAND", "playouts N,...", "seconds X,...", "repeat N",
                       "theme THEME", "position NAME", "failures", "show"):
            equal(f"  --{option} " in out, True)


def test_the_program_answers():
    with Stage() as stage:
        file = stage.write("a.txt", CORNER)
        command = shlex.join([*PROGRAM, "--memory", "16", "--playouts"])
        status, out, _ = stage.suite("--engine", command + " {playouts}", "--playouts",
                                     "10", "--failures", file)
        equal((status, out.split()[2:5]), (0, ["10", "a", "1"]))


def main():
    global SCRIPT, PROGRAM
    if len(sys.argv) != 3:
        sys.exit("usage: test_suite.py SUITE PONNUKI")
    SCRIPT = os.path.abspath(sys.argv[1])
    PROGRAM = [*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")),
               os.path.abspath(sys.argv[2])]
    tap.run(globals())


if __name__ == "__main__":
    main()
