# SPDX-License-Identifier: MIT
"""The command lines of these scripts: the text at their top is the help."""

import argparse
import sys
import typing


class Parser(argparse.ArgumentParser):
    """One line for an error, exit status 2."""

    def __init__(self, text: str) -> None:
        super().__init__(allow_abbrev=False)
        self.text = text

    def error(self, message: str) -> typing.NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(2)

    def format_help(self) -> str:
        return self.text


def path_of(argument: str) -> str:
    """Of FILE or FILE=WEIGHT."""
    return argument.rsplit("=", 1)[0]
