#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the pictures of the READMEs from what the program writes. They show a game in the
terminal, the heat map of a game as GoGui draws it, and the page of a review.

usage: pictures.py PROGRAM

Writes terminal.svg, heat_map.svg and review.png in gtp/pictures. Needs a system with
pseudo-terminals, such as Linux. Without Chromium review.png stays as it is.
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from xml.sax.saxutils import escape

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "gtp",
                      "pictures")
OPTIONS = ["--seed", "3", "--playouts", "400", "--threads", "1", "--size", "9"]
TYPED = ["e5", "c3", "hint"]  # in the terminal
SHOWN_LINES = 18
MOVES = 30  # before the heat map
QUIET = 0.5  # seconds without output after which a prompt stands
DEADLINE = 60  # seconds for an answer

CELL, LINE = 8.4, 18  # width and height of a character
PALETTE = {"16": "#000000", "94": "#875f00", "160": "#d70000", "179": "#d7af5f",
           "231": "#ffffff"}
INK, PAPER = "#d8d8d8", "#1e1e1e"

REVIEWED = os.path.join(FOLDER, "..", "..", "tests", "data", "review", "game.sgf")
PAGE_SIZE = 720, 960  # of a review

STEP = 34  # between two lines of the board
LETTERS = "ABCDEFGHJKLMNOPQRST"


def read_prompt(terminal):
    """What is written until the program waits for a line."""
    got, end = b"", time.monotonic() + DEADLINE
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], QUIET)
        if ready:
            got += os.read(terminal, 65536)
        elif got.endswith(b"> "):
            return got.decode()
    sys.exit("pictures.py: the program does not ask for a move")


def play_in_terminal(program):
    """What a terminal shows of a game."""
    process, terminal = pty.fork()
    if process == 0:
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        environment.pop("NO_COLOR", None)
        os.execve(program, [program, *OPTIONS, "play"], environment)
    shown = read_prompt(terminal)
    for line in TYPED:
        os.write(terminal, line.encode() + b"\n")
        shown += read_prompt(terminal)
    os.write(terminal, b"quit\n")
    os.waitpid(process, 0)
    os.close(terminal)
    return shown


def cells(line):
    """The characters of a line, each with the colors of the letter and behind it."""
    line = re.split(r"\r\x1b\[K", line)[-1]
    ink, paper, found = INK, None, []
    for code, letter in re.findall(r"\x1b\[([0-9;]*)[mK]|([^\x1b])", line):
        if letter:
            found.append((letter, ink, paper))
        elif code.startswith("38;5;"):
            ink = PALETTE[code[5:]]
        elif code.startswith("48;5;"):
            paper = PALETTE[code[5:]]
        else:
            ink, paper = INK, None
    return found


def draw_line(line, y):
    """A line of the terminal whose characters stand on y."""
    parts, found = [], cells(line)
    behind = [x for x, (_, _, paper) in enumerate(found) if paper]
    if behind:
        parts.append('<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>' % (
            10 + CELL * behind[0], y - 13, CELL * len(behind), LINE, found[behind[0]][2]))
    for match in re.finditer(r"\S+", "".join(letter for letter, _, _ in found)):
        start = match.start()
        while start < match.end():
            end = start + 1
            while end < match.end() and found[end][1] == found[start][1]:
                end += 1
            text = "".join(letter for letter, _, _ in found[start:end])
            parts.append('<text x="%.1f" y="%d" fill="%s">%s</text>' % (
                10 + CELL * start, y, found[start][1], escape(text)))
            start = end
    return "".join(parts)


def svg(width, height, body):
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
            'viewBox="0 0 %d %d">\n%s\n</svg>\n' % (width, height, width, height, body))


def draw_terminal(shown):
    lines = shown.split("\r\n")[-SHOWN_LINES:]
    body = ['<rect width="700" height="%d" rx="6" fill="%s"/>' % (
        LINE * len(lines) + 20, PAPER),
            '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
            'font-size="14">']
    body += [draw_line(line, LINE * i + 24) for i, line in enumerate(lines)]
    return svg(700, LINE * len(lines) + 20, "\n".join(body + ["</g>"]))


