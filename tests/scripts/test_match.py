#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/match/match.py with engines that do as they are told. Prints TAP.

usage: test_match.py SCRIPTS PLAYER PONNUKI
"""

import pathlib
import shlex
import signal
import subprocess
import sys

import tap
from stage import MIDDLE, PROGRAM, Stage, player
from tap import equal, true


def fields(games, *names):
    return [tuple(game[name] for name in names) for game in games]


# Matches


def test_colors_alternate_and_the_board_is_counted():
    with Stage() as stage:
        games = stage.match("--games", 4, "a=" + player(MIDDLE), "b=" + player())
        equal(fields(games, "game", "black", "result", "winner", "reason", "scored_by",
                     "moves"),
              [(1, "a", "B+8.5", 0, "score", "board", 3),
               (2, "b", "W+9.5", 0, "score", "board", 4),
               (3, "a", "B+8.5", 0, "score", "board", 3),
               (4, "b", "W+9.5", 0, "score", "board", 4)])
        equal(fields(games[:2], "turns"), [([2, 1],), ([2, 2],)])


def test_result():
    with Stage() as stage:
        out, err = stage.run("match.py", "--size", 3, "--komi", 9, "--games", 4,
                             "a=" + player(MIDDLE), "b=" + player("resign"))
        equal(err.splitlines()[3].rpartition(", ")[0], "4 of 4 games: +4 -0 =0, "
              "100.0 % [51.0, 100.0], Elo +inf [+7, +inf]")
        lines = dict(line.split(":", 1) for line in out.splitlines())
        equal([lines[name].strip() for name in ("games", "all", "as Black", "as White",
                                                "moves")],
              ["4, a against b", "4 won, 0 lost, 0 tied", "2 won, 0 lost, 0 tied",
               "2 won, 0 lost, 0 tied", "0.5 a game"])
        equal(lines["note"].strip(),
              "only 2 of 4 games are different; --random-opening makes them so")
        equal(lines["b"].endswith("illegal moves 0, time overruns 0"), True)


def test_tie_and_length():
    with Stage() as stage:
        games = stage.match("--games", 2, "--komi", 0, "--max-moves", 2,
                            player("A1"), player("C3"))
        equal(fields(games, "black", "result", "winner", "reason"),
              [(name, "0", None, "length") for name in
               (pathlib.Path(sys.executable).name + "-1",
                pathlib.Path(sys.executable).name + "-2")])


def test_faults_lose_the_game():
    for words, reason, note in (
            (["A1", "A1"], "illegal", "bad plays A1: the point is occupied"),
            (["A9"], "protocol", "bad answers genmove by 'a9'"),
            (["junk"], "protocol",
             "bad answers `genmove black` by 'junk', not `= ...`"),
            (["crash"], "crash", "bad ended at `genmove black`, exit status 7")):
        with Stage() as stage:
            out, _ = stage.run("match.py", "--size", 3, "--games", 3,
                               "bad=" + player(*words),
                               "good=" + player("C3", "C2", "PASS"))
            games = stage.games()
            equal(fields(games, "result", "winner", "reason"),
                  [(result, 1, reason) for result in ("W+F", "B+F", "W+F")])
            equal(games[0]["note"], note)
            told = "illegal moves 3" if reason == "illegal" else f"3 {reason}"
            equal(told in out.split("\nbad:")[1].splitlines()[0], True)


def test_who_does_not_answer_loses():
    with Stage() as stage:
        games = stage.match("--games", 1, "--timeout", 2, "a=" + player("hang"),
                            player())
        equal(fields(games, "winner", "reason", "note"),
              [(1, "hang", "a does not answer `genmove black` in time")])


def test_suicide_by_rules():
    a, b = player("A2", "B2", "C1"), player("A1", "pass", "B1")
    for rules, result in ("tromp-taylor", "B+8.5"), ("cgos", "B+F"):
        with Stage() as stage:
            games = stage.match("--games", 1, "--rules", rules, a, "b=" + b)
            equal(fields(games, "result"), [(result,)])
            equal(games[0]["note"], "b plays B1: suicide" if rules == "cgos" else "")


def test_who_refuses_a_legal_move_loses():
    with Stage() as stage:
        games = stage.match("--games", 1, "a=" + player(MIDDLE),
                            "b=" + player("--refuse", "play"))
        equal(fields(games, "winner", "reason", "note"),
              [(0, "refusal", "b answers `play black B2` by `? refused`")])


def test_stop_on_error():
    with Stage() as stage:
        out, err = stage.run("match.py", "--size", 3, "--stop-on-error",
                             "a=" + player("crash"), "b=" + player(), status=2)
        equal((out, err.splitlines()[-1]), ("", "match.py: game 1: a ended at `genmove "
                                            "black`, exit status 7"))
        equal(len(stage.games()), 1)
        logs = [path.read_text("utf-8") for path in stage.out.glob("*.log")]
        equal(sorted(logs), ["", "out of luck\n"])


def test_clock():
    with Stage() as stage:
        log = str(stage.folder / "log")
        games = stage.match("--games", 2, "--time", "0 1.1 1", "--concurrency", 2,
                            "a=" + player("1.3", MIDDLE),
                            "b=" + player("--log", log, "C3", "0.01", "C2"))
        equal(fields(games, "result", "winner", "reason"),
              [("W+T", 1, "time"), ("B+T", 1, "time")])
        equal(games[0]["note"].startswith("a overran the clock by "), True)
        equal(games[0]["longest"][0] >= 1.3, True)
        lines = stage.log()
        equal(lines.count("time_settings 0 1.1 1"), 2)
        # Both games write to it, so lines of the other one may be between.
        told = lines.index("time_left black 1.10 1")
        equal(told < lines.index("genmove black"), True)


def test_grace_and_a_hang():
    with Stage() as stage:
        words = ["--games", 1, "--size", 3, "--komi", 0.5, "--time", "1 0 0"]
        games = stage.match(*words, "--grace", 5, player("1.1", MIDDLE), player())
        equal(fields(games, "winner", "reason"), [(0, "score")])


def test_engine_without_a_clock():
    with Stage() as stage:
        log = str(stage.folder / "log")
        games = stage.match("--games", 1, "--time", "0.01 0 0", "--no-clock", "a",
                            "a=" + player("--log", log, "0.1", "resign"), player())
        equal(fields(games, "winner", "reason"), [(1, "resign")])
        equal([line for line in stage.log() if line.startswith("time")], [])


def test_openings():
    with Stage() as stage:
        path = stage.folder / "moves"
        path.write_text("B2 A1 C3  # one\n\npass B2\n")
        games = stage.match("--games", 6, "--openings", path, player(), player())
        equal(fields(games, "result"), [("B+0.5",)] * 2 + [("W+9.5",)] * 2
              + [("B+0.5",)] * 2)
        text = (stage.out / games[0]["sgf"]).read_text("utf-8")
        equal(text.split("]", 1)[0], "(;GM[1")
        equal(text.splitlines()[1], ";B[bb];W[ac];B[ca];W[];B[])")


def test_random_openings_come_in_pairs():
    with Stage() as stage:
        stage.match("--games", 6, "--size", 5, "--random-opening", 6, player(),
                    player())
        moves = [(stage.out / game["sgf"]).read_text("utf-8").splitlines()[1]
                 for game in stage.games()]
        equal([line.count(";") for line in moves], [8] * 6)
        equal((moves[0], moves[2], moves[4]), (moves[1], moves[3], moves[5]))
        equal(len(set(moves)), 3)


def test_records_are_openings():
    import sgf_record
    with Stage() as stage:
        folder = stage.folder / "records"
        folder.mkdir()
        (folder / "1.sgf").write_text(
            "(;SZ[3]C[a \\] (;B\\[aa\\]]AB[aa][bb]AW[cc](;W[ca]C[];B[ac])(;W[ab]))")
        equal(sgf_record.read_moves((folder / "1.sgf").read_text(), 3),
              [("b", 6), ("b", 4), ("w", 2), ("w", 8), ("b", 0)])
        log = str(stage.folder / "log")
        stage.match("--games", 1, "--openings", folder, "--opening-moves", 3,
                    player("--log", log, "A1"), player())
        equal(stage.log()[4:8],
              ["play black A3", "play black B2", "play white C1", "genmove black"])
        text = sgf_record.write_game([("b", 0), ("w", None)], 3, {"PB": "a]\\b"})
        equal(sgf_record.read_main_line(text)[4:],
              [("PB", ["a]\\b"]), ("B", ["ac"]), ("W", [""])])


def test_no_move_of_a_record_is_left_out():
    import sgf_record
    line = [("b", 6), ("w", 4)]
    for record in (
            "(;SZ[3];B[aa]\n---\n;W[bb])", "(;SZ[];KGS_ID[1];B[aa];W[bb]",
            "(\nTE[a title]\n;B[aa];W[bb])", "(;SZ[3](;C[x])(;B[aa];W[bb]))",
            "(;sz[3];b[aa];w[bb])", "(;SZ[3];B[aa];W[bb];B[c"):
        equal(sgf_record.read_moves(record, 3), line)
    record = "(;SZ[3]PB[\u30bd]PW[\u8868];B[aa];W[bb]C[\u30be])"
    for encoding in ("cp932", "gb18030", "utf-8", "utf-8-sig", "utf-16"):
        equal(sgf_record.read_moves(sgf_record.decode(record.encode(encoding)), 3), line)
    record = "(;SZ[3]PB[Jos\xe9];B[aa]C[\xe9];W[bb])".encode("latin-1")
    equal(sgf_record.read_moves(sgf_record.decode(record), 3), line)
    try:
        equal(sgf_record.read_moves("(;SZ[3];B[aundefined])", 3), "a ValueError")
    except ValueError:
        pass


def test_handicap():
    with Stage() as stage:
        log = str(stage.folder / "log")
        games = stage.match(
            "--games", 1, "--handicap", 2, "--referee", player("--score", "B+2"),
            player("--stones", "A1 C3"), player("--log", log, MIDDLE))
        equal(fields(games, "result", "moves"), [("B+2", 3)])
        equal(stage.log()[1:-1],
              ["boardsize 3", "clear_board", "komi 0.5", "set_free_handicap A1 C3",
               "genmove white", "play black pass", "genmove white"])
        text = (stage.out / games[0]["sgf"]).read_text("utf-8")
        true("HA[2]" in text and "AB[ac][ca]" in text, text)
        equal(text.splitlines()[1], ";W[bb];B[];W[])")


def test_handicap_of_ponnuki():
    with Stage() as stage:
        command = shlex.join([*PROGRAM, "--size", "9", "--playouts", "1"])
        stage.run("match.py", "--size", 9, "--handicap", 3, "--games", 2,
                  "--max-moves", 4, "--referee", "third=" + command, "a=" + command,
                  "b=" + command)
        equal(fields(stage.games(), "moves", "reason", "scored_by"),
              [(4, "length", "referee")] * 2)


def test_same_colors():
    with Stage() as stage:
        games = stage.match("--games", 3, "--same-colors", "--random-opening", 2,
                            "a=" + player(), "b=" + player())
        equal(fields(games, "black", "winner"), [("a", 1)] * 3)
        # Where colors alternate, the first two games begin alike.
        true(games[0]["hash"] != games[1]["hash"], games)
        out, _ = stage.run("match.py", "--size", 3, "--komi", 0.5, "--games", 3,
                           "--same-colors", "--random-opening", 2, "a=" + player(),
                           "b=" + player())
        lines = dict(line.split(":", 1) for line in out.splitlines())
        equal([lines[name].strip() for name in ("as Black", "as White")],
              ["0 won, 3 lost, 0 tied", "0 won, 0 lost, 0 tied"])


def test_wrong_stones_of_a_handicap_lose():
    for stones in ("", "A1", "A1 A1", "A1 pass", "A1 D4", "A1 B2 C3"):
        with Stage() as stage:
            games = stage.match("--games", 1, "--handicap", 2,
                                "a=" + player("--stones", stones), player())
            equal(fields(games, "winner", "reason", "note"),
                  [(1, "protocol", f"a answers fixed_handicap 2 by {stones!r}")])


def test_referee():
    with Stage() as stage:
        log = str(stage.folder / "log")
        games = stage.match(
            "--games", 1, "--referee", player("--score", "W+2.5", "--log", log),
            player(MIDDLE), player())
        equal(fields(games, "result", "scored_by"), [("W+2.5", "referee")])
        equal(stage.log()[1:-1],
              ["boardsize 3", "clear_board", "komi 0.5", "play black B2",
               "play white pass", "play black pass", "final_score"])


def test_referee_that_judges_moves():
    with Stage() as stage:
        games = stage.match("--games", 2, "--adjudicate", "--referee",
                            player("--refuse", "play"), "a=" + player(MIDDLE),
                            "b=" + player())
        equal(fields(games, "winner", "reason", "note"),
              [(1, "illegal", "a plays B2: the referee answers `play black B2` by "
                "`? refused`"),
               (0, "illegal", "b plays pass: the referee answers `play black pass` by "
                "`? refused`")])


def test_engines_count_where_dead_stones_are_removed():
    for score, wanted in ("W+0.5", ("W+0.5", "engines")), ("B+3", ("B+8.5", "board")):
        with Stage() as stage:
            games = stage.match("--games", 1, "--rules", "chinese-kgs",
                                player("--score", score, MIDDLE),
                                player("--score", "W+0.5"))
            equal(fields(games, "result", "scored_by"), [wanted])


def test_random_players_are_refereed():
    with Stage() as stage:
        referee = shlex.join([*PROGRAM, "--rules", "tromp-taylor"])
        games = stage.match("--games", 2, "--size", 4, "--max-moves", 60,
                            "--adjudicate", "--referee", referee,
                            player("--seed", "1", "random", "..."),
                            player("--seed", "2", "random", "..."))
        equal(fields(games, "moves", "reason", "scored_by"),
              [(60, "length", "referee")] * 2)


# Going on


def test_interrupted_match_goes_on():
    with Stage() as stage:
        arguments = ["--size", 3, "--games", 12, "--concurrency", 2,
                     "a=" + player("0.1", MIDDLE), "b=" + player()]
        with subprocess.Popen(stage.command("match.py", arguments), text=True,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            for _ in range(3):
                process.stderr.readline()
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=20)
        equal((process.returncode, out.startswith("games:")), (130, True))
        before = stage.lines()
        equal(4 <= len(before) < 13, True)
        with (stage.out / "results.jsonl").open("a") as file:
            file.write('{"game": 12, "bla')  # written by halves
        stage.run("match.py", *arguments)
        equal(stage.lines()[:len(before)], before)
        equal(fields(stage.games(), "game"), [(number,) for number in range(1, 13)])
        stage.run("match.py", *arguments, "--games", 13)
        equal(len(stage.games()), 13)


def test_other_options_are_refused():
    with Stage() as stage:
        a, b = "a=" + player(MIDDLE), "b=" + player()
        stage.match("--games", 1, a, b)
        message = stage.failure("match.py", "--size", 3, "--komi", 1.5, a, b)
        equal(message, f"{stage.out}/results.jsonl was begun with other options: komi "
              "was 0.5 and is 1.5; choose another folder with --out, or the same "
              "options")
        (stage.out / "results.jsonl").write_text("{}\n{}\n")
        equal(stage.failure("match.py", a, b),
              f"{stage.out}/results.jsonl is damaged; remove it, or choose another "
              "folder with --out")


def test_a_match_begun_before_there_was_an_option_goes_on():
    with Stage() as stage:
        a, b = "a=" + player(MIDDLE), "b=" + player()
        stage.match("--games", 1, a, b)
        results = stage.out / "results.jsonl"
        text = results.read_text()
        true('"handicap": 0, ' in text, text)
        results.write_text(text.replace('"handicap": 0, ', ""))
        equal(len(stage.match("--games", 2, a, b)), 2)
        message = stage.failure("match.py", "--size", 3, "--komi", 0.5, "--handicap", 2,
                                a, b)
        true("handicap was None and is 2" in message, message)


def test_options_may_change_before_the_first_game():
    with Stage() as stage:
        stage.failure("match.py", "nothing-of-this-name", player())
        equal(len(stage.match("--games", 1, player(), player())), 1)


# The report


def test_report_without_plots():
    with Stage() as stage:
        out, err = stage.run("match.py", "--size", 3, "--games", 2,
                             "a=" + player(MIDDLE), "b=" + player("crash"),
                             "--seed", 7)
        equal("no plots in the report: this Python has no matplotlib" in err, True)
        del out
        text = (stage.out / "report.html").read_text("utf-8")
        equal((text.count('<a href="0000'), text.count("<svg")), (2, 0))
        equal(text.count("b ended at `genmove white`, exit status 7"), 1)


def test_report_with_plots():
    import match_report
    try:
        import matplotlib
        del matplotlib
    except ImportError:
        raise tap.Skip("matplotlib is missing") from None
    with Stage() as stage:
        games = stage.match("--games", 3, "a=" + player(MIDDLE), "b=" + player())
        text = match_report.draw(games, ["a", "b"])
        equal((text[:4], text.count("Time for a move")), ("<svg", 1))


def test_running_score():
    import match_report
    import match_statistics
    scores = match_report.running_scores(
        [{"winner": winner} for winner in (0, None, 1)])
    equal([score for score, _, _ in scores], [100, 75, 50])
    low, high = match_statistics.interval(0.75, 2)
    equal(scores[1][1:], (100 * low, 100 * high))


tap.run(globals())
