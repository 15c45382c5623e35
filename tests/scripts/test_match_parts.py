#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the measuring tools reckon with: the board, Elo, the sequential test, clocks, the
tuner's steps. Prints TAP.

usage: test_match_parts.py SCRIPTS PONNUKI

SCRIPTS is the folder of the scripts.
"""

import math
import os
import pathlib
import random
import shlex
import sys

import tap
from tap import equal, near

PROGRAM = []


# The board


def test_board_agrees_with_ponnuki():
    """Random games on 3x3, where superko and suicide come up all the time."""
    import go_board
    from gtp_engine import Engine
    for rules in go_board.RULES:
        engine = Engine("ponnuki", [*PROGRAM, "--size", "3", "--komi", "0", "--rules",
                                    rules], pathlib.Path(os.devnull), 60)
        engine.start()
        board = go_board.Board(3, go_board.RULES[rules])
        source = random.Random(rules)
        for turn in range(120):
            color = "bw"[turn % 2]
            legal = [point for point in range(9)
                     if board.try_move(color, point)[0] is not None]
            vertices = [go_board.write_vertex(point, 3) for point in legal]
            answer = engine.ask(f"all_legal {color}").split()
            equal((turn, sorted(answer)), (turn, sorted(vertices)))
            point = source.choice(legal or [go_board.PASS])
            equal(board.play(color, point), "")
            engine.ask(f"play {color} {go_board.write_vertex(point, 3)}")
            if not go_board.RULES[rules].dead_removed:
                equal(engine.ask("final_score"),
                      go_board.write_result(board.area_lead()))
        engine.end()


def test_an_engine_has_one_thread_unless_it_is_told():
    from gtp_engine import Engine
    before = os.environ.pop("PONNUKI_THREADS", None)
    try:
        for value, options, wanted in [(None, [], 1), ("3", [], 3),
                                       ("3", ["--threads", "2"], 2)]:
            if value is not None:
                os.environ["PONNUKI_THREADS"] = value
            engine = Engine("ponnuki", [*PROGRAM, "--memory", "8", *options],
                            pathlib.Path(os.devnull), 60)
            engine.start()
            equal(engine.ask("kata-get-param numSearchThreads"), str(wanted))
            engine.end()
    finally:
        os.environ.pop("PONNUKI_THREADS", None)
        if before is not None:
            os.environ["PONNUKI_THREADS"] = before


def test_ko():
    import go_board
    board = go_board.Board(4, go_board.RULES["chinese-kgs"])
    for turn, vertex in enumerate("B1 C1 A2 D2 B3 C3 C2 B2".split()):
        equal(board.play("bw"[turn % 2], go_board.read_vertex(vertex, 4)), "")
    equal("".join(board.grid), ".bw.bw.w.bw.....")
    equal(board.play("b", go_board.read_vertex("C2", 4)), "superko")


def test_simple_ko_ends_with_a_move_elsewhere():
    import go_board
    board = go_board.Board(4, go_board.RULES["japanese"])
    moves = "B1 C1 A2 D2 B3 C3 C2 B2 pass pass C2".split()
    for turn, vertex in enumerate(moves):
        equal(board.play("bw"[turn % 2], go_board.read_vertex(vertex, 4)), "")
    equal(board.play("w", go_board.read_vertex("B2", 4)), "ko")
    equal(board.play("w", go_board.read_vertex("D4", 4)), "")


def test_territory_and_prisoners_are_counted():
    """Black has the left half of a board of four rows. White's stone there is captured."""
    import go_board
    wanted = {"chinese-kgs": 0, "japanese": -1}
    for rules, lead in wanted.items():
        board = go_board.Board(4, go_board.RULES[rules])
        moves = "B1 C1 B2 C2 B3 C3 B4 C4 A2 A4 A3 pass pass".split()
        for turn, vertex in enumerate(moves):
            equal(board.play("bw"[turn % 2], go_board.read_vertex(vertex, 4)), "")
        equal((rules, board.lead()), (rules, lead))


