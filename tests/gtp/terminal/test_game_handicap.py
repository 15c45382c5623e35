#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Handicaps that the command line asks for, by stones or by ranks. Prints TAP.

usage: test_game_handicap.py PROGRAM
"""

import os
import re
import subprocess

import tap
from dialogue import FAST, PROGRAM, TIMEOUT, command
from own_folder import OwnFolder
from tap import contains, equal, true

PEOPLE = {True: "You play Black (X), Ponnuki plays White (O), on ",
          False: "You play White (O), Ponnuki plays Black (X), on "}


def start(folder, *options, lines=()):
    """Runs a game whose state is in the folder."""
    tap.skip_on_windows(PROGRAM, "Wine has its own folders")
    return subprocess.run(
        [*PROGRAM, *FAST, "--resign", "0", *options, "play"], text=True,
        capture_output=True, input="".join(line + "\n" for line in lines),
        timeout=TIMEOUT, check=False,
        env={**os.environ, "HOME": str(folder.path), "XDG_STATE_HOME": str(folder.path)})


def answers(folder, *options, lines=()):
    """What is answered to each line, the greeting first."""
    done = start(folder, *options, lines=lines)
    equal((done.returncode, done.stderr), (0, ""))
    return re.split(r"(?m)black> |white> |^> ", done.stdout)


def refused(*options):
    """Why a game is refused."""
    with OwnFolder() as folder:
        done = start(folder, *options)
        equal((done.returncode, done.stdout), (2, ""))
        equal(list(folder.path.iterdir()), [])
        return done.stderr


def put(folder, text):
    (folder.path / "ponnuki").mkdir()
    folder.write("ponnuki/player", text)


def stones(greeting):
    """Black stones on the last board that was drawn, and moves that were played."""
    rows = re.findall(r"(?m)^[ 1]\d[ (](.*)[ )]\d+$", greeting)
    moves = re.findall(r"Move (\d+): ", greeting)
    last = rows[-int(re.search(r"on (\d+)x", greeting).group(1)):]
    return sum(row.count("X") for row in last), int(moves[-1]) if moves else 0


def test_stones():
    with OwnFolder() as folder:
        greeting, moved, again = answers(folder, "--handicap", "4", lines=["d5", "new"])[:3]
        contains(greeting, "4 stones, and komi 0.5. White moves.\n%s9x9, komi 0.5, "
                 % PEOPLE[True])
        contains(greeting, "Ponnuki plays ")
        equal(stones(greeting), (4, 1))
        contains(moved, "Move 3: White ")
        contains(again, "komi 7.5")  # the first game only
        true("stones" not in again, again)
        equal(stones(answers(folder, "--handicap=9", "--size", "19")[0]), (9, 1))
        equal(list(folder.path.iterdir()), [])


def test_stones_that_cannot_be():
    equal(refused("--handicap", "5", "--size", "8"),
          "ponnuki: --handicap 5: a board of 8x8 takes 2 to 4 stones\n")
    for size in ("5", "6x13"):
        size_shown = size if "x" in size else "%sx%s" % (size, size)
        equal(refused("--handicap", "2", "--size", size),
              "ponnuki: --handicap 2: a board of %s has no handicap points; try --size 9, 13 "
              "or 19\n" % size_shown)
    for word in ("1", "10", "0", "-2", "x", "automatic", ""):
        equal(refused("--handicap", word),
              "ponnuki: --handicap %s: must be a whole number from 2 to 9, or auto: by the "
              "ranks\n" % (word or "''"))


def test_stones_between_the_ranks():
    """(size, rank, my rank, stones, moves by the engine, is the person weaker)"""
    with OwnFolder() as folder:
        for size, rank, mine, said, count, moves, weaker in (
                ("19", "10k", "15k", "you get 5 stones", 5, 1, True),
                ("19", "10k", "5k", "Ponnuki gets 5 stones", 5, 0, False),
                ("19", "1d", "2k", "you get 2 stones", 2, 1, True),
                ("19", "1k", "1d", "Ponnuki plays Black", 1, 1, False),
                ("19", "10k", "11k", "you play Black", 0, 0, True),
                ("13", "5k", "12k", "you get 5 stones", 5, 1, True),
                ("9", "5k", "12k", "you get 4 stones", 4, 1, True),
                ("9", "20k", "6k", "Ponnuki gets 7 stones", 7, 0, False),
                ("7", "20k", "30k", "you get 4 stones", 4, 1, True)):
            greeting = answers(folder, "--size", size, "--rank", rank, "--my-rank", mine,
                               "--handicap", "auto")[0]
            contains(greeting, "You are %s and Ponnuki is %s: %s, and komi is 0.5.\n%s%sx%s, "
                               "komi 0.5, " % (mine, rank, said, PEOPLE[weaker], size, size))
            equal((said, stones(greeting)), (said, (count, moves)))
        equal(list(folder.path.iterdir()), [])


def test_a_board_that_takes_no_more():
    with OwnFolder() as folder:
        options = ["--handicap", "auto", "--my-rank", "20k", "--rank", "6d", "--size"]
        greeting = answers(folder, *options, "19")[0]
        contains(greeting, "you get 9 stones, and komi is 0.5. This board takes no more.\n")
        equal(stones(greeting), (9, 1))
        greeting = answers(folder, *options, "5")[0]
        contains(greeting, "you play Black, and komi is 0.5. This board takes no more.\n")
        equal(stones(greeting), (0, 0))


def test_equal_ranks():
    with OwnFolder() as folder:
        greeting = answers(folder, "--handicap", "auto", "--my-rank", "3k", "--rank", "3k")[0]
        contains(greeting, "You are 3k and Ponnuki is 3k, so the game is even.\n%s9x9, komi "
                           "7.5, " % PEOPLE[True])
        equal(stones(greeting), (0, 0))


def test_the_rank_in_the_file():
    with OwnFolder() as folder:
        put(folder, "rank: 15k\nlosses in a row: 2\n")
        options = ["--handicap", "auto", "--rank", "5k", "--size", "13"]
        greeting = answers(folder, *options, lines=["pass"] * 9)[0]
        contains(greeting, "You are 15k and Ponnuki is 5k: you get 7 stones, ")
        # The level is not the person's: the game does not change the rank.
        equal((folder.path / "ponnuki/player").read_text(encoding="ascii"),
              "rank: 15k\nlosses in a row: 2\n")
        contains(answers(folder, *options, "--my-rank", "7k")[0], "You are 7k and ")


def test_the_level_is_that_of_the_person():
    # Ponnuki may play at one of these points, or take stones: there are enough.
    points = ["a1", "b2", "c1", "a9", "b8", "j9", "h8", "j1", "h2", "a5", "j5", "e9"]
    with OwnFolder() as folder:
        said = answers(folder, "--handicap", "auto", "--rank", "auto",
                       lines=["komi 100", "new", *points, "resign", "level 5k", "new",
                              "level max", "new"])
        contains(said[0], "You are 15k and Ponnuki is 15k, so the game is even.\n")
        end = 3 + len(points)
        contains(said[end], "You are 15k; two more losses in a row make you 16k.\n")
        contains(said[end + 2], "You are 15k and Ponnuki is 5k: you get 5 stones, ")
        contains(said[end + 4], "`level max` has no rank, so there is no handicap.\n")


def test_each_new_game_is_evened_up():
    with OwnFolder() as folder:
        said = answers(folder, "--handicap", "auto", "--rank", "5k", "--my-rank", "15k",
                       lines=["new 19", "level 20k", "new 13", "color both", "new"])
        contains(said[0], "you get 5 stones, ")
        contains(said[1], "you get 9 stones, and komi is 0.5. This board takes no more.\n")
        contains(said[3], "Ponnuki gets 4 stones, and komi is 0.5.\n%s13x13, komi 0.5"
                 % PEOPLE[False])
        true("komi 7.5" in said[5] and "stones" not in said[5], said[5])


def test_what_is_missing():
    auto = ["--handicap", "auto"]
    equal(refused(*auto, "--rank", "10k"),
          "ponnuki: --handicap auto: your rank is not known; give your rank, such as "
          "--my-rank 15k, or find it with --rank auto\n")
    for words in ([], ["--rank", "max"], ["--my-rank", "5k"]):
        equal(refused(*auto, *words),
              "ponnuki: --handicap auto needs the rank that Ponnuki is to play at, such as "
              "--rank 10k\n")
    equal(refused("--my-rank", "5k"), "ponnuki: --my-rank needs --handicap auto\n")
    equal(refused("--my-rank", "5k", "--handicap", "2"),
          "ponnuki: --my-rank needs --handicap auto\n")
    equal(refused(*auto, "--rank", "auto", "--my-rank", "5k"),
          "ponnuki: --rank auto knows your rank; leave --my-rank out\n")
    for word in ("31k", "10d", "max", "auto", "5", "5k5", ""):
        equal(refused(*auto, "--rank", "5k", "--my-rank", word),
              "ponnuki: --my-rank %s: must be a rank from 30k to 9d\n" % (word or "''"))


def test_a_damaged_file():
    with OwnFolder() as folder:
        put(folder, "rank: 0k\n")
        done = start(folder, "--handicap", "auto", "--rank", "10k")
        equal((done.returncode, done.stdout, done.stderr), (2, "", (
            "ponnuki: --handicap auto: cannot understand %s/ponnuki/player: line 1: the rank "
            "must be from 20k to 6d; correct it or delete it; give your rank, such as "
            "--my-rank 15k\n" % folder.path)))


def test_the_sandbox_blocks_the_file():
    if command("--sandbox", "name")[0] != 0:
        raise tap.Skip("there is no sandbox here")
    equal(refused("--sandbox", "--handicap", "auto", "--rank", "10k"),
          "ponnuki: --handicap auto: --sandbox blocks the file with your rank; give your "
          "rank, such as --my-rank 15k\n")
    with OwnFolder() as folder:
        contains(answers(folder, "--sandbox", "--handicap", "auto", "--rank", "5k",
                         "--my-rank", "15k")[0], "you get 5 stones, ")


def test_other_commands():
    for words in (["--handicap", "2", "gtp"], ["--handicap=auto", "--rank", "5k", "name"],
                  ["--my-rank", "5k", "gtp"], ["--handicap", "2"]):
        equal(command(*words),
              (2, "", "ponnuki: --handicap and --my-rank need the command `play`\n"))


tap.run(globals())
