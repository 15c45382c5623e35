#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The level follows the rank of a person, which a file keeps. Prints TAP.

usage: test_level_auto.py PROGRAM
"""

import os
import re
import subprocess

import tap
from dialogue import PROGRAM, TIMEOUT, command
from own_folder import OwnFolder
from rights import give_up_rights
from tap import contains, equal, true
from terminal import Terminal

# The engine gives a lost game up at once.
RESIGNS = ["--size", "2", "--seed", "1", "--memory", "64", "--playouts", "200", "--resign",
           "50", "--set", "resign_streak=1"]
WIN = ["komi -100", "new", "pass"]
LOSS = ["komi 100", "new", "a1", "resign"]
AUTO = ["--rank", "auto"]
AT_15K = ("Level auto: Ponnuki plays at your rank. You are 15k; three wins or three losses "
          "in a row change that.\n")
BEGIN = "You begin at 15k. To begin at 10k, type `level 10k`, then `level auto`.\n"
NOT_COUNTED = "This game does not count for your rank: %s.\n"


def play(folder, lines, options=tuple(AUTO), prepare=None, **variables):
    """Types lines in a game whose state is in the folder; returns what is answered to
    each, the greeting first."""
    tap.skip_on_windows(PROGRAM, "Wine has its own folders")
    environment = {**os.environ, "HOME": str(folder.path / "home"),
                   "XDG_STATE_HOME": str(folder.path), **variables}
    done = subprocess.run(
        [*PROGRAM, *RESIGNS, *options, "play"], text=True, capture_output=True,
        input="".join(line + "\n" for line in lines), timeout=TIMEOUT, check=False,
        env={name: value for name, value in environment.items() if value is not None},
        preexec_fn=prepare)
    # A build that counts lines complains where it may not write the counts.
    told = re.sub(r"(?m)^profiling:.*\n", "", done.stderr)
    equal((done.returncode, told), (0, ""))
    return re.split(r"(?m)black> |white> |^> ", done.stdout)


def files(folder):
    return {str(path.relative_to(folder.path)): path.read_text(encoding="ascii")
            for path in folder.path.rglob("*") if path.is_file()}


def kept(folder):
    """The only file there."""
    (name, text), = files(folder).items()
    equal(name, "ponnuki/player")
    return text


def put(folder, text):
    (folder.path / "ponnuki").mkdir()
    folder.write("ponnuki/player", text)


def test_no_file_without_auto():
    with OwnFolder() as folder:
        for options in ([], ["--rank", "5k"], ["--rank", "max"], ["--size", "9"]):
            play(folder, ["level", "level 7k", "level max", "help", *WIN, "new", *LOSS],
                 options)
        put(folder, "rank: 3d\n")
        contains(play(folder, ["level", *WIN], [])[1], "Level max")
        equal(kept(folder), "rank: 3d\n")


def test_it_begins_at_15k():
    with OwnFolder() as folder:
        for options, typed in ((AUTO, []), ([], ["level auto"])):
            answers = play(folder, [*typed, "level", "level auto", "new"], options)
            contains("".join(answers), BEGIN + AT_15K)
            equal(answers[-4:-2], 2 * [AT_15K])
            equal(list(folder.path.iterdir()), [])  # no game is over yet


def test_wins_in_a_row():
    with OwnFolder() as folder:
        answers = play(folder, WIN)
        contains(answers[3], "Ponnuki resigns.\nWhite has resigned, Black wins.\nYou are "
                             "15k; two more wins in a row make you 14k.\n`new` begins ")
        equal(kept(folder), "rank: 15k\nwins in a row: 1\n")
        answers = play(folder, [*WIN, *WIN, *WIN, "level"])
        contains(answers[0], "Level auto: Ponnuki plays at your rank. You are 15k; two more "
                             "wins in a row make you 14k.\n")
        contains(answers[3], "You are 15k; one more win in a row makes you 14k.\n")
        contains(answers[6], "Three wins in a row: you are 14k now, and so is Ponnuki.\n")
        contains(answers[9], "You are 14k; two more wins in a row make you 13k.\n")
        equal(answers[10], "Level auto: Ponnuki plays at your rank. You are 14k; two more "
                           "wins in a row make you 13k.\n")
        equal(kept(folder), "rank: 14k\nwins in a row: 1\n")
        equal(sorted(os.listdir(folder.path)), ["ponnuki"])
        for path in (folder.path / "ponnuki").iterdir():
            equal(path.name, "player")  # and nothing is left of its making
        equal((folder.path / "ponnuki").stat().st_mode & 0o777, 0o700)


def test_losses_in_a_row():
    with OwnFolder() as folder:
        answers = play(folder, [*LOSS, *WIN, *LOSS, *LOSS, *LOSS])
        contains(answers[4], "Black has resigned, White wins.\nYou are 15k; two more losses "
                             "in a row make you 16k.\n`new` begins ")
        contains(answers[7], "You are 15k; two more wins in a row make you 14k.\n")
        contains(answers[11], "You are 15k; two more losses in a row make you 16k.\n")
        contains(answers[19], "Three losses in a row: you are 16k now, and so is Ponnuki.\n")
        equal(kept(folder), "rank: 16k\nwins in a row: 0\n")


def test_the_person_plays_white():
    with OwnFolder() as folder:
        said = "".join(play(folder, ["color white", "komi 100", "new", *4 * ["pass"]],
                            [*AUTO, "--resign", "0"]))
        contains(said, "White wins by ")
        equal(said.count("You are 15k; two more wins in a row make you 14k.\n"), 1)


def test_two_passes_end_a_game_that_counts():
    with OwnFolder() as folder:
        said = "".join(play(folder, ["komi 100", "new", *4 * ["pass"]],
                            [*AUTO, "--resign", "0"]))
        contains(said, "White wins by ")
        equal(said.count("You are 15k; two more losses in a row make you 16k.\n"), 1)


def test_a_game_counts_once():
    with OwnFolder() as folder:
        answers = play(folder, [*LOSS, "undo", "resign", "komi -100", "undo", "pass", "pass"])
        contains(answers[4], "two more losses")
        contains(answers[6], "Black has resigned, White wins.\n"
                 + NOT_COUNTED % "it has been counted already")
        true("row" not in "".join(answers[5:]), answers)
        equal(kept(folder), "rank: 15k\nlosses in a row: 1\n")


def test_games_that_do_not_count():
    with OwnFolder() as folder:
        contains(play(folder, ["new 5", "c3", "undo", "resign"])[4],
                 NOT_COUNTED % "it has too few moves")
        contains(play(folder, ["a1", "color white", "color black", "resign"],
                      [*AUTO, "--resign", "0"])[4],
                 NOT_COUNTED % "the players have changed in it")
        contains(play(folder, ["a1", "level auto", "resign"], [])[3],
                 NOT_COUNTED % "the level has changed in it")
        contains(play(folder, ["new 7", "handicap 2", "a1", "a2", "resign"],
                      [*AUTO, "--resign", "0"])[5],
                 NOT_COUNTED % "it has handicap stones")
        contains("".join(play(folder, ["new 1", "komi 0", "pass", "pass"])),
                 NOT_COUNTED % "it has no winner")
        path = folder.write("game.sgf", "(;GM[1]FF[4]SZ[2]KM[0];B[aa];W[];B[])")
        contains(play(folder, ["load " + path, "resign"])[1],
                 NOT_COUNTED % "it comes from a file")
        true("rank" not in "".join(play(folder, ["color both", "a1", "pass", "resign"])[2:]),
             "two people have played")
        equal(list(files(folder)), ["game.sgf"])


def test_a_rank_that_is_named_is_the_person_s():
    with OwnFolder() as folder:
        answers = play(folder, ["level 10k", "level auto"], [])
        equal(answers[2], "Level auto: Ponnuki plays at your rank. You are 10k; three wins or "
                          "three losses in a row change that.\n")
        equal(kept(folder), "rank: 10k\nwins in a row: 0\n")
        play(folder, ["level auto", *WIN], ["--rank", "6d"])
        equal(kept(folder), "rank: 6d\nwins in a row: 1\n")
        # Full strength is no rank.
        contains(play(folder, ["level max", "level auto"], ["--rank", "5k"])[2], "You are 6d")


def test_another_level_ends_it():
    for word, said in (("5k", "5k: Ponnuki plays like a person of this rank.\n"),
                       ("max", "max: Ponnuki plays as well as it can.\n")):
        with OwnFolder() as folder:
            answers = play(folder, ["level " + word, *WIN, "level"])
            equal(answers[1], "Level " + said)
            true("You are" not in answers[4], answers)
            equal(answers[5], "Level " + said)
            equal(files(folder), {})


def test_a_file_that_a_person_has_changed():
    with OwnFolder() as folder:
        put(folder, "\n losses in a row: 2\r\n rank: 20k")
        contains(play(folder, [*LOSS])[4], "Three losses in a row: you are still 20k, the "
                                           "weakest level there is.\n")
        equal(kept(folder), "rank: 20k\nwins in a row: 0\n")


def test_a_damaged_file():
    with OwnFolder() as folder:
        put(folder, "rank: 99k\n")
        answers = play(folder, [*WIN, *WIN, "level"])
        contains(answers[0], "Your rank is not kept: cannot understand %s: line 1: the rank "
                             "must be from 20k to 6d; correct it or delete it.\n"
                 % (folder.path / "ponnuki/player")
                 + BEGIN + AT_15K)
        contains(answers[6], "You are 15k; one more win in a row makes you 14k.\n")
        equal("".join(answers).count("not kept"), 1)
        equal(kept(folder), "rank: 99k\n")
        play(folder, ["level 7k", "level auto"])
        equal(kept(folder), "rank: 7k\nwins in a row: 0\n")


def test_a_folder_that_cannot_be():
    with OwnFolder() as folder:
        answers = play(folder, [*WIN, *WIN], XDG_STATE_HOME="/dev/null")
        contains(answers[0], "Your rank is not kept: cannot read /dev/null/ponnuki/player: "
                             "Not a directory.\n" + BEGIN)
        contains(answers[6], "You are 15k; one more win in a row makes you 14k.\n")
        answers = play(folder, WIN, XDG_STATE_HOME=None, HOME=None)
        contains(answers[0], "Your rank is not kept: neither XDG_STATE_HOME nor HOME is an "
                             "absolute path.\n" + BEGIN)
        contains(answers[3], "You are 15k; two more wins in a row make you 14k.\n")
        equal(files(folder), {})


def test_a_home_that_cannot_be_written():
    with OwnFolder() as folder:
        put(folder, "rank: 10k\n")
        (folder.path / "ponnuki").chmod(0o555)
        folder.path.chmod(0o555)
        (folder.path / "ponnuki/player").chmod(0o444)
        try:
            answers = play(folder, [*WIN, *WIN, "level"], prepare=give_up_rights)
        except (PermissionError, AssertionError) as why:
            if isinstance(why, AssertionError) and "Permission" not in str(why):
                raise
            raise tap.Skip("without rights the program cannot be started") from None
        finally:
            folder.path.chmod(0o755)
            (folder.path / "ponnuki").chmod(0o755)
        contains(answers[3], "You are 10k; two more wins in a row make you 9k.\nYour rank is "
                             "not kept: cannot write %s/ponnuki/player: Permission denied.\n"
                 % folder.path)
        contains(answers[6], "You are 10k; one more win in a row makes you 9k.\n`new`")
        equal(kept(folder), "rank: 10k\n")


def test_the_sandbox_blocks_the_file():
    if command("--sandbox", "name")[0] != 0:
        raise tap.Skip("there is no sandbox here")
    with OwnFolder() as folder:
        put(folder, "rank: 10k\n")
        answers = play(folder, [*WIN, "level"], [*AUTO, "--sandbox"])
        contains(answers[0], "Your rank is not kept: --sandbox blocks its file.\n" + AT_15K)
        contains(answers[3], "You are 15k; two more wins in a row make you 14k.\n")
        equal("".join(answers).count("not kept"), 1)
        equal(kept(folder), "rank: 10k\n")


def test_the_sandbox_has_a_folder_with_the_file():
    with OwnFolder() as folder:
        if command("--sandbox-dir", str(folder.path), "name")[0] != 0:
            raise tap.Skip("there is no such sandbox here")
        put(folder, "rank: 10k\n")
        play(folder, WIN, [*AUTO, "--sandbox-dir", str(folder.path)])
        equal(kept(folder), "rank: 10k\nwins in a row: 1\n")
        with OwnFolder() as other:
            answers = play(folder, WIN, [*AUTO, "--sandbox-dir", str(other.path)])
            contains(answers[0], "Your rank is not kept: cannot read ")
        equal(kept(folder), "rank: 10k\nwins in a row: 1\n")


def test_other_commands():
    for words in (["--rank", "auto", "gtp"], ["--rank=auto", "name"], ["--rank", "auto"],
                  ["--rank", "auto", "analysis"]):
        _, out, err = command(*words)
        equal((words, out, err), (words, "", "ponnuki: --rank auto needs the command `play`; "
                                             "other commands take a rank such as 10k\n"))
    equal(command("--rank", "auto", "--rank", "5k", "ponnuki-rank"), (0, "5k\n", ""))
    status, _, err = command("--rank", "auto", "--no-net", "play")
    equal((status, err), (2, "ponnuki: --rank needs a network, which --no-net leaves out; "
                             "leave one of them out\n"))
    for words in (["analysis"], ["review", "game.sgf"]):
        status, out, err = command("--rank", "5k", *words)
        equal((status > 0, out, err), (True, "", "ponnuki: --rank is for playing; leave it "
                                                 f"out with `{words[0]}`\n"))
    equal(command("--rank", "30k", "play")[2],
          "ponnuki: --rank 30k: must be a rank from 20k to 6d, or max for full strength, or "
          "auto to follow yours\n")


def test_a_game_in_a_terminal():
    with OwnFolder() as folder:
        with Terminal(*RESIGNS, *AUTO, "play", XDG_STATE_HOME=str(folder.path)) as terminal:
            terminal.wait_for_editor()
            terminal.resize(200)
            terminal.answer("komi -100")
            terminal.answer("new")
            contains(terminal.answer("pass", "> "),
                     "You are 15k; two more wins in a row make you 14k.")
            equal(kept(folder), "rank: 15k\nwins in a row: 1\n")
            terminal.type("quit\r")
            equal(terminal.process.wait(TIMEOUT), 0)


tap.run(globals())
