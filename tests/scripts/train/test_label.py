#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/train/label.py, late.py, searched.py, sparring.py, agreement.py and losses.py,
with teachers that know nothing. Prints TAP.

usage: test_label.py FOLDER SAMPLES

FOLDER is scripts/train, SAMPLES is its program.
"""

import os
import pathlib
import subprocess
import sys

import tap
from tap import equal
from training import FOLDER, Files, batches, game, run, without_progress

# A teacher that plays on the first free points of a column, likes the next one half as
# much, believes that Black wins with 3 in 4, and calls all points White's but the first.
TEACHER = """
import json, sys
for line in sys.stdin:
    query = json.loads(line)
    size = query["boardXSize"]
    played = {move for _, move in query["moves"] + query["initialStones"]}
    names = ["ABCDEFGHJKLMNOPQRST"[x] + str(size - y)
             for y in range(size) for x in range(size)]
    free = [i for i, name in enumerate(names) if name not in played]
    policy = [-1.0] * len(names) + [0.0]
    for i in free:
        policy[i] = 0.0
    policy[free[0] if free else -1] = 0.5
    policy[free[1] if len(free) > 1 else -1] = 0.25
    print(json.dumps({"id": query["id"], "policy": policy, "ownership":
        [1.0] + [-0.96] * (len(names) - 1),
        "rootInfo": {"winrate": 0.75 if query["maxVisits"] == 1 else 0.5,
                     "scoreLead": query["komi"] - 0.2}}), flush=True)