def test_vertices():
    import go_board
    equal([go_board.read_vertex(text, 19) for text in ("A1", "j2", "T19", "Pass")],
          [0, 27, 360, None])
    equal([go_board.write_vertex(point, 19) for point in (0, 27, 360, None)],
          ["A1", "J2", "T19", "pass"])
    for text in "I1", "A0", "U1", "A20", "", "7", "A1x":
        try:
            equal(go_board.read_vertex(text, 19), "a ValueError")
        except ValueError:
            pass


# Arithmetic


def test_elo():
    import match_statistics as statistics
    near(statistics.elo(0.75), 400 * math.log10(3))
    near(statistics.elo(0.5), 0)
    equal((statistics.elo(0), statistics.elo(1)), (-math.inf, math.inf))
    near(statistics.expected_score(statistics.elo(0.3)), 0.3)


def test_interval():
    """Wilson's ends are where the score is 1.96 standard deviations away."""
    import match_statistics as statistics
    for score, games in (0.5, 100), (0.9, 20), (1.0, 7), (0.0, 3):
        low, high = statistics.interval(score, games)
        for end in low, high:
            if 0 < end < 1:
                near((score - end) ** 2, 1.959964 ** 2 * end * (1 - end) / games)
        equal(low <= score <= high, True)
    equal(statistics.describe_score(statistics.Tally(6, 1, 1)),
          "81.2 % [46.7, 95.5], Elo +255 [-23, +533]")
    equal(statistics.describe_score(statistics.Tally(0, 0, 0)),
          "50.0 % [0.0, 100.0], Elo +0 [-inf, +inf]")


def test_wald_bounds():
    import match_statistics as statistics
    lower, upper = statistics.wald_bounds(0.05, 0.1)
    near(lower, math.log(0.1 / 0.95))
    near(upper, math.log(0.9 / 0.05))


def test_ratio_of_two_outcomes_is_that_of_a_coin():
    import match_statistics as statistics
    for wins, losses in (7, 3), (40, 60):
        got = statistics.log_likelihood_ratio([1.0] * wins + [0.0] * losses, 0.5, 0.6)
        near(got, wins * math.log(0.6 / 0.5) + losses * math.log(0.4 / 0.5), 0.01)


def test_ratio_is_symmetric():
    import match_statistics as statistics
    pairs = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0]
    got = statistics.log_likelihood_ratio(pairs, 0.5, 0.55)
    near(got, -statistics.log_likelihood_ratio(
        [1 - score for score in pairs], 0.45, 0.5))
    near(got, -statistics.log_likelihood_ratio(pairs, 0.55, 0.5))
    equal(statistics.log_likelihood_ratio([], 0.5, 0.55), 0.0)


def test_ratio_of_close_hypotheses_is_the_normal_approximation():
    import match_statistics as statistics
    pairs = [0.0] * 90 + [0.25] * 120 + [0.5] * 400 + [0.75] * 130 + [1.0] * 100
    mean = sum(pairs) / len(pairs)
    variance = sum((score - mean) ** 2 for score in pairs) / len(pairs)
    normal = len(pairs) * 0.01 * (2 * mean - 0.5 - 0.51) / (2 * variance)
    near(statistics.log_likelihood_ratio(pairs, 0.5, 0.51), normal, 0.01)


def test_clock_of_sudden_death():
    from gtp_game import Clock, TimeControl
    clock = Clock(TimeControl(10, 0, 0))
    equal((clock.time_left(), clock.longest), ("10 0", 10))
    equal(clock.spend(9.5), 0.0)
    equal(clock.time_left(), "0 0")
    equal(clock.spend(0.75), 0.25)


