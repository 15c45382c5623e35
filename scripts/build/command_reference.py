#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the reference of all GTP commands, gtp/COMMANDS.md.

usage: command_reference.py PROGRAM

Names, arguments and what a command does come from `PROGRAM help`; answers in words and
the lines of the examples from gtp/commands/reference.txt, which explains itself. The
answers of the examples are what the program prints. An answer that depends on the search
stays as it is in the present file as long as its form is the same. So a stronger engine
alone changes nothing.
"""

import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TEXTS = os.path.join(ROOT, "gtp", "commands", "reference.txt")
REFERENCE = os.path.join(ROOT, "gtp", "COMMANDS.md")
OPTIONS = ["--playouts", "50", "--seed", "1", "--threads", "1", "--memory", "16", "gtp"]
WIDTH = 150  # characters of a line in an example

HEAD = """# GTP commands

<!-- Written by scripts/build/command_reference.py: change gtp/commands/reference.txt. -->

Every command that Ponnuki knows, with its arguments, its answer and an example. Type
`ponnuki gtp` in a terminal to try them, or `ponnuki COMMAND ...` for one command alone.
The examples are real answers. They were made with `ponnuki %s`.
`...` stands for what is left out. Commands that only prepare an example come first, without
their answers.

A successful answer begins with `=`, an error with `?`. An error changes nothing. A command
may begin with a number, which its answer repeats. `[...]` in the arguments can be left out,
`|` separates alternatives, and `...` means that more of the same may follow.

| argument | values |
|---|---|
| COLOR | `b`, `w`, `black` or `white`; if it can be left out, the player to move |
| VERTEX | a column letter without I and a row number, such as `D4`; for moves also `pass` |
| COLUMNS, ROWS | whole numbers from 1 to 19 |
| CENTISECONDS | interval between two reports, in hundredths of a second |
| NAME, FILE | a word without spaces |

