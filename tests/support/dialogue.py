# SPDX-License-Identifier: MIT
"""The program under test, the first argument of each test that uses this, and dialogues
with it."""

import os
import shlex
import signal
import subprocess
import sys
import time

from tap import true

if len(sys.argv) < 2:
    sys.exit("usage: %s PROGRAM ..." % os.path.basename(sys.argv[0]))

# Its path, perhaps behind an emulator.
PROGRAM = [*shlex.split(os.environ.get("MESON_EXE_WRAPPER", "")),
           os.path.abspath(sys.argv[1])]
FAST = ["--playouts", "20", "--seed", "1", "--memory", "64"]
# Seconds for anything that must end by itself. A slow build gets more (check.sh).
TIMEOUT = 120 * int(os.environ.get("TEST_PATIENCE", "1"))
MOVE = rb"([A-HJ-T]\d+|pass|resign)"

# A program begun by nohup or a shell's `&` ignores these, and so would those under test.
for name in ("SIGINT", "SIGHUP"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_DFL)


def equal(got, wanted):
    if got != wanted:
        raise AssertionError("wanted %r\ngot    %r" % (wanted, shorten(got)))


def shorten(value):
    if isinstance(value, bytes) and len(value) > 300:
        return value[:300] + b"..."
    return value


def run(sent, options=(), status=0, err=b""):
    """Sends all, closes the input, and returns what was written to stdout. Standard error
    must be `err`."""
    done = subprocess.run([*PROGRAM, *FAST, *options], input=sent, capture_output=True,
                          timeout=TIMEOUT, check=False)
    equal(done.stderr, err)
    equal(done.returncode, status)
    return done.stdout


class Dialogue:
    """A running program whose replies are read one by one."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [*PROGRAM, *FAST, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        os.set_blocking(self.process.stdout.fileno(), False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for file in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                file.close()
            except BrokenPipeError:
                pass

    def send(self, sent):
        os.write(self.process.stdin.fileno(), sent)

    def written(self):
        """What has been written so far and not been read."""
        return self.process.stdout.read() or b""

    def replies(self, count):
        """Waits for so many replies; returns them and the seconds that took."""
        started = time.monotonic()
        got = b""
        while got.count(b"\n\n") < count:
            true(time.monotonic() - started < TIMEOUT, "no reply in time: %r" % got)
            time.sleep(0.005)
            got += self.written()
        return got, time.monotonic() - started

    def end(self):
        """Closes the input; returns the exit status and what is on stderr."""
        self.process.stdin.close()
        status = self.process.wait(TIMEOUT)
        return status, self.process.stderr.read()


def command(*arguments):
    done = subprocess.run([*PROGRAM, *arguments], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=TIMEOUT, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()
