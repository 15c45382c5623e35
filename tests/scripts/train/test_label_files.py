#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compact files of games and labels (scripts/train), without a teacher. Prints TAP.

usage: test_label_files.py FOLDER SAMPLES

FOLDER is scripts/train, SAMPLES is its program; the others are beside that.
"""

import argparse
import dataclasses
import math
import os
import pathlib
import random
import struct
import subprocess
import sys

import tap
from tap import contains, equal, near, true
from training import FOLDER, SAMPLES, Files, batches, game, run

sys.path.insert(0, FOLDER)

from labelling.label_adder import Adder
from labelling.label_sources import ListSource, Position, Records, RecordSource, Sources, draw_komi

PROGRAMS = pathlib.Path(SAMPLES).parent
FLAGS, SIBLING = 18, 32  # where a packed sample has its flags, and one of them: sample.h


def program(name, *arguments, text=""):
    """What a program prints, its errors, its status."""
    done = subprocess.run([str(PROGRAMS / name), *arguments], capture_output=True,
                          input=text, text=True, check=False)
    return done.stdout, done.stderr, done.returncode


def adder(out, games=(), known=(), exclude=(), test=False):
    return Adder(argparse.Namespace(programs=PROGRAMS, out=out, games=games, known=known,
                                    exclude=exclude, test=test))


def opinion(size, number):
    """Black's chance, lead and so on, some moves, and Black's upper half of the board; as
    add_labels wants it."""
    area = size * size
    policy = [0.0] * (area + 1)
    policy[number % area], policy[(number + 5) % area], policy[area] = 0.625, 0.25, 0.125
    optimistic = policy[:-1][::-1] + policy[-1:]
    owner = [1.0 if i < area // 2 else -1.0 for i in range(area)]
    numbers = [(number % 11) / 10, number % 40 - 20.5, 10.0, 0.05, 1.5]
    return struct.pack(f"<{5 + 3 * area + 2}f", *numbers, *policy, *optimistic, *owner)


def place(number, size=9, source="record", tail="-"):
    """A position of a game."""
    return Position(source, game(number, size), 5 + number % 12, 6.5 + number % 4, tail)


def add_some(adding, numbers, size=9):
    for number in numbers:
        equal(adding.ask(place(number, size)), "new")
        equal(adding.add(place(number, size), opinion(size, number)), "added")
        equal(adding.ask(place(number, size)), "known")


def shown(*arguments):
    text, errors, status = program("show_labels", *arguments)
    equal((errors, status), ("", 0))
    return text.splitlines()


def turned(record, symmetry):
    """The same game on a board that is turned."""
    fields = record.split(" ")
    size, moves = int(fields[0]), fields[6]

    def turn(move):
        x, y = ord(move[0]) - 97, ord(move[1]) - 97
        if move == "tt":
            return move
        x, y = size - 1 - x if symmetry & 2 else x, size - 1 - y if symmetry & 1 else y
        x, y = (y, x) if symmetry & 4 else (x, y)
        return chr(97 + x) + chr(97 + y)

    turned_moves = (turn(moves[i:i + 2]) for i in range(0, len(moves), 2))
    return " ".join(fields[:6] + ["".join(turned_moves)])


def test_labels_are_added_and_shown():
    with Files() as files:
        out = files.path("a.labels")
        adding = adder(out)
        equal(adding.done, 0)
        add_some(adding, range(20))
        equal(adding.done, 20)
        adding.end()
        lines = shown(out)
        equal(len(lines), 20)
        for number, line in enumerate(lines):
            fields = line.split(" ")
            wanted = place(number)
            equal((fields[0], fields[1], fields[6]),
                  ("9", f"{wanted.komi:g}", wanted.moves()))
            equal(int(fields[7]), number % 11 * 1000)
            near(int(fields[8]) / 2, number % 40 - 20.5, 0.26)
            moves = dict((word[:2], int(word[2:])) for word in fields[9].split(","))
            likeliest = chr(97 + number % 81 % 9) + chr(97 + number % 81 // 9)
            near(moves[likeliest] / 10000, 0.625, 0.03)
            near(moves["tt"] / 10000, 0.125, 0.006)
            equal(fields[10], "u" * 40 + "a" * 41)


def test_another_run_goes_on():
    with Files() as files:
        out = files.path("a.labels")
        adding = adder(out)
        add_some(adding, range(10))
        adding.end()
        adding = adder(out)
        equal(adding.done, 10)
        equal(adding.ask(place(3)), "known")
        equal(adding.add(place(3), opinion(9, 3)), "known")
        add_some(adding, range(10, 15))
        adding.end()
        equal(len(shown(out)), 15)
        # Runs add up, and what one has need not be in the other.
        other = adder(files.path("b.labels"), known=[out])
        equal((other.done, other.ask(place(12)), other.ask(place(20))),
              (0, "known", "new"))
        # It holds its games itself, also those that the other has.
        later = Position("record", game(3, 9), 12, 6.5, "-")
        equal(other.add(later, opinion(9, 3)), "added")
        other.end()
        equal(len(shown(files.path("b.labels"))), 1)


def test_a_killed_run_loses_only_what_it_held():
    with Files() as files:
        out = files.path("a.labels")
        adding = adder(out)
        add_some(adding, range(10))
        adding.end()
        adding = adder(out)
        add_some(adding, range(10, 15))
        adding.process.kill()
        adding.process.wait()
        equal(len(shown(out)), 10)
        adding = adder(out)
        equal((adding.done, adding.ask(place(12))), (10, "new"))
        adding.end()


def test_a_file_that_was_cut_off_is_read_up_to_there():
    with Files() as files:
        out = files.path("a.labels")
        for part in (range(10), range(10, 20)):
            adding = adder(out)
            add_some(adding, part)
            adding.end()
        with open(out, "r+b") as file:
            file.truncate(os.path.getsize(out) - 3)
        text, errors, status = program("show_labels", out)
        note = f"{out} ends within a block; it is read up to there"
        equal((len(text.splitlines()), errors, status), (10, f"show_labels: {note}\n", 0))
        found = []
        for kind in ([], ["--held-out"]):
            data, errors, status = run("--once", *kind, out)
            equal((errors, status), (f"samples: {note}\n", 0))
            found += batches(data)
        equal(sum(len(samples) for _, samples in found), 10)
        adding = adder(out)
        equal(adding.done, 10)
        add_some(adding, range(10, 20))
        adding.end()
        equal(len(shown(out)), 20)


def test_turned_positions_are_known():
    with Files() as files:
        adding = adder(files.path("a.labels"))
        add_some(adding, [1])
        position = place(1)
        for symmetry in range(8):
            position.game = turned(place(1).game, symmetry)
            equal(adding.ask(position), "known")
        position.komi += 1
        equal(adding.ask(position), "new")
        adding.end()


def test_packed_games_are_not_repeated():
    with Files() as files:
        records = files.write("games.txt", [game(number, 19) for number in range(30)])
        packed, out = files.path("games"), files.path("a.labels")
        _, errors, status = program("pack_games", packed, records)
        equal((errors.split(" ")[0], status), ("30", 0))
        equal(program("pack_games", packed, records)[2], 1)  # it is there already
        lines = [line.replace("+R", "+?") for line in open(records)]
        equal(shown("--show-games", packed), [line.rstrip("\n") for line in lines])
        adding = adder(out, games=[packed])
        add_some(adding, range(30), size=19)
        adding.end()
        whole = files.path("b.labels")
        adding = adder(whole)
        add_some(adding, range(30), size=19)
        adding.end()
        true(os.path.getsize(out) < os.path.getsize(whole) - 30 * 16, "games are repeated")
        _, errors, status = program("show_labels", out)
        contains(errors, "name the file of games, too")
        equal(status, 1)
        equal(shown("--games", packed, out), shown(whole))


def test_samples_of_labels_and_of_games():
    with Files() as files:
        records = files.write("games.txt", [game(number, 9) for number in range(60)])
        packed, out = files.path("games"), files.path("a.labels")
        program("pack_games", packed, records)
        adding = adder(out, games=[packed])
        add_some(adding, range(60))
        adding.end()
        for arguments, count in (([packed], 240), ([records], 240),
                                 (["--games", packed, out], 60), ([out, packed], 300)):
            parts = [run("--once", *kind, *arguments) for kind in ([], ["--held-out"])]
            equal([(errors, status) for _, errors, status in parts], [("", 0)] * 2)
            samples = [sample for data, _, _ in parts for _, batch in batches(data)
                       for sample in batch]
            equal(len(samples), count)
        # The same games give the same samples, packed or not, and are held out alike.
        for kind in ([], ["--held-out"]):
            equal(run("--once", *kind, packed)[0], run("--once", *kind, records)[0])


def test_what_is_sampled_of_a_label():
    with Files() as files:
        out = files.path("a.labels")
        adding = adder(out)
        position = Position("search", "9 7.5 0 B+R - - eecc", 1, 7.0, "gg")
        equal(adding.add(position, opinion(9, 3)), "added")
        adding.end()
        sample, = [sample for kind in ([], ["--held-out"])
                   for _, batch in batches(run("--once", *kind, out)[0])
                   for sample in batch]
        numbers = struct.unpack_from("<4h2h3H2Bb", sample)
        # Black is to move: komi 7 points against him, his chance 0.3, 17.5 points behind. The
        # error of the chance, 0.05, is rounded by a fiftieth at most. The rank is not known.
        equal(numbers, (-14, 1, 0, 1, round(-17.5 * 16), -4000, 505, 24, 2, 31, 5, -128))
        moves = struct.unpack_from("<15H", sample, 21)
        # Rows are counted from below: the fourth point of the upper row comes first.
        equal(moves[0], 75)
        true(abs(moves[1] - 6250) < 300 and moves[2] < 10, moves)


def test_siblings_are_told():
    with Files() as files:
        adding = adder(files.path("a.labels"))
        moves = ["bb", "dd", "ff"]  # nobody has played there
        first, second = place(4), dataclasses.replace(place(4), ply=4)
        third = dataclasses.replace(first, komi=first.komi + 1)
        wanted = []
        for base in (first, second, third):
            for move in moves:
                position = base.with_tail("deviation", move)
                equal((adding.ask(position), adding.add(position, opinion(9, 1))),
                      ("new", "added"))
                wanted.append(SIBLING if move != moves[0] else 0)
        adding.end()
        data = run("--once", files.path("a.labels"))[0]
        (_, samples), = batches(data)
        equal([sample[FLAGS] & SIBLING for sample in samples], wanted)
        # Where samples are mixed, they do not stand beside each other.
        mixed = run("--batch", "9", files.path("a.labels"), amount=len(data))[0]
        (_, samples), = batches(mixed)
        equal([sample[FLAGS] & SIBLING for sample in samples], [0] * 9)


def test_siblings_are_not_scattered():
    done = subprocess.run(
        [sys.executable, os.path.join(FOLDER, "make_labels.py"), "--teacher", "none", "--out",
         "none", "--siblings", "3", "--threads", "2", "record:none"], capture_output=True,
        text=True, check=False)
    contains(done.stderr, "several processes would scatter siblings")
    equal((done.returncode, done.stderr.count("\n")), (2, 1))


def test_the_test_is_refused():
    with Files() as files:
        secret, more = game(1, 9), game(2, 9)
        lines = f"record 9 7.5 - {secret}\nlate 12 6.5 - {game(3, 9)}\n"
        excluded = files.path("excluded")
        equal(program("exclude", excluded, text=lines)[1:], ("2 games, 2 positions\n", 0))
        adding = adder(files.path("a.labels"), exclude=[excluded])
        for symmetry in range(8):
            same = turned(secret, symmetry)
            other = Position("record", more, 4, 7.5)
            position = Position("record", same, 3, 5.5)
            equal((adding.ask(position), adding.add(position, opinion(9, 1))),
                  ("test", "test"))
            equal(adding.ask(other), "new")
            # The position is refused, whatever game it is of.
            alone = " ".join(same.split(" ")[:6]) + " " + same.split(" ")[6][:18] + "tttt"
            equal(adding.ask(Position("record", alone, 9, 40)), "test")
            equal(adding.ask(Position("record", alone, 8, 40)), "new")
        equal(adding.done, 0)
        adding.end()
        path = files.write("games.txt", [turned(secret, 5), more, game(4, 9)])
        found, told = [], ""
        for kind in ([], ["--held-out"]):
            data, errors, status = run("--once", "--exclude", excluded, *kind, path)
            equal(status, 0)
            found += batches(data)
            told += errors
        equal(sum(len(samples) for _, samples in found), 8)
        equal(told, f"samples: {path}: 1 games and 0 positions of the fixed test are left "
                    "out\n")


def test_the_siblings_of_the_project():
    path = os.path.join(FOLDER, "fixed_siblings.labels")
    found = batches(run("--once", "--test", path)[0])
    total = sum(len(samples) for _, samples in found)
    siblings = sum(sample[FLAGS] & SIBLING != 0 for _, samples in found
                   for sample in samples)
    equal(sorted({size for size, _ in found}), [9, 19])
    # The position that each family of about five comes from is no sibling of it.
    true(total > 2000 and 0.6 < siblings / total < 4 / 6, (siblings, total))


def test_the_fixed_test_of_the_project():
    test = os.path.join(FOLDER, "fixed_test.labels")
    listed = [line.split(" ") for line in shown("--list", test)]
    sources = [source for source, *_ in listed]
    sizes = [size for _, size, *_ in listed]
    true(os.path.getsize(test) <= 4_000_000, "it is too large")
    for size in ("9", "13", "19"):
        equal([source for source, other, *_ in listed if other == size].count("record"),
              1000)
    equal((sources.count("search"), sources.count("late"), sources.count("opening")),
          (1000, 1000, 500))
    equal(len(sizes), 5500)
    # It gives no samples unless it is asked for.
    data, errors, status = run("--once", test)
    few = sum(int(stones) < 6 for _, _, stones, _ in listed)
    got = sum(len(samples) for _, samples in batches(data))
    true(got <= few, f"{got} samples of the fixed test")
    contains(errors, "positions of the fixed test are left out")
    equal(status, 0)
    data, errors, status = run("--once", "--test", test)
    equal((errors, status), ("", 0))
    equal(sum(len(samples) for _, samples in batches(data)), 5500)


def test_the_test_has_no_games():
    with Files() as files:
        out = files.path("a.labels")
        adding = adder(out, test=True)
        for number in range(30):
            equal(adding.add(place(number, 19), opinion(19, number)), "added")
        adding.end()
        games = shown("--show-games", out)
        equal(len(games), 30)
        moves = [place(number, 19).moves() for number in range(30)]
        for line, played in zip(games, moves):
            if not line.startswith("#"):  # at most one stone was set up
                equal(line.split(" ")[6], played)
        equal([line.startswith("#") for line in games],
              [len(played) > 18 for played in moves])


def test_positions_are_drawn_by_weight():
    with Files() as files:
        records = files.write("a.txt", [game(number, 9) for number in range(100)])
        options = argparse.Namespace(
            sources=[f"record:{records}=2", f"opening:{records}", "policy:5=3"], off=0.0,
            siblings=0, programs=PROGRAMS, net=None)
        sources = Sources(options, 1)
        found = [sources.next() for _ in range(600)]
        sources.end()
        counts = {name: sum(position.source == name for position in found)
                  for name in ("record", "opening", "policy")}
        equal(counts, {"record": 200, "opening": 100, "policy": 300})
        true(all(position.ply <= 10 for position in found
                 if position.source == "opening"), "no opening")
        equal({position.size for position in found if position.source == "policy"}, {5})
        true(len({position.line() for position in found}) > 500, "always the same")
        usual = sum(5 <= draw_komi(game(1, 9), random.Random(number)) <= 8.5
                    for number in range(1000))
        true(800 < usual < 950, usual)


def test_what_follows_from_an_answer():
    with Files() as files:
        records = files.write("a.txt", ["5 7 0 B+R - - ccddbbccttdd" + "aabbddeeaaee"])
        options = argparse.Namespace(sources=[f"late:{records}"], off=1.0,
                                     siblings=0, programs=PROGRAMS, net=None)
        sources = Sources(options, 1)
        position = sources.next()
        policy = [0.0] * 25 + [0.0]
        policy[7] = 1.0
        sources.learned(position, policy, [0.9] * 25)
        off = sources.next()
        equal((off.source, off.tail, off.ply, off.komi),
              ("deviation", "cb", position.ply, position.komi))
        # Where points are fought for, more of the game follows.
        sources.off = options.off = 0.0
        sources.learned(position, policy, [0.2] * 25)
        more = [sources.next() for _ in range(2)]
        true(all(each.source == "late" and each.tail == "-" for each in more), more)
        # Siblings: the likeliest moves first, then others, each once; nothing follows them.
        options.siblings, policy[3], policy[9], policy[12] = 3, 0.5, 0.2, 0.1
        sources.learned(position, policy, [0.9] * 25)
        siblings = [sources.next() for _ in range(3)]
        equal([each.tail for each in siblings[:2]], ["cb", "da"])
        true(siblings[2].tail in ("eb", "cc"), siblings)
        sources.learned(siblings[0], policy, [0.9] * 25)
        true(sources.next().source == "late", "a sibling has siblings")
        # Nothing else follows a position of a list.
        options.off = 1.0
        listed = ListSource(files.write("list", [place(1).line()])).next()
        sources.learned(listed, [0.5, 0.25, 0.25] + [0.0] * 79, [0.2] * 81)
        equal([each.tail for each in sources.follow_up], ["aa", "ba", "ca"])
        short = files.write("b.txt", ["19 7 0 B+R - - ccdd"])
        try:
            RecordSource("late", Records(short), random.Random(1), 1 / 3).next()
        except ValueError as error:
            contains(str(error), "hardly any game")
        else:
            raise AssertionError("a late position of a short game")


def test_records_may_be_a_folder_of_games():
    with Files() as files:
        files.write("1.sgf", ["(;SZ[9]KM[6.5];B[aa];W[bb];B[];W[cc];B[];W[])"])
        files.write("2.sgf", ["(;SZ[9]KM[7.5]AB[aa][bb];W[cc];B[ac])"])  # a handicap
        files.write("3.sgf", ["(;SZ[13]KM[7.5])"])
        files.write("4.txt", [game(1, 9)])
        folder = files.path("")
        equal(Records(folder).games, ["9 6.5 0 ? - - aabbttcc"])
        drawn = RecordSource("record", Records(folder), random.Random(1)).next()
        equal((drawn.size, drawn.game), (9, "9 6.5 0 ? - - aabbttcc"))
        os.remove(files.path("1.sgf"))
        try:
            Records(folder)
        except ValueError as error:
            contains(str(error), "there is no game to take positions of")
        else:
            raise AssertionError("games were found")


def test_lists_are_read_once():
    with Files() as files:
        lines = [place(number).line() for number in range(7)]
        path = files.write("list", lines)
        source = ListSource(path)
        equal([source.next().line() for _ in lines], lines)
        equal(source.next(), None)
        source.end()
        records = files.write("a.txt", [game(number, 9) for number in range(9)])
        drawn = RecordSource("record", Records(records), random.Random(1))
        equal(drawn.next().size, 9)


def test_games_of_a_policy():
    text, errors, status = program("policy_games", "--size", "7", "--games", "12")
    equal((errors, status), ("", 0))
    equal(program("policy_games", "--size", "7", "--games", "12")[0], text)
    lines = text.splitlines()
    equal((len(lines), len(set(lines))), (12, 12))
    with Files() as files:
        packed = files.path("games")
        _, errors, status = program("pack_games", packed, files.write("a.txt", lines))
        equal((errors.split(" ")[0], status), ("12", 0))


def test_wrong_requests_are_told():
    with Files() as files:
        out = files.path("a.labels")
        adding = adder(out)
        for position in (Position("record", "9 7 0 B+R - - eeee", 2, 7.5),
                         Position("record", "9 7 0 B+R - - ee", 3, 7.5),
                         Position("guess", "9 7 0 B+R - - ee", 1, 7.5),
                         Position("record", "9 7 0 B+R - - ee", 1, math.nan),
                         Position("record", "9 7 0 B+R - - ee", 1, 7.5, "zz"),
                         Position("record", "9 7 0 B+R - - ee", 1, 7.5, "ee")):
            equal(adding.ask(position), "wrong")
        adding.end()
        for arguments in ((), ("--games",), ("a", "b")):
            equal(program("add_labels", *arguments)[2], 2)
        equal(program("add_labels", files.write("x", ["rubbish"])),
              ("", f"add_labels: {files.path('x')}: not a file of games or labels\n", 1))
        equal(program("show_labels", "/nowhere")[1:],
              ("show_labels: /nowhere: No such file or directory\n", 1))


tap.run(globals())