def test_clock_with_periods():
    from gtp_game import Clock, TimeControl
    clock = Clock(TimeControl(5, 2.5, 2))
    equal((clock.time_left(), clock.longest), ("5.00 0", 7.5))
    equal(clock.spend(6), 0.0)  # one second and one stone of the first period
    equal((clock.time_left(), clock.longest), ("1.50 1", 1.5))
    equal(clock.spend(1), 0.0)
    equal(clock.time_left(), "2.50 2")
    equal(clock.spend(3), 0.5)
    equal(Clock(TimeControl(0, 3, 1)).time_left(), "3 1")


def test_a_forgiven_overrun_is_not_owed():
    from gtp_game import Clock, TimeControl
    clock = Clock(TimeControl(0, 1, 1))
    near(clock.spend(1.25), 0.25)
    equal((clock.time_left(), clock.longest), ("1 1", 1))
    equal(clock.spend(0.9), 0.0)


def test_final_scores():
    from gtp_game import read_score
    equal([read_score(text) for text in (
        "B+3.5", "w+12.0", "0", "Draw", "B+0", "b+1 (upper bound: 3)")],
        ["B+3.5", "W+12", "0", "0", "0", "B+1"])
    equal([read_score(text) for text in ("?", "", "B+R", "B+nan", "X+3", "cannot")],
          [None] * 6)


def test_parameters():
    import tune
    whole = tune.read_parameter("rate=10,4,0,12")
    equal(whole, ("rate", 10, 4, 0, 12, True))
    equal([whole.write(value) for value in (9.5, 9.4999, 13, -1)],
          ["10", "9", "12", "0"])
    real = tune.read_parameter("rate=1,0.5,-1,2")
    equal((real.is_whole, real.write(1.23456789)), (False, "1.23457"))


def test_step_of_spsa():
    """a_k (y+ - y-) / (2 c_k delta); a_k = a / (A + k)^alpha, c_k = c / k^gamma"""
    import tune
    from match_statistics import Tally
    parameters = [tune.read_parameter("up=100.0,10,0,200"),
                  tune.read_parameter("down=5.0,2,4.9,200")]
    signs = {"up": 1, "down": -1}
    gains = tune.Gains(0.2, 0.602, 0.101, 50)
    start = {"up": 100.0, "down": 5.0}
    moved = tune.move(parameters, start, signs, gains, 1, Tally(2, 0, 0))
    near(moved["up"], 102)
    near(moved["down"], 4.9)  # 4.6 is out of its range
    moved = tune.move(parameters, start, signs, gains, 7, Tally(1, 2, 1))
    a7 = 0.4 * 51 ** 0.602 / 57 ** 0.602
    c7 = 7 ** -0.101
    near(moved["up"], 100 + 10 * a7 * -0.25 / (2 * c7))
    near(moved["down"], 5 - 2 * a7 * -0.25 / (2 * c7))
    equal(tune.side(parameters, start, signs, gains, 7, -1),
          {"up": f"{100 - 10 * c7:.6g}", "down": f"{5 + 2 * c7:.6g}"})


def test_whole_numbers_differ_at_their_limits():
    import tune
    gains = tune.Gains(0.2, 0.602, 0.101, 50)
    parameter = tune.read_parameter("x=5,1,0,5")
    for value in (0.0, 0.2, 2.4, 4.9, 5.0):
        for iteration in (1, 100, 5000):
            plus, minus = (int(tune.side([parameter], {"x": value}, {"x": 1}, gains,
                                         iteration, sign)["x"]) for sign in (1, -1))
            equal(0 <= minus < plus <= 5, True)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: test_match_parts.py SCRIPTS PONNUKI")
    emulator = shlex.split(os.environ.get("MESON_EXE_WRAPPER", ""))
    PROGRAM[:] = [*emulator, os.path.abspath(sys.argv[2])]
    sys.path.insert(0, os.path.abspath(sys.argv[1]))
    tap.run(globals())


if __name__ == "__main__":
    main()