"""


def label(files, *options, records=()):
    """The status of label.py with that teacher, and what it says on standard error, but
    for its progress."""
    teacher = files.path("teacher.py")
    pathlib.Path(teacher).write_text(TEACHER)
    done = subprocess.run(
        [sys.executable, os.path.join(FOLDER, "label.py"), *options,
         f"{sys.executable} {teacher}", *records],
        capture_output=True, text=True, check=False)
    return done.returncode, without_progress(done.stderr)


def test_a_teacher_plays_and_labels():
    with Files() as files:
        out = files.path("5.txt")
        equal(label(files, "--out", out, "--size", "5", "--positions", "60"), (0, ""))
        with open(out, "a", encoding="ascii") as file:
            file.write("5 7.5 0 ? - - aa")  # interrupted
        equal(label(files, "--out", out, "--size", "5", "--positions", "100"), (0, ""))
        lines = pathlib.Path(out).read_text().splitlines()
        equal(len(lines), 100)
        komis = set()
        for line in lines:
            size, komi, handicap, result, _, _, moves, win, lead, policy, owner = \
                line.split(" ")
            komis.add(komi)
            equal((size, handicap, result, win), ("5", "0", "?", "7500"))
            equal(int(lead), round(2 * (float(komi) - 0.2)))
            equal(owner, "u" + 24 * "a")
            equal(policy.split(",")[0][2:], "5000")
            equal(policy[:2] in [moves[i:i + 2] for i in range(0, len(moves), 2)],
                  len(moves) >= 50 and policy[:2] == "tt")
        equal(len(komis) > 3 and "7.5" in komis, True)
        found = []
        for kind in ([], ["--held-out"]):
            data, errors, status = run("--once", *kind, out)
            equal((errors, status), ("", 0))
            found += batches(data)
        equal(sum(len(samples) for _, samples in found), 100)


def test_a_teacher_labels_recorded_positions():
    with Files() as files:
        records = [game(i, 9) for i in range(100)]
        out = files.path("labels.txt")
        equal(label(files, "--out", out, "--positions", "200",
                    records=[files.write("9.txt.xz", records)]), (0, ""))
        games = [record.split()[6] for record in records]
        on_record = 0
        for line in pathlib.Path(out).read_text().splitlines():
            moves = line.split()[6]
            common = max(len(os.path.commonprefix([moves, game])) for game in games)
            on_record += common == len(moves)
            # At most a few moves off the record, or after its end.
            equal(common >= min(len(moves) - 16, 32), True)
        equal(100 < on_record < 200, True)


def test_only_later_positions_may_be_taken():
    with Files() as files:
        records = [game(i, 9) for i in range(100)]
        longest = max(len(record.split()[6]) // 2 for record in records)
        first, source = longest - 5, files.write("9.txt.xz", records)
        out = files.path("labels.txt")
        equal(label(files, "--out", out, "--positions", "60", "--first", str(first),
                    records=[source]), (0, ""))
        taken = [len(line.split()[6]) // 2
                 for line in pathlib.Path(out).read_text().splitlines()]
        equal(min(taken) >= first, True)
        equal(label(files, "--out", out + "2", "--positions", "1", "--first",
                    str(longest), records=[source]),
              (2, f"label.py: {source}: there is no game to take positions of\n"))


def test_what_is_no_game_is_left_out():
    with Files() as files:
        lines = ["# a remark", "9 6.5 0 B+R - - ", "", game(1, 9)]
        out = files.path("labels.txt")
        for count in (5, 5):  # given again, there is nothing left to do
            equal(label(files, "--out", out, "--positions", str(count),
                        records=[files.write("9.txt", lines)]), (0, ""))
            equal(len(pathlib.Path(out).read_text().splitlines()), 5)
        path = files.write("none.txt", lines[:3])
        equal(label(files, "--out", files.path("x"), "--positions", "5", records=[path]),
              (2, f"label.py: {path}: there is no game to take positions of\n"))


def test_games_held_out_are_the_same_for_the_labels():
    sys.path.insert(0, FOLDER)
    import label as labelling
    with Files() as files:
        lines = [game(i, 9) for i in range(400)]
        lines += [f"{game(i, 9)} 5000 0 ee9000 {81 * 'k'}" for i in range(400, 800)]
        data, _, _ = run("--once", "--held-out", "--per-game", "1",
                         files.write("a.txt", lines))
        kept = [line for line in lines if labelling.held_out(line)]
        equal(sum(len(samples) for _, samples in batches(data)), len(kept))
        equal({len(line.split()) for line in kept}, {7, 11})
        for line in kept:
            data, _, _ = run("--once", "--held-out", files.write("b.txt", [line]))
            equal(len(data) > 0, True)


def test_a_teacher_may_search():
    with Files() as files:
        out = files.path("5.txt")
        equal(label(files, "--out", out, "--size", "5", "--positions", "10",
                    "--visits", "100"), (0, ""))
        for line in pathlib.Path(out).read_text().splitlines():
            equal(line.split()[7], "5000")


def test_a_teacher_labels_where_records_end():
    with Files() as files:
        records = [game(i, 9) for i in range(30)] + ["9 3.5 0 ? - - aabb", "no game"]
        out = files.path("labels.txt")
        path = files.write("9.txt", records)
        for count in (10, 100, 100):  # an interrupted run, the rest, nothing to do
            equal(label(files, "--out", out, "--ends", "--positions", str(count),
                        records=[path]), (0, ""))
        lines = [line.split() for line in pathlib.Path(out).read_text().splitlines()]
        equal(sorted(fields[6] for fields in lines),
              sorted(record.split()[6] for record in records[:-1]))
        equal([fields[1] for fields in lines if fields[6] == "aabb"], ["3.5"])
        equal(label(files, "--out", files.path("x"), "--ends", "--positions", "5"),
              (2, "label.py: --ends needs records\n"))


# An engine that has looked at two positions in each search.
SEARCHER = """
import sys
with open(sys.argv[1], "a") as file:
    for line in sys.stdin:
        print(line.strip(), file=file, flush=True)
        print("? illegal move: superko" if line.startswith("play w C1") else
              "=" if not line.startswith("ponnuki-") else "= A1 pass\\nC1 B2 A2")
        print(flush=True)
        if line.strip() == "quit":
            break