"""

NUMBER = r"[+-]?[0-9][0-9.]*"
# What an answer may say otherwise when the engine has become another: colors of a
# drawing, results, numbers, points, players, and moves that are none.
CHANGING = re.compile(r"#[0-9a-f]{6}\b|\b[BW]\+[0-9.]+|\b[A-HJ-T]\d{1,2}\b|%s"
                      r"|\b(?:pass|resign|black|white|symmetry)\b" % NUMBER)


class Failure(Exception):
    """The texts and the program do not go together."""


class Step:
    """A line of an example: its sign, how much of its answer is shown, the line."""

    def __init__(self, line):
        match = re.fullmatch(r"([.>~*])(\d*) (.+)", line)
        if match is None:
            raise Failure("malformed line of an example: " + line)
        self.sign, count, self.command = match.groups()
        self.lines = int(count) if count else 1 if self.sign == "*" else None


class Entry:
    """What the texts say of a command, or, with `is_group`, of a group of them."""

    def __init__(self, name, is_group):
        self.name = name
        self.is_group = is_group
        self.words = []
        self.steps = []


def read_texts(text):
    """The entries in the order of the texts, without the explanation before them."""
    entries = []
    for line in text.splitlines():
        if line.startswith("## ") or line.startswith("### "):
            entries.append(Entry(line.lstrip("# "), line.startswith("## ")))
        elif entries and line and line[0] in ".>~*":
            entries[-1].steps.append(Step(line))
        elif entries and line:
            entries[-1].words.append(line)
    return entries


class Engine:
    """A running program that is asked one command after the other."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [*program, *OPTIONS], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, encoding="utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def send(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            raise Failure("the program ended")
        return line.rstrip()

    def reply(self):
        """The lines up to the next empty one."""
        lines = []
        while line := self.line():
            lines.append(line)
        return lines

    def ask(self, step):
        self.send(step.command)
        if step.sign != "*":
            return self.reply()
        lines = [self.line(), self.line()]
        self.send("name")  # any line ends an analysis
        if lines[1]:
            self.reply()
        self.reply()
        return lines


def shorten(lines, count):
    """The first so many lines, if there is a limit, none of them too long."""
    if lines[0] == "=" and count is not None and len(lines) > 1:
        count += 1  # the head of an answer of more lines stands alone
    shown = []
    for line in lines[:count]:
        if len(line) > WIDTH:
            line = line[:WIDTH].rpartition(" ")[0] + " ..." if " " in line[:WIDTH] \
                else line[:WIDTH] + "..."
        shown.append(line)
    return shown + ["..."] * (count is not None and len(lines) > count)


def form(text):
    """The words of an answer that stay when the engine becomes another, and one 0 for all
    between two of them."""
    text = text.replace("-1.000", "unknown")  # of a network
    words = re.findall(r"[A-Za-z_]+|^[=?]|0", CHANGING.sub(" 0 ", text))
    return [word for i, word in enumerate(words) if word != "0" or words[i - 1:i] != ["0"]]


def agree(recorded, shown):
    """Do two lines have the same form, as far as both of them go?"""
    got, wanted = form(recorded.removesuffix("...")), form(shown.removesuffix("..."))
    most = min(len(got), len(wanted)) - 1  # the last word may be cut
    return got == wanted or (most > 0 and got[:most] == wanted[:most])


def has_form(recorded, lines, shown):
    """May an answer that was recorded stand for this one, of which so much is shown?"""
    if "..." not in "\n".join(recorded) and shown == lines:
        return set(form("\n".join(recorded))) == set(form("\n".join(lines)))
    # A slower search may report more often.
    return (all(any(agree(old, new) for new in shown) for old in recorded) and
            all(any(agree(old, new) for old in recorded) for new in shown))


def recorded_answers(reference):
    """The answers in the present reference, by the name of the entry and command."""
    answers, name, lines, in_example = {}, "", [], False
    for line in reference.splitlines():
        if line.startswith("### "):
            name = line.strip("# `")
        elif line.startswith("    "):
            line = line[4:]
            if line[:1] == ">":
                lines = answers.setdefault((name, line[2:]), [])
            else:
                lines.append(line)
    return answers


def run_example(program, entry, recorded):
    """The lines of the example of a command, each command with its answer."""
    shown = []
    with Engine(program) as engine:
        for step in entry.steps:
            lines = engine.ask(step)
            if step.sign == ".":
                if not lines[0].startswith("="):
                    raise Failure("%s: %s: %s" % (entry.name, step.command, lines[0]))
                shown.append("> " + step.command)
                continue
            answer = shorten(lines, step.lines)
            old = recorded.get((entry.name, step.command))
            if step.sign in "~*" and old and has_form(old, lines, answer):
                answer = old
            shown += ["> " + step.command, *answer]
    return shown


def read_help(program):
    """By name, the arguments of every command and what it does."""
    done = subprocess.run([*program, "help"], capture_output=True, text=True, check=True,
                          encoding="utf-8")
    commands = {}
    for line in done.stdout.splitlines():
        usage, _, what = line.partition(": ")
        name, _, arguments = usage.partition(" ")
        commands[name] = (arguments.strip(), what)
    return commands


def check_names(entries, commands):
    """Errors: Failure if the texts lack a command or have one that there is not."""
    named = [entry.name for entry in entries if not entry.is_group]
    lacking = sorted(set(commands) - set(named))
    unknown = sorted(set(named) - set(commands))
    twice = sorted({name for name in named if named.count(name) > 1})
    bare = [entry.name for entry in entries
            if not entry.is_group and
            not (entry.words and any(step.sign != "." for step in entry.steps))]
    for names, trouble in ((lacking, "not in the texts"), (unknown, "no such command"),
                           (twice, "there twice"), (bare, "without answer or example")):
        if names:
            raise Failure("%s: %s" % (trouble, ", ".join(names)))


def anchor(title):
    """The name of a heading in a link."""
    return re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-")


def write_contents(entries):
    """A link for each command, a group a line."""
    lines = []
    for entry in entries:
        title = entry.name
        if entry.is_group:
            lines.append("- [%s](#%s):" % (title, anchor(title)))
        else:
            comma = "" if lines[-1].endswith(":") else ","
            lines[-1] += "%s [%s](#%s)" % (comma, title, anchor(title))
    return "\n".join(lines) + "\n"


def write_command(program, entry, commands, recorded):
    arguments, what = commands[entry.name]
    usage = (entry.name + " " + arguments).strip()
    example = run_example(program, entry, recorded)
    return "### `%s`\n\n`%s`\\\n%s.\n\nAnswer: %s\n\n%s\n" % (
        entry.name, usage, what[:1].upper() + what[1:],
        " ".join(entry.words).replace("\n", " "),
        "\n".join("    " + line for line in example))


def build(program, texts, present):
    """The reference, from the words that start the program, the texts and the present
    reference. Errors: Failure."""
    entries, commands = read_texts(texts), read_help(program)
    check_names(entries, commands)
    recorded = recorded_answers(present)
    parts = [HEAD % " ".join(OPTIONS), write_contents(entries)]
    for entry in entries:
        if entry.is_group:
            words = "\n\n" + " ".join(entry.words) if entry.words else ""
            parts.append("\n## %s%s\n" % (entry.name, words))
        else:
            parts.append("\n" + write_command(program, entry, commands, recorded))
    return "".join(parts)


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    program = [*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")),
               os.path.abspath(sys.argv[1])]
    try:
        reference = build(program, read(TEXTS), read(REFERENCE))
    except Failure as failure:
        sys.exit("command_reference.py: %s" % failure)
    with open(REFERENCE, "w", encoding="utf-8") as file:
        file.write(reference)


if __name__ == "__main__":
    main()
