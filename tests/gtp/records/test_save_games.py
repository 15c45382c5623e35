#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Games kept by --save-games, however the program ends. Prints TAP.

usage: test_save_games.py PROGRAM
"""

import os
import re
import resource
import signal
import subprocess
import tempfile
import time

import tap
from dialogue import FAST, PROGRAM, TIMEOUT, Dialogue, command, equal, run
from tap import true

HEAD = "(;FF[4]GM[1]CA[UTF-8]AP[Ponnuki]"


class Folder:
    """A folder for games, which goes away again."""

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.path = self.temporary.name
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def option(self):
        return ["--save-games", self.path]

    def names(self):
        return sorted(os.listdir(self.path))

    def games(self):
        """What is in the files, in their order, without line ends and what all have in
        common."""
        return [self.game(name) for name in self.names()]

    def game(self, name):
        true(re.fullmatch(r"\d{8}-\d{6}-\d{6}-\d+-\d{4}\.sgf", name), name)
        with open(os.path.join(self.path, name), encoding="ascii") as file:
            text = file.read().replace("\n", "")
        true(text.startswith(HEAD) and text.endswith(")"), text)
        return text[len(HEAD):-1]


def saved(lines, *options):
    """The games that are there after a dialogue."""
    with Folder() as folder:
        run(lines, [*folder.option(), *options])
        return folder.games()


def test_two_passes():
    equal(saved(b"boardsize 9\nkomi 5.5\nplay b D4\nplay w pass\nplay b pass\n"),
          ["SZ[9]KM[5.5]RU[Tromp-Taylor]RE[B+75.5];B[df];W[];B[]"])


def test_dead_stones_are_counted_as_final_score_does():
    lines = (b"boardsize 5\nkomi 0\nplay b C1\nplay b C2\nplay b C3\nplay b C4\n"
             b"play b C5\nplay b B3\nplay b D3\nplay w A1\nplay b pass\nplay w pass\n"
             b"final_score\nprintsgf\n")
    with Folder() as folder:
        got = run(lines, [*folder.option(), "--rules", "new-zealand"])
        true(b"= B+25\n\n" in got and b"RE[B+25]" in got, got)
        true("RE[B+25]" in folder.games()[0], folder.games())
    true("RE[B+" in saved(lines)[0] and "RE[B+25]" not in saved(lines)[0], "all alive")


def test_resignation():
    equal(saved(b"boardsize 9\nplay b D4\nplay b resign\n"),
          ["SZ[9]KM[7.5]RU[Tromp-Taylor]RE[W+R];B[df]"])
    equal(saved(b"boardsize 9\nkomi 500\nplay w E5\ngenmove b\n", "--playouts", "1000",
                "--resign", "50", "--set", "resign_streak=1"),
          ["SZ[9]KM[500.0]RU[Tromp-Taylor]RE[W+R];W[ee]"])
    equal(saved(b"boardsize 9\nplay b resign\n"), [])


def test_play_after_a_resignation():
    equal(saved(b"boardsize 9\nplay b D4\nplay w resign\nplay w E5\n"),
          ["SZ[9]KM[7.5]RU[Tromp-Taylor]RE[B+R];B[df]",
           "SZ[9]KM[7.5]RU[Tromp-Taylor];B[df];W[ee]"])


def test_games_that_are_replaced():
    equal(saved(b"boardsize 9\nplay b D4\nclear_board\nclear_board\nplay b E5\n"
                b"boardsize 5\nplay b A1\nset_position w C3\nplay b A2\nquit\n"),
          ["SZ[9]KM[7.5]RU[Tromp-Taylor];B[df]", "SZ[9]KM[7.5]RU[Tromp-Taylor];B[ee]",
           "SZ[5]KM[7.5]RU[Tromp-Taylor];B[ae]",
           "SZ[5]KM[7.5]RU[Tromp-Taylor]AW[cc]PL[B];B[ad]"])


def test_games_that_are_replayed():
    """A controller with many games sets up the one whose turn it is."""
    first = b"boardsize 9\nclear_board\nplay b D4\nplay w E5\n"
    second = b"boardsize 9\nclear_board\nplay b E5\nplay w D4\n"
    other = b"boardsize 13\nclear_board\nplay b D4\nplay w E5\nplay b C3\n"
    equal(saved(first + second + first + b"play b C3\n" + second + b"play b C3\n" +
                other + first + b"play b C3\nplay w F6\n"),
          ["SZ[9]KM[7.5]RU[Tromp-Taylor];B[df];W[ee];B[cg];W[fd]",
           "SZ[9]KM[7.5]RU[Tromp-Taylor];B[ee];W[df];B[cg]",
           "SZ[13]KM[7.5]RU[Tromp-Taylor];B[dj];W[ei];B[ck]"])
    # However often others had their turn in between.
    again = b"".join(b"boardsize 9\nclear_board\nplay b E5\n" + b"".join(
        b"play %s %s\n" % (b"wb"[i % 2:i % 2 + 1], b"ABCDEFGH"[i % 8:i % 8 + 1] +
                           b"%d" % (i // 8 + 1)) for i in range(moves))
        for moves in range(1, 32) for _ in range(3))
    equal(len(saved(first + again + first + b"play b C3\n")), 2)
    # Not if they part, nor after the end, nor if other stones were there first.
    equal(saved(first + b"play b C3\n" + first + b"play b F6\n"),
          ["SZ[9]KM[7.5]RU[Tromp-Taylor];B[df];W[ee];B[cg]",
           "SZ[9]KM[7.5]RU[Tromp-Taylor];B[df];W[ee];B[fd]"])
    over = b"boardsize 5\nclear_board\nkomi 0\nplay b C3\nplay w resign\n"
    equal(saved(over + over),
          2 * ["SZ[5]KM[0]RU[Tromp-Taylor]RE[B+R];B[cc]"])
    equal(saved(b"boardsize 9\nplay b D4\nset_position b A1\nplay w D4\n"),
          ["SZ[9]KM[7.5]RU[Tromp-Taylor];B[df]",
           "SZ[9]KM[7.5]RU[Tromp-Taylor]AB[ai]PL[B];W[df]"])


def test_moves_taken_back():
    equal(saved(b"boardsize 9\nplay b D4\nplay w E5\nundo\n"),
          ["SZ[9]KM[7.5]RU[Tromp-Taylor];B[df]"])
    equal(saved(b"boardsize 9\nplay b D4\nundo\n"), [])
    equal(saved(b"boardsize 9\nplay b D4\nundo\nplay b E5\n"),
          ["SZ[9]KM[7.5]RU[Tromp-Taylor];B[ee]"])


def test_a_finished_game_stays_as_it_is():
    end = b"boardsize 5\nkomi 0\nplay b C3\nplay w pass\nplay b pass\n"
    game = "SZ[5]KM[0]RU[Tromp-Taylor]RE[B+25];B[cc];W[];B[]"
    equal(saved(end + b"undo\nplay b pass\n"), [game])
    equal(saved(end + b"gg-undo 3\n"), [game])
    equal(saved(end + b"undo\nplay b A1\n"),
          [game, "SZ[5]KM[0]RU[Tromp-Taylor];B[cc];W[];B[ae]"])


def test_loaded_games():
    with Folder() as folder, tempfile.NamedTemporaryFile(suffix=".sgf") as file:
        file.write(b"(;GM[1]SZ[5]KM[0];B[aa];W[bb];B[cc])")
        file.flush()
        path = file.name.encode()
        run(b"loadsgf %s\nclear_board\nloadsgf %s\nplay w E5\nloadsgf %s 3\nundo\n"
            b"play w A1\n" % (path, path, path), folder.option())
        equal(folder.games(),
              ["SZ[5]KM[0]RU[Tromp-Taylor];B[aa];W[bb];B[cc];W[ea]",
               "SZ[5]KM[0]RU[Tromp-Taylor];B[aa];W[ae]"])


def test_terminated():
    """Whatever was answered is there, at rest and in the middle of a thought."""
    numbers = [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
    if not tap.is_windows(PROGRAM):
        numbers.append(signal.SIGINT)  # which Wine turns into a key
    for number in numbers:
        for last in (b"", b"genmove w\n"):
            with Folder() as folder:
                with Dialogue(*folder.option(), "--playouts", "0", "--seconds",
                              "1000") as program:
                    program.send(b"boardsize 9\nplay b D4\n")
                    program.replies(2)
                    program.send(last)
                    time.sleep(0.1 if last else 0)
                    program.process.send_signal(number)
                    equal(program.process.wait(TIMEOUT), -number)
                equal(folder.games(), ["SZ[9]KM[7.5]RU[Tromp-Taylor];B[df]"])


def test_never_half_written():
    """Who looks meanwhile always sees a whole record."""
    moves = [b"play %s %c%d\n" % (b"bw"[i % 2:i % 2 + 1], letter, row)
             for row in range(1, 20, 4) for i, letter in enumerate(b"ABCDEFGHJKLMNOPQRS")]
    with Folder() as folder, Dialogue(*folder.option()) as program:
        program.send(b"play b T19\n")
        program.replies(1)
        program.send(b"".join(moves))
        seen = set()
        while program.written() or len(seen) < 2:
            games = [name for name in folder.names() if name.endswith(".sgf")]
            equal(len(games), 1)
            seen.add(folder.game(games[0]))
        equal(program.end(), (0, b""))
        equal(len(folder.names()), 1)
        equal(folder.games()[0].count(";"), 91)


def test_processes_share_a_folder():
    with Folder() as folder:
        programs = [Dialogue(*folder.option()) for _ in range(4)]
        for program in programs:
            program.send(b"boardsize 9\nplay b D4\nclear_board\nplay b E5\n")
        for program in programs:
            equal(program.end(), (0, b""))
            program.process.stdout.close()
            program.process.stderr.close()
        equal(sorted(folder.games()), 4 * ["SZ[9]KM[7.5]RU[Tromp-Taylor];B[df]"] +
              4 * ["SZ[9]KM[7.5]RU[Tromp-Taylor];B[ee]"])


def test_text_game():
    with Folder() as folder:
        done = subprocess.run(
            [*PROGRAM, *FAST, *folder.option(), "play"], capture_output=True,
            input=b"color both\nd4\ne5\nresign\nundo\nf5\nnew 5\na1\n",
            timeout=TIMEOUT, check=False)
        equal((done.returncode, done.stderr), (0, b""))
        equal(folder.games(), ["SZ[9]KM[7.5]RU[Chinese]RE[W+R];B[df];W[ee]",
                               "SZ[9]KM[7.5]RU[Chinese];B[df];W[ee];B[fe]",
                               "SZ[5]KM[7.5]RU[Chinese];B[ae]"])


def test_no_folder():
    with tempfile.NamedTemporaryFile() as file:
        none = "No such file or directory"
        is_windows = tap.is_windows(PROGRAM)
        for path, reason in (("/no/such/folder", none),
                             (file.name, none if is_windows else "Not a directory"),
                             ("x" * 5000, "File name too long")):
            status, out, err = command("--save-games", path, "name")
            equal((status, out), (2, ""))
            true(re.fullmatch("ponnuki: --save-games .*: %s; .*\n" % reason, err), err)


def test_folder_goes_away():
    """One warning, and the game goes on."""
    with Folder() as folder, Dialogue(*folder.option()) as program:
        program.send(b"boardsize 9\nplay b D4\n")
        program.replies(2)
        os.rename(folder.path, folder.path + ".moved")
        program.send(b"play w E5\nplay b E6\nlist_stones b\n")
        equal(program.replies(3)[0], b"= \n\n= \n\n= D4 E6\n\n")
        os.rename(folder.path + ".moved", folder.path)
        program.send(b"play w E7\n")
        program.replies(1)
        equal(folder.games(), ["SZ[9]KM[7.5]RU[Tromp-Taylor];B[df];W[ee];B[ed];W[ec]"])
        status, err = program.end()
        equal(status, 1)
        equal(err.decode(), "ponnuki: --save-games %s: cannot write: No such file or "
              "directory; the game goes on but is not saved\n" % folder.path)


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def test_no_room():
    """A file that may not grow is like a full disk: the last record that fitted stays."""
    tap.skip_on_windows(PROGRAM, "no limit to files")
    with Folder() as folder:
        done = subprocess.run(
            [*PROGRAM, *FAST, *folder.option()], capture_output=True,
            input=b"boardsize 9\n" + b"".join(b"play b %c2\n" % c for c in b"ABCDEFGHJ"),
            timeout=TIMEOUT, check=False, preexec_fn=limit_files)
        equal((done.returncode, done.stdout), (1, 10 * b"= \n\n"))
        equal(done.stderr.decode(), "ponnuki: --save-games %s: cannot write: File too "
              "large; the game goes on but is not saved\n" % folder.path)
        equal(folder.games(), ["SZ[9]KM[7.5]RU[Tromp-Taylor]" + ";B[ah];B[bh];B[ch];B[dh]"
                               ";B[eh];B[fh]"])


tap.run(globals())
