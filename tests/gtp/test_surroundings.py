#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nothing surprises: the program writes only what the user named, and works without HOME,
in a folder that cannot be written, on a full disk and in every locale. Prints TAP.

usage: test_surroundings.py PROGRAM [analysis]

`analysis` says that it was built with the analysis engine.
"""

import json
import os
import resource
import signal
import subprocess
import sys

import tap
from dialogue import FAST, PROGRAM, TIMEOUT, equal
from own_folder import OwnFolder
from rights import give_up_rights
from tap import true

HAS_ANALYSIS = "analysis" in sys.argv[2:]
QUERY = json.dumps({"id": "a", "moves": [["B", "C3"]], "rules": "chinese", "komi": 7,
                    "boardXSize": 5, "boardYSize": 5, "maxVisits": 5})
GAME = "(;GM[1]FF[4]SZ[5]KM[7];B[cc];W[bc];B[bb])"
GTP = "boardsize 5\nkomi 6.5\nplay b C3\ngenmove w\nkata-analyze b 1\nname\nget_komi\n"
# Ways to run the program, and what they read.
WAYS = [(["gtp"], GTP), (["play", "--size", "5"], "c3\nhint\nscore\nquit\n"),
        (["help"], ""), (["--version"], ""),
        (["review", "--visits", "2", "--output", "-", "-"], GAME)]
if HAS_ANALYSIS:
    WAYS.append((["analysis"], QUERY + "\n"))


def start(words, sent, folder, environment, prepare=None):
    """Runs the program in a folder. Returns its status, output and messages."""
    done = subprocess.run([*PROGRAM, *FAST, *words], input=sent.encode(), cwd=folder,
                          env=environment, capture_output=True, timeout=TIMEOUT,
                          check=False, preexec_fn=prepare)
    return done.returncode, done.stdout, done.stderr.decode()


def files(folder):
    """All that is in a folder and below it, with the contents."""
    return {str(path.relative_to(folder.path)): path.read_bytes() if path.is_file() else b""
            for path in folder.path.rglob("*")}


def test_nothing_is_written_that_is_not_named():
    homes = ("HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
             "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "USERPROFILE", "APPDATA", "LOCALAPPDATA")
    with OwnFolder() as folder:
        environment = dict(os.environ)
        if not tap.is_windows(PROGRAM):  # Wine keeps its own state there
            environment.update({name: str(folder.path) for name in homes})
        for words, sent in WAYS:
            status, out, err = start(words, sent, folder.path, environment)
            true(status == 0 and out, (words, status, out, err))
            equal((words, files(folder)), (words, {}))


def test_a_review_writes_what_is_named():
    with OwnFolder() as folder:
        folder.write("game.sgf", GAME)
        status, out, err = start(["review", "--visits", "2", "--html", "page.html",
                                  "game.sgf"], "", folder.path, None)
        true(status == 0, (out, err))
        equal(sorted(files(folder)), ["game-reviewed.sgf", "game.sgf", "page.html"])
        equal(files(folder)["game.sgf"], GAME.encode())


def test_without_any_variable():
    tap.skip_on_windows(PROGRAM, "Wine needs variables")
    with OwnFolder() as folder:
        for words, sent in WAYS:
            status, out, err = start(words, sent, folder.path, {"PONNUKI_THREADS": "1"})
            true(status == 0 and out, (words, status, out, err))
            equal((words, files(folder)), (words, {}))


def limit_files():
    """No file may have more bytes: to the program it is a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))


