#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Analyses of searches that end with a move. Prints TAP.

usage: test_genmove_analyze.py PROGRAM
"""

import json
import re
import time

import tap
from analysing import VERTEX, Analysing, check_moves, numbers_after, sabaki
from dialogue import equal
from tap import true


def test_genmove():
    with Analysing("--playouts", "0", "--seconds", "0.5", "--threads", "2") as program:
        for turn, command in enumerate(("kata-genmove_analyze b 5",
                                        "lz-genmove_analyze w interval 5",
                                        "9 kata-genmove_analyze 5")):
            if turn == 0:
                program.ask("boardsize 9")
            lines = program.ask(command)
            equal(lines[0], "=9 " if command[0] == "9" else "= ")
            true(len(lines) >= 3, lines)
            for line in lines[1:-1]:
                check_moves(line, sabaki(line, "kata" in command))
            match = re.fullmatch("play (%s)" % VERTEX, lines[-1])
            true(match, lines)
            equal(sabaki(lines[-2], "kata" in command)[0]["move"], match.group(1))
            color = "bw"[turn % 2]
            true(match.group(1) in program.ask("list_stones " + color)[0], lines)


def test_genmove_without_an_interval():
    with Analysing() as program:
        program.ask("boardsize 9")
        lines = program.ask("kata-genmove_analyze b ownership true")
        equal(len(lines), 3)
        equal(len(numbers_after(lines[1], "ownership", 99)), 81)


def test_input_does_not_disturb_genmove():
    with Analysing("--playouts", "0", "--seconds", "1") as program:
        program.begin("kata-genmove_analyze b 10")
        program.line()
        started = time.monotonic()
        program.send(b"protocol_version\n\n# a comment\n")
        lines = program.end_analysis(b"")
        true(time.monotonic() - started > 0.5, "it was cut short")
        true(lines[-1].startswith("play "), lines)
        equal(program.lines(2), ["= 2", ""])


def test_interrupted_genmove():
    with Analysing("--playouts", "0", "--seconds", "1000") as program:
        program.begin("lz-genmove_analyze b 10")
        program.line()
        lines = program.end_analysis(b"# interrupt\n")
        true(lines[-1].startswith("play "), lines)
        true(lines[-1][5:] in program.ask("list_stones b")[0], lines)


def test_same_moves_as_genmove():
    """Not on a symmetric board: there genmove draws one of the moves that are alike."""
    moves = []
    for command in ("genmove", "kata-genmove_analyze", "lz-genmove_analyze",
                    "cgos-genmove_analyze"):
        with Analysing("--playouts", "300") as program:
            program.ask("boardsize 9")
            program.ask("play w C4")
            last = [program.ask("%s %s" % (command, "bw"[i % 2]))[-1] for i in range(6)]
            moves.append([line.split(" ")[1] for line in last])
    equal(moves[1:], 3 * moves[:1])


def first_named(line):
    """The first move of an analysis for any client."""
    return re.match(r'(info move |.*?"move":")(%s)' % VERTEX, line).group(2)


def test_the_move_that_is_played_is_named_first():
    """In whole games, to the end of which dead stones are captured and passes examined."""
    for command in ("kata-genmove_analyze", "lz-genmove_analyze", "cgos-genmove_analyze"):
        with Analysing("--playouts", "50", "--resign", "0") as program:
            program.ask("boardsize 4")
            played = []
            while played[-2:] != ["pass", "pass"] and len(played) < 60:
                lines = program.ask("%s %s" % (command, "bw"[len(played) % 2]))
                played.append(lines[-1].removeprefix("play "))
                equal(first_named(lines[-2]), played[-1])
            true(len(played) > 5, played)


def test_cgos():
    with Analysing("--playouts", "500") as program:
        program.ask("boardsize 9")
        for color in ("b", "w"):
            lines = program.ask("cgos-genmove_analyze " + color)
            equal(len(lines), 3)
            equal(lines[0], "= ")
            found = json.loads(lines[1])
            equal(sorted(found), ["moves", "ownership", "score", "visits", "winrate"])
            true(found["visits"] >= 500 and 0 <= found["winrate"] <= 1, found)
            equal(len(found["ownership"]), 81)
            best = found["moves"][0]
            equal(sorted(best), ["move", "prior", "pv", "score", "visits", "winrate"])
            equal((best["winrate"], best["score"]), (found["winrate"], found["score"]))
            equal("play " + best["move"], lines[2])
            for move in found["moves"]:
                true(re.fullmatch("(%s( |$))*" % VERTEX, move["pv"]), move)
                true(move["pv"].split(" ")[0] != move["move"] or move["pv"] == "", move)


def test_genmove_after_analysis_with_pondering():
    with Analysing("--ponder", "--threads", "2") as program:
        program.begin("kata-analyze b 2")
        program.lines(2)
        program.send(b"kata-genmove_analyze b 2\n")
        while program.line() != "":
            pass
        equal(program.line(), "= ")
        while not program.line().startswith("play "):
            pass
        equal(program.line(), "")
        program.send(b"lz-analyze w 2\n")
        equal(program.line(), "= ")
        program.lines(2)
        program.end_analysis(b"stop\n")
        equal(program.lines(2), ["= ", ""])


tap.run(globals())
