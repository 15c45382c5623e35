#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Analyses of the program, byte by byte and as clients read them. Prints TAP.

usage: test_analyze.py PROGRAM
"""

import json
import os
import re
import subprocess
import tempfile
import time

import tap
from analysing import VERTEX, Analysing, check_moves, numbers_after, sabaki
from dialogue import FAST, PROGRAM, TIMEOUT, equal, run
from tap import true

CGOS_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def test_lz_lines():
    with Analysing() as program:
        program.begin("lz-analyze b 5")
        visits = []
        for line in program.lines(10):
            moves = sabaki(line, False)
            check_moves(line, moves)
            equal(list(moves[0]), ["move", "visits", "winrate", "prior", "lcb", "order",
                                   "pv"])
            for move in moves:
                for name in ("prior", "lcb"):
                    true(0 <= int(move[name]) <= 10000, line)
                true(int(move["lcb"]) <= 100 * move["winrate"], line)
            visits.append(max(int(move["visits"]) for move in moves))
        true(visits == sorted(visits) and visits[0] < visits[-1], visits)
        program.end_analysis()
        equal(program.ask("name"), ["= Ponnuki"])


def test_kata_lines():
    with Analysing("--threads", "2") as program:
        program.begin("kata-analyze b 5")
        for line in program.lines(5):
            moves = sabaki(line, True)
            check_moves(line, moves)
            equal(list(moves[0]), ["move", "visits", "winrate", "scoreMean", "scoreStdev",
                                   "scoreLead", "prior", "lcb", "order", "pv"])
            for move in moves:
                for name in ("scoreLead", "prior", "lcb"):
                    true("." in move[name], line)
                equal(move["scoreMean"], move["scoreLead"])
                true(0 <= float(move["lcb"]) <= move["winrate"] / 100, line)
                true(abs(float(move["scoreLead"])) < 90, line)
        program.end_analysis()


def test_ownership_begins_at_the_top_left():
    # A wall of Black, the two rows above it, and three rows below a wall of White.
    stones = "b A5 b B5 b C5 b D5 w A4 w B4 w C4 w D4"
    with Analysing("--playouts", "3000", "--seed", "1") as program:
        program.ask("rectangular_boardsize 4 7")
        equal(program.ask("set_position " + stones), ["= "])
        for color, sign in (("b", 1), ("w", -1)):
            program.send(b"kata-analyze %s 10 ownership true\n" % color.encode())
            equal(program.line(), "= ")
            line = program.line()
            true(re.search(r" ownership( -?\d\.\d{4}){28}$", line), line)
            owner = numbers_after(line, "ownership", 28)
            true(all(-1 <= part <= 1 for part in owner), line)
            # How far a search comes in a tenth of a second is not for this test to say.
            true(min(sign * part for part in owner[:12]) >
                 max(sign * part for part in owner[12:]), line)
            true(sign * (sum(owner[:12]) / 12 - sum(owner[12:]) / 16) > 0.2, line)
            program.end_analysis()
        json_line = program.ask("cgos-genmove_analyze b")[1]
        digits = [CGOS_DIGITS.index(digit) for digit in
                  json.loads(json_line)["ownership"]]
        equal(len(digits), 28)
        true(max(digits) <= 62 and min(digits[:12]) > max(digits[12:]), json_line)


def test_a_finished_game_is_told_as_it_is_counted():
    # A wall of each player, a dead stone in the territory of each, and no dame.
    stones = ("b C1 b C2 b C3 b C4 b C5 b A3 b F1 w D1 w D2 w D3 w D4 w D5 w A2 w F3 "
              "w F5 w G4")
    with Analysing("--rules", "chinese", "--seed", "1") as program:
        program.ask("rectangular_boardsize 7 5")
        equal(program.ask("set_position " + stones), ["= "])
        for command in ("komi 0", "play b pass", "play w pass"):
            program.ask(command)
        lead = program.ask("final_score")
        equal(lead, ["= W+5"])
        program.send(b"kata-analyze b 5 rootInfo true ownership true ownershipStdev true\n")
        equal(program.line(), "= ")
        line = program.line()
        program.end_analysis()
    line = line[line.index(" rootInfo "):]
    equal(numbers_after(line, "scoreLead", 1), [-5])
    row = [1, 1, 1, -1, -1, -1, -1]
    equal(numbers_after(line, "ownership", 35), 5 * row)
    equal(numbers_after(line, "ownershipStdev", 35), 35 * [0])


def test_owners_after_each_move():
    with Analysing("--seed", "1") as program:
        program.begin("kata-analyze w 10 movesOwnership true movesOwnershipStdev true "
                      "ownership true ownershipStdev true minmoves 3 maxmoves 3 "
                      "allow w C3,D3,C4 1 avoid b A1 2", "5")
        line = program.line()
        parts = line.split("info ")[1:]
        equal(sorted(part.split()[1] for part in parts), ["C3", "C4", "D3"])
        for part in parts:
            owners = numbers_after(part, "movesOwnership", 25)
            deviations = numbers_after(part, "movesOwnershipStdev", 25)
            true(all(-1 <= share <= 1 for share in owners), part)
            true(all(0 <= share <= 1 for share in deviations), part)
            # The stone that was just placed is White's, who is to move.
            column, row = part.split()[1]
            true(owners["ABCDE".index(column) + 5 * (5 - int(row))] > 0, part)
        deviations = numbers_after(line, "ownershipStdev", 25)
        true(0 < max(deviations) <= 1, line)
        program.end_analysis()


def test_root_info():
    with Analysing() as program:
        program.begin("kata-analyze w 5 rootInfo true", "7")
        line = program.line()
        match = re.search(r" rootInfo visits (\d+) winrate (0\.\d{6}) scoreLead "
                          r"(-?\d+\.\d{3}) scoreStdev \d+\.\d{3}$", line)
        true(match, line)
        moves = sabaki(line[:match.start()], True)
        true(int(match.group(1)) >= sum(int(move["visits"]) for move in moves), line)
        program.end_analysis()


def split_root_info(line):
    """What comes before it, its visits and its chance to win."""
    before, after = line.split(" rootInfo ")
    words = after.split(" ")
    equal((words[0], words[2]), ("visits", "winrate"))
    return before, int(words[1]), float(words[3])


def test_root_info_is_the_mean_of_the_moves():
    with Analysing("--playouts", "200") as program:
        program.ask("boardsize 9")
        program.ask("genmove b")  # what is found for the reply counts, too
        # The only report is that of the end, when no simulation is on its way.
        program.send(b"kata-search_analyze w minmoves 81 rootInfo true\n")
        equal(program.line(), "= ")
        line, visits, rate = split_root_info(program.line())
        moves = sabaki(line, True)
        wins = sum(int(move["visits"]) * move["winrate"] / 100 for move in moves)
        of_moves = sum(int(move["visits"]) for move in moves)
        equal(visits, of_moves + 1)  # the first visit is the position's own
        true(abs(wins / of_moves - rate) < 1e-4, line)
        # What has not been tried seems neither good nor bad.
        for move in moves:
            true(move["visits"] != "0" or abs(move["winrate"] / 100 - rate) < 1e-4, move)
        true(program.line().startswith("play "), "no move")


def test_a_handicap_is_seen_as_lost():
    with Analysing("--playouts", "500") as program:
        for command in ("kata-genmove_analyze", "cgos-genmove_analyze"):
            program.ask("boardsize 19")
            program.ask("fixed_handicap 9")
            kata = command.startswith("kata")
            line = program.ask(command + " w" + (" rootInfo true" if kata else ""))[1]
            if kata:
                line, _, whole = split_root_info(line)
                rates = [move["winrate"] / 100 for move in sabaki(line, True)]
            else:
                found = json.loads(line)
                rates = [move["winrate"] for move in found["moves"]]
                whole = found["winrate"]
            true(whole < 0.4 and max(rates) < whole + 0.2, line)


def test_a_pass_that_wins_at_once():
    with Analysing("--playouts", "50") as program:
        for command in ("kata-genmove_analyze b rootInfo true ownership true",
                        "cgos-genmove_analyze b"):
            program.ask("boardsize 5")
            for move in ("komi 0.5", "play b C3", "play w A1", "play b C2", "play w pass"):
                program.ask(move)
            lines = program.ask(command)
            equal(lines[2], "play pass")
            if command.startswith("kata"):
                true("info move pass visits 0 winrate 1.000000 " in lines[1], lines)
                true(" rootInfo visits 0 winrate 1.000000 " in lines[1], lines)
                owner = numbers_after(lines[1], "ownership", 25)
                equal((owner[12], owner[20], owner[24]), (1, -1, 0))
            else:
                found = json.loads(lines[1])
                owner = found["ownership"]
                equal((found["winrate"], owner[12], owner[20], owner[24]),
                      (1, "+", "A", "f"))


def test_visits_of_lines():
    with Analysing() as program:
        program.begin("kata-analyze b 5 pvVisits true maxmoves 1")
        line = program.line()
        match = re.search(r" pv((?: %s)+) pvVisits((?: \d+)+)$" % VERTEX, line)
        true(match, line)
        visits = [int(word) for word in match.group(2).split()]
        equal(len(visits), len(match.group(1).split()))
        equal(visits[0], int(line.split(" ")[4]))
        true(visits == sorted(visits, reverse=True), line)
        program.end_analysis()


def test_how_many_moves():
    with Analysing() as program:
        program.begin("lz-analyze b 5 maxmoves 2 minmoves 2")
        equal([line.count("info move") for line in program.lines(3)], [2, 2, 2])
        program.end_analysis()
        program.begin("lz-analyze b 5 minmoves 1000")
        equal(program.line().count("info move"), 82)
        program.end_analysis()


def test_moves_left_out():
    with Analysing() as program:
        program.begin("lz-analyze b interval 5 avoid b C3,c5,pass 1 minmoves 1000", "5")
        moves = {move["move"] for move in sabaki(program.line(), False)}
        equal(len(moves), 26 - 3)
        true(not moves & {"C3", "C5", "pass"}, moves)
        program.end_analysis()
        program.begin("lz-analyze b 5 allow b A1,B1 3", "5")
        for line in program.lines(3):
            true({move["move"] for move in sabaki(line, False)} <= {"A1", "B1"}, line)
        program.end_analysis()


def test_what_ends_an_analysis():
    ends = [(b"\n", b""), (b"\r\n", b""), (b" \t\n", b""), (b"# a comment\n", b""),
            (b"# interrupt\n", b""), (b"name\n", b"= Ponnuki\n\n"),
            (b"7 stop\n", b"=7 \n\n"), (b"8 nonsense\n", b"?8 unknown command\n\n"),
            (b"undo\n", b"? cannot undo: not enough moves\n\n"),
            (b"9\n", b"?9 unknown command\n\n")]
    with Analysing() as program:
        for command in ("lz-analyze b 1", "kata-analyze w 2 ownership true"):
            for sent, answer in ends:
                program.begin(command, "7")
                true(program.line().startswith("info "), sent)
                for line in program.end_analysis(sent):
                    true(line.startswith("info "), line)
                lines = program.lines(answer.count(b"\n"))
                equal("".join(line + "\n" for line in lines).encode(), answer)
                equal(program.ask("1 list_stones b"), ["=1 "])


def test_ids_and_endings_in_bytes():
    with Analysing() as program:
        program.ask("boardsize 5")
        program.send(b"12 lz-analyze 1\n")
        equal(program.lines(1), ["=12 "])
        true(program.line().startswith("info move "), "no line")
        program.send(b"13 kata-analyze 1\n")
        line = program.line()
        while line != "":
            true(re.fullmatch("info move .*", line), line)
            line = program.line()
        equal(program.line(), "=13 ")
        true(program.line().startswith("info move "), "no line of the second one")


def test_it_has_ended_before_it_began():
    equal(run(b"lz-analyze b 1\n1 name\n"), b"= \n\n=1 Ponnuki\n\n")
    equal(run(b"3 kata-analyze 1\n\n\n1 lz-analyze\n\n"), b"=3 \n\n=1 \n\n")
    equal(run(b"2 kata-analyze w\n# interrupt\n"), b"=2 \n\n")


def test_end_of_input():
    with Analysing() as program:
        program.begin("kata-analyze b 2")
        program.lines(3)
        equal(program.end(), (0, b""))
        rest = program.unread + program.process.stdout.read()
        true(re.fullmatch(rb"(info .*\n)*\n", rest), rest)
    with Analysing() as program:
        program.begin("lz-analyze b 100000")
        equal(program.end(), (0, b""))
        equal(program.process.stdout.read(), b"\n")


def test_output_is_lost():
    with Analysing() as program:
        program.begin("lz-analyze b 1")
        program.line()
        program.process.stdout.close()
        equal(program.process.wait(TIMEOUT), 1)
        equal(program.process.stderr.read(), b"")


def test_a_usual_interval():
    for command in ("lz-analyze", "kata-analyze w 0", "lz-analyze interval 0"):
        with Analysing() as program:
            started = time.monotonic()
            program.begin(command)
            program.line()
            true(time.monotonic() - started > 0.9, "%s is not patient" % command)


def test_nothing_changes():
    with Analysing() as program:
        program.ask("boardsize 7")
        program.ask("play b D4")
        before = program.ask("showboard")
        for color in ("b", "w", ""):
            program.send(b"lz-analyze %s 1\n" % color.encode())
            program.lines(3)
            program.end_analysis()
            equal(program.ask("showboard"), before)
        equal(program.ask("undo"), ["= "])
        equal(program.ask("undo"), ["? cannot undo: not enough moves"])


def test_a_burst_of_positions():
    """As when a user of Sabaki scrolls through a game."""
    with Analysing() as program:
        program.ask("boardsize 9")
        for turn in range(30):
            color = "bw"[turn % 2]
            program.send(b"kata-analyze %s 1\nprotocol_version\nplay %s %s%d\n" % (
                color.encode(), color.encode(), b"ABCDEFGHJ"[turn % 9:turn % 9 + 1],
                1 + 2 * (turn // 9)))
        for turn in range(30):
            equal(program.line(), "= ")
            while program.line() != "":
                pass
            equal(program.lines(4), ["= 2", "", "= ", ""])
        equal(len(program.ask("list_stones b")[0].split()), 1 + 15)


def test_smallest_board_and_narrow_ones():
    with Analysing() as program:
        program.begin("kata-analyze b 1 ownership true rootInfo true", "1")
        true(re.fullmatch(r"info move pass visits \d+ .* order 0 pv pass( pass)* rootInfo "
                          r".* ownership -?\d\.\d{4}", program.line()), "1x1")
        program.end_analysis()
        program.ask("rectangular_boardsize 1 19")
        program.send(b"kata-analyze b 5 ownership true\n")
        equal(program.line(), "= ")
        equal(len(numbers_after(program.line(), "ownership", 99)), 19)
        program.end_analysis()


def test_lines_go_on_when_the_tree_is_full():
    for threads in ("1", "2"):
        with Analysing("--memory", "1", "--threads", threads) as program:
            program.begin("kata-analyze b 20")
            visits = [max(map(int, re.findall(r" visits (\d+)", line)))
                      for line in program.lines(10)]
            true(visits == sorted(visits) and visits[0] < visits[-1], visits)
            program.end_analysis()


def test_everything_is_logged():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log")
        with Analysing("--log", path) as program:
            program.ask("boardsize 5")
            program.send(b"4 lz-analyze b 2\n")
            equal(program.line(), "=4 ")
            line = program.line()
            program.end_analysis()
            equal(program.end(), (0, b""))
        with open(path, encoding="utf-8") as file:
            logged = file.read().split("\n")
        true("> 4 lz-analyze b 2" in logged and "< =4 " in logged, logged[:9])
        true("< " + line in logged, logged[:9])


def test_only_in_a_dialogue():
    for command in ("lz-analyze", "kata-genmove_analyze"):
        done = subprocess.run([*PROGRAM, *FAST, command],
                              capture_output=True, timeout=TIMEOUT, check=False)
        equal((done.returncode, done.stdout), (1, b""))
        true(b"needs a running GTP session" in done.stderr, done.stderr)


tap.run(globals())
