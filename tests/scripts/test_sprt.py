#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/match/sprt.py and tune.py with engines that do as they are told, and what they and
match.py say to wrong arguments. Prints TAP.

usage: test_sprt.py SCRIPTS PLAYER PONNUKI
"""

import math
import sys

import tap
from stage import MIDDLE, SCRIPTS, Stage, player
from tap import equal, near


def sprt(stage, *arguments, status=0):
    """The last line; on 3x3, of coarse hypotheses."""
    out, _ = stage.run("sprt.py", "--size", 3, "--p0", 0.5, "--p1", 0.9, *arguments,
                       status=status)
    return out.splitlines()[-1]


def test_sequential_test_accepts_and_does_not_play_on():
    with Stage() as stage:
        # After n pairs the ratio is n log(0.9 / 0.5), and the bound log(19).
        arguments = "a=" + player(MIDDLE), "b=" + player()
        line = sprt(stage, *arguments)
        equal(line.split(" (")[0], f"accepted: LLR +{6 * math.log(1.8):.2f}")
        equal(line.split(" (")[1],
              "-2.94, +2.94), H0: 0.5000, H1: 0.9000 of the points")
        equal(len(stage.games()), 12)
        equal(sprt(stage, *arguments), line)
        equal(len(stage.games()), 12)


def test_sequential_test_rejects():
    with Stage() as stage:
        line = sprt(stage, "a=" + player(), "b=" + player(MIDDLE), status=1)
        equal(line.split(" (")[0], f"rejected: LLR {2 * math.log(0.1 / 0.5):.2f}")
        equal(len(stage.games()), 4)


def test_sequential_test_of_a_parameter():
    with Stage() as stage:
        line = sprt(stage, "--set", "strength=5", player(), status=1)
        equal((line[:8], stage.games()[0]["black"]), ("rejected", "new"))


def test_sequential_test_without_a_decision():
    with Stage() as stage:
        line = sprt(stage, "--games", 7, "a=" + player(MIDDLE), "b=" + player(),
                    status=3)
        equal(line.split(" (")[0], f"undecided: LLR +{3 * math.log(1.8):.2f}")
        equal(len(stage.games()), 6)


# The tuner


def test_tuning():
    """Below 10 the program resigns, so the greater value wins: up by 0.2 x 4, and less
    each time; and what is interrupted goes on as if nothing had been."""
    arguments = ["--size", 3, "--param", "strength=10,4,0,20", "--concurrency", 2,
                 player()]
    ways = []
    for runs in (1, 3), (3,):
        with Stage() as stage:
            for count in runs:
                out, _ = stage.run("tune.py", *arguments, "--iterations", count)
            ways.append([line["values"]["strength"]
                         for line in stage.lines("tune.jsonl")[1:]])
            value = math.floor(ways[-1][-1] + 0.5)
            equal(out, f"3 iterations: --set strength={value}\n")
    equal([len(way) for way in ways], [3, 3])
    near(ways[0][0], 10.8)
    near(ways[1][2], 10.8 + 0.8 * sum(
        (1.3 / (k + 0.3)) ** 0.602 * k ** 0.101 for k in (2, 3)))


# Messages


def test_wrong_arguments():
    a, b = player(), player()
    for script, arguments, message in (
            ("match.py", [a], "two commands are needed, each as one argument in "
             "quotation marks, and there are 1"),
            ("match.py", [a, " "], "' ' is no command of an engine"),
            ("match.py", [a, "'x"], "No closing quotation in the command \"'x\""),
            ("match.py", [a, b, "--size", 26], "--size 26: at most 25"),
            ("match.py", [a, b, "--games", 0], "--games 0: at least 1 is needed"),
            ("match.py", [a, b, "--adjudicate"], "--adjudicate needs a --referee"),
            ("match.py", [a, b, "--time", "5 1"], "--time '5 1' is not 'MAIN PERIOD "
             "STONES'"),
            ("match.py", [a, b, "--time", "5 1 0"], "--time '5 1 0': a period needs "
             "stones, and stones a period"),
            ("match.py", [a, b, "--openings", "/none"],
             "--openings: /none: No such file or directory"),
            ("match.py", ["nothing-of-this-name", b],
             "nothing-of-this-name: cannot run nothing-of-this-name: No such file or "
             "directory"),
            ("match.py", ["a=" + player("--refuse", "komi"), b],
             "a answers `komi 7.5` by `? refused`"),
            ("match.py", [f"a={sys.executable} -c 'exit(\"sorry\")'", b],
             "a does not start: ended at `protocol_version`, exit status 1; it wrote: "
             "sorry"),
            ("match.py", ["a=" + player("--refuse", "time_settings"), b, "--time",
                          "9 0 0"],
             "a answers `time_settings 9 0 0` by `? refused`; --no-clock plays it "
             "without a clock"),
            ("match.py", ["a=" + a, "b=" + b, "--no-clock", "c"], "--no-clock c: there "
             "are a and b"),
            ("match.py", ["referee=" + a, b], "no engine can be called referee"),
            ("match.py", ["a=" + player("--refuse", "fixed_handicap"), b, "--handicap",
                          9],
             "a answers `fixed_handicap 9` by `? refused`"),
            ("match.py", [a, b, "--handicap", 1],
             "--handicap 1: that is no stone but a matter of --komi"),
            ("match.py", [a, b, "--handicap", 2, "--random-opening", 2],
             "--handicap leaves no room for an opening"),
            ("sprt.py", [a, b, "--elo0", 5, "--elo1", 5], "H0 must be below H1, both "
             "between 0 and 1; they expect 0.507 and 0.507 of the points"),
            ("sprt.py", [a, b, "--alpha", 1], "--alpha 1.0: a chance between 0 and 0.5 "
             "is needed"),
            ("sprt.py", [a, b, "--p0", 0.5], "--p0 and --p1 go together"),
            ("sprt.py", [a, "--set", "x"], "--set 'x' is not NAME=VALUE"),
            ("tune.py", [a, "--param", "x=1,2"],
             "--param 'x=1,2' is not NAME=START,STEP,LOW,HIGH"),
            ("tune.py", [a, "--param", "x=1,2,3,4"], "--param 'x=1,2,3,4': needs a "
             "name, LOW <= START <= HIGH and a STEP above 0"),
            ("tune.py", [a], "--param is needed, once for each parameter"),
            ("tune.py", [a, "--param", "x=1,1,0,4", "--no-clock", "y"],
             "--no-clock y: there are plus and minus"),
            ("tune.py", [a, "--games", 3], "--games 3: an even number is needed, for "
             "pairs")):
        with Stage() as stage:
            equal(stage.failure(script, *arguments), message)


def test_illegal_opening():
    with Stage() as stage:
        (stage.folder / "moves").write_text("B2 B2\n")
        equal(stage.failure("match.py", "--size", 3, "--openings",
                            stage.folder / "moves", player(), player()),
              "the opening move white B2 is illegal: the point is occupied")


def test_help():
    for script in "match.py", "sprt.py", "tune.py":
        with Stage() as stage:
            out, err = stage.run(script, "--help")
            equal((out[:1] != "", err), (True, ""))
            equal([line for line in out.splitlines() if len(line) > 88], [])
            source = (SCRIPTS / script).read_text("utf-8")
            shared = (SCRIPTS / "match_options.py").read_text("utf-8")
            for text in source, shared:
                for part in text.split('add_argument("--')[1:]:
                    equal("--" + part.split('"')[0] in out, True)


tap.run(globals())
