# SPDX-License-Identifier: MIT
"""An archive of what a run needs on a machine that has nothing but PyTorch."""

import argparse
import io
import os
import pathlib
import shlex
import sys
import tarfile
import typing

from katago import katago_file
from network.batches import BLOCKS_MAGIC
from options import path_of

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = ("samples", "show_labels")
LIBRARY = "libwinograd.so"
STATIC = "-static"
TEACHER = "teacher.bin.xz"
FLAGS = ("--light", "--heads")  # options without a value


BLOCK_HEAD = 16  # bytes, of a file of blocks and of each of these (block_file.h)
ARCHIVE_UNIT = 512  # bytes, to which files are filled up; each has a head of that, too


def add_bytes(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(data), 0o755
    archive.addfile(entry, io.BytesIO(data))


class Names:
    """Where files that the command names are in the archive."""

    def __init__(self, archive: tarfile.TarFile):
        self.archive, self.taken = archive, set()

    def add(self, argument: str, most: int = 0) -> str:
        """Adds the file of FILE or FILE=WEIGHT, or if it has more bytes than `most` a part
        of its games; and returns the same as it is there."""
        path = path_of(argument)
        name = "files/" + pathlib.Path(path).name
        if name in self.taken:
            raise ValueError(f"two files are called {pathlib.Path(path).name}")
        self.taken.add(name)
        if most and os.stat(path).st_size > most:
            add_bytes(self.archive, name, thinned(pathlib.Path(path).read_bytes(), most))
        else:
            self.archive.add(path, name)
        return name + argument[len(path):]


def parts_of(data: bytes) -> list:
    """The blocks of a file of these; the lines of a text."""
    if not data.startswith(BLOCKS_MAGIC):
        return data.splitlines(keepends=True)
    found, place = [], BLOCK_HEAD
    while place + BLOCK_HEAD <= len(data):
        end = place + BLOCK_HEAD + int.from_bytes(data[place:place + 4], "little")
        if end > len(data):  # it is being written
            break
        found.append(data[place:end])
        place = end
    return found


def thinned(data: bytes, most: int) -> bytes:
    """Games of a file of them that take `most` bytes, from all of its length."""
    head = data[:BLOCK_HEAD] if data.startswith(BLOCKS_MAGIC) else b""
    parts = parts_of(data)
    share, kept, room = max(0, most - len(head)) / len(data), [head], most - len(head)
    for number, part in enumerate(parts):
        if int((number + 1) * share) > int(number * share) and len(part) <= room:
            kept.append(part)
            room -= len(part)
    if len(kept) == 1:
        raise ValueError("there is no room for games: allow more by --pack-limit")
    return b"".join(kept)


def allowed(sizes: list, room: int) -> int:
    """What the largest of some files may have so that all fit: small ones stay whole."""
    left = room
    for place, size in enumerate(ordered := sorted(sizes)):
        share = left // (len(ordered) - place)
        if size > share:
            return share
        left -= size
    return max(sizes, default=0)


def sources() -> typing.Iterator[pathlib.Path]:
    """All that scripts of the training import, and some more."""
    for folder in ("train", "match"):
        yield from sorted((ROOT / "scripts" / folder).rglob("*.py"))


def add_files(options: argparse.Namespace, names: Names) -> list:
    """Adds those that the options name but for games; returns the options as they are
    there."""
    command = []
    if options.teacher:
        add_bytes(names.archive, "files/" + TEACHER,
                  katago_file.in_half_precision(options.teacher))
        command.append("files/" + TEACHER)
    if options.labels:
        command += ["--labels", *map(names.add, options.labels)]
    for kind in ("start", "test"):
        path = getattr(options, kind)
        if path is not None and path.exists():
            command += ["--" + kind, names.add(str(path))]
    return command


def add_games(options: argparse.Namespace, names: Names) -> list:
    """As many as there is room for; those that labels refer to all."""
    if not options.games:
        return []
    most = 0
    if options.teacher:
        room = (options.pack_limit << 20) - names.archive.offset - tarfile.RECORDSIZE
        room -= (1 + len(options.games)) * 2 * ARCHIVE_UNIT
        most = allowed([os.stat(path_of(each)).st_size for each in options.games], room)
        if most <= 0:
            raise ValueError("there is no room for games: allow more by --pack-limit")
    return ["--games", *(names.add(each, most) for each in options.games)]


def programs(folder: pathlib.Path) -> typing.Iterator[pathlib.Path]:
    """What has been built; where it was linked statically, that."""
    for name in PROGRAMS:
        static = folder / (name + STATIC)
        yield static if static.exists() else folder / name
    if (folder / LIBRARY).exists():
        yield folder / LIBRARY


def other_arguments(words: list) -> list:
    """Those that name no file: they follow `--option`, with a value."""
    files = {"--games", "--labels", "--start", "--test", "--pack", "--samples", "--out",
             "--pack-limit"}
    kept: list = []
    option = None
    for word in words:
        if word.startswith("--"):
            option, equals, _ = word.partition("=")
            if option not in files:
                kept.append(word)
            if equals or option in FLAGS:
                option = None
        elif option is not None and option not in files:
            kept.append(word)
            option = None
    return kept


def add_students(options: argparse.Namespace, archive: tarfile.TarFile) -> None:
    """Checkpoints of earlier runs, so that the next one goes on."""
    if options.out is not None and options.out.exists():
        for path in sorted(options.out.glob("*/checkpoint.pt")):
            archive.add(path, f"out/{path.parent.name}/{path.name}")


def write(options: argparse.Namespace, words: list) -> None:
    """Writes the archive and says what to do with it. Errors: OSError, ValueError."""
    with tarfile.open(options.pack, "w") as archive:
        names = Names(archive)
        for path in sources():
            archive.add(path, str(path.relative_to(ROOT)))
        for built in programs(options.samples.parent):
            archive.add(built, "build/scripts/train/" + built.name.removesuffix(STATIC))
        files = add_files(options, names)
        add_students(options, archive)
        command = ["python3", "scripts/train/distill.py", *files,
                   *add_games(options, names), "--out", "out", *other_arguments(words)]
        add_bytes(archive, "run.sh", f"#!/bin/sh\nexec {shlex.join(command)} \"$@\"\n"
                  .encode("utf-8"))
    size = options.pack.stat().st_size
    print(f"{options.pack}: {size / (1 << 20):.1f} MiB. Unpack it there and start run.sh; "
          "what comes back is the folder out.")
    if size > options.pack_limit << 20:
        print(f"It is larger than {options.pack_limit} MiB.", file=sys.stderr)
