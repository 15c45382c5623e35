#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Faults: whatever is missing, closed, full or fails, the program does not crash, does
not hang, says what is wrong, and what it answers is true. Prints TAP.

usage: test_faults.py PROGRAM [LIBRARY CLOCKS]

LIBRARY is made of fault_preload.c and CLOCKS of clock_preload.c; without them memory and
threads are never short, and the clocks are right.
"""

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

import tap
from dialogue import FAST, MOVE, PROGRAM, TIMEOUT, Dialogue, command, equal, run
from rights import give_up_rights
from tap import true

LIBRARY = []  # its path and that of the clocks, or nothing
ALWAYS = 1 << 40  # requests; more than there ever are
NOT_UNDONE = "cannot undo: not enough moves"
SMALL = ["--playouts", "20", "--seed", "1", "--memory", "2"]


def environment(kind, first, last, told):
    return dict(os.environ, LD_PRELOAD=LIBRARY[0], FAULT_KIND=kind,
                FAULT_FIRST=str(first), FAULT_LAST=str(last), FAULT_TOLD=str(told))


def faulty(kind, first, last, sent, options):
    """Runs the program while these requests fail. Has one? The status, the output and
    the messages."""
    listening, told = os.pipe()
    try:
        done = subprocess.run(
            [*PROGRAM, *SMALL, *options], input=sent, capture_output=True,
            timeout=TIMEOUT, check=False, pass_fds=[told],
            env=environment(kind, first, last, told))
        os.close(told)
        has_failed = os.read(listening, 1) == b"!"
    finally:
        os.close(listening)
    return has_failed, done.returncode, done.stdout.decode(), done.stderr.decode()


def needs_library():
    if not LIBRARY:
        raise tap.Skip("nothing can be preloaded here")


# Every answer is one of a kind: `exact` ones are the same whenever the game is,
# `seeded` ones if there is one thread, `move` is any move to an empty point, and `lines`
# are about what was thought.
WALK = [
    ("boardsize 5", "exact"), ("komi 5.5", "exact"), ("play b D4", "exact"),
    ("play w B2", "exact"), ("genmove b", "move"), ("undo", "exact"),
    ("showboard", "exact"),
    ("gogui-play_sequence b A1 w B1 b C1 w A5 b B5 w C5 b A3 w E5 b E1 w C3", "exact"),
    ("list_stones b", "exact"), ("kata-analyze b 1 maxmoves 2", "lines"),
    ("kata-genmove_analyze b 1", "lines"), ("undo", "exact"), ("printsgf", "exact"),
    ("clear_cache", "exact"),
    ("loadsgf %s", "exact"), ("list_stones w", "exact"), ("genmove b", "seeded"),
    ("undo", "exact"), ("kata-analyze b 1", "lines"), ("kgs-rules chinese", "exact"),
    ("play w pass", "exact"), ("play b pass", "exact"),
    ("final_status_list dead", "exact"), ("final_score", "exact"),
    ("clear_board", "exact"), ("set_free_handicap C3 B2", "exact"),
    ("reg_genmove w", "seeded"), ("cgos-genmove_analyze w", "lines"), ("undo", "exact"),
    ("clear_cache", "exact"), ("ponnuki-ownership b", "seeded"),
    ("kata-raw-nn 0", "exact"), ("ponnuki-priors wins", "exact"),
    ("boardsize 3", "exact"), ("play b B2", "exact"), ("list_stones b", "exact"),
]
# So long that the next move needs more memory than there is from the start.
RECORD = ("(;GM[1]SZ[5]KM[0];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];W[ce];B[ba];W[ca]" +
          250 * ";B[];W[]" + ")")


class Walk:
    """The dialogue with one fault after the other."""

    def __init__(self, folder):
        path = os.path.join(folder, "record.sgf")
        with open(path, "w", encoding="ascii") as file:
            file.write(RECORD)
        self.lines = [line % path if "%" in line else line for line, _ in WALK]
        self.kinds = [kind for _, kind in WALK]
        self.is_alone = True  # the only thread that thinks
        self.known = {}

    def sent(self, without=()):
        return "".join("%d %s\n" % (number, line)
                       for number, line in enumerate(self.lines)
                       if number not in without).encode()

    def truth(self, without):
        """What is answered where these commands were never sent, by number."""
        if without not in self.known:
            got = run(self.sent(without), SMALL).decode()
            self.known[without] = {number: text for number, good, text in replies(got)}
        return self.known[without]

    def check(self, got):
        """Is all of that true? Returns how many commands were answered."""
        answers = replies(got)
        equal([number for number, _, _ in answers], list(range(len(answers))))
        refused = tuple(number for number, good, text in answers
                        if not good and text != NOT_UNDONE)
        for number in refused:
            true(re.search("out of memory|Cannot allocate memory", answers[number][2]), got)
        truth = self.truth(refused)
        for number, good, text in answers:
            if not good:
                continue
            kind = self.kinds[number]
            if kind == "exact" or (kind == "seeded" and self.is_alone):
                equal((number, text), (number, truth[number]))
            elif kind == "move":
                true(re.fullmatch("(?!D4$|B2$)[A-T]\\d+", text), text)
            else:
                true(text.strip() or "kata-analyze" in self.lines[number],
                     "%s without an answer" % self.lines[number])
        return len(answers)

    def is_needed(self, kind, first, last, options=()):
        """Runs it while these requests fail. False if there are no so many."""
        has_failed, status, out, err = faulty(kind, first, last, self.sent(), options)
        try:
            count = self.check(out)
            true(count == len(WALK) or status != 0, "it ended without a word")
            if status == 0:
                equal(err, "")
            else:
                true(status in (1, 2), "status %d" % status)
                true(re.fullmatch("(ponnuki: .*\n)+", err), err)
        except AssertionError as why:
            raise AssertionError("%s %d to %d fail, status %s, on stderr %r: %s" % (
                kind, first, last, status, err, why)) from why
        return has_failed

    def go(self, kind, last=None, options=()):
        """Lets each request fail in turn, alone or with all after it."""
        first = 1
        while self.is_needed(kind, first, first if last is None else last, options):
            first += 1
        return first - 1


def replies(got):
    """(number, success, text) of each."""
    found = re.findall(r"([=?])(\d+) ?(.*?)\n\n", got, re.DOTALL)
    equal("".join("%s%s %s\n\n" % reply for reply in found), got)
    return [(int(number), sign == "=", text) for sign, number, text in found]


def test_input_closed_at_every_byte():
    """What came whole is answered, and so is what is left of the last line."""
    lines = ["1 boardsize 5", "2 play b C3", "", "# so", "3 list_stones b", "4 genmove w"]
    sent = "\n".join(lines).encode() + b"\n"
    whole = run(sent, SMALL)
    for end in range(len(sent) + 1):
        got = run(sent[:end], SMALL)
        count = sum(line[:1].isdigit() for line in sent[:end].decode().split("\n")[:-1])
        wanted = b"".join(whole[:reply.end()] for reply in
                          list(re.finditer(rb"\n\n", whole))[count - 1:count])
        rest = got[len(wanted):]
        true(got.startswith(wanted), (end, got))
        true(re.fullmatch(rb"([=?]\d* ?[^\n]*\n\n)?", rest), (end, got))
        true(rest or sent[:end].endswith((b"\n", b"#", b"# ", b"# s", b"# so")) or not end,
             (end, got))


def test_output_closed():
    """Nobody listens: a quiet end, and at once, whatever goes on."""
    for lines in (b"name\n", b"boardsize 9\ngenmove b\nname\n", b"kata-analyze b 1\n",
                  b"kata-genmove_analyze b 1\n", b"genmove b\n"):
        with Dialogue("--playouts", "0", "--seconds", "0.3", "--ponder") as program:
            program.process.stdout.close()
            program.send(lines)
            equal(program.process.wait(TIMEOUT), 1)
            equal(program.process.stderr.read(), b"")


def test_output_closed_in_a_text_game():
    process = subprocess.Popen([*PROGRAM, *FAST, "play"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    _, err = process.communicate(b"d4\n" * 100, TIMEOUT)
    equal((process.returncode, err), (1, b""))


def test_signals():
    """A signal ends the program, at rest and while it thinks, and it says nothing."""
    tap.skip_on_windows(PROGRAM, "no signals")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for lines in (b"name\n", b"name\ngenmove b\n", b"name\nkata-analyze b 100000\n"):
            with Dialogue("--playouts", "0", "--seconds", "1000", "--threads",
                          "2") as program:
                program.send(lines)
                program.replies(1)
                time.sleep(0.1)
                program.process.send_signal(number)
                equal(program.process.wait(TIMEOUT), -number)
                equal(program.process.stderr.read(), b"")


def test_full_disk_for_records():
    got = run(b"boardsize 9\nplay b D4\nprintsgf /dev/full\nlist_stones b\n",
              SMALL)
    equal(got, b"= \n\n= \n\n? cannot write file: No space left on device\n\n= D4\n\n")
    done = subprocess.run([*PROGRAM, *SMALL, "play"], capture_output=True,
                          input=b"save /dev/full\n", timeout=TIMEOUT, check=False)
    true(b"Cannot write /dev/full: No space left on device." in done.stdout, done.stdout)
    equal((done.returncode, done.stderr), (0, b""))


def test_full_disk_for_the_log():
    done = subprocess.run([*PROGRAM, *SMALL, "--log", "/dev/full"],
                          capture_output=True, input=b"1 name\n", timeout=TIMEOUT,
                          check=False)
    equal((done.returncode, done.stdout), (1, b"=1 Ponnuki\n\n"))
    equal(done.stderr, b"ponnuki: --log /dev/full: some lines could not be written\n")


def test_files_that_cannot_be_read():
    tap.skip_on_windows(PROGRAM, "a folder is told otherwise")
    with tempfile.TemporaryDirectory() as folder:
        missing, empty = os.path.join(folder, "no"), os.path.join(folder, "empty")
        with open(empty, "wb"):
            pass
        got = run(b"play b D4\nloadsgf %s\nloadsgf %s\nloadsgf %s\nlist_stones b\n"
                  % tuple(map(os.fsencode, (missing, folder, empty))), SMALL)
        equal(got.decode(), "= \n\n? cannot load file: No such file or directory\n\n"
              "? cannot load file: Is a directory\n\n"
              "? cannot load file: line 1: no game record\n\n= D4\n\n")
        unread, unopened = "cannot load the network: ", "cannot open the file: "
        for option, path, reason in (
                ("--network", missing, unread + "No such file or directory"),
                ("--network", folder, unread + "Is a directory"),
                ("--network", empty, unread + ".+"), ("--network", PROGRAM[-1], unread + ".+"),
                ("--log", folder, unopened + "Is a directory"),
                ("--log", missing + "/log", unopened + "No such file or directory")):
            status, out, err = command(option, path, "name")
            equal((option, path, status, out), (option, path, 2, ""))
            true(re.fullmatch("ponnuki: %s %s: %s\n" % (option, re.escape(path), reason),
                              err), err)


def test_files_without_permission():
    def start(options, sent):
        try:
            done = subprocess.run([*PROGRAM, *SMALL, *options], input=sent,
                                  capture_output=True, timeout=TIMEOUT, check=False,
                                  preexec_fn=give_up_rights)
        except PermissionError:
            raise tap.Skip("without rights the program cannot be started") from None
        # Nor may the counts of coverage be written, where there are any.
        err = re.sub("(?m)^profiling:.*\n", "", done.stderr.decode())
        return done.returncode, done.stdout, err

    if not start(["--version"], b"")[1].startswith(b"ponnuki "):
        raise tap.Skip("without rights what runs the program does not start")
    with tempfile.TemporaryDirectory() as folder:
        secret, new = os.path.join(folder, "secret"), os.path.join(folder, "new")
        with open(secret, "wb") as file:
            file.write(b"(;GM[1]SZ[5])")
        os.chmod(secret, 0)
        os.chmod(folder, 0o555)
        sent = "loadsgf %s\nprintsgf %s\nprintsgf %s\nname\n" % (secret, secret, new)
        status, out, err = start([], sent.encode())
        unwritten = b"? cannot open file: Permission denied\n\n"
        equal((status, out, err), (0, b"? cannot load file: Permission denied\n\n" +
                                   2 * unwritten + b"= Ponnuki\n\n", ""))
        for option, path, what, more in (
                ("--network", secret, "cannot load the network", ""),
                ("--log", new, "cannot open the file", ""),
                ("--save-games", folder, "cannot write there",
                 "; name a writable folder")):
            equal(start([option, path], b"name\n"),
                  (2, b"", "ponnuki: %s %s: %s: Permission denied%s\n"
                   % (option, path, what, more)))


def test_smallest_memory():
    got = run(b"boardsize 19\ngenmove b\ngenmove w\nname\n",
              ["--memory", "1", "--playouts", "4000", "--no-net"])
    true(re.fullmatch(rb"= \n\n= %s\n\n= %s\n\n= Ponnuki\n\n" % (MOVE, MOVE), got), got)


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))


def test_more_memory_than_there_is():
    needs_library()  # or the program is no ordinary one, and needs far more itself
    done = subprocess.run([*PROGRAM, "--memory", "1000", "name"], check=False,
                          capture_output=True, timeout=TIMEOUT, preexec_fn=limit_memory)
    equal((done.returncode, done.stdout), (1, b""))
    equal(done.stderr, b"ponnuki: out of memory; try a smaller value than --memory 1000\n")


def limit_stack():
    resource.setrlimit(resource.RLIMIT_STACK, (256 << 10, 256 << 10))


def test_a_small_stack():
    """However long the lines that are read: a ladder runs across the whole board."""
    needs_library()
    sent = b"".join(line + b"\n" for line in (
        b"set_position b C18 b D18 b B17 b C16 w C17", b"kata-raw-nn 0",
        b"ponnuki-priors wins w", b"reg_genmove w", b"genmove b", b"final_status_list dead"))
    for options in (["--rules", "chinese"], ["--no-net"]):
        options = [*SMALL, *options]
        done = subprocess.run([*PROGRAM, *options], input=sent, check=False,
                              capture_output=True, timeout=TIMEOUT, preexec_fn=limit_stack)
        equal((done.returncode, done.stderr), (0, b""))
        equal(done.stdout, run(sent, options))


def test_every_limit_of_memory():
    """From room enough down to where the program cannot even tell its version."""
    needs_library()
    sent = b"boardsize 9\nplay b D4\ngenmove w\nkata-genmove_analyze b 1\nprintsgf\n"
    statuses = []
    for kib in range(64 << 10, 0, -500):
        def limit(size=kib << 10):
            resource.setrlimit(resource.RLIMIT_AS, (size, size))

        def start(options, sent):
            return subprocess.run([*PROGRAM, *options], input=sent, timeout=TIMEOUT,
                                  capture_output=True, check=False, preexec_fn=limit)

        if start(["--version"], b"").returncode != 0:
            break
        done = start([*SMALL, "--threads", "2"], sent)
        statuses.append(done.returncode)
        what = "%d KiB: status %d, %r" % (kib, done.returncode, done.stderr)
        true(done.returncode in (0, 1), what)
        true(re.fullmatch(b"(ponnuki: .*\n)+" if done.returncode else b"", done.stderr),
             what)
    true(0 in statuses and 1 in statuses, statuses)


def test_each_allocation_fails():
    needs_library()
    with tempfile.TemporaryDirectory() as folder:
        true(Walk(folder).go("memory") > 50, "too few allocations")


def test_all_allocations_fail_from_one_on():
    needs_library()
    with tempfile.TemporaryDirectory() as folder:
        true(Walk(folder).go("memory", ALWAYS) > 10, "too few allocations")


def test_each_thread_fails():
    needs_library()
    with tempfile.TemporaryDirectory() as folder:
        walk = Walk(folder)
        walk.is_alone = False
        true(walk.go("threads", options=["--threads", "3"]) > 3, "too few threads")
        true(walk.go("threads", ALWAYS) > 3, "too few threads")


def check_other(first, last, sent, options):
    """Runs something else than the dialogue in the same way; true if it was a fault."""
    has_failed, status, out, err = faulty("memory", first, last, sent, options)
    what = "%d to %d fail in %s: status %d, %r" % (first, last, options, status, err)
    true(status in (0, 1, 2), what)
    true(re.fullmatch("(ponnuki: .*\n)+", err) if status != 0 else err == "", what)
    return has_failed


def test_allocations_of_files_and_text_games_fail():
    needs_library()
    for sent, words in ((b"d4\nnew 5\nhint\nscore\nresign\nsave %s\nload %s\n", ["play"]),
                        (b"boardsize 5\nplay b C3\nprintsgf %s\nloadsgf %s\n", [])):
        for last in (0, ALWAYS):
            with tempfile.TemporaryDirectory() as folder:
                path = os.fsencode(os.path.join(folder, "record"))
                options = ["--save-games", folder, "--log", os.path.join(folder, "log"),
                           "--size", "3", *words]
                first = 1
                while check_other(first, max(first, last), sent % (path, path), options):
                    first += 1
                true(first > 10, "too few allocations")


def test_thinking_without_threads():
    """Who has only the thread that reads thinks nevertheless, and ends in time."""
    needs_library()
    sent = b"boardsize 9\ngenmove b\nkata-analyze w 10\ngenmove w\n"
    _, status, out, err = faulty("threads", 2, ALWAYS, sent,
                                 ["--playouts", "0", "--seconds", "0.2"])
    equal((status, err), (0, ""))
    true(re.fullmatch("= \n\n= %s\n\n= \n(info.*\n)*\n= %s\n\n" % (2 * (MOVE.decode(),)),
                      out), out)


def with_clocks(kind, reading, sent, options):
    """Runs the program while a clock does that. Has it happened? And the output, and
    how many seconds it took."""
    listening, told = os.pipe()
    started = time.monotonic()
    try:
        done = subprocess.run(
            [*PROGRAM, *SMALL, *options], input=sent, capture_output=True,
            timeout=TIMEOUT, check=False, pass_fds=[told],
            env=dict(os.environ, LD_PRELOAD=LIBRARY[1], CLOCK_KIND=kind,
                     CLOCK_AT=str(reading), CLOCK_TOLD=str(told)))
        os.close(told)
        has_happened = os.read(listening, 1) == b"!"
    finally:
        os.close(listening)
    equal((kind, reading, done.returncode, done.stderr), (kind, reading, 0, b""))
    return has_happened, done.stdout, time.monotonic() - started


def test_monotonic_clock_jumps_at_every_reading():
    """An hour is gone all of a sudden, as after a sleep of the machine."""
    needs_library()
    sent = (b"boardsize 5\ntime_settings 60 0 0\ngenmove b\nkata-genmove_analyze w 1\n"
            b"genmove b\ntime_settings 0 1 1\nkgs-genmove_cleanup w\ntime_left b 1 1\n"
            b"genmove b\nname\n")
    pattern = rb"= \n\n= \n\n= %s\n\n= \n(info .*\n)*play %s\n\n" % (MOVE, MOVE)
    pattern += (rb"= %s\n\n= \n\n= %s\n\n= \n\n= %s\n\n= Ponnuki\n\n" %
                (MOVE, MOVE, MOVE))
    reading, has_happened = 0, True
    while has_happened:
        reading += 1
        has_happened, got, _ = with_clocks("forward", reading, sent,
                                           ["--threads", "2", "--resign", "0"])
        true(re.fullmatch(pattern, got), (reading, got))
    true(reading > 20, "only %d readings" % reading)


def test_monotonic_clock_jumps_while_it_thinks():
    """The time that was allowed is over, so the move is made."""
    needs_library()
    for reading in (4, 5, 20, 100, 500):  # the search has begun at the third
        has_happened, got, seconds = with_clocks(
            "forward", reading, b"boardsize 9\ngenmove b\nname\n",
            ["--playouts", "0", "--seconds", str(TIMEOUT), "--memory", "64"])
        true(has_happened and seconds < TIMEOUT / 2, (reading, seconds))
        true(re.fullmatch(rb"= \n\n= %s\n\n= Ponnuki\n\n" % MOVE, got), got)


def test_monotonic_clock_stands_still():
    needs_library()
    for reading in (1, 2, 5, 20, 100):
        has_happened, got, seconds = with_clocks(
            "stall", reading, b"boardsize 9\ngenmove b\nkata-genmove_analyze w 1\n",
            ["--playouts", "0", "--seconds", "0.3", "--memory", "64"])
        true(has_happened and seconds > 1, (reading, seconds))
        true(re.fullmatch(rb"= \n\n= %s\n\n= \n(info .*\n)+play %s\n\n" % (MOVE, MOVE),
                          got), got)


def test_time_of_day_jumps():
    """It gives a name and a seed and nothing else."""
    needs_library()
    sent = (b"boardsize 9\ntime_settings 60 0 0\ngenmove b\ngenmove w\n"
            b"time_left b 50 0\ngenmove b\nshowboard\n")
    with tempfile.TemporaryDirectory() as folder:
        has_happened, got, _ = with_clocks("date", 0, sent, ["--save-games", folder])
        true(has_happened, "nobody asked for the time of day")
        equal(got, run(sent, SMALL))
        (name,) = os.listdir(folder)
        true(abs(int(name[:4]) - time.localtime().tm_year) >= 9, name)


def main():
    if len(sys.argv) not in (2, 4):
        sys.exit("usage: test_faults.py PROGRAM [LIBRARY CLOCKS]")
    LIBRARY.extend(sys.argv[2:])
    tap.run(globals())


if __name__ == "__main__":
    main()
