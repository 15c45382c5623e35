#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every analyze command that the program offers to GoGui, asked in several positions and
read as GoGui reads the answer. Prints TAP.

usage: test_gogui.py PROGRAM
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile

import tap

PROGRAM = []  # its path, perhaps behind an emulator
OPTIONS = ["--playouts", "100", "--seed", "1", "--memory", "64"]
COLORS = {"black", "blue", "cyan", "green", "gray", "magenta", "pink", "red", "white",
          "yellow"}
# What the commands are asked about: the size, and moves that make the position.
POSITIONS = [
    (9, []),
    (9, ["B E5", "W C3", "B G7"]),
    (5, ["B B3", "W D3", "B B2", "W D2", "B B4", "W D4", "B B1", "W D1", "B B5", "W D5",
         "B PASS", "W PASS"]),
    (19, ["B Q16"]),
    (1, []),
]


class Wrong(Exception):
    """An answer that GoGui would not accept."""


def require(condition, *what):
    if not condition:
        raise Wrong(" ".join(map(str, what)))


def point(word, size):
    match = re.fullmatch(r"([A-HJ-T])([1-9]\d?)", word)
    require(match, "no point:", word)
    column = "ABCDEFGHJKLMNOPQRST".index(match.group(1))
    require(column < size and int(match.group(2)) <= size, "off the board:", word)


def move(word, size):
    if word != "pass":
        point(word, size)


def split(line):
    """The words of a line; those in double quotes may be empty."""
    return [a or b for a, b in re.findall(r'(?:"([^"]*)"|(\S+))', line)]


def board(text, size):
    rows = [split(line) for line in text.split("\n")]
    require([len(row) for row in rows] == size * [size], "no board:", text)
    return [word for row in rows for word in row]


def check_text(text, size):
    require(text, "nothing to show", size)


def check_sboard(text, size):
    for word in board(text, size):
        require(len(word) <= 3, "too long for a point:", word)


def check_dboard(text, size):
    for word in board(text, size):
        require(-1 <= float(word) <= 1, "out of range:", word)


def check_cboard(text, size):
    for word in board(text, size):
        require(word == "" or word in COLORS or re.fullmatch("#[0-9a-f]{6}", word),
                "no color:", word)


def check_bwboard(text, size):
    for word in board(text, size):
        require(word in ("", "b", "w", "black", "white"), "neither player:", word)


def check_plist(text, size):
    for word in text.split():
        point(word, size)


def check_var(text, size):
    for word in text.split():
        move(word, size)


def check_gfx(text, size):
    for line in text.split("\n"):
        verb, *words = split(line)
        if verb == "LABEL":
            require(len(words) >= 2 and len(words) % 2 == 0, "no pairs:", line)
            for vertex, label in zip(words[::2], words[1::2]):
                point(vertex, size)
                require(0 < len(label) <= 3, "no label of a point:", label)
        elif verb == "COLOR":
            check_cboard(words[0], 1)
            require(len(words) > 1, "nothing to color:", line)
            check_plist(" ".join(words[1:]), size)
        elif verb in ("BLACK", "WHITE", "CIRCLE", "MARK", "SQUARE", "TRIANGLE"):
            require(words, "nothing to draw:", line)
            check_plist(" ".join(words), size)
        else:
            require(verb == "TEXT" and words, "no drawing:", line)


def check_param(text, size):
    del size
    for line in text.split("\n"):
        match = re.fullmatch(r"\[(bool|string|list(?:/[^/\] ]+)+)\] (\S+) (\S+)", line)
        require(match, "no parameter:", line)
        kind, _, value = match.groups()
        require(kind != "bool" or value in "01", "neither 0 nor 1:", line)
        require(kind[:4] != "list" or value in kind.split("/")[1:], "no choice:", line)


def check_none(text, size):
    require(text == "", "an answer that nobody sees:", text, size)


CHECKS = {"string": check_text, "hstring": check_text, "sboard": check_sboard,
          "dboard": check_dboard, "cboard": check_cboard, "bwboard": check_bwboard,
          "plist": check_plist, "var": check_var, "varc": check_var, "gfx": check_gfx,
          "param": check_param, "none": check_none}


def ask(lines):
    """Sends all lines and returns the text of every reply."""
    done = subprocess.run([*PROGRAM, *OPTIONS], input="\n".join(lines) + "\n",
                          capture_output=True, timeout=120, check=True, text=True)
    replies = done.stdout.split("\n\n")[:-1]
    if len(replies) != len(lines):
        raise Wrong("%d replies to %d commands" % (len(replies), len(lines)))
    return replies


def offered():
    """(type, label, command) of all analyze commands."""
    reply = ask(["gogui-analyze_commands"])[0]
    return [tuple(line.split("/")) for line in reply[2:].split("\n")]


def test_the_list_is_well_formed(report):
    entries = offered()
    known = set(ask(["list_commands"])[0][2:].split("\n"))
    report("three fields", all(len(entry) == 3 for entry in entries))
    labels = [label for _, label, _ in entries]
    report("no label twice", len(set(labels)) == len(labels))
    for kind, _, command in entries:
        report("type of " + command, kind in CHECKS)
        report("wildcards of " + command, not re.sub("%[mcsw]", "", command).count("%"))
        report(command + " is listed", command.split()[0] in known)


def test_answers_are_read(report):
    entries = [entry for entry in offered() if "%s" not in entry[2]]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game record.sgf")
        for number, (size, moves) in enumerate(POSITIONS, 1):
            player = "bw"[len(moves) % 2]
            lines = [command.replace("%m", player).replace("%c", player)
                     .replace("%w", '"%s"' % path) for _, _, command in entries]
            setup = ["boardsize %d" % size, "gogui-play_sequence " + " ".join(moves)]
            replies = ask(setup + lines)[len(setup):]
            for (kind, _, command), reply in zip(entries, replies):
                try:
                    require(reply.startswith("= "), reply)
                    text = re.sub(r"\A *\n", "", reply[2:])
                    if command != "gomill-explain_last_move":  # no move, no answer
                        CHECKS[kind](text, size)
                    trouble = ""
                except (Wrong, ValueError) as wrong:
                    trouble = str(wrong)
                report("position %d, %s %s" % (number, command, trouble), not trouble)
            report("position %d is saved" % number, os.path.getsize(path) > 20)


def test_dialogs_set_what_they_show(report):
    for command in (entry[2] for entry in offered() if entry[0] == "param"):
        shown = ask([command])[0][2:]
        for line in shown.split("\n"):
            kind, name, value = re.fullmatch(r"\[(\S+)\] (\S+) (\S+)", line).groups()
            other = value
            if kind == "bool":
                other = str(1 - int(value))
            elif kind.startswith("list/"):
                other = kind.split("/")[-1]
            elif command == "ponnuki-thinking":
                other = "7"
            changed = ask(["%s %s %s" % (command, name, other), command])
            wanted = shown.replace(line, "[%s] %s %s" % (kind, name, other))
            report("%s %s %s" % (command, name, other), changed == ["= ", "= " + wanted])


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: test_gogui.py PROGRAM")
    PROGRAM.extend(shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")))
    PROGRAM.append(os.path.abspath(sys.argv[1]))
    tap.skip_without_wine(PROGRAM)
    results = []

    def report(name, good):
        results.append(good)
        print("%s %d - %s" % ("ok" if good else "not ok", len(results),
                              name.replace("#", "").replace("\n", " ")), flush=True)

    for name, test in list(globals().items()):
        if name.startswith("test_"):
            try:
                test(report)
            except Wrong as wrong:
                report("%s: %s" % (name, wrong), False)
    print("1..%d" % len(results))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
