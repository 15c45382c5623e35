#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Collects positions that the engine's searches look at, for a teacher to label.

usage: searched.py --out FILE [OPTIONS] 'ENGINE COMMAND' POSITIONS...

POSITIONS are files of positions with opinions, see README.md here. The engine,
which is Ponnuki, searches from each position drawn from them as for a move. FILE gets some
of the positions that the search came to, drawn by lot from its tree. They are records of
games that end there, one a line, for `label.py --ends`. The same command goes on where an
interrupted one stopped.

A network that has learnt from games alone meets other positions in a search. They come
after moves that no player would make. Where the network errs, the search goes there again
and again.

  --positions N     in all, 100000
  --per-search N    positions taken of a search, 12
  --seed N          of the lots, 1
"""

import argparse
import pathlib
import random
import shlex
import sys
import typing

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "match"))

from gtp_engine import Engine, EngineError
from labelling.opinions import OpinionFile
from labelling.positions import read_positions, set_up_if_legal
from script import Failure, Parser, run_script
from labelling.vertices import two_letters

SECONDS = 600  # for an answer


def arguments() -> argparse.Namespace:
    parser = Parser(__doc__)
    parser.add_argument("engine")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--positions", type=int, default=100000)
    parser.add_argument("--per-search", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def search(engine: Engine, fields: list, count: int) -> typing.Iterator[str]:
    """The records of positions that a search from that one comes to. Raises
    EngineError."""
    size, komi, handicap, moves = int(fields[0]), fields[1], fields[2], fields[6]
    color = set_up_if_legal(engine, fields)
    if color is None:
        return
    reply = engine.ask(f"ponnuki-searched_lines {count} {color}")
    for line in filter(None, reply.splitlines()):
        added = "".join(two_letters(point, size) for point in line.split())
        yield f"{size} {komi} {handicap} ? - - {moves}{added}"


def main() -> None:
    options = arguments()
    rng = random.Random(options.seed)
    lines = read_positions(options.files, 0, options.seed)
    rng.shuffle(lines)
    engine = Engine("the engine", shlex.split(options.engine), pathlib.Path("/dev/null"),
                    SECONDS)
    out = OpinionFile(options.out)
    try:
        engine.start()
        with out:
            # Those of an earlier run have been searched from.
            for fields in lines[out.done // options.per_search:]:
                if out.done >= options.positions:
                    break
                for line in search(engine, fields, options.per_search):
                    out.add(line)
    except EngineError as error:
        raise Failure(f"{engine.name}: {error}") from None
    finally:
        engine.end()


if __name__ == "__main__":
    run_script(main)