"""


def test_searched_positions_are_collected():
    with Files() as files:
        engine = files.path("engine.py")
        pathlib.Path(engine).write_text(SEARCHER)
        arguments = (
            "--out", files.path("out.txt"), "--per-search", "2", "--positions",
            f"{sys.executable} {engine} {files.path('told')}", files.write("in.txt", [
                "3 0.5 2 ? - - aacc 2500 -3 ab10000 aauuaauua",
                "3 7.5 0 ? - - ba 7500 -5 ab10000 uauauauau",
                "3 7.5 0 ? - - bacc 7500 -5 ab10000 uauauauau"]))  # refused
        for count in ("2", "9"):  # the second run goes on
            equal(tool("searched.py", *arguments[:5], count, *arguments[5:]), (0, [], ""))
        lines = pathlib.Path(files.path("out.txt")).read_text().splitlines()
        equal(sorted(lines), ["3 0.5 2 ? - - aaccactt", "3 0.5 2 ? - - aaccccbbab",
                              "3 7.5 0 ? - - baactt", "3 7.5 0 ? - - baccbbab"])
        told = pathlib.Path(files.path("told")).read_text().splitlines()
        equal(told.count("ponnuki-searched_lines 2 w"), 2)
        equal(tool("searched.py", *arguments[:5], "9", "true", arguments[-1])[0], 2)


def test_late_positions_are_taken_of_games():
    with Files() as files:
        files.write("1.sgf", ["(;SZ[3]KM[0.5];B[aa];W[bb];B[];W[cc];B[];W[])"])
        files.write("2.sgf", ["(;SZ[3]KM[7.5]AB[aa][bb];W[cc];B[ac])"])  # a handicap
        files.write("3.txt", ["no game"])
        folder = os.path.dirname(files.path("1.sgf"))
        out = files.path("late.txt")
        equal(tool("late.py", "--out", out, "--taken", "1", "--from", "0.5", folder),
              (0, [], ""))
        equal(sorted(pathlib.Path(out).read_text().splitlines()),
              ["3 0.5 0 ? - - aabb", "3 0.5 0 ? - - aabbtt"])
        equal(label(files, "--out", files.path("labels"), "--ends", "--positions", "9",
                    records=(out,)), (0, ""))
        equal(len(pathlib.Path(files.path("labels")).read_text().splitlines()), 2)
        status, _, said = tool("late.py", "--out", out, files.path("3.txt"))
        equal((status, "3.txt: no game record" in said), (2, True))


# An engine that refuses a play on B1 and answers a genmove by its argument. Its network
# would pass.
SPARRING_PARTNER = """
import sys
for line in sys.stdin:
    line = line.strip()
    print("? illegal move" if line.endswith(" B1") else
          "= " + sys.argv[1] if line.startswith("genmove") else
          "= symmetry 0\\npolicy\\n" + 3 * "NAN 0.0 NAN\\n" +
          "policyPass 1.0\\nwhiteOwnership"
          if line.startswith("kata-raw-nn") else "=")
    print(flush=True)
    if line == "quit":
        break
