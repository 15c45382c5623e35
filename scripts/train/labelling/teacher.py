# SPDX-License-Identifier: MIT
"""A stronger program, asked in the JSON protocol of KataGo's analysis engine."""

import json
import shlex
import subprocess

from labelling.vertices import two_letters


def record_of(query: dict) -> str:
    """A line of a file of records that asks for the position of a query."""
    size = query["boardXSize"]
    moves = "".join(two_letters(point, size)
                    for _, point in query["initialStones"] + query["moves"])
    return f"{size} {query['komi']:g} {len(query['initialStones'])} ? - - {moves}"


class Teacher:
    """One process. It may be asked many things before it has answered the first one, and
    answers in any order."""

    wanted = 24  # questions that keep it busy

    def __init__(self, command: str):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, bufsize=1)

    def ask(self, query: dict) -> None:
        try:
            self.process.stdin.write(json.dumps(query) + "\n")
        except BrokenPipeError:
            pass  # it has ended, as reading will show

    def answer(self) -> dict:
        """The next answer; it has the `id` of a query unless that was no query. Raises
        ValueError if there is none any more."""
        text = self.process.stdout.readline()
        if not text:
            raise ValueError("the teacher has ended; try its command by hand")
        return json.loads(text)

    def end(self) -> None:
        self.process.kill()
