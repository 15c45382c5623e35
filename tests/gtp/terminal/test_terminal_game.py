#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A person plays: dialogues through pipes. Prints TAP.

usage: test_text_game.py PROGRAM
"""

import os
import re
import subprocess
import tempfile
import time

import tap
from dialogue import FAST, PROGRAM, TIMEOUT
from tap import contains, equal, true

OVER = "`new` begins another game, `undo` goes on with this one.\n"


def play(*lines, options=(), status=0):
    """Types lines into a pipe; returns what is answered to each, without the prompts,
    the greeting first."""
    done = subprocess.run([*PROGRAM, *FAST, *options, "play"], text=True,
                          input="".join(line + "\n" for line in lines),
                          capture_output=True, timeout=TIMEOUT, check=False)
    equal(done.stderr, "")
    equal(done.returncode, status)
    return re.split(r"(?m)black> |white> |^> ", done.stdout)


def board(answer):
    """The first drawn board in an answer: its rows without the margins."""
    return [line[2:-2].strip() for line in answer.split("\n")
            if re.match(r"[ 1]\d[ (]", line)]


def test_greeting():
    greeting = play()[0]
    contains(greeting, "Type a point to play there, such as d4, or `help`.\n")
    contains(greeting, "You play Black (X), Ponnuki plays White (O), on 9x9, komi 7.5, "
                       "chinese rules.\n")
    equal(len(board(greeting)), 9)
    equal(board(greeting)[4], ". . . . + . . . .")


def test_options_choose_the_game():
    greeting = play(options=["--size", "13", "--rules", "aga", "--komi", "0"])[0]
    contains(greeting, "on 13x13, komi 0, aga rules.\n")


def test_a_move_and_its_answer():
    answer = play("e5")[1]
    move = re.search(r"Ponnuki plays ([A-HJ]\d)\.\n", answer).group(1)
    rows = board(answer)
    equal(sum(row.count("X") for row in rows), 1)
    equal(sum(row.count("O") for row in rows), 1)
    contains(answer, "(O)")
    contains(answer, "Captured by Black: 0, by White: 0. Move 2: White %s.\n" % move)


def test_moves_that_are_not_possible():
    answers = play("color both", "a2", "e5", "b1", "e5", "a1", "k9", "zz", "d4 d5")
    equal(answers[5:7], ["E5 is occupied: choose an empty point.\n",
                         "A1 would be suicide, which these rules forbid.\n"])
    equal(answers[7], "k9 is not on this board. Points go from A1 to J9; there is no column I.\n")
    contains(answers[8], "`zz` is not a move or command.")
    equal(answers[9].strip(), "`d4` takes no argument (got `d5`).")


def test_a_byte_order_mark_before_the_first_line():
    answers = play("\ufeffcolor both", "e5")
    contains(answers[1], "You play both")
    contains(answers[2], "Move 1: Black E5.\n")


def test_ko():
    moves = ["b1", "c1", "a2", "d2", "b3", "c3", "c2", "b2", "c2"]
    answers = play("color both", *moves)
    contains(answers[9], "Captured by Black: 0, by White: 1.")
    equal(answers[10].strip(), "C2 would take the ko back at once: play elsewhere first.")


def test_undo_takes_back_both_moves():
    answers = play("undo", "e5", "undo", "color white", "undo", "d3", "undo")
    equal(answers[1], "Cannot undo: you have not played a move yet.\n")
    equal(board(answers[3]), board(answers[0]))
    contains(answers[4], "You play White (O), Ponnuki plays Black (X)")
    contains(answers[4], "Ponnuki plays ")
    equal(answers[5], "Cannot undo: you have not played a move yet.\n")
    equal(board(answers[7]), board(answers[4]))


def test_two_passes_end_the_game():
    answers = play("color both", "e5", "pass", "pass", "d4", "hint", "score", "undo",
                   "d4")
    contains(answers[4], "Both players have passed. Stones and surrounded points: Black 81, "
                         "White 0 plus komi 7.5.\nBlack wins by 73.5 points.\n" + OVER)
    equal(board(answers[4])[4], "x x x x X x x x x")
    equal(answers[5], "The game is over. `new` begins another one, `undo` goes on with "
                      "this one.\n")
    equal(answers[6], "The game is over, so there is no move to suggest.\n")
    contains(answers[7], "Black wins by 73.5 points.\n")
    contains(answers[8], "Move 2: White pass.\n")
    contains(answers[9], "Move 3: Black D4.\n")


def test_the_count_is_that_of_the_rules():
    answers = play("color both", "handicap 3", "pass", "pass")
    contains(answers[4], "Stones and surrounded points: Black 81, White 0 plus komi 0.5 and "
                         "3 by the rules.\nBlack wins by 77.5 points.\n")
    answers = play("color both", "e5", "a1", "b1", "pass", "a2", "pass", "pass",
                   options=["--rules", "japanese"])
    contains(answers[8], "Territory and prisoners: Black 79, White 0 plus komi 6.5.\n"
                         "Black wins by 72.5 points.\n")


def test_a_game_without_a_result():
    setup = ("(;GM[1]FF[4]SZ[12:5]AB[bb][fb][jb][ac][ec][gc][ic][bd][fd][jd]"
             "AW[cb][gb][kb][bc][dc][hc][jc][lc][cd][gd][kd]PL[B])")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kos.sgf")
        with open(path, "w", encoding="ascii") as file:
            file.write(setup)
        answers = play("load " + path, "color both",
                       *2 * ["c3", "f3", "l3", "b3", "g3", "k3"])
    contains(answers[-2], "This position has occurred three times. There is no result.\n")


def test_equal_scores_are_a_tie():
    answers = play("color both", "komi 0", "pass", "pass")
    contains(answers[4], "Black 0, White 0 plus komi 0.\nA tie.\n")


def test_dead_stones_are_taken_off():
    setup = ("(;GM[1]FF[4]SZ[7]KM[0.5]AB[da][db][dc][dd][de][df][dg][ga]"
             "AW[ea][eb][ec][ed][ee][ef][eg][ag]PL[B])")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "two words.sgf")
        with open(path, "w", encoding="ascii") as file:
            file.write(setup)
        answers = play("load " + path, "color both", "pass", "pass")
    contains(answers[4], "Dead stones, removed from the board: A1 G7.\n")
    contains(answers[4], "Black 28, White 21 plus komi 0.5.\nBlack wins by 6.5 points.\n")
    equal(board(answers[4])[0], "x x x X O o o")


def test_resignation():
    answers = play("resign", "resign", "hint", "undo", "e5")
    equal(answers[1], "Black has resigned, White wins.\n" + OVER)
    equal(answers[2], "The game is over already.\n")
    equal(answers[3], "The game is over, so there is no move to suggest.\n")
    equal(board(answers[4]), board(answers[0]))
    contains(answers[5], "Ponnuki plays ")
    answers = play("pass", "undo",
                   options=["--komi", "-100", "--resign", "50", "--set",
                            "resign_streak=1", "--playouts", "200"])
    equal(answers[1], "Ponnuki resigns.\nWhite has resigned, Black wins.\n" + OVER)
    contains(answers[2], "Captured by Black: 0, by White: 0.\n")


def test_hint_and_score():
    tap.skip_where_slow("a hint may take a second, which is too short there")
    answers = play("color both", "e5", "hint", "score")
    true(re.fullmatch(r"Ponnuki would play [A-HJ]\d \(wins \d+ of 100 games\)"
                      r"(, or [A-HJ]\d \(wins \d+ of 100 games\)){0,2}\.\n", answers[3]),
         answers[3])
    true(re.search(r"(Black|White) leads by about \d+ points, komi included\. White, "
                   r"to move, wins \d+ of 100 games\.\n", answers[4]), answers[4])
    equal(board(answers[4])[4][8], "X")


def read_until(process, part):
    """Seconds until the process has written so much."""
    started, seen = time.monotonic(), b""
    while part not in seen:
        block = os.read(process.stdout.fileno(), 65536)
        true(block, seen)
        seen += block
    return time.monotonic() - started


def test_hint_and_score_do_not_take_long():
    """Not even with the slowest instruction set, which takes several seconds for as many
    playouts as the others make."""
    with subprocess.Popen([*PROGRAM, *FAST, "--isa", "generic", "--size", "19", "play"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        read_until(process, b"black> ")
        for word in (b"hint\n", b"score\n"):
            process.stdin.write(word)
            process.stdin.flush()
            seconds = read_until(process, b"black> ")
            true(seconds < 4, "%s took %.2f s" % (word, seconds))
        process.stdin.close()
        equal(process.wait(TIMEOUT), 0)


def test_new_games():
    answers = play("e5", "new", "new 5", "new 1", "handicap 2", "new 9", "handicap 10",
                   "handicap 3", "handicap 3", "new")
    contains(answers[2], "on 9x9")
    equal(board(answers[2]), board(answers[0]))
    equal(len(board(answers[3])), 5)
    equal(board(answers[4]), ["."])
    contains(answers[5], "has no handicap points; try `new 9`, `new 13` or `new 19`.\n")
    equal(answers[7], "This board takes a handicap of 2 to 9 stones.\n")
    contains(answers[8], "3 stones, and komi 0.5. White moves.\n")
    contains(answers[8], "Ponnuki plays ")
    contains(answers[9], "A new game: 3 stones, and komi 0.5. White moves.\n")
    contains(answers[10], "komi 7.5")


def test_rectangles():
    answers = play("a13", "new 7x3", "g3", "new", options=["--size", "9x13"])
    contains(answers[0], "on 9x13, ")
    equal([len(row.split()) for row in board(answers[0])], 13 * [9])
    contains(answers[1], "Move 2: White ")
    contains(answers[2], "on 7x3, ")
    equal([len(row.split()) for row in board(answers[2])], 3 * [7])
    contains(answers[3], "Ponnuki p")
    contains(answers[4], "on 7x3, ")


def test_white_gets_a_handicap_game():
    answers = play("color white", "new", "handicap 10", "handicap 4", "d5", "resign",
                   "handicap 2", "undo", "new")
    contains(answers[2], "Ponnuki plays ")
    equal(answers[3], "This board takes a handicap of 2 to 9 stones.\n")
    true(answers[4].startswith("A new game: 4 stones, and komi 0.5. White moves.\n"),
         answers[4])
    equal(sum(row.count("X") for row in board(answers[4])), 4)
    true("Ponnuki plays" not in answers[4], answers[4])
    contains(answers[5], "Ponnuki plays ")
    contains(answers[7], "A new game: 2 stones, ")
    equal(answers[8], "Cannot undo: you have not played a move yet.\n")
    contains(answers[9], "komi 7.5")


LIKE_A_PERSON = ": Ponnuki plays like a person of this rank.\n"


def test_level():
    answers = play("level", "level 5k", "level", "new", "level", "e5", "level MAX",
                   "level 3", options=["--rank", "1d"])
    contains(answers[0], "Level 1d" + LIKE_A_PERSON)
    equal(answers[1], "Level 1d" + LIKE_A_PERSON)
    equal(answers[2], "Level 5k" + LIKE_A_PERSON)
    equal([answers[3], answers[5]], 2 * ["Level 5k" + LIKE_A_PERSON])
    contains(answers[6], "Ponnuki plays ")
    equal(answers[7], "Level max: Ponnuki plays as well as it can.\n")
    equal(answers[8], "The level must be a rank from 20k to 6d, or max for full strength, or "
                      "auto to follow yours.\n")


def test_levels_play_in_their_own_way():
    """The same game at the levels differs somewhere, and each can be repeated."""
    moves = ["e5", "c3", "g7", "g3"]
    games = [play("level " + level, *moves)[2:] for level in ("20k", "20k", "max")]
    equal(games[0], games[1])
    true(games[0] != games[2], games[0])


def without_limits(*options):
    """What is said of the level at first."""
    done = subprocess.run([*PROGRAM, "--memory", "64", "--size", "2", *options, "play"],
                          text=True, input="level\n", capture_output=True,
                          timeout=TIMEOUT, check=False)
    equal((done.returncode, done.stderr), (0, ""))
    greeting, answer = re.split("black> ", done.stdout)[:2]
    return "`level` changes that, such as " in greeting, answer.split(":")[0]


def test_the_first_level():
    """A game is for beginners unless something else is asked for."""
    equal(without_limits(), (True, "Level 15k"))
    equal(without_limits("--rank", "3k"), (False, "Level 3k"))
    for words in (["--rank", "max"], ["--seconds", "1"], ["--playouts", "9"],
                  ["--override-config", "maxVisits=9"], ["--override-config", "rank=max"],
                  ["--no-net"]):
        equal((words, without_limits(*words)), (words, (False, "Level max")))
    equal(without_limits("--override-config", "rank=2k"), (False, "Level 2k"))


def test_without_a_network_there_are_no_levels():
    answers = play("level 5k", "level auto", "level", options=["--no-net"])
    equal(answers[1:3], 2 * ["Without a network there is only `level max`. Start Ponnuki "
                             "without --no-net for others.\n"])
    equal(answers[3], "Level max: Ponnuki plays as well as it can.\n")


def test_komi():
    answers = play("komi 0", "new")
    equal(answers[1], "Komi for White: 0 points.\n")
    contains(answers[2], "komi 0, ")


def test_files():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "my game.sgf")
        saved = play("e5", "komi 3.5", 'save "%s"' % path)
        equal(saved[3], "Saved as %s.\n" % path)
        loaded = play("load " + path, "undo", "load " + path, "load " + folder,
                      "load /no/such/file", "save /no/such/folder/file")
    contains(loaded[1], "You play Black (X), Ponnuki plays White (O), on 9x9, komi 3.5")
    equal(board(loaded[1]), board(saved[1]))
    equal(board(loaded[2]), board(loaded[0]))
    equal(board(loaded[3]), board(saved[1]))
    true(loaded[4].startswith("Cannot read %s: " % folder), loaded[4])
    equal(loaded[5], "Cannot read /no/such/file: No such file or directory.\n")
    equal(loaded[6], "Cannot write /no/such/folder/file: No such file or directory.\n")


def test_save_replaces_no_file_but_its_own():
    with tempfile.TemporaryDirectory() as folder:
        path, other = os.path.join(folder, "a.sgf"), os.path.join(folder, "b.sgf")
        with open(other, "w", encoding="ascii") as file:
            file.write("(;SZ[9]PB[Shusaku];B[ee])")
        answers = play("save " + path, "e5", "save " + path, "save " + other,
                       "load " + other, "save " + other, "new", "save " + path)
        refused = "%s is there already. Save under another name.\n"
        equal([answers[1], *answers[3:5], answers[6], answers[8]],
              2 * ["Saved as %s.\n" % path] + 2 * [refused % other] + [refused % path])
        with open(path, encoding="ascii") as file:
            contains(file.read(), ";B[ee]")
        with open(other, encoding="ascii") as file:
            contains(file.read(), "Shusaku")
        equal(play("save " + path)[1], refused % path)


def test_the_komi_of_a_record_is_its_own():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "handicap.sgf")
        play("handicap 4", "save " + path)
        answers = play("load " + path, "new", "komi 3.5", "load " + path, "new",
                       options=["--komi", "6.5"])
    contains(answers[1], "komi 0.5,")
    contains(answers[2], "komi 6.5,")
    contains(answers[4], "komi 0.5,")
    contains(answers[5], "komi 3.5,")


def test_a_record_of_a_resignation():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "r.sgf")
        play("e5", "resign", "save " + path)
        answers = play("load " + path, "d4", "save " + path, "undo", "pass")
        with open(path, encoding="ascii") as file:
            contains(file.read(), "RE[W+R]")
    contains(answers[1], "Black has resigned, White wins.\n" + OVER)
    true("`save`" not in answers[1], answers[1])
    contains(answers[2], "The game is over.")
    true("Ponnuki p" in answers[5], answers[5])


def test_what_will_be_lost_of_a_record_is_told():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "comments.sgf")
        with open(path, "w", encoding="ascii") as file:
            file.write("(;GM[1]FF[4]SZ[9]KM[6.5]PB[Shusaku];B[ee](;W[cc])(;W[gg]))")
        answers = play("load " + path)
    contains(answers[1], "`save` keeps the moves, but drops names, comments and variations "
                         "of this record.\n")


def test_what_is_odd_about_a_record_is_told():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "odd.sgf")
        with open(path, "w", encoding="ascii") as file:
            file.write("(;GM[1]FF[4]SZ[9]KM[7,5]PL[X];B[ee];W[cc];B[d")
        answers = play("load " + path)
    contains(answers[1], "Odd in the record, line 1: KM[7,5] is read as komi 7.5.\n")
    contains(answers[1], "Odd in the record, line 1: PL[X] names no player: the next move "
                         "does.\n")
    contains(answers[1], "Odd in the record, line 1: the record is cut off here; "
                         "everything before is read.\n")
    equal(sum(row.count("X") for row in board(answers[1])), 1)


def test_help_and_quit():
    answers = play("help", "", "board", "quit", "e5")
    contains(answers[1], "\n  undo          take back your last move and Ponnuki's answer\n")
    true(max(map(len, answers[1].split("\n"))) <= 80, "a line is too wide")
    equal(answers[2], "")
    equal(board(answers[3]), board(answers[0]))
    equal(answers[4:], [""])


def test_a_person_who_sees_nothing():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*PROGRAM, *FAST, "play"], input=b"e5\n", stdout=full,
                              stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
    true(done.stderr.startswith(b"ponnuki: cannot write to standard output: "), done.stderr)
    equal(done.returncode, 1)


tap.run(globals())