def ask(program, commands):
    """The answers to GTP commands, each without its sign."""
    done = subprocess.run([program, *OPTIONS, "--resign", "0", "gtp"], text=True,
                          input="\n".join(commands) + "\n", capture_output=True,
                          check=True)
    return [answer[1:].strip() for answer in done.stdout.split("\n\n")[:len(commands)]]


def place(vertex, size):
    return STEP * (LETTERS.index(vertex[0]) + 1), STEP * (size - int(vertex[1:]) + 1)


def draw_board(size):
    last, body = STEP * size, []
    for i in range(1, size + 1):
        at = STEP * i
        body.append('<path d="M%d %dH%dM%d %dV%d" stroke="#000"/>' % (
            STEP, at, last, at, STEP, last))
        body += ['<text x="%d" y="%d">%s</text>' % (at, y, LETTERS[i - 1])
                 for y in (14, last + 28)]
        body += ['<text x="%d" y="%d">%d</text>' % (x, at + 4, size - i + 1)
                 for x in (10, last + 24)]
    return body


def draw_heat_map(stones, colors):
    """The fill and the points of the stones of each player, over the words of a cboard,
    whose top row comes first."""
    size = len(colors)
    side = STEP * (size + 1)
    body = ['<rect width="%d" height="%d" fill="#e6b46c"/>' % (side, side),
            '<g font-family="sans-serif" font-size="11" text-anchor="middle">',
            *draw_board(size), "</g>"]
    for row, words in enumerate(colors):
        for column, word in enumerate(words):
            if word.startswith("#"):
                body.append('<rect x="%d" y="%d" width="%d" height="%d" fill="%s" '
                            'fill-opacity=".6"/>' % (
                                STEP * (column + 0.5), STEP * (row + 0.5), STEP, STEP,
                                word))
    for fill, points in stones:
        body += ['<circle cx="%d" cy="%d" r="15" fill="%s" stroke="#444"/>' % (
            *place(vertex, size), fill) for vertex in points]
    return svg(side, side, "\n".join(body))


def heat_map(program):
    moves = ["genmove " + "bw"[i % 2] for i in range(MOVES)]
    answers = ask(program, [*moves, "list_stones b", "list_stones w",
                            "ponnuki-heat_map"])
    black, white, colors = answers[-3:]
    return draw_heat_map([("#000", black.split()), ("#fff", white.split())],
                         [row.split() for row in colors.split("\n")])


def draw_review(program):
    """Lets a browser draw the top of the page of a review."""
    browser = shutil.which("chromium")
    if browser is None:
        return
    with open(REVIEWED, encoding="utf-8") as file:
        record = re.sub(r"P([BW])\[[^]]*\]", r"P\1[Ponnuki]", file.read())
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "review.html")
        with open(os.path.join(folder, "game.sgf"), "w", encoding="utf-8") as file:
            file.write(record)
        subprocess.run([program, "review", "--seed", "1", "--threads", "1", "--html", page,
                        os.path.join(folder, "game.sgf")], check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu",
                        "--hide-scrollbars", "--window-size=%d,%d" % PAGE_SIZE,
                        "--user-data-dir=" + os.path.join(folder, "profile"),
                        "--blink-settings=preferredColorScheme=1",
                        "--screenshot=" + os.path.join(FOLDER, "review.png"),
                        "file://" + page], check=True, stderr=subprocess.DEVNULL)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    program = os.path.abspath(sys.argv[1])
    os.makedirs(FOLDER, exist_ok=True)
    for name, picture in (("terminal.svg", draw_terminal(play_in_terminal(program))),
                          ("heat_map.svg", heat_map(program))):
        with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
            file.write(picture)
    draw_review(program)


if __name__ == "__main__":
    main()
