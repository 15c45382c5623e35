# SPDX-License-Identifier: MIT
"""A folder for the files of a test."""

import pathlib
import tempfile


class OwnFolder:
    """It is there until the end of a `with`. `path` is where."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def write(self, name, text):
        """Writes a file and returns its path."""
        (self.path / name).write_text(text, encoding="utf-8")
        return str(self.path / name)
