# SPDX-License-Identifier: MIT
"""A GTP engine as a process of its own, asked with a time limit."""

import os
import pathlib
import select
import signal
import subprocess
import time

from script import Failure

QUIT_SECONDS = 2.0  # to end by itself, before it is killed
BLOCK_SIZE = 65536
LOG_END = 300  # bytes of the log that a message quotes


class EngineError(Exception):
    """An engine did wrong. kind: crash, hang, protocol or refusal."""

    def __init__(self, engine: "Engine", kind: str, text: str) -> None:
        super().__init__(text)
        self.engine = engine
        self.kind = kind


def environment() -> dict[str, str]:
    """That of an engine. Ponnuki is to search on one thread, whatever the machine: what is
    measured is for one, and engines that run at the same time would share the cores. Its
    options and the variable itself still choose another number."""
    return {"PONNUKI_THREADS": "1"} | os.environ


class Engine:
    """One process; what it writes on standard error goes to a log file."""

    def __init__(self, name: str, words: list[str], log: pathlib.Path,
                 timeout: float) -> None:
        self.name = name
        self.words = words
        self.log = log
        self.timeout = timeout
        self.process: subprocess.Popen[bytes] | None = None
        self.pending = b""
        self.struck = False

    def start(self) -> None:
        """Starts the process if none runs. Raises Failure if it does not speak GTP."""
        if self.process is not None:
            return
        self.pending = b""
        try:
            with self.log.open("ab") as log:
                # A process group of its own keeps the interrupt key away from the
                # engine. Not a session of its own: Linux shares the processor among
                # sessions (autogroups), and one that mostly sleeps, as this program
                # would alone, can be woken 60 ms late, which clocks would count as the
                # engine's time.
                self.process = subprocess.Popen(
                    self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=log, process_group=0, env=environment())
        except OSError as error:
            raise Failure(f"{self.name}: cannot run {self.words[0]}: "
                          f"{error.strerror}") from None
        try:
            self.ask("protocol_version")
        except EngineError as error:
            if error.kind != "refusal":
                raise Failure(f"{self.name} does not start: {error}"
                              + self.last_words()) from None

    def last_words(self) -> str:
        """The end of the log as the end of a message."""
        try:
            text = self.log.read_bytes()[-LOG_END:].decode("utf-8", "replace").strip()
        except OSError:
            text = ""
        return f"; it wrote: {text.splitlines()[-1]}" if text else ""

    def ask(self, command: str, timeout: float | None = None) -> str:
        """The text of the reply. Raises EngineError; after a hang or a crash the
        process is gone."""
        self.send(command)
        return self.receive(command, timeout)

    def send(self, command: str) -> None:
        """Sends it and does not wait. Raises EngineError."""
        if self.struck or self.process is None or self.process.stdin is None:
            raise EngineError(self, "crash", f"no process for `{command}`")
        try:
            self.process.stdin.write(command.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise self._crash(command) from None

    def receive(self, command: str, timeout: float | None = None) -> str:
        """The text of the reply to what was sent. Raises EngineError as `ask` does."""
        reply = self._read_reply(command, timeout or self.timeout)
        if reply[:1] not in ("=", "?"):
            raise EngineError(self, "protocol",
                              f"answers `{command}` by {reply[:60]!r}, not `= ...`")
        text = reply[1:].strip()
        if reply[0] == "?":
            raise EngineError(self, "refusal", f"answers `{command}` by `? {text}`")
        return text

    def _read_reply(self, command: str, timeout: float) -> str:
        deadline = time.monotonic() + timeout
        while True:
            self.pending = self.pending.replace(b"\r", b"").lstrip(b"\n")
            end = self.pending.find(b"\n\n")
            if end >= 0:
                reply, self.pending = self.pending[:end], self.pending[end + 2:]
                return reply.decode("utf-8", "replace")
            self._read_more(command, deadline)

    def _read_more(self, command: str, deadline: float) -> None:
        assert self.process is not None and self.process.stdout is not None
        handle = self.process.stdout.fileno()
        ready, _, _ = select.select([handle], [], [],
                                    max(0.0, deadline - time.monotonic()))
        if not ready:
            self.kill()
            raise EngineError(self, "hang", f"does not answer `{command}` in time")
        block = os.read(handle, BLOCK_SIZE)
        if block == b"":
            raise self._crash(command)
        self.pending += block

    def _crash(self, command: str) -> EngineError:
        assert self.process is not None
        try:
            status = f"exit status {self.process.wait(QUIT_SECONDS)}"
        except subprocess.TimeoutExpired:
            status = "output closed"
        self.kill()
        return EngineError(self, "crash", f"ended at `{command}`, {status}")

    def strike(self) -> None:
        """For any thread: kills the process for good. Who waits for an answer gets an
        EngineError."""
        self.struck = True
        self._signal()

    def _signal(self) -> None:
        process = self.process
        if process is not None and process.returncode is None:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def kill(self) -> None:
        """Ends the process and its children at once."""
        self._signal()
        process, self.process = self.process, None
        if process is None:
            return
        process.wait()
        for stream in process.stdin, process.stdout:
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass

    def end(self) -> None:
        """Asks the process to end, and sees to it."""
        try:
            if self.process is not None:
                self.ask("quit", QUIT_SECONDS)
            if self.process is not None:
                self.process.wait(QUIT_SECONDS)
        except (EngineError, subprocess.TimeoutExpired):
            pass
        self.kill()


class EngineWorker:
    """What a worker (crew.py) with engines has in common with others."""

    def __init__(self, *engines: Engine | None) -> None:
        self.everyone = [engine for engine in engines if engine is not None]

    def strike(self) -> None:
        for engine in self.everyone:
            engine.strike()

    def end(self) -> None:
        for engine in self.everyone:
            engine.end()