"""


def test_games_against_the_teacher_are_labelled():
    with Files() as files:
        engine, teacher = files.path("engine.py"), files.path("teacher.py")
        pathlib.Path(engine).write_text(SPARRING_PARTNER)
        pathlib.Path(teacher).write_text(TEACHER)
        out = files.path("out.txt")

        def spar(positions, answer, *more, size="3", out=out):
            status, _, said = tool(
                "sparring.py", "--out", out, "--positions", positions, "--size", size,
                "--games", "2", "--opening", "4", "--first", "3", *more,
                f"{sys.executable} {teacher}", f"{sys.executable} {engine} {answer}")
            return status, said

        equal(spar("20", "pass"), (0, ""))
        equal(spar("60", "pass"), (0, ""))  # goes on
        equal(spar("90", "resign", "--drawn", "1"), (0, ""))  # it is not asked for moves
        lines = [line.split() for line in pathlib.Path(out).read_text().splitlines()]
        equal(len(lines), 90)
        # The opening is the teacher's, then the engine has every second move.
        games = [[line[6][i:i + 2] for i in range(0, len(line[6]), 2)] for line in lines]
        equal(any("tt" in moves[:4] for moves in games), False)
        later = [moves[4:] for moves in games if len(moves) > 5]
        equal(all(moves[0::2] == ["tt"] * len(moves[0::2]) or
                  moves[1::2] == ["tt"] * len(moves[1::2]) for moves in later), True)
        equal(any("bc" in moves for moves in games), False)  # the engine refuses it
        equal({line[7] for line in lines}, {"7500"})
        status, said = spar("120", "resign")
        equal((status, "resigns" in said), (2, True))
        # Of stretches that the engine plays alone, the first after 16 moves, none is
        # labelled.
        for own, longer in (("0", True), ("1", False)):
            path = files.path(own)
            equal(spar("90", "", "--drawn", "1", "--own", own, size="5", out=path),
                  (0, ""))
            lengths = [len(line.split()[6]) // 2
                       for line in pathlib.Path(path).read_text().splitlines()]
            equal(max(lengths) >= 16, longer)


# An engine that sees everything as the player to move does: he leads by 1.5, wins 3 in 4,
# and gets all points of the upper row. It writes down what it is told.
ENGINE = """
import sys
with open(sys.argv[1], "w") as file:
    for line in sys.stdin:
        print(line.strip(), file=file, flush=True)
        print("=" if not line.startswith("kata-") else
              "= \\ninfo move A1 visits 9 rootInfo visits 9 winrate 0.750000 "
              "scoreLead 1.500 ownership 1.0000 1.0000 -1.0000 -1.0000\\nplay A1")
        print(flush=True)
        if line.strip() == "quit":
            break
"""


def tool(name, *arguments):
    """Status, output and errors of a script."""
    done = subprocess.run([sys.executable, os.path.join(FOLDER, name), *arguments],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr


def agreement(*arguments):
    return tool("agreement.py", *arguments)


def test_agreement_is_measured():
    with Files() as files:
        engine = files.path("engine.py")
        pathlib.Path(engine).write_text(ENGINE)
        command = f"{sys.executable} {engine} {files.path('told')}"
        # White to move, who should win 1 in 4, lead by 2.5, own the right column.
        white = files.write("white.txt", ["2 7.5 0 ? - - ba 7500 -5 ab10000 uaua"])
        equal(agreement(command, white), (
            0, ["board | positions | points off | win | owner",
                "2x2 | 1 | 1.00 | 0.2500 | 0.5000"], ""))
        told = pathlib.Path(files.path("told")).read_text().splitlines()
        equal(told[1:-1], ["boardsize 2", "clear_board", "komi 7.5", "play b B2",
                           "kata-search_analyze w 1000000 rootInfo true ownership true"])
        # With two stones of handicap, White to move and then Black: just as it is.
        both = files.write("both.txt", [
            "2 0.5 2 ? - - aabb 2500 -3 ab10000 aauu",
            "2 0.5 2 ? - - aabbtt 7500 3 ab10000 uuaa"])
        equal(agreement(command, both)[1][1:], ["2x2 | 2 | 0.00 | 0.0000 | 0.0000"])
        told = pathlib.Path(files.path("told")).read_text()
        equal("play b A2\nplay b B1\nplay w pass\nkata-search_analyze b" in told, True)
        equal(agreement("--positions", "1", command, both)[1][1].split(" | ")[1], "1")


def test_agreement_says_what_cannot_work():
    with Files() as files:
        good = files.write("good.txt", ["2 7.5 0 ? - - ba 7500 -5 ab10000 uaua"])
        record = files.write("record.txt", [game(1, 9)])
        for arguments, why in (
                (["true", good], "does not start"),
                (["/does/not/exist", good], "cannot run /does/not/exist"),
                (["true", record], "holds no positions with opinions"),
                (["true", good + "x"], "No such file"),
                (["true"], "required")):
            status, output, errors = agreement(*arguments)
            equal((status, output, len(errors.splitlines()), why in errors),
                  (2, [], 1, True))


# A teacher who wants everybody to play on A2: who just has wins 7 in 10, by 2 points. It
# answers two questions at a time, the second one first.
JUDGE = """
import json, sys
def answer(query):
    color, point = ([["", ""]] + query["moves"])[-1]
    win = 0.5 if point != "A2" else 0.7 if color == "B" else 0.3
    return json.dumps({"id": query["id"], "rootInfo": {"winrate": win, "scoreLead":
        10 * (win - 0.5)}, "moveInfos": [{"move": "B1", "order": 1}, {"move": "A2",
        "order": 0}]})