def test_a_full_disk_spares_the_records_that_are_there():
    tap.skip_on_windows(PROGRAM, "Wine writes files, too")
    old = "(;GM[1]SZ[5];B[aa])"
    with OwnFolder() as folder:
        for name in ("old.sgf", "game.sgf", "game-reviewed.sgf", "page.html"):
            folder.write(name, old)
        before = files(folder)
        for words, sent, said in (
                ([], "printsgf old.sgf\nprintsgf new.sgf\n", "? cannot write file: "),
                (["play", "--size", "5"], "load old.sgf\nsave old.sgf\nsave new.sgf\nquit\n",
                 "Cannot write old.sgf: "),
                (["review", "--visits", "2", "--force", "game.sgf"], "",
                 "cannot write game-reviewed.sgf: "),
                (["review", "--visits", "2", "--html", "page.html", "--force", "--output",
                  "-", "game.sgf"], "", "cannot write page.html: ")):
            status, out, err = start(words, sent, folder.path, None, limit_files)
            tap.contains(out.decode() + err, said)
            equal((words, status), (words, 1 if "review" in words else 0))
            equal((words, files(folder)), (words, before))


def test_a_record_that_is_replaced_keeps_what_it_was():
    """A link stays a link, and a file keeps its permissions."""
    tap.skip_on_windows(PROGRAM, "no such permissions")
    with OwnFolder() as folder:
        own, link = folder.path / "own.sgf", folder.path / "link.sgf"
        folder.write("own.sgf", "old")
        folder.write("target.sgf", "old")
        own.chmod(0o600)
        link.symlink_to("target.sgf")
        status, out, err = start([], "boardsize 5\nprintsgf own.sgf\nprintsgf link.sgf\n",
                                 folder.path, None)
        equal((status, out, err), (0, b"= \n\n" * 3, ""))
        true(link.is_symlink(), "the link is gone")
        equal(own.stat().st_mode & 0o777, 0o600)
        written = files(folder)
        equal(sorted(written), ["link.sgf", "own.sgf", "target.sgf"])
        true(written["own.sgf"] == written["target.sgf"] and
             written["own.sgf"].startswith(b"(;"), written)


def test_a_folder_that_cannot_be_written():
    """All that needs no file works there; the rest says what failed."""
    tap.skip_on_windows(PROGRAM, "no such permissions")
    with OwnFolder() as folder:
        folder.write("game.sgf", GAME)
        folder.path.chmod(0o555)
        try:
            if start(["--version"], "", folder.path, None, give_up_rights)[0] != 0:
                raise tap.Skip("without rights what runs the program does not start")
        except PermissionError:
            raise tap.Skip("without rights the program cannot be started") from None
        for words, sent in WAYS:
            equal((words, start(words, sent, folder.path, None, give_up_rights)[0]),
                  (words, 0))
        for words, sent, said in (
                (["review", "--visits", "2", "game.sgf"], "",
                 "ponnuki: game.sgf: cannot write game-reviewed.sgf: Permission denied\n"),
                (["play"], "save new.sgf\nquit\n",
                 "Cannot write new.sgf: Permission denied.")):
            _, out, err = start(words, sent, folder.path, None, give_up_rights)
            tap.contains(out.decode() + err, said)
        equal(sorted(files(folder)), ["game.sgf"])
        folder.path.chmod(0o755)


def test_locales_change_nothing():
    """Neither letters nor the point of numbers."""
    tap.skip_on_windows(PROGRAM, "no locales of the C library")
    names = subprocess.run(["locale", "-a"], capture_output=True, check=False).stdout
    locales = ["C", "de_DE.ISO-8859-1", "ja_JP.eucJP", "nonsense",
               *names.decode("ascii", "ignore").split()[:3]]
    # A hint is what it finds within a time.
    dialogues = [(words, sent.replace("kata-analyze b 1\n", "").replace(
        "hint\nscore\n", "")) for words, sent in WAYS[:2]]
    with OwnFolder() as folder:
        for words, sent in dialogues:
            seen = {start(words, sent, folder.path, dict(os.environ, LC_ALL=locale))[:2]
                    for locale in locales}
            true(len(seen) == 1, seen)
            (status, out), = seen
            true(status == 0 and out.isascii(), out)


tap.run(globals())
