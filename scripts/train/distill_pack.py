# SPDX-License-Identifier: MIT
"""An archive of what a run needs on a machine that has nothing but PyTorch."""

import argparse
import io
import pathlib
import shlex
import sys
import tarfile
import typing

import katago_file

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LARGEST = 60 << 20  # bytes of an archive
PROGRAMS = ("samples", "show_labels")
TEACHER = "teacher.bin.xz"
FLAGS = ("--light",)  # options without a value


def add_bytes(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(data), 0o755
    archive.addfile(entry, io.BytesIO(data))


class Names:
    """Where files that the command names are in the archive."""

    def __init__(self, archive: tarfile.TarFile):
        self.archive, self.taken = archive, set()

    def add(self, argument: str) -> str:
        """Adds the file of FILE or FILE=WEIGHT, and returns the same as it is there."""
        path, equals, weight = argument.rpartition("=")
        if not equals:
            path, weight = argument, ""
        name = "files/" + pathlib.Path(path).name
        if name in self.taken:
            raise ValueError(f"two files are called {pathlib.Path(path).name}")
        self.taken.add(name)
        self.archive.add(path, name)
        return name + equals + weight


def sources() -> typing.Iterator[pathlib.Path]:
    yield from sorted((ROOT / "scripts/train").glob("*.py"))
    yield ROOT / "scripts/script.py"


def command_of(options: argparse.Namespace, names: Names) -> list:
    """The options that were given, but for files; those are where they will be."""
    command = []
    if options.teacher:
        command.append("files/" + TEACHER)
    for kind in ("games", "labels"):
        if files := getattr(options, kind):
            command += ["--" + kind, *map(names.add, files)]
    for kind in ("start", "test"):
        path = getattr(options, kind)
        if path is not None and path.exists():
            command += ["--" + kind, names.add(str(path))]
    return command


def other_arguments(words: list) -> list:
    """Those that name no file: they follow `--option`, with a value."""
    files = {"--games", "--labels", "--start", "--test", "--pack", "--samples", "--out"}
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
        for name in PROGRAMS:
            archive.add(options.samples.parent / name, f"build/scripts/train/{name}")
        if options.teacher:
            add_bytes(archive, "files/" + TEACHER,
                      katago_file.in_half_precision(options.teacher))
        command = ["python3", "scripts/train/distill.py", *command_of(options, names),
                   "--out", "out", *other_arguments(words)]
        add_students(options, archive)
        add_bytes(archive, "run.sh", f"#!/bin/sh\nexec {shlex.join(command)} \"$@\"\n"
                  .encode("utf-8"))
    size = options.pack.stat().st_size
    print(f"{options.pack}: {size / (1 << 20):.1f} MiB. Unpack it there and start run.sh; "
          "what comes back is the folder out.")
    if size > LARGEST:
        print(f"It is larger than {LARGEST >> 20} MiB: take fewer games.", file=sys.stderr)
