# SPDX-License-Identifier: MIT
"""What the tools written in Python share as programs: help, errors, exit status."""

import argparse
import pathlib
import signal
import sys
import typing

import crew


class Failure(Exception):
    """Something is wrong outside this program; the text is one line for the user."""


class Parser(argparse.ArgumentParser):
    """One line for an error; the text at the top of the script as help."""

    def __init__(self, text: str | None) -> None:
        super().__init__(allow_abbrev=False)
        self.text = text or ""

    def error(self, message: str) -> typing.NoReturn:
        raise Failure(message)

    def format_help(self) -> str:
        return self.text


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def end_line() -> None:
    """Ends a line that shows progress on a terminal."""
    if sys.stderr.isatty():
        print(file=sys.stderr)


def run_script(main: typing.Callable[[], int | None]) -> typing.NoReturn:
    """Calls a script's main() and ends with its status, or with a message. In an MPI job
    only rank 0 calls it; the others do the jobs of its crews."""
    signal.signal(signal.SIGTERM, interrupt)
    try:
        with crew.joined() as is_first:
            status = main() if is_first else 0
        sys.exit(status)
    except (Failure, crew.MissingMpi) as failure:
        end_line()
        print(f"{pathlib.Path(sys.argv[0]).name}: {failure}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        end_line()
        where = f"{error.filename}: " if error.filename else ""
        print(f"{pathlib.Path(sys.argv[0]).name}: {where}{error.strerror or error}",
              file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
