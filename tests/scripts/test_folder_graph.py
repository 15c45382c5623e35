#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/build/folder_graph.py on the project, on the project with an include planted,
and on small trees that are wrong in other ways. Prints TAP.

usage: test_folder_graph.py SCRIPT PROJECT
"""

import pathlib
import shutil
import subprocess
import sys

from own_folder import OwnFolder
import tap
from tap import contains, equal, true

SCRIPT = ""
PROJECT = pathlib.Path()

LIBRARY = """\
{name} = declare_dependency(include_directories: include_directories('.'),
  dependencies: [{given}],
  link_with: static_library('{name}', '{name}.c', dependencies: [{seen}]))
"""


def graph(root):
    """The exit status, the graph and the faults."""
    done = subprocess.run([sys.executable, SCRIPT, str(root)], capture_output=True,
                          text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def rows(output):
    """The lines of a graph: floor, files and includes by folder."""
    split = [line.split(None, 3) for line in output.split("\n")[1:] if line]
    return {folder: (floor, files, includes)
            for floor, folder, files, includes in split}


class Tree(OwnFolder):
    """A small project in a folder of its own, which ends with it."""

    def library(self, folder, includes="", seen="", given=""):
        """Adds a folder with one library, whose only source has these includes."""
        name = folder.replace("/", "_")
        path = self.path / folder
        path.mkdir(parents=True, exist_ok=True)
        text = LIBRARY.format(name=name, seen=seen, given=given)
        (path / "meson.build").write_text(text)
        (path / f"{name}.h").write_text("")
        lines = [f'#include "{header}"' for header in includes.split()]
        (path / f"{name}.c").write_text("\n".join(lines) + "\n")

    def copy_project(self):
        for top in ("src", "engine", "gtp", "scripts/train"):
            shutil.copytree(PROJECT / top, self.path / top)

    def plant(self, path, header):
        with open(self.path / path, "a", encoding="utf-8") as file:
            file.write(f'#include "{header}"\n')


def test_project_has_no_arrow_upwards():
    status, output, faults = graph(PROJECT)
    equal((status, faults), (0, ""))
    folders = rows(output)
    equal(folders["src"][0], "0")
    highest = max(int(floor) for floor, _, _ in folders.values())
    equal(folders["gtp"][0], str(highest))
    true(int(folders["engine/tree"][0]) < int(folders["engine/search"][0]), output)
    contains(folders["engine/search"][2], "engine/tree")
    contains(folders["scripts/train"][2], "scripts/train/games")


def test_planted_upward_include_is_found():
    with Tree() as tree:
        tree.copy_project()
        equal(graph(tree.path)[0], 0)
        tree.plant("engine/playout/playout_stats.c", "search.h")
        status, _, faults = graph(tree.path)
        equal(status, 1)
        contains(faults, "engine/playout/playout_stats.c:")
        contains(faults, "includes search.h of engine/search, which "
                         "engine/playout/meson.build does not name")
        contains(faults, "a circle: ")


def test_planted_include_of_a_face_is_found():
    with Tree() as tree:
        tree.copy_project()
        tree.plant("src/game.c", "engine.h")
        status, _, faults = graph(tree.path)
        equal(status, 1)
        contains(faults, "includes engine.h of engine, which src/meson.build does not")


def test_include_without_a_name_is_found_though_nothing_goes_in_a_circle():
    with Tree() as tree:
        tree.library("src")
        tree.library("engine/one", "src.h", seen="src")
        tree.library("engine/two", "engine_one.h", seen="src")
        status, output, faults = graph(tree.path)
        equal(status, 1)
        equal(faults, "engine/two/engine_two.c:1: includes engine_one.h of engine/one, "
                      "which engine/two/meson.build does not name\n")
        equal(rows(output)["engine/two"], ("2", "2", "engine/one 1"))


def test_circle_is_found_though_all_is_named():
    with Tree() as tree:
        tree.library("src")
        tree.library("engine/one", "engine_two.h", seen="engine_two")
        tree.library("engine/two", "engine_one.h", seen="engine_one")
        status, output, faults = graph(tree.path)
        equal(status, 1)
        equal(faults, "a circle: engine/one -> engine/two -> engine/one\n")
        equal(rows(output)["engine/one"], ("-", "2", "engine/two 1"))


def test_dependency_opens_what_it_gives_and_not_what_its_library_sees():
    with Tree() as tree:
        tree.library("src")
        tree.library("engine/one", seen="src")
        (tree.path / "engine").mkdir(exist_ok=True)
        tree.library("engine", "engine_one.h", seen="rooms", given="rooms")
        with open(tree.path / "engine/meson.build", "a", encoding="utf-8") as file:
            file.write("rooms = [engine_one]\n")
        tree.library("gtp", "engine.h engine_one.h", seen="engine")
        equal(graph(tree.path)[0], 0)
        tree.plant("gtp/gtp.c", "src.h")
        status, _, faults = graph(tree.path)
        equal((status, faults), (1, "gtp/gtp.c:3: includes src.h of src, which "
                                    "gtp/meson.build does not name\n"))


def test_folder_without_meson_build_is_part_of_the_one_above():
    with Tree() as tree:
        tree.library("src")
        tree.library("engine", seen="")
        (tree.path / "engine/inner").mkdir()
        (tree.path / "engine/inner/inner.c").write_text('#include "src.h"\n')
        status, output, faults = graph(tree.path)
        equal((status, faults), (1, "engine/inner/inner.c:1: includes src.h of src, "
                                    "which engine/meson.build does not name\n"))
        equal(rows(output)["engine"], ("1", "3", "src 1"))


def test_headers_that_are_missing_or_twice_there_are_found():
    with Tree() as tree:
        tree.library("src", "nowhere.h")
        tree.library("engine")
        (tree.path / "engine/src.h").write_text("")
        status, _, faults = graph(tree.path)
        equal(status, 1)
        equal(faults, "src.h stands in engine and in src\n"
                      "src/src.c:1: nowhere.h is in no folder\n")


def test_folder_without_sources_is_refused():
    with Tree() as tree:
        status, output, faults = graph(tree.path)
        equal((status, output), (2, ""))
        contains(faults, "no meson.build below src, engine, gtp, scripts/train in")
        (tree.path / "src").mkdir()
        (tree.path / "src/lost.c").write_text("")
        tree.library("engine")
        status, output, faults = graph(tree.path)
        equal((status, output), (2, ""))
        contains(faults, "src/lost.c: no meson.build builds it")


if __name__ == "__main__":
    SCRIPT, PROJECT = sys.argv[1], pathlib.Path(sys.argv[2])
    tap.run(globals())
