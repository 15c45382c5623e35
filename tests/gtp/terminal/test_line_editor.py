#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A person plays at a terminal. Prints TAP.

usage: test_text_terminal.py PROGRAM [libedit] [terminfo]

These say that the program was built with them.
"""

import os
import re
import signal
import subprocess
import termios
import time

import tap
from dialogue import FAST, PROGRAM, TIMEOUT
from tap import contains, equal, true
from terminal import EDITS, TERMINFO, Terminal

WARNING = "Type `quit` or press Ctrl-C again to leave.\r\n"
WHITE_STONE = "\033[38;5;231m\u25cf"
LEVEL = "Level %s: Ponnuki plays like a person of this rank."


def test_a_terminal_without_words_is_a_game():
    with Terminal() as terminal:
        greeting = terminal.wait_for("black> ")
        contains(greeting, "You play Black")
        contains(greeting, "\033[48;5;179m")  # the board is made of wood
        shown = terminal.answer("e5")
        contains(shown, "\033[38;5;16m\u25cf")
        contains(shown, WHITE_STONE)
        terminal.type("quit\r")
        equal(terminal.process.wait(TIMEOUT), 0)
        equal(termios.tcgetattr(terminal.slave), terminal.before)


def test_colors_are_refused():
    for environment, stone in [({"NO_COLOR": "1"}, "X"), ({"TERM": "dumb"}, "X"),
                               ({"LANG": "C"}, "\033[1;38;5;16mX")]:
        with Terminal(**environment) as terminal:
            terminal.wait_for("black> ")
            shown = terminal.answer("e5")
            contains(shown, stone)
            equal("\033[48" in shown, "LANG" in environment)
            terminal.type("quit\r")
            equal(terminal.process.wait(TIMEOUT), 0)


def has_colors(**environment):
    with Terminal("--size", "2", **environment) as terminal:
        return "\033[" in terminal.wait_for("black> ")


def test_colors_where_there_are_any():
    if not TERMINFO:
        raise tap.Skip("the program cannot look that up")
    for name in ("xterm", "xterm-256color", "screen", "linux"):
        true(has_colors(TERM=name), name)
    for name in ("vt100", "vt220", "xterm-mono"):
        true(not has_colors(TERM=name), name)
        true(not has_colors(TERM=name, COLORTERM="truecolor"), name)


def test_colors_of_an_unknown_terminal():
    """It has to say so itself."""
    true(not has_colors(TERM="no-such-terminal"), "nothing says so")
    true(has_colors(TERM="no-such-terminal", COLORTERM="truecolor"), "COLORTERM")
    true(has_colors(TERM="no-such-terminal-256color"), "TERM")
    true(not has_colors(TERM="no-such-terminal-256color", NO_COLOR="1"), "NO_COLOR")
    with Terminal(TERM="no-such-terminal") as terminal:
        terminal.wait_for("black> ")
        equal("thinking" in terminal.answer("hint"), not TERMINFO)


def told(terminal, word):
    """The lines of the answer to a word, without the board and what belongs to editing."""
    shown = terminal.answer(word)
    shown = re.sub("\033\\[[0-9;?]*[a-zA-Z]", "", shown.rpartition("\r\n")[0])
    lines = [line.rpartition("\r")[2] for line in shown.split("\r\n")]
    return [line for line in lines
            if line not in ("", word) and not re.match(" [1-5] |   A B C D E", line)]


def test_long_lines_are_broken_between_words():
    with Terminal("--size", "5", "play") as terminal:
        terminal.wait_for_editor()
        words = {}
        for columns in (200, 40, 61, 0, 30):  # 0: the terminal does not say
            terminal.resize(columns)
            for word in ("help", "score"):
                lines = told(terminal, word)
                longest = max(map(len, lines))
                true(columns - 25 < longest <= (columns or 80) or columns == 200, lines)
                text = " ".join(" ".join(lines).split())
                equal(re.sub("[0-9]+", "N", text), words.setdefault(
                    word, re.sub("[0-9]+", "N", text)))
                true(columns < 200 or word == "help" or len(lines) == 1, lines)


def screen(shown):
    """The lines of what was shown, without sequences."""
    shown = re.sub("\033\\[[0-9;?]*[a-zA-Z]", "", shown)
    return [line.rpartition("\r")[2] for line in shown.split("\r\n")]


def test_a_terminal_of_40_columns():
    """Its lines hold each board, and everything that is said."""
    with Terminal("play") as terminal:
        terminal.wait_for_editor()
        terminal.resize(40)
        for typed in ("help", "new 19", "t19", "hint", "score", "new 13", "e5", "z99",
                      "handicap 9", "save", "level 11"):
            lines = screen(terminal.answer(typed, "> "))
            true(max(map(len, lines[:-1])) <= 40, (typed, lines))
            if typed == "new 19":
                true(any(re.fullmatch("10( [\u00b7+]){19}", line) for line in lines), lines)


def test_a_line_that_cannot_be_taken_back_is_not_shown():
    with Terminal("--size", "5", "play") as terminal:
        terminal.wait_for_editor()
        terminal.resize(30)
        true("thinking" not in terminal.answer("hint"), "it takes two lines")
        terminal.resize(50)
        contains(terminal.answer("hint"), "thinking")


def test_lines_are_edited_and_remembered():
    with Terminal("play") as terminal:
        terminal.wait_for_editor()
        contains(terminal.answer("level 9k"), LEVEL % "9k")
        if not EDITS:
            return
        contains(terminal.answer("level 8kx\b"), LEVEL % "8k")
        contains(terminal.answer("\033[A\033[A"), LEVEL % "9k")
        contains(terminal.answer("evel 7k\001l"), LEVEL % "7k")


def test_an_interrupt_makes_it_move():
    with Terminal("--playouts", "0", "--seconds", "1000") as terminal:
        terminal.wait_for("black> ")
        terminal.type("e5\r")
        terminal.wait_for("Ctrl-C makes it move at once.")
        time.sleep(0.3)
        terminal.type("\003")
        contains(terminal.wait_for("black> "), "Ponnuki plays ")
        terminal.type("j1\r")  # a pass may be answered before the interrupt
        terminal.wait_for("Ctrl-C makes it move at once.")
        terminal.type("\003")
        contains(terminal.wait_for("black> "), "Ponnuki plays ")


def ready(terminal):
    """Waits for a prompt at which an interrupt is one there."""
    if terminal.environment.get("TERM") == "dumb":
        terminal.wait_for("black> ")
    else:
        terminal.wait_for_editor()
    time.sleep(0.1)


def test_keys_that_end_it():
    with Terminal() as terminal:
        terminal.wait_for_editor()
        terminal.type("\004")
        equal(terminal.process.wait(TIMEOUT), 0)
        equal(termios.tcgetattr(terminal.slave), terminal.before)
    for environment in ({}, {"TERM": "dumb"}):
        with Terminal(**environment) as terminal:
            ready(terminal)
            terminal.type("\003")
            terminal.wait_for(WARNING)
            ready(terminal)
            terminal.type("\003")
            equal(terminal.process.wait(TIMEOUT), -signal.SIGINT)
            equal(termios.tcgetattr(terminal.slave), terminal.before)


def test_an_interrupt_drops_the_line():
    for environment in ({}, {"TERM": "dumb"}):
        with Terminal(**environment) as terminal:
            ready(terminal)
            terminal.type("e5")
            terminal.wait_for("e5")
            terminal.type("\003")
            terminal.wait_for(WARNING)
            ready(terminal)
            terminal.type("level 9k\r")
            terminal.wait_for(LEVEL % "9k")
            ready(terminal)
            terminal.type("\003")  # the first one at this prompt
            terminal.wait_for(WARNING)
            ready(terminal)
            if not environment and EDITS:
                terminal.type("d")
                terminal.wait_for("d")
                terminal.type("\003")
                terminal.wait_for(WARNING)
                ready(terminal)
            contains(terminal.answer("board"), "Captured by Black: 0, by White: 0.\r\n")
            terminal.type("quit\r")
            equal(terminal.process.wait(TIMEOUT), 0)


def test_interrupts_that_come_too_late():
    with Terminal("--playouts", "0", "--seconds", "1000") as terminal:
        terminal.wait_for("black> ")
        terminal.type("d4\r")
        terminal.wait_for("Ctrl-C makes it move at once.")
        time.sleep(0.3)
        terminal.type("\003")
        time.sleep(0.04)
        terminal.type("\003")
        terminal.wait_for("black> ")
        time.sleep(0.3)
        terminal.type("level 9k\r")  # perhaps after a warning
        terminal.wait_for(LEVEL % "9k")
        # The second interrupt may have dropped what was said of the move.
        terminal.type("board\r")
        contains(terminal.wait_for("Captured"), WHITE_STONE)


def interrupted(terminal, word):
    """The answer to a command that is interrupted as soon as something is found."""
    pause, answer = 0.05, "stopped too early"
    while "stopped too early" in answer:
        if pause > 5:
            raise tap.Skip("nothing is found in five seconds")
        terminal.wait_for_editor()
        terminal.type(word + "\r")
        terminal.wait_for("Ponnuki is thinking. Ctrl-C stops it.")
        time.sleep(pause)
        terminal.type("\003")
        answer = terminal.wait_for("black> ")
        pause *= 2
        terminal.type("board\r")
    return answer


def test_an_interrupt_of_hint_and_score():
    with Terminal("--size", "19") as terminal:
        contains(interrupted(terminal, "hint"), "Ponnuki would play ")
        contains(interrupted(terminal, "score"), "leads by about ")


def test_a_signal_where_no_terminal_is_read():
    with subprocess.Popen([*PROGRAM, *FAST, "play"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        tap.skip_on_windows(PROGRAM, "there are no signals")
        while not process.stdout.read1().endswith(b"black> "):
            pass
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        equal(process.wait(TIMEOUT), -signal.SIGINT)


def test_a_game_that_is_stopped_and_goes_on():
    """As a shell does: the terminal is as it was before while the program is stopped."""
    if not EDITS:
        raise tap.Skip("lines are not edited")
    with Terminal() as terminal:
        terminal.wait_for_editor()
        terminal.type("leve")
        terminal.wait_for("leve")
        for _ in range(2):
            os.kill(terminal.process.pid, signal.SIGSTOP)
            termios.tcsetattr(terminal.slave, termios.TCSANOW, terminal.before)
            os.kill(terminal.process.pid, signal.SIGCONT)
            terminal.wait_for("black> ")
            terminal.wait_for("leve")
            time.sleep(0.2)
            true(not termios.tcgetattr(terminal.slave)[3] & termios.ICANON, "no editing")
        contains(terminal.answer("l 9k"), LEVEL % "9k")


def test_gtp_on_a_terminal():
    with Terminal("gtp", TERM="dumb") as terminal:
        terminal.wait_for("Ponnuki is waiting for GTP commands. `help` lists them, `quit` "
                          "ends the session.")
        terminal.type("1 name\r")
        terminal.wait_for("=1 Ponnuki\r\n\r\n")
        terminal.type("quit\r")
        equal(terminal.process.wait(TIMEOUT), 0)


tap.run(globals())
