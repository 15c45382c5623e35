#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs regression files (*.tst) against a GTP program and prints TAP.

usage: regress.py PROGRAM FILE.tst...

A file holds GTP commands, each perhaps followed by a line `#? [PATTERN]`: the reply
must match the regular expression as a whole. `#? [!PATTERN]` means that it must not,
and `#? [PATTERN]*` that this is known to fail. The text of an error reply is matched
with its `? ` in front. A command without a pattern must succeed. A line
`# options: ...` names options for the program, which is started anew for every file,
in the file's directory. If neither these options nor the environment say how many
threads Ponnuki searches on, it is one.
The frame of every reply is checked byte by byte. A program built for another machine
is started by the emulator that MESON_EXE_WRAPPER names.

The format is that of GNU Go, Fuego and gogui-regress, which do not test error replies.
"""

import os
import re
import select
import shlex
import subprocess
import sys
import time

# Seconds. A sanitizer is slow, an emulator much slower: TEST_PATIENCE multiplies it.
REPLY_TIMEOUT = 600 * int(os.environ.get("TEST_PATIENCE", "1"))

PATTERN_LINE = re.compile(r"#\?\s*\[(!?)(.*)\](\*?)\s*")
COMMENT_LINE = re.compile(r"\s*(\d+\s*)?#")  # nobody answers it, even with an id


class Failure(Exception):
    """The dialogue cannot go on."""


class Program:
    """A GTP program and the bytes that it wrote and nobody has taken."""

    def __init__(self, arguments, directory):
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=directory,
            env={"PONNUKI_THREADS": "1"} | os.environ)  # replies are to be the same
        self.pending = b""

    def read_more(self, deadline):
        ready, _, _ = select.select([self.process.stdout], [], [],
                                    max(0, deadline - time.monotonic()))
        if not ready:
            raise Failure("no answer in time, only %r" % self.pending)
        block = os.read(self.process.stdout.fileno(), 65536)
        self.pending += block
        return block != b""

    def ask(self, line):
        """Sends a line and returns the bytes of one reply."""
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failure("the program does not read any more") from None
        deadline = time.monotonic() + REPLY_TIMEOUT
        while b"\n\n" not in self.pending:
            if not self.read_more(deadline):
                raise Failure("the program ended, its last words %r" % self.pending)
        end = self.pending.index(b"\n\n") + 2
        reply, self.pending = self.pending[:end], self.pending[end:]
        return reply

    def end(self):
        """Closes the input; returns what is written then, and the exit status."""
        self.process.stdin.close()
        deadline = time.monotonic() + REPLY_TIMEOUT
        while self.read_more(deadline):
            pass
        return self.pending, self.process.wait(REPLY_TIMEOUT)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def unframe(reply, command):
    """The text of a reply; errors keep their `? `. Raises Failure for a wrong frame."""
    first = command.split()[0]
    is_id = re.fullmatch("[0-9]+", first) and int(first) < 2**31
    number = first if is_id else ""
    status = reply[:1].decode("latin-1")
    head = (status + number + " ").encode()
    if status not in ("=", "?") or not reply.startswith(head):
        raise Failure("wrong beginning of a reply: %r" % reply)
    text = reply[len(head):-2].decode("utf-8", "surrogateescape")
    lines = text.split("\n")
    if len(lines) > 1 and not all(line.strip() for line in lines[1:]):
        raise Failure("blank line in a reply: %r" % reply)
    if "\r" in text:
        raise Failure("carriage return in a reply: %r" % reply)
    return text if status == "=" else "? " + text


class Report:
    """Counts tests and prints them as TAP."""

    def __init__(self):
        self.count = 0
        self.failed = 0

    def add(self, passed, name, detail="", todo=False):
        self.count += 1
        self.failed += not passed and not todo
        name = name.replace("#", "\\#").replace("\n", " ")
        print("%s %d - %s%s" % ("ok" if passed else "not ok", self.count, name,
                                " # TODO known to fail" if todo else ""))
        if not passed:
            for line in detail.split("\n"):
                print("# " + line)
        sys.stdout.flush()


def check(report, place, command, text, pattern_line):
    match = PATTERN_LINE.fullmatch(pattern_line)
    if match is None:
        raise Failure("malformed pattern: " + pattern_line)
    negated, pattern, known = match.groups()
    matches = re.fullmatch(pattern, text) is not None
    report.add(matches != bool(negated), "%s %s" % (place, command),
               "expected [%s%s]\ngot %r" % (negated, pattern, text), todo=bool(known))


def read_items(path):
    """The options for the program, and (line number, command, pattern line or None)."""
    options, items = [], []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.startswith("#?"):
                if not items or items[-1][2] is not None:
                    raise Failure("line %d: pattern without a command" % number)
                items[-1][2] = line
            elif line.startswith("# options:"):
                options = shlex.split(line.split(":", 1)[1])
            elif line.strip() and not COMMENT_LINE.match(line):
                items.append([number, line, None])
    return options, items


def converse(report, program, name, items):
    for number, command, pattern_line in items:
        place = "%s:%d" % (name, number)
        text = unframe(program.ask(command), command)
        if pattern_line is not None:
            check(report, place, command, text, pattern_line)
        elif text.startswith("? "):
            report.add(False, "%s %s" % (place, command), "got %r" % text)
    rest, status = program.end()
    report.add(rest == b"" and status == 0, name + " ends in order",
               "status %d, last words %r" % (status, rest))


def run_file(report, command, path):
    name = os.path.basename(path)
    program = None
    try:
        options, items = read_items(path)
        program = Program(command + options, os.path.dirname(path) or ".")
        converse(report, program, name, items)
    except Failure as failure:
        report.add(False, name, str(failure))
    finally:
        if program is not None:
            program.kill()


def skip_without_emulator(program):
    """Ends this script if what starts the program says in TAP that it cannot."""
    done = subprocess.run([*program, "--version"], timeout=REPLY_TIMEOUT, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    if done.stdout.startswith(b"1..0 # SKIP"):
        print(done.stdout.decode(), end="")
        sys.exit(0)


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: regress.py PROGRAM FILE.tst...")
    report = Report()
    emulator = shlex.split(os.environ.get("MESON_EXE_WRAPPER", ""))
    program = emulator + [os.path.abspath(sys.argv[1])]
    if emulator:
        skip_without_emulator(program)
    for path in sys.argv[2:]:
        run_file(report, program, path)
    print("1..%d" % report.count)
    sys.exit(1 if report.failed else 0)


if __name__ == "__main__":
    main()
