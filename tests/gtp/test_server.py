#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dialogues with the program, byte by byte and against the clock. Prints TAP.

usage: test_server.py PROGRAM
"""

import os
import pty
import re
import signal
import subprocess
import tempfile
import time

import tap
from dialogue import FAST, MOVE, PROGRAM, TIMEOUT, Dialogue, command, equal, run
from tap import true

OVERLONG = 17 << 20  # bytes, beyond the limit of a line


def test_silent_at_start():
    with Dialogue() as program:
        time.sleep(0.5)
        equal(program.written(), b"")
        program.send(b"quit\n")
        equal(program.replies(1)[0], b"= \n\n")
        equal(program.end(), (0, b""))


def test_input_closed_at_once():
    equal(run(b""), b"")


def test_no_standard_files():
    done = subprocess.run(["/bin/sh", "-c", '"$@" <&- >&- 2>&-', "sh", *PROGRAM],
                          timeout=TIMEOUT, check=False)
    equal(done.returncode, 0)


def test_a_komi_that_is_changed_is_told():
    with Dialogue() as program:
        for komi, used in [(b"6.5", b"6.5"), (b"-3", b"-3"), (b"6.75", b"7"),
                           (b"-0.3", b"-0.5"), (b"999.9", b"1000"), (b"1e9", b"1000"),
                           (b"-1000.1", b"-1000"), (b"0." + 60 * b"1", b"0")]:
            program.send(b"komi %s\nget_komi\n" % komi)
            equal(program.replies(2)[0], b"= \n\n= %s\n\n" % used)
        status, told = program.end()
    equal((status, told.split(b"\n")), (0, [
        b"ponnuki: komi 6.75 is not a multiple of half a point: komi 7 is used",
        b"ponnuki: komi -0.3 is not a multiple of half a point: komi -0.5 is used",
        b"ponnuki: komi 999.9 is not a multiple of half a point: komi 1000 is used",
        b"ponnuki: komi 1e9 is beyond the limit: komi 1000 is used",
        b"ponnuki: komi -1000.1 is beyond the limit: komi -1000 is used",
        b"ponnuki: komi 0." + 38 * b"1" + b"... is not a multiple of half a point: komi 0 "
        b"is used", b""]))


def test_line_ends_and_blanks():
    equal(run(b"1 name\r\n2 name\n\r\n\n   \n\t\n3\tname \t \r\n"),
          b"=1 Ponnuki\n\n=2 Ponnuki\n\n=3 Ponnuki\n\n")


def test_a_byte_order_mark():
    mark = b"\xef\xbb\xbf"
    equal(run(mark + b"1 name\n2 version\n"), b"=1 Ponnuki\n\n=2 1.0.0\n\n")
    equal(run(mark + b"# a comment\n" + mark + b"1 name\n"), b"? unknown command\n\n")
    equal(run(mark), b"")


def test_comments_and_control_bytes():
    equal(run(b"# 1 name\n2 name # comment\n\x00\x01\n\x073 na\x00\x1b\x7fme\x0b\n"
              b"4 known_command#\n#\n # interrupt it\n5 name\xff\n"),
          b"=2 Ponnuki\n\n=3 Ponnuki\n\n=4 false\n\n?5 unknown command\n\n")


def test_id_only():
    equal(run(b"7\n8 name\n"), b"?7 unknown command\n\n=8 Ponnuki\n\n")
    equal(run(b"7 # a comment\n8 name # another\n9#\n10\t#\r\n11 version"),
          b"=8 Ponnuki\n\n=11 1.0.0\n\n")


def test_last_line_without_newline():
    equal(run(b"1 name\n2 version"), b"=1 Ponnuki\n\n=2 1.0.0\n\n")


def test_byte_by_byte():
    with Dialogue() as program:
        for byte in b"12 known_command name\r\n":
            program.send(bytes([byte]))
            time.sleep(0.002)
        equal(program.replies(1)[0], b"=12 true\n\n")


def test_long_lines():
    equal(run(b"1 name " + b"x" * 100000 + b"\n2 nonsense " + b"y " * 50000 +
              b"\n3 name # " + b"z" * 100000 + b"\n4 " + b"n" * 100000 + b"\n5 name\n"),
          b"=1 Ponnuki\n\n?2 unknown command\n\n=3 Ponnuki\n\n?4 unknown command\n\n"
          b"=5 Ponnuki\n\n")


def test_whole_board_in_one_line():
    stones = b" ".join(b"b %c%d" % (letter, row) for letter in b"ABCDEFGHJKLMNOPQRS"
                       for row in range(1, 20))
    equal(run(b"set_position " + stones + b"\nis_legal w A1\n"), b"= \n\n= 0\n\n")


def test_overlong_line_is_one_error():
    equal(run(b"1 name\n2 name " + b"quit " * (OVERLONG // 5) + b"\n3 name\n"),
          b"=1 Ponnuki\n\n?2 line too long\n\n=3 Ponnuki\n\n")


def test_overlong_line_at_the_end():
    equal(run(b"x" * OVERLONG), b"? line too long\n\n")


def test_overlong_comment_is_silent():
    equal(run(b"#" + b"x" * OVERLONG + b"\n1 name\n"), b"=1 Ponnuki\n\n")


def test_longest_line_is_read():
    head = b"1 name "
    longest = head + b"x" * ((16 << 20) - len(head))
    equal(run(longest + b"\n"), b"=1 Ponnuki\n\n")
    equal(run(longest + b"x\n"), b"?1 line too long\n\n")


def test_pipelined_plays():
    vertices = [b"%c%d" % (letter, row) for row in range(1, 20)
                for letter in b"ABCDEFGHJKLMNOPQRST"][:400:2]
    moves = [b"%d play %s %s\n" % (2 * i, b"bw"[i % 2:i % 2 + 1], vertex)
             for i, vertex in enumerate(vertices)]
    passes = [b"%d play b pass\r\n" % (2 * i + 1) for i in range(400 - len(moves))]
    lines = sorted(moves + passes, key=lambda line: int(line.split()[0]))
    equal(len(lines), 400)
    wanted = b"".join(b"=%d \n\n" % int(line.split()[0]) for line in lines)
    equal(run(b"boardsize 19\n" + b"".join(lines)), b"= \n\n" + wanted)


def test_many_empty_lines():
    equal(run(b"\n" * 2000000 + b"1 name\n"), b"=1 Ponnuki\n\n")


def test_input_does_not_disturb_genmove():
    with Dialogue("--seconds", "1", "--playouts", "0") as program:
        program.send(b"boardsize 9\n1 genmove b\n")
        program.replies(1)
        time.sleep(0.2)
        program.send(b"2 protocol_version\n\n# a comment\n")
        got, seconds = program.replies(2)
        true(re.fullmatch(rb"=1 " + MOVE + rb"\n\n=2 2\n\n", got), got)
        true(seconds > 0.5, "genmove ended after %.2f s more" % seconds)


def test_genmove_and_quit_in_one_write():
    got = run(b"boardsize 9\n1 genmove b\n2 quit\n3 name\n")
    true(re.fullmatch(rb"= \n\n=1 " + MOVE + rb"\n\n=2 \n\n", got), got)


def test_end_of_input_waits_for_genmove():
    got = run(b"boardsize 9\n1 genmove b")
    true(re.fullmatch(rb"= \n\n=1 " + MOVE + rb"\n\n", got), got)


def test_interrupt():
    with Dialogue("--seconds", "1000", "--playouts", "0") as program:
        program.send(b"boardsize 9\n1 genmove b\n")
        program.replies(1)
        time.sleep(0.5)
        equal(program.written(), b"")
        program.send(b"# interrupt\r\n")
        got, seconds = program.replies(1)
        true(re.fullmatch(rb"=1 " + MOVE + rb"\n\n", got), got)
        true(seconds < 10, "interrupted only after %.2f s" % seconds)
        program.send(b"2 name\n")
        equal(program.replies(1)[0], b"=2 Ponnuki\n\n")


def test_interrupt_in_the_same_write():
    options = ("--seconds", "1000", "--playouts", "0")
    got = run(b"boardsize 9\n1 genmove b\n2 reg_genmove w\n# interrupt\n3 name\n",
              options)
    wanted = rb"= \n\n=1 %s\n\n=2 %s\n\n=3 Ponnuki\n\n" % (MOVE, MOVE)
    true(re.fullmatch(wanted, got), got)


def searched(program, lines):
    """Sends lines; returns playouts and seconds of the last search."""
    answered(program, lines)
    told = answered(program, b"gomill-explain_last_move\n").decode()
    match = re.search(r", (\d+) playouts in ([0-9.]+) s", told)
    true(match, told)
    return int(match.group(1)), float(match.group(2))


def test_limits_of_reg_genmove():
    tap.skip_where_slow("half a second is too short for a playout")
    usual = 10000
    with Dialogue("--playouts", "0", "--seconds", "0.5") as program:
        playouts, seconds = searched(program, b"reg_genmove b\n")
        true(playouts < usual and seconds < 1, (playouts, seconds))
    for options in [], ["--seconds", "1000"]:
        with Dialogue("--playouts", "0", *options) as program:
            playouts, seconds = searched(program, b"time_settings 0 1 1\nreg_genmove w\n")
            true(playouts < usual and seconds < 1, (playouts, seconds))
    # Time is the only limit then, and nothing but playouts is one without any time.
    with Dialogue("--playouts", "0", "--no-net", "--seconds", "2", "--size", "2") as program:
        true(searched(program, b"reg_genmove b\n")[0] > usual, "it ended early")
        playouts, _ = searched(program, b"ponnuki-thinking seconds 0\nreg_genmove b\n")
        true(usual <= playouts < usual + 100, playouts)
        playouts, _ = searched(program, b"ponnuki-thinking playouts 70\nreg_genmove b\n")
        true(70 <= playouts < 170, playouts)


def test_interrupt_is_over_when_the_command_is():
    with Dialogue("--seconds", "1", "--playouts", "0") as program:
        program.send(b"boardsize 9\n# interrupt\n")
        program.replies(1)
        time.sleep(0.1)
        program.send(b"genmove b\n")
        true(program.replies(1)[1] > 0.8, "an interrupt hit the next command")


def test_interrupt_is_spelled_exactly():
    with Dialogue("--seconds", "1", "--playouts", "0") as program:
        program.send(b"boardsize 9\ngenmove b\n# interrupted\n# interrupt now\n")
        true(program.replies(2)[1] > 0.8, "another comment interrupted the engine")


def cpu_seconds(program):
    program.send(b"cputime\n")
    return float(program.replies(1)[0].decode()[1:])


def is_thinking(program):
    """Does the program use the processor between two commands? If it does not it is not
    waited for longer than a moment."""
    before = cpu_seconds(program)
    for _ in range(20):
        time.sleep(0.02)
        if cpu_seconds(program) > before + 0.05:
            return True
    return cpu_seconds(program) > before + 0.05


def ponders(program):
    """The same for one that is sure to think, if slowly."""
    started = time.monotonic()
    while time.monotonic() - started < TIMEOUT:
        if is_thinking(program):
            return True
    return False


def answered(program, lines):
    program.send(lines)
    return program.replies(lines.count(b"\n"))[0]


def test_pondering_goes_on_between_commands():
    with Dialogue("--ponder", "--memory", "512") as program:
        answered(program, b"boardsize 19\n")
        true(not is_thinking(program), "pondering before the first move")
        answered(program, b"genmove b\n")
        true(ponders(program), "no pondering after a move")
        program.send(b"# a comment\n\n")
        answered(program, b"time_left b 60 0\n")
        true(ponders(program), "no pondering after time_left")
        answered(program, b"stop\n")
        true(not is_thinking(program), "pondering after stop")
        answered(program, b"genmove w\n")
        true(ponders(program), "no pondering after the next move")
        for over in (b"kgs-game_over", b"cgos-gameover B+1", b"play w resign"):
            answered(program, b"clear_board\ngenmove b\n")
            true(ponders(program), "no pondering in the next game")
            equal(answered(program, over + b"\n"), b"= \n\n")
            true(not is_thinking(program), b"pondering after " + over)
        answered(program, b"clear_board\n")
        true(not is_thinking(program), "pondering on an empty board")


def test_pondering_is_switched():
    with Dialogue() as program:
        equal(answered(program, b"ponnuki-ponder\ngenmove b\n")[:7], b"= off\n\n")
        true(not is_thinking(program), "pondering though nobody asked for it")
        equal(answered(program, b"ponnuki-ponder on\nponnuki-ponder\n"),
              b"= \n\n= on\n\n")
        true(ponders(program), "no pondering")
        equal(answered(program, b"ponnuki-ponder off\n"), b"= \n\n")
        true(not is_thinking(program), "pondering goes on")
        equal(answered(program, b"ponnuki-ponder maybe\nponnuki-ponder\n"),
              b"? syntax error: ponnuki-ponder takes [on|off]\n\n= off\n\n")


def test_no_pondering_when_the_game_is_over():
    with Dialogue("--ponder") as program:
        equal(answered(program, b"boardsize 1\ngenmove b\ngenmove w\n"),
              b"= \n\n= pass\n\n= pass\n\n")
        true(not is_thinking(program), "pondering after two passes")
    with Dialogue("--ponder", "--playouts", "1000", "--resign", "50", "--set",
                  "resign_streak=1") as program:
        equal(answered(program, b"boardsize 9\nkomi 500\ngenmove b\n"),
              b"= \n\n= \n\n= resign\n\n")
        true(not is_thinking(program), "pondering after a resignation")


def test_answers_while_pondering():
    lines = [b"name", b"play w pass", b"undo", b"undo", b"undo", b"list_stones b",
             b"genmove w", b"gg-undo 1", b"play b D4", b"genmove w", b"clear_board",
             b"list_stones b", b"undo", b"genmove b", b"boardsize 5", b"genmove b",
             b"clear_cache", b"komi 3", b"get_komi", b"set_position w C3", b"genmove b",
             b"reg_genmove w", b"final_score", b"quit"]
    with Dialogue("--ponder") as program:
        answered(program, b"boardsize 9\ngenmove b\n")
        got = b""
        for line in lines:
            time.sleep(0.02)  # so that most of them interrupt something
            got += answered(program, line + b"\n")
        wanted = (b"= Ponnuki", b"= ", b"= ", b"= ", b"? cannot undo: not enough moves", b"= ", b"= %",
                  b"= ", b"= ", b"= %", b"= ", b"= ", b"? cannot undo: not enough moves", b"= %", b"= ",
                  b"= %", b"= ", b"= ", b"= 3", b"= ", b"= %", b"= %", b"= [BW]%",
                  b"= ")
        pattern = b"\n\n".join(wanted) + b"\n\n"
        pattern = re.escape(pattern).replace(rb"\[BW\]%", rb"[BW0]\S*")
        true(re.fullmatch(pattern.replace(b"%", MOVE), got), got)
        equal(program.end(), (0, b""))


def test_quit_and_end_of_input_while_pondering():
    for last in (b"quit\n", b""):
        with Dialogue("--ponder", "--threads", "2") as program:
            answered(program, b"boardsize 9\ngenmove b\n")
            time.sleep(0.1)
            if last:
                equal(answered(program, last), b"= \n\n")
            equal(program.end(), (0, b""))


def test_a_whole_game_in_one_write_with_pondering():
    moves = b"".join(b"genmove %s\n" % color for color in 15 * [b"b", b"w"])
    got = run(b"boardsize 9\n" + moves, ["--ponder"])
    true(re.fullmatch(rb"= \n\n(= %s\n\n){30}" % MOVE, got), got)


def test_closed_output():
    with Dialogue() as program:
        program.process.stdout.close()
        program.send(b"name\n")
        equal(program.process.wait(TIMEOUT), 1)
        equal(program.process.stderr.read(), b"")


def test_nobody_listens():
    """Thinking ends soon, even if nothing else would end it and the input goes on."""
    tap.skip_on_windows(PROGRAM, "a pipe to a program of Linux does not tell its state")
    for options, command, rest in [
            ([], b"genmove b", b"quit"), ([], b"genmove b", None), ([], b"genmove b", b""),
            ([], b"reg_genmove b", b""), ([], b"kata-search b", b""),
            ([], b"kgs-genmove_cleanup b", b""), ([], b"cgos-genmove_analyze b", b""),
            ([], b"kata-analyze b 100000", None), ([], b"kata-analyze b 100000", b""),
            ([], b"lz-genmove_analyze b 100000", b"genmove w\ngenmove b"),
            (["--ponder", "--playouts", "10"], b"genmove b", b"")]:
        with Dialogue("--playouts", "100000000", *options) as program:
            answered(program, b"boardsize 13\n")
            program.send(command + b"\n")
            if options:
                program.replies(1)
            time.sleep(0.3)
            program.process.stdout.close()
            if rest is not None:
                program.send(rest + b"\n")
                program.process.stdin.close()
            started = time.monotonic()
            equal(program.process.wait(TIMEOUT), 0 if options else 1)
            seconds = time.monotonic() - started
            true(seconds < 5, "%s ended only after %.2f s" % (command, seconds))
            equal(program.process.stderr.read(), b"")


def test_no_pondering_for_nobody():
    def ticks():
        with open("/proc/%d/stat" % program.process.pid, encoding="ascii") as file:
            return sum(map(int, file.read().rpartition(")")[2].split()[11:13]))

    if not os.path.exists("/proc/self/stat") or tap.is_windows(PROGRAM):
        raise tap.Skip("the system tells nothing of processor time")
    with Dialogue("--ponder") as program:
        answered(program, b"boardsize 13\ngenmove b\n")
        before = ticks()
        time.sleep(1)
        true(ticks() > before, "no pondering")
        program.process.stdout.close()
        time.sleep(1)
        before = ticks()
        time.sleep(1)
        true(ticks() <= before + 2, "pondering goes on")
        equal(program.end(), (0, b""))


def test_nobody_listens_to_single_commands():
    tap.skip_on_windows(PROGRAM, "a pipe to a program of Linux does not tell its state")
    listener, output = os.pipe()
    os.close(listener)
    for words, sent in [(["genmove", "b"], b""), (["play"], b"e5\n"),
                        (["--size", "19", "play"], b"color white\nhint\n")]:
        started = time.monotonic()
        done = subprocess.run([*PROGRAM, "--playouts", "100000000", *words], input=sent,
                              stdout=output, stderr=subprocess.PIPE, timeout=TIMEOUT,
                              check=False)
        equal((words, done.returncode, done.stderr), (words, 1, b""))
        true(time.monotonic() - started < 10, "%s went on" % words)
    os.close(output)


def test_somebody_listens_who_sends_nothing_more():
    with subprocess.Popen([*PROGRAM, "--seconds", "1.5", "--size", "9"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        started = time.monotonic()
        process.stdin.write(b"genmove b\n")
        process.stdin.close()
        true(re.fullmatch(rb"= %s\n\n" % MOVE, process.stdout.read()), "no answer")
        true(time.monotonic() - started > 1.4, "it was cut short")
        equal(process.wait(TIMEOUT), 0)


def test_full_output():
    for words in ([], ["name"], ["--help"], ["--version"], ["help"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([*PROGRAM, *words], input=b"name\nname\n", stdout=full,
                                  stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
        equal((words, done.returncode, done.stderr),
              (words, 1, b"ponnuki: cannot write to standard output: No space left on "
                         b"device\n"))


def test_closed_output_of_a_single_command():
    listener, output = os.pipe()
    os.close(listener)
    for words in (["help"], ["--help"], ["play"]):
        done = subprocess.run([*PROGRAM, *words], input=b"", stdout=output,
                              stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
        equal((words, done.returncode, done.stderr), (words, 1, b""))
    os.close(output)


def test_slow_reader():
    with Dialogue() as program:  # the pipe is full long before the input ends
        count = 3000
        os.set_blocking(program.process.stdin.fileno(), False)
        lines = b"list_commands\n" * count
        got = b""
        while got.count(b"\n\n") < count:
            if lines:
                try:
                    lines = lines[os.write(program.process.stdin.fileno(), lines):]
                except BlockingIOError:
                    pass
            time.sleep(0.001)
            got += program.written()
        first = got[:got.index(b"\n\n") + 2]
        equal(got == first * count, True)


def test_terminate():
    with Dialogue() as program:
        program.send(b"boardsize 9\n")
        program.replies(1)
        program.process.send_signal(signal.SIGTERM)
        equal(program.process.wait(TIMEOUT), -signal.SIGTERM)
        equal(program.written(), b"")


def test_terminal():
    """GTP on a terminal has to be asked for; a word on stderr says what is expected."""
    tap.skip_on_windows(PROGRAM, "a console is no pseudo-terminal")
    master, slave = pty.openpty()
    process = subprocess.Popen([*PROGRAM, *FAST, "gtp"], stdin=slave,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(slave)
    os.write(master, b"name\nquit\n")
    out, err = process.communicate(timeout=TIMEOUT)
    os.close(master)
    equal((process.returncode, out), (0, b"= Ponnuki\n\n= \n\n"))
    true(err.count(b"\n") == 1 and b"quit" in err, err)


def test_gtp_by_name():
    # Clients that say `gtp`, as to KataGo, may wait for this line.
    equal(run(b"1 name\n", ["gtp"], err=b"ponnuki: GTP ready\n"), b"=1 Ponnuki\n\n")
    equal(run(b"play b D4\nplay\n"), b"= \n\n? syntax error: play takes COLOR VERTEX\n\n")
    equal(command("--size", "9", "play", "b", "D4"), (0, "", ""))


def test_game_records():
    with tempfile.TemporaryDirectory() as folder:
        # Windows has no names that are not Unicode.
        name = b"two words \xc3\xa9%s.sgf" % (b"" if tap.is_windows(PROGRAM) else b"\xff")
        path = os.path.join(os.fsencode(folder), name)
        lines = (b'boardsize 9\nkomi 3.5\nplay b D4\nplay w C7\nprintsgf "%s"\n'
                 b'boardsize 13\nkomi 0\nloadsgf "%s"\nlist_stones w\nget_komi\n'
                 b'is_legal b K1\nloadsgf "%s" 2\nlist_stones w\n')
        got = run(lines % (path, path, path))
        equal(got, b"= \n\n" * 8 + b"= C7\n\n= 3.5\n\n= 0\n\n= \n\n= \n\n")
        with open(path, "rb") as file:
            true(re.sub(rb"\s", b"", file.read()).endswith(b"];B[df];W[cc])"), path)


def test_odd_records():
    """What is odd is told on stderr, one line a kind, and nothing where nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "odd.sgf")
        usual = os.path.join(folder, "usual.sgf")
        with open(usual, "wb") as file:
            file.write(b"(;GM[1]FF[4]SZ[9]KM[6.5];B[cc];W[gg])\n")
        with open(path, "wb") as file:
            file.write(b"(;SZ[9]KM[3 3/4]\nPL[X]PL[\x1b[2J];B[cc]\n---;W[gg]-;B[gc];W[c")
        done = subprocess.run(
            PROGRAM, input=b"loadsgf %s\nlist_stones b\nloadsgf %s\nget_komi\n"
            % (os.fsencode(path), os.fsencode(usual)), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
    equal(done.stdout, b"= \n\n= C7 G7\n\n= \n\n= 6.5\n\n")
    lines = done.stderr.decode("ascii").splitlines()
    equal([line.removeprefix("ponnuki: %s: " % path) for line in lines], [
        "line 3: `---` is not a property; it is ignored",
        "line 3: the record is cut off here; everything before is read",
        "line 1: KM[3 3/4] is read as komi 7.5",
        "line 2: PL[X] names no player: the next move does"])


def test_log():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log")
        for _ in range(2):
            run(b"1 name\r\n# talk\nperft 2 2 2", ["--log", path])
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")
    equal(sorted(lines), sorted(2 * [b"> 1 name\r".rstrip(), b"> # talk",
                                     b"> perft 2 2 2", b"< =1 Ponnuki", b"< = 1 5",
                                     b"< 2 21"] + [b""]))


tap.run(globals())
