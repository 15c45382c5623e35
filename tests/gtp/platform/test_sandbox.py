#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program in its sandbox: it plays, and opens nothing. What the kernel refuses is
tried by test_sandbox.c. Prints TAP.

usage: test_sandbox.py PROGRAM [sandbox]

`sandbox` says that the program was built with one, and is an ordinary one otherwise.
"""

import ctypes
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time

import tap
from dialogue import FAST, MOVE, PROGRAM, TIMEOUT, Dialogue, command, equal, run
from tap import true

BUILT = []  # not empty: the program has a sandbox
PR_GET_SECCOMP, LANDLOCK_CREATE_RULESET, VERSION = 21, 444, 1
RECORD = "(;GM[1]SZ[5]KM[0];B[cc])"
NO_FILES = "file access is disabled by --sandbox"


def needs(landlock=False):
    """Leaves a test out where there can be no sandbox, of this kind."""
    libc = ctypes.CDLL(None)
    if not BUILT:
        raise tap.Skip("this build has no sandbox, or what is measured with it needs more")
    if libc.prctl(PR_GET_SECCOMP) < 0:
        raise tap.Skip("this kernel has no seccomp")
    if landlock and libc.syscall(LANDLOCK_CREATE_RULESET, None, 0, VERSION) < 1:
        raise tap.Skip("this kernel has no Landlock")


class Place:
    """A folder `in` and a file beside it, with a link from within; is gone at the end."""

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.top = self.temporary.name
        self.inside = os.path.join(self.top, "in")
        os.mkdir(self.inside)
        self.outside = os.path.join(self.top, "out.sgf")
        for path in (self.outside, self.path("in.sgf")):
            with open(path, "w", encoding="ascii") as file:
                file.write(RECORD)
        os.symlink(self.outside, self.path("link.sgf"))
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def path(self, name):
        return os.path.join(self.inside, name)


def files(lines, *options):
    """The replies to lines that name files, without their frames."""
    sent = "".join(line + "\n" for line in lines).encode()
    return run(sent, options).decode()[:-2].split("\n\n")


def test_it_plays_and_analyses():
    needs()
    got = run(b"boardsize 9\ntime_settings 0 1 1\ngenmove b\ngenmove w\n"
              b"kata-genmove_analyze b 1\nplay w pass\nfinal_score\nshowboard\n",
              ["--sandbox", "--threads", "3", "--ponder"])
    true(re.match(rb"= \n\n= \n\n= %s\n\n= %s\n\n= \n(info .*\n)*play %s\n\n= \n\n" %
                  (MOVE, MOVE, MOVE), got), got)
    equal(got.count(b"\n\n"), 8)


def traits(process):
    """Of each thread: has it a filter, and can it get no new rights?"""
    found = []
    for task in os.listdir("/proc/%d/task" % process):
        with open("/proc/%d/task/%s/status" % (process, task), encoding="ascii") as file:
            found.append(re.findall(r"(?m)^(?:NoNewPrivs|Seccomp):\s*(\d)", file.read()))
    return found


def test_every_thread_is_inside():
    needs()
    with Dialogue("--sandbox", "--threads", "3", "--playouts", "0") as program:
        program.send(b"boardsize 9\nkata-analyze b 1\n")
        deadline = time.monotonic() + TIMEOUT
        while b"info" not in program.written():
            true(time.monotonic() < deadline, "no analysis")
            time.sleep(0.01)
        # Reader, watcher, crew, and who answers; on a busy machine some begin late.
        while len(inside := traits(program.process.pid)) < 5:
            true(time.monotonic() < deadline, inside)
            time.sleep(0.01)
        equal(inside, [["1", "2"]] * len(inside))
        program.send(b"quit\n")
        equal(program.end(), (0, b""))


def test_files_are_refused():
    needs()
    with Place() as place:
        equal(files(["loadsgf " + place.outside, "printsgf " + place.path("new"),
                     "loadsgf /etc/passwd 3", "ponnuki-load_network /etc/passwd",
                     "ponnuki-load_network", "name"], "--sandbox"),
              ["? cannot load file: " + NO_FILES, "? cannot open file: " + NO_FILES,
               "? cannot load file: " + NO_FILES, "? cannot load network: " + NO_FILES,
               "= ", "= Ponnuki"])
        equal(sorted(os.listdir(place.inside)), ["in.sgf", "link.sgf"])


def test_files_in_a_folder():
    needs(landlock=True)
    with Place() as place:
        round_about = place.path("../out.sgf")
        got = files(["loadsgf " + place.path("in.sgf"), "list_stones b",
                     "printsgf " + place.path("new.sgf"),
                     "loadsgf " + place.path("new.sgf"), "loadsgf " + place.outside,
                     "loadsgf " + round_about, "loadsgf " + place.path("link.sgf"),
                     "printsgf " + place.outside, "printsgf " + place.path("link.sgf"),
                     "printsgf /dev/null", "loadsgf /proc/self/status",
                     "ponnuki-load_network " + place.outside, "list_stones b"],
                    "--sandbox-dir", place.inside)
        refused = ["? cannot load file: Permission denied"]
        unwritten = ["? cannot open file: Permission denied"]
        equal(got, ["= ", "= C3", "= ", "= "] + 3 * refused + 3 * unwritten + refused
              + ["? cannot load network: Permission denied", "= C3"])
        with open(place.outside, encoding="ascii") as file:
            equal(file.read(), RECORD)


def test_games_are_kept_and_only_by_the_program():
    needs(landlock=True)
    with Place() as place:
        got = files(["boardsize 5", "play b C3", "printsgf " + place.path("in.sgf"),
                     "loadsgf " + place.path("in.sgf"), "play w pass", "play b pass"],
                    "--sandbox", "--save-games", place.inside)
        equal(got[2:4], ["? cannot open file: " + NO_FILES,
                         "? cannot load file: " + NO_FILES])
        names = [name for name in os.listdir(place.inside) if name.endswith("-0001.sgf")]
        equal(len(names), 1)
        with open(place.path(names[0]), encoding="ascii") as file:
            true(file.read().replace("\n", "").endswith(";B[cc];W[];B[])"), names)
        equal(len(os.listdir(place.inside)), 3)


def test_the_log_is_written():
    needs()
    with Place() as place:
        log = os.path.join(place.top, "log")
        run(b"name\n", ["--sandbox", "--log", log])
        with open(log, encoding="ascii") as file:
            equal(file.read(), "> name\n< = Ponnuki\n")


def test_a_game_in_the_terminal():
    needs()
    with Place() as place:
        done = subprocess.run(
            [*PROGRAM, *FAST, "--sandbox", "play"], text=True, check=False,
            input="e5\nsave %s\nload %s\nhint\n" % (place.path("new"), place.outside),
            capture_output=True, timeout=TIMEOUT)
        equal((done.returncode, done.stderr), (0, ""))
        for part in ("Ponnuki plays ", "Ponnuki would play",
                     "Cannot write %s: %s.\n" % (place.path("new"), NO_FILES),
                     "Cannot read %s: %s.\n" % (place.outside, NO_FILES)):
            true(part in done.stdout, (part, done.stdout))
        equal(sorted(os.listdir(place.inside)), ["in.sgf", "link.sgf"])


def test_a_terminal_and_its_interrupt_key():
    needs()
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *FAST, "--sandbox", "play"], stdin=slave, stdout=slave,
        stderr=slave, start_new_session=True,
        env=dict(os.environ, TERM="xterm", NO_COLOR=""),
        preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)))
    try:
        os.close(slave)
        os.write(master, b"e5\n")
        seen = b""
        while seen.count(b"black> ") < 2:
            seen += os.read(master, 65536)
        true(b"Ponnuki plays " in seen and b"\033[48;5;179m" in seen, seen)
        time.sleep(0.2)
        os.write(master, b"\x03")
        while b"Ctrl-C again to leave." not in seen:
            seen += os.read(master, 65536)
        time.sleep(0.2)
        os.write(master, b"\x03")
        equal(process.wait(TIMEOUT), -signal.SIGINT)
    finally:
        process.kill()
        process.wait()
        os.close(master)


def test_folders_that_are_none():
    needs(landlock=True)
    with Place() as place:
        for path, why in ((place.path("no"), "No such file or directory"),
                          (place.outside, "Not a directory")):
            equal(command("--sandbox-dir", path, "name"),
                  (2, "", "ponnuki: --sandbox-dir: %s: %s\n" % (path, why)))


def test_without_a_sandbox_it_does_not_begin():
    """Where the build or the kernel has none, this is refused and nothing is played."""
    try:
        needs()
    except tap.Skip as why:
        status, out, err = command("--sandbox", "name")
        if out != "Ponnuki\n":  # whatever a sanitizer has to say at the end
            equal((status, out), (2, ""))
            true(re.fullmatch("ponnuki: --sandbox: .+\n", err), err)
            return
        raise tap.Skip("there is one, but %s" % why) from None
    raise tap.Skip("there is one")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: test_sandbox.py PROGRAM [sandbox]")
    BUILT.extend(sys.argv[2:])
    tap.run(globals())


if __name__ == "__main__":
    main()
