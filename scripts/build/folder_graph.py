#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints which folder of the sources includes which, lowest floor first.

usage: folder_graph.py [FOLDER]

FOLDER holds src, engine, gtp and scripts/train (default: the project that this script
belongs to). A folder that includes no other one is on floor 0. Every other folder is
one floor above the highest that it includes. The number after a name counts the
includes. A folder without a meson.build is part of the one above it.

The exit status is 1 if an include goes upwards. Then the meson.build of the including
folder does not name the other folder, or there is a circle. It is also 1 if a header is not
found, or if two folders have a header of the same name. Each such fault is a line on
standard error.
"""

import collections
import pathlib
import re
import sys

TOPS = ("src", "engine", "gtp", "scripts/train")
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
ASSIGNMENT = re.compile(r"^ *(\w+)\s*\+?=\s*", re.MULTILINE)
NAME = re.compile(r"[A-Za-z_]\w*")
CLOSING = {"(": ")", "[": "]"}


class Fault(Exception):
    """The sources cannot be read as a graph; the text is one line for the user."""


def bracket_end(text: str, start: int) -> int:
    """Where the bracket that opens at `start` has been closed."""
    open_brackets = []
    for place in range(start, len(text)):
        if text[place] in CLOSING:
            open_brackets.append(CLOSING[text[place]])
        elif open_brackets and text[place] == open_brackets[-1]:
            open_brackets.pop()
            if not open_brackets:
                return place + 1
    raise Fault(f"a bracket stays open: {text[start:start + 40]!r}")


def value_at(text: str, start: int) -> str:
    """A list in brackets, or one word."""
    if text[start] in CLOSING:
        return text[start:bracket_end(text, start)]
    word = NAME.match(text, start)
    return word.group() if word else ""


def dependency_names(call: str) -> list[str]:
    """The names that the `dependencies:` of a call give."""
    names = []
    for match in re.finditer(r"\bdependencies:\s*", call):
        names += NAME.findall(value_at(call, match.end()))
    return names


class Building:
    """What one meson.build says: what its sources see, and what its users see."""

    def __init__(self, folder: str, text: str) -> None:
        self.folder = folder
        text = re.sub(r"'[^'\n]*'", "''", re.sub(r"#.*", "", text))
        self.seen: list[str] = []            # by the sources
        self.lists: dict[str, list[str]] = {}  # of names, by name
        self.given: dict[str, list[str]] = {}  # by a dependency, besides its own folder
        for match in ASSIGNMENT.finditer(text):
            value = text[match.end():]
            if value.startswith("["):
                names = self.lists.setdefault(match.group(1), [])
                names += NAME.findall(value_at(value, 0))
            elif value.startswith("declare_dependency("):
                end = bracket_end(value, value.index("("))
                self.given[match.group(1)] = dependency_names(self.outside(value[:end]))
        for match in re.finditer(r"\b(?:static_library|executable)\(", text):
            call = text[match.start():bracket_end(text, match.end() - 1)]
            self.seen += dependency_names(call)

    @staticmethod
    def outside(call: str) -> str:
        """A call without the libraries in it: what these see stays with them."""
        while match := re.search(r"\bstatic_library\(", call):
            call = call[:match.start()] + call[bracket_end(call, match.end() - 1):]
        return call


class Sources:
    """The folders of a project with a meson.build: their files, and what they see."""

    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        paths = sorted(path for top in TOPS
                       for path in (root / top).rglob("meson.build"))
        if not paths:
            raise Fault(f"no meson.build below {', '.join(TOPS)} in {root}")
        self.buildings = {}
        for path in paths:
            folder = path.parent.relative_to(root).as_posix()
            self.buildings[folder] = Building(folder, path.read_text(encoding="utf-8"))
        self.files: dict[str, list[pathlib.Path]] = {}
        for folder in self.buildings:
            self.files[folder] = []
        for top in TOPS:
            for path in sorted((root / top).rglob("*.[ch]")):
                self.files[self.folder_of(path)].append(path)
        self.homes = collections.defaultdict(list)
        for folder, files in self.files.items():
            for path in files:
                if path.suffix == ".h":
                    self.homes[path.name].append(folder)
        for top in TOPS:  # headers that the build makes
            for path in sorted((root / top).rglob("*.h.in")):
                self.homes[path.stem].append(self.folder_of(path))

    def folder_of(self, path: pathlib.Path) -> str:
        """The folder whose meson.build builds a file."""
        for parent in path.relative_to(self.root).parents:
            if parent.as_posix() in self.buildings:
                return parent.as_posix()
        raise Fault(f"{path}: no meson.build builds it")

    def folders_behind(self, name: str) -> set[str]:
        """The folders whose headers a name in a list of dependencies opens."""
        found = set()
        for folder, building in self.buildings.items():
            for inner in building.lists.get(name, []):
                found |= self.folders_behind(inner)
            if name in building.given:
                found.add(folder)
                for inner in building.given[name]:
                    found |= self.folders_behind(inner)
        return found

    def visible(self, folder: str) -> set[str]:
        found = {folder}
        for name in self.buildings[folder].seen:
            found |= self.folders_behind(name)
        return found

    def includes(self, folder: str) -> list[tuple[str, str]]:
        """Places in the files of a folder, and the headers that are included there."""
        found = []
        for path in self.files[folder]:
            lines = path.read_text(encoding="utf-8").split("\n")
            for number, line in enumerate(lines, 1):
                if match := INCLUDE.match(line):
                    place = f"{path.relative_to(self.root).as_posix()}:{number}"
                    found.append((place, match.group(1)))
        return found


def find_arrows(sources: Sources) -> tuple[dict[str, collections.Counter], list[str]]:
    """How often each folder includes which, and what is wrong with single includes."""
    arrows: dict[str, collections.Counter] = {}
    faults = [f"{name} stands in {' and in '.join(homes)}"
              for name, homes in sources.homes.items() if len(homes) > 1]
    for folder in sources.buildings:
        arrows[folder] = collections.Counter()
        visible = sources.visible(folder)
        for place, name in sources.includes(folder):
            homes = sources.homes.get(name, [])
            if not homes:
                faults.append(f"{place}: {name} is in no folder")
            elif folder not in homes:
                arrows[folder][homes[0]] += 1
                if homes[0] not in visible:
                    faults.append(f"{place}: includes {name} of {homes[0]}, which "
                                  f"{folder}/meson.build does not name")
    return arrows, faults


def find_floors(arrows: dict[str, collections.Counter]) -> dict[str, int]:
    """The floor of each folder that is neither part of a circle nor above one."""
    floors: dict[str, int] = {}
    while True:
        ready = [folder for folder, others in arrows.items()
                 if folder not in floors and all(other in floors for other in others)]
        if not ready:
            return floors
        for folder in ready:
            floors[folder] = 1 + max((floors[other] for other in arrows[folder]),
                                     default=-1)


def find_circle(arrows: dict[str, collections.Counter], floors: dict[str, int]) -> str:
    """One circle among the folders without a floor."""
    path = [min(folder for folder in arrows if folder not in floors)]
    while path.count(path[-1]) == 1:
        path.append(min(other for other in arrows[path[-1]] if other not in floors))
    return " -> ".join(path[path.index(path[-1]):])


def describe(sources: Sources, arrows: dict[str, collections.Counter],
             floors: dict[str, int]) -> list[str]:
    """The graph as lines."""
    width = max(len(folder) for folder in arrows)
    lines = [f"floor  {'folder':{width}}  files  includes"]
    for folder in sorted(arrows, key=lambda folder: (floors.get(folder, 999), folder)):
        names = sorted(arrows[folder],
                       key=lambda other: (floors.get(other, 999), other))
        counts = ", ".join(f"{other} {arrows[folder][other]}" for other in names)
        lines.append(f"{floors.get(folder, '-'):>5}  {folder:{width}}  "
                     f"{len(sources.files[folder]):>5}  {counts or '-'}")
    return lines


def main() -> int:
    if len(sys.argv) > 2 or sys.argv[1:] == ["--help"]:
        print(__doc__, end="")
        return 0 if sys.argv[1:] == ["--help"] else 2
    root = pathlib.Path(sys.argv[1] if sys.argv[1:]
                        else pathlib.Path(__file__).resolve().parents[2])
    try:
        sources = Sources(root)
        arrows, faults = find_arrows(sources)
    except (Fault, OSError) as fault:
        print(f"folder_graph.py: {fault}", file=sys.stderr)
        return 2
    floors = find_floors(arrows)
    if len(floors) < len(arrows):
        faults.append(f"a circle: {find_circle(arrows, floors)}")
    print("\n".join(describe(sources, arrows, floors)))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