for line in sys.stdin:
    second = sys.stdin.readline()
    for each in filter(None, (second, line)):
        print(answer(json.loads(each)), flush=True)
"""

# An engine that plays what it is told by its argument.
PLAYER = """
import sys
for line in sys.stdin:
    print("=", sys.argv[1] if line.startswith("genmove") else "", flush=True)
    print(flush=True)
    if line.strip() == "quit":
        break
"""


def losses(files, moves, *arguments):
    """What losses.py says of engines that play these moves."""
    player = files.path("player.py")
    pathlib.Path(player).write_text(PLAYER)
    engines = [word for move in moves
               for word in ("--engine", f"{sys.executable} {player} {move}")]
    return tool("losses.py", *engines, *arguments)


def test_losses_are_measured():
    with Files() as files:
        judge = files.path("judge.py")
        pathlib.Path(judge).write_text(JUDGE)
        memory = files.path("memory")
        path = files.write("positions.txt", [
            "2 7.5 0 ? - - babb 5000 0 ab10000 kkkk",  # Black to move
            "2 7.5 0 ? - - ba 5000 0 ab10000 kkkk",
            "2 0.5 2 ? - - babb 8000 0 ab10000 kkkk",  # White, behind a handicap
            "2 0.5 2 ? - - babbtt 5000 0 ab10000 kkkk",
            "2 7.5 0 ? - - batt 8100 0 ab10000 kkkk"])  # all but decided
        arguments = ["--at-once", "2", "--memory", memory, path]
        status, rows, errors = losses(files, ["A2", "a1"], "--teacher",
                                      f"{sys.executable} {judge}", *arguments)
        equal((status, errors), (0, ""))
        equal([row.split(" | ")[1:] for row in rows[1:]], [
            ["2x2", "4", "0.00 +- 0.00", "0.00 +- 0.00", "100", "0.0", "-"],
            ["2x2", "4", "20.00 +- 0.00", "2.00 +- 0.00", "0", "100.0",
             "20.00 +- 0.00"]])
        # What it has said once it need not be asked again; other visits are others.
        equal(losses(files, ["a1", "A2"], "--teacher", "true", *arguments)[1][2].split(
            " | ")[7], "-20.00 +- 0.00")
        equal(losses(files, ["A2"], "--visits", "9", "--teacher", "true", *arguments)[2],
              "losses.py: the teacher has ended; try its command by hand\n")


def test_losses_that_cannot_be_measured():
    with Files() as files:
        path = files.write("positions.txt", ["2 7.5 0 ? - - ba 9000 0 ab10000 kkkk"])
        says_no = 'echo \'{"error": "no"}\''
        for moves, arguments, why in (
                (["A2"], ["--teacher", "true", path], "there are no such positions"),
                (["resign"], ["--teacher", "true", "--open", "0", path], "resigns"),
                (["A2"], ["--teacher", says_no, "--open", "0", path],
                 'says {"error": "no"}'),
                (["A2"], [path], "--teacher"), ([], ["--teacher", "true", path],
                                                "--engine")):
            status, _, errors = losses(files, moves, *arguments)
            equal((status, errors.count("\n"), why in errors), (2, 1, True))


def test_a_teacher_that_fails_is_named():
    with Files() as files:
        for command, why in (("/does/not/exist", "No such file"),
                             ("true", "the teacher has ended"),
                             ('echo \'{"error": "no"}\'', 'says {"error": "no"}')):
            done = subprocess.run(
                [sys.executable, os.path.join(FOLDER, "label.py"), "--out",
                 files.path("x"), "--positions", "5", command],
                capture_output=True, text=True, check=False)
            equal((done.returncode, why in done.stderr, done.stderr.count("\n")),
                  (2, True, 1))


tap.run(globals())
