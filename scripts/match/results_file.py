# SPDX-License-Identifier: MIT
"""A file that a long measurement fills line by line, and with which it goes on later.

The first line is a JSON object with the options, every further line one with a result.
"""

import json
import os
import pathlib
import typing

from script import Failure

Item = dict[str, typing.Any]


class ResultsFile:
    """`items` are the results so far. Raises Failure for a file that cannot be used."""

    def __init__(self, path: pathlib.Path, options: Item) -> None:
        self.path = path
        self.items: list[Item] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lines = self._read_lines()
            if len(lines) > 1:
                self._check_options(json.loads(lines[0])["options"], options)
                self.items = [json.loads(line) for line in lines[1:]]
            else:
                path.write_text(json.dumps({"options": options}) + "\n", "utf-8")
        except OSError as error:
            raise Failure(f"{error.filename or path}: {error.strerror}") from None
        except (ValueError, AttributeError, KeyError, TypeError):
            raise Failure(f"{path} is damaged; remove it, or choose another folder "
                          "with --out") from None

    def _read_lines(self) -> list[str]:
        """The complete lines; one whose writing was interrupted is cut off the file."""
        if not self.path.exists():
            return []
        data = self.path.read_bytes()
        length = data.rfind(b"\n") + 1
        if length < len(data):
            os.truncate(self.path, length)
        return data[:length].decode("utf-8").splitlines()

    def _check_options(self, old: Item, new: Item) -> None:
        """One that is missing is none or 0: it may be younger than the file."""
        new = json.loads(json.dumps(new))
        for name in sorted(old.keys() | new.keys()):
            if (old.get(name) or None) != (new.get(name) or None):
                raise Failure(
                    f"{self.path} was begun with other options: {name} was "
                    f"{old.get(name)!r} and is {new.get(name)!r}; choose another "
                    "folder with --out, or the same options")

    def add(self, item: Item) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(item) + "\n")
        self.items.append(item)
