#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ponnuki as a teacher (scripts/train/labelling), for label.py and make_labels.py, with a
random network. Prints TAP.

usage: test_engine_teacher.py FOLDER SAMPLES PONNUKI CASES

FOLDER is scripts/train, SAMPLES is its program and the others are beside that. PONNUKI is
the engine, CASES the folder of random networks.
"""

import math
import os
import pathlib
import struct
import subprocess
import sys

import tap
from tap import contains, equal, near, true
from training import FOLDER, SAMPLES, Files, game, without_progress

sys.path.insert(0, FOLDER)

from labelling.engine_teacher import PRECISION, Answer, Asked, Setting, numbers_of
from labelling.vertices import letters, vertex

PONNUKI, CASES = map(os.path.abspath, sys.argv[3:5])
NETWORK = os.path.join(CASES, "v15.bin.gz")
OLD_NETWORK = os.path.join(CASES, "v08.bin.gz")  # without errors and optimism
# Plain, with set-up stones, with passes, without komi; a suicide, and a ko taken back.
KO = "bacaabdbbccccbbb"
RECORDS = [f"{game(1, 9)}", "9 0.5 3 ? - - ccggcgddtteett", "5 ? 0 ? - - aabbtttt",
           "5 -3.5 1 ? - - cc", "3 7.5 0 ? - - babbabtttt", "3 7 0 ? - - ccbattabttaa",
           f"5 6 0 ? - - {KO}cb"]
ILLEGAL = "5 7.5 0 ? - - aabbaa"


def engine(lines, *options):
    """What the engine answers to these commands."""
    done = subprocess.run(
        [PONNUKI, "--network", NETWORK, "--precision", PRECISION, "--accept-illegal",
         "--seed", "1", *options, "gtp"],
        check=True, input="\n".join(lines) + "\n", capture_output=True, text=True)
    return [reply.lstrip("= ") for reply in done.stdout.strip().split("\n\n")]


def played(record):
    """The commands for a record, move by move."""
    fields = record.split()
    size, handicap = int(fields[0]), int(fields[2])
    moves = [vertex(fields[6][i:i + 2], size) for i in range(0, len(fields[6]), 2)]
    stones, moves = moves[:handicap], moves[handicap:]
    lines = [f"boardsize {size}", f"komi {fields[1].replace('?', '7.5')}"]
    if stones:
        lines.append("set_position " + " ".join(f"b {stone}" for stone in stones))
    colors = "wb" if stones else "bw"
    lines += [f"play {colors[i % 2]} {move}" for i, move in enumerate(moves)]
    return lines, colors[len(moves) % 2]


def expected(record, *options):
    lines, color = played(record)
    replies = engine([*lines, f"kata-raw-nn {color} 0 0", f"kata-raw-nn {color} 0 1"],
                     *options)
    return tuple(map(numbers_of, replies[-2:]))


def setting(**options):
    return Setting(**{"network": NETWORK, "command": PONNUKI + " --seed 1", **options})


def asked(files, **options):
    found = Asked(setting(**options), pathlib.Path(files.path("log")))
    found.start()
    return found


def same(ours, theirs, digits=1e-6):
    """Lists of numbers; NaN is like NaN."""
    equal(len(ours), len(theirs))
    for a, b in zip(ours, theirs):
        true(math.isnan(a) and math.isnan(b) or abs(a - b) <= digits, (a, b))


def test_the_network_is_asked_about_the_end_of_a_record():
    with Files() as files:
        teacher = asked(files, history=True, precision="float")
        for record in RECORDS:
            raw, optimistic = expected(record, "--precision", "float")
            found = teacher.answer(record)
            near(found.win, (1 + raw["whiteLoss"][0] - raw["whiteWin"][0]) / 2, 1e-6)
            near(found.lead, -raw["whiteLead"][0], 1e-6)
            same(found.policy, raw["policy"] + raw["policyPass"])
            same(found.optimistic, optimistic["policy"] + optimistic["policyPass"])
            same(found.owner, [-share for share in raw["whiteOwnership"]])
            variance = raw["whiteScoreSelfplaySq"][0] - raw["whiteScoreSelfplay"][0] ** 2
            near(found.deviation, math.sqrt(variance), 0.02)
            near(found.win_error, raw["shorttermWinlossError"][0], 1e-6)
            near(found.score_error, raw["shorttermScoreError"][0], 1e-6)
        equal(teacher.answer(ILLEGAL), None)
        near(teacher.answer(record).win, found.win, 1e-6)  # it goes on
        teacher.engine.end()


def test_without_history_the_order_of_moves_does_not_matter():
    with Files() as files:
        orders = ["5 7 0 ? - - bbccddbd", "5 7 0 ? - - ddccbbbd"]
        found = {}
        for history in (False, True):
            teacher = asked(files, history=history)
            found[history] = [teacher.answer(record).win for record in orders]
            teacher.engine.end()
        equal(found[False][0], found[False][1])
        true(abs(found[True][0] - found[True][1]) > 1e-6, found)


def test_a_mirrored_board_is_turned_back():
    with Files() as files:
        answers = []
        for mirror, record in ((True, "5 7 0 ? - - bacd"), (False, "5 7 0 ? - - dacd")):
            teacher = asked(files, history=True, mirror=mirror)
            answers.append(teacher.answer(record))
            teacher.engine.end()
        mirrored, plain = answers
        equal((mirrored.win, mirrored.lead), (plain.win, plain.lead))
        turned = [plain.owner[row * 5 + 4 - column] for row in range(5)
                  for column in range(5)]
        same(mirrored.owner, turned)


def test_an_old_network_tells_less():
    with Files() as files:
        teacher = asked(files, network=OLD_NETWORK)
        found = teacher.answer(RECORDS[0])
        teacher.engine.end()
        equal((found.optimistic, found.win_error, found.score_error), ([], None, None))
        true(0 < found.win < 1 and len(found.owner) == 81, found)


def test_a_search_tells_of_its_root():
    with Files() as files:
        for record in RECORDS[:2]:
            teacher = asked(files)
            lines, color = played(record)
            plain = teacher.answer(record)
            found = teacher.searched(record, 12)
            reply = engine([*lines, "kata-set-param maxVisits 12", "kata-search_analyze "
                            f"{color} rootInfo true ownership true"], "--threads", "1")[-1]
            root = numbers_of(reply.split(" rootInfo ")[-1].split("\n")[0])
            equal(root["visits"], [12.0])
            sign = 1 if color == "b" else -1
            near(found.win, 0.5 + sign * (root["winrate"][0] - 0.5), 1e-6)
            near(found.lead, sign * root["scoreLead"][0], 1e-6)
            same(found.owner, [sign * share for share in root["ownership"]])
            same(found.policy, plain.policy)
            true(found.win != plain.win, found)
            equal(teacher.searched(ILLEGAL, 12), None)
            teacher.engine.end()


def label(files, *options, records=(), name="labels.txt"):
    """The status of label.py, what it says but for its progress, and its lines."""
    out = pathlib.Path(files.path(name))
    done = subprocess.run(
        [sys.executable, os.path.join(FOLDER, "label.py"), "--out", str(out), "--teacher",
         NETWORK, "--ponnuki", PONNUKI, *options, *records],
        capture_output=True, text=True, check=False)
    lines = out.read_text().splitlines() if out.exists() else []
    return done.returncode, without_progress(done.stderr), lines


def test_label():
    with Files() as files:
        records = [game(number, 9) for number in range(20)] + RECORDS
        path = files.write("a.txt", records + [ILLEGAL])
        for count in (7, 100):  # the second run goes on
            status, errors, lines = label(files, "--ends", "--positions", str(count),
                                          "--processes", "2", records=[path])
            equal((status, errors), (0, ""))
        equal(len(lines), len(records))
        equal([line.split()[1] for line in lines if line.split()[6] == "aabbtttt"], ["7.5"])
        teacher = asked(files)
        for line in lines:
            fields = line.split()
            found = teacher.answer(" ".join(fields[:7]))
            near(int(fields[7]), 10000 * found.win, 1)
            near(int(fields[8]), 2 * found.lead, 0.51)
            best = max(range(len(found.policy)),
                       key=lambda i, p=found.policy: -1 if math.isnan(p[i]) else p[i])
            chances = {word[:2]: int(word[2:]) for word in fields[9].split(",")}
            near(chances[letters(best, int(fields[0]))], 10000 * found.policy[best], 1)
            same([(ord(letter) - 107) / 10 for letter in fields[10]], found.owner, 0.051)
        teacher.engine.end()


def test_label_plays_games():
    with Files() as files:
        status, errors, lines = label(files, "--size", "5", "--positions", "60",
                                      "--history")
        equal((status, errors, len(lines)), (0, "", 60))
        status, errors, lines = label(files, "--size", "5", "--positions", "6", "--visits",
                                      "5", name="searched.txt")
        equal((status, errors, len(lines)), (0, "", 6))


def make(*arguments):
    done = subprocess.run(
        [sys.executable, os.path.join(FOLDER, "make_labels.py"), "--ponnuki", PONNUKI,
         "--programs", os.path.dirname(SAMPLES), *arguments],
        capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def test_make_labels():
    with Files() as files:
        out = files.path("a.labels")
        records = [game(number, 9) for number in range(12)]
        path = files.write("list", [f"record {number % 9 + 3} 6.5 - {record}"
                                    for number, record in enumerate(records)])
        arguments = ("--teacher", NETWORK, "--out", out, "--threads", "2", f"list:{path}")
        for _ in range(2):  # given again, there is nothing left to do
            status, _ = make(*arguments)
            equal(status, 0)
            shown = subprocess.run(
                [os.path.join(os.path.dirname(SAMPLES), "show_labels"), out],
                capture_output=True, text=True, check=True).stdout.splitlines()
            equal(len(shown), 12)
        teacher = asked(files, history=True)
        for line in shown:
            fields = line.split()
            found = teacher.answer(" ".join(fields[:7]))
            near(int(fields[7]), 10000 * found.win, 60)
            near(int(fields[8]), 2 * found.lead, 0.6)
        teacher.engine.end()


def test_thoughts_are_packed_as_black_sees_them():
    from labelling.thinking_engines import thoughts
    nan = math.nan
    found = thoughts(Answer(0.75, 3.0, [0.5, nan, 0.25, 0.125, 0.125],
                            [0.25, nan, 0.5, 0.125, 0.125], [1.0, 0.5, 0.0, -1.0],
                            8.0, 0.5, 2.0))
    equal(struct.unpack("<19f", found.opinion),
          (0.75, 3.0, 8.0, 0.25, 2.0, 0.5, 0.0, 0.25, 0.125, 0.125, 0.25, 0.0, 0.5, 0.125,
           0.125, 1.0, 0.5, 0.0, -1.0))
    equal((found.policy[1], found.owner), (0.0, [1.0, 0.5, 0.0, -1.0]))
    less = thoughts(Answer(0.75, 3.0, [0.5, 0.5], [], [1.0], 8.0, None, None))
    numbers = struct.unpack("<10f", less.opinion)
    true(all(map(math.isnan, numbers[2:5])), numbers)  # none of the errors is known
    true(math.isnan(numbers[7]), numbers)  # nor an optimistic policy


# An engine that ends when it is asked what its network says.
MORTAL = """
import sys
for line in sys.stdin:
    if line.startswith("ponnuki-raw-nn"):
        sys.exit(3)
    print("=", flush=True)
    print(flush=True)
"""


def test_errors():
    with Files() as files:
        mortal = files.path("engine.py")
        pathlib.Path(mortal).write_text(MORTAL)
        crash = f"{sys.executable} {mortal}"
        for options, why in (
                (("--teacher", files.path("none")), "the teacher does not start: "),
                (("--teacher", files.path("none")), "cannot load the network"),
                (("--precision", "float32"), "--precision"),
                (("--ponnuki", "/does/not/exist"), "cannot run /does/not/exist"),
                (("--ponnuki", crash), "the teacher ended at `ponnuki-raw-nn 0 root`"),
                (("--processes", "-1"), "cannot be negative")):
            status, errors, _ = label(files, "--size", "5", "--positions", "5", *options)
            equal((status, errors.count("\n")), (2, 1))
            contains(errors, "label.py: ")
            contains(errors, why)
        path = files.write("list", [f"record 3 6.5 - {game(1, 9)}"])
        for teacher, why in ((files.path("none"), "cannot load the network"), (NETWORK, "")):
            status, errors = make("--teacher", teacher, "--out", files.path("x"),
                                  f"list:{path}")
            equal(status, 2 if why else 0)
            contains(errors, why)


tap.run(globals())
