# SPDX-License-Identifier: MIT
"""The program on a pseudo-terminal."""

import codecs
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

import tap
from dialogue import FAST, PROGRAM, TIMEOUT
from tap import true

EDITS = "libedit" in sys.argv[2:]  # it was built with that
TERMINFO = "terminfo" in sys.argv[2:]


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *arguments, **environment):
        tap.skip_on_windows(PROGRAM, "a console is no pseudo-terminal")
        self.master, slave = pty.openpty()
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        names = ("COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "TERM")
        env = {name: value for name, value in os.environ.items() if name not in names}
        env.update({"TERM": "xterm-256color", "LANG": "C.UTF-8"}, **environment)

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [*PROGRAM, *FAST, *arguments], stdin=slave, stdout=slave, stderr=slave,
            env=env, preexec_fn=take_terminal)
        self.environment = environment
        self.is_edited = False  # what is typed goes to libedit
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def resize(self, columns):
        """As when a person changes the width of the window."""
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.slave)
        os.close(self.master)

    def wait_for(self, part):
        """Reads until a text has been shown, and returns what came up to its end."""
        deadline = time.monotonic() + TIMEOUT
        while part not in self.seen:
            ready, _, _ = select.select([self.master], [], [],
                                        max(0, deadline - time.monotonic()))
            true(ready, "no %r in %r" % (part, self.seen))
            self.seen += self.decoder.decode(os.read(self.master, 65536))
        end = self.seen.index(part) + len(part)
        shown, self.seen = self.seen[:end], self.seen[end:]
        return shown

    def wait_for_editor(self, prompt="black> "):
        """libedit shows the prompt and only then takes the terminal over: keys typed
        between are not edited, and an end of file is lost."""
        self.wait_for(prompt)
        self.is_edited = EDITS
        self._wait_until_taken()

    def _wait_until_taken(self):
        deadline = time.monotonic() + TIMEOUT
        while self.is_edited and termios.tcgetattr(self.slave)[3] & termios.ICANON:
            true(time.monotonic() < deadline, "the terminal was not taken over")
            time.sleep(0.001)

    def type(self, keys):
        os.write(self.master, keys.encode())

    def answer(self, keys, prompt="black> "):
        """Types a line at a prompt; returns what is shown until the next one."""
        self._wait_until_taken()
        self.type(keys + "\r")
        self.wait_for("\n")
        return self.wait_for(prompt)
