#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`ponnuki review`: records, pages, tables, messages. Prints TAP.

usage: test_review_command.py PROGRAM GAME [zlib]

GAME is a record of a whole game. `zlib` says that the program was built with it.
"""

import base64
import gzip
import html.parser
import json
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time

import small_sgf
import tap
from dialogue import PROGRAM, TIMEOUT, equal
from tap import contains, near, true

GAME = pathlib.Path(sys.argv[2]).read_bytes()
HAS_ZLIB = "zlib" in sys.argv[3:]
SMALL = b"(;GM[1]SZ[5]KM[0]RU[Chinese];B[cc];W[bb])"
QUICK = ["--visits", "4", "--seed", "1", "--memory", "64"]


class Place:
    """A folder with records, which goes away again."""

    def __init__(self, **records):
        self.records = records

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.temporary.name)
        for name, content in self.records.items():
            (self.path / (name + ".sgf")).write_bytes(content)
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def review(self, *words, status=0, sent=b"", options=QUICK):
        """What a review in the folder prints on both streams."""
        done = subprocess.run([*PROGRAM, "review", *options, *words], cwd=self.path,
                              input=sent, capture_output=True, timeout=TIMEOUT,
                              check=False)
        equal((done.returncode, done.stderr if done.returncode != status else b""),
              (status, b""))
        return done.stdout, done.stderr.decode()

    def names(self):
        return sorted(path.name for path in self.path.iterdir())

    def bytes(self, name):
        return (self.path / name).read_bytes()

    def text(self, name):
        return self.bytes(name).decode()


def main_line(text):
    return small_sgf.parse(text).main_line()


def test_a_record_is_written_beside():
    with Place(game=GAME) as place:
        out, err = place.review("game.sgf")
        equal(place.names(), ["game-reviewed.sgf", "game.sgf"])
        equal((place.bytes("game.sgf"), err), (GAME, ""))
        contains(out.decode(), "game-reviewed.sgf")


def test_the_main_line_stays_first():
    with Place(game=GAME) as place:
        place.review("game.sgf")
        before = main_line(GAME.decode())
        after = main_line(place.text("game-reviewed.sgf"))
        equal(len(after), len(before))
        for old, new in zip(before, after):
            for name, values in old.properties.items():
                if name == "C":
                    contains(new.value("C"), values[0] + "\n\nPonnuki: ")
                else:
                    equal(new.properties[name], values)


def test_each_node_tells_win_rate_and_lead():
    with Place(game=GAME) as place:
        place.review("game.sgf")
        for number, node in enumerate(main_line(place.text("game-reviewed.sgf"))):
            rate, lead = float(node.value("SBKV")), float(node.value("SBKS"))
            true(0 <= rate <= 100, rate)
            near(float(node.value("V")), lead, 0.051)
            lines = node.value("LZ" if number > 0 else "LZOP").split("\n")
            name, moved, visits, mean, deviation = lines[0].split(" ")
            equal((name, visits), ("Ponnuki", "4"))
            true(float(deviation) > 0, deviation)
            # Of the player who has moved, and of the one to move.
            sign = 1 if number % 2 == 0 else -1
            near(float(moved), 100 - rate if sign == 1 else rate, 0.06)
            near(float(mean), sign * lead, 0.06)
            true(re.fullmatch(r"move (\w+) visits \d+ winrate \d+ prior \d+ scoreMean "
                              r"-?[\d.]+ pv \1( \w+)*( info move .*)?", lines[1]),
                 lines[1])


def unpacked(node):
    """Owners, policy and the rest, as KaTrain reads KT."""
    owners, policy, rest = [gzip.decompress(base64.standard_b64decode(value))
                            for value in node.properties["KT"]]
    return (struct.unpack("<%de" % (len(owners) // 2), owners),
            struct.unpack("<%de" % (len(policy) // 2), policy), json.loads(rest))


def test_katrain_finds_its_analysis():
    if not HAS_ZLIB:
        raise tap.Skip("without zlib there is none")
    with Place(game=GAME) as place:
        place.review("game.sgf")
        nodes = main_line(place.text("game-reviewed.sgf"))
        equal(nodes[0].value("KTV"), "1.0")
        for number, node in enumerate(nodes):
            owners, policy, rest = unpacked(node)
            equal((len(owners), len(policy)), (81, 82))
            true(all(-1 <= owner <= 1 for owner in owners), owners)
            near(sum(part for part in policy if part >= 0), 1, 0.01)
            near(100 * rest["root"]["winrate"], float(node.value("SBKV")), 0.01)
            near(rest["root"]["scoreLead"], float(node.value("SBKS")), 0.01)
            equal(rest["completed"], True)
            first = [move for move in rest["moves"].values() if move["order"] == 0]
            equal(len(first), 1)
            equal(first[0]["pv"][0], first[0]["move"])
            if number + 1 < len(nodes):
                color, letters = nodes[number + 1].move()
                equal(rest["root"]["currentPlayer"], color)
                vertex = "ABCDEFGHJ"[ord(letters[0]) - 97] + str(9 - ord(letters[1]) + 97)
                true(vertex in rest["moves"], "%s in %s" % (vertex, rest["moves"]))


def test_points_of_katrain_are_row_by_row_from_the_top():
    if not HAS_ZLIB:
        raise tap.Skip("without zlib there is none")
    # Black has all of a board of 3x2 but the first row.
    record = b"(;SZ[3:4]KM[0]RU[Chinese]AB[ac][bc][cc][ad][cd]AW[aa];W[])"
    with Place(game=record) as place:
        place.review("game.sgf")
        owners, policy, _ = unpacked(small_sgf.parse(place.text("game-reviewed.sgf")))
        equal((len(owners), len(policy)), (12, 13))
        true(min(owners[6:]) > 0.5, owners)
        equal([part < 0 for part in policy[6:9]], [True, True, True])


def test_a_second_review_replaces_the_first():
    with Place(game=GAME) as place:
        place.review("game.sgf")
        first = place.bytes("game-reviewed.sgf")
        place.review("game-reviewed.sgf", "--output", "again.sgf")
        equal(place.bytes("again.sgf"), first)


def test_nothing_is_replaced_without_force():
    with Place(game=SMALL) as place:
        (place.path / "game-reviewed.sgf").write_bytes(b"mine")
        for words in [[], ["--output", "game.sgf"],
                      ["--output", "x.sgf", "--html", "game-reviewed.sgf"]]:
            started = time.monotonic()
            # So many visits would take hours.
            out, err = place.review("game.sgf", *words, status=1,
                                    options=["--visits", "10000000"])
            true(time.monotonic() - started < 60, "the search has begun")
            equal(out, b"")
            contains(err, "is there already; --force replaces it")
        equal((place.bytes("game-reviewed.sgf"), place.bytes("game.sgf")), (b"mine", SMALL))
        place.review("game.sgf", "--force")
        contains(place.text("game-reviewed.sgf"), "SBKV[")
        place.review("game.sgf", "--force", "--output", "game.sgf")
        contains(place.text("game.sgf"), "SBKV[")


def test_broken_records_do_not_keep_others():
    records = {"chess": b"(;GM[2];B[aa])", "empty": b"", "off": b"(;SZ[5];B[cc];W[zz])",
               "large": b"(;SZ[25])", "good": SMALL,
               "wide": "(;SZ[5]PB[x];B[cc])".encode("utf-16")}
    with Place(**records) as place:
        out, err = place.review(*sorted(name + ".sgf" for name in records), "none.sgf",
                                status=1)
        for message in ["chess.sgf: line 1: not a game of Go", "empty.sgf: line 1: no game",
                        "off.sgf: line 1: move off the board; reviewed up to move 1",
                        "large.sgf: line 1: unacceptable size", "wide.sgf: the record is in",
                        "none.sgf: No such file"]:
            contains(err, "ponnuki: " + message)
        equal([name for name in place.names() if "reviewed" in name],
              ["good-reviewed.sgf", "off-reviewed.sgf"])
        contains(out.decode(), "good.sgf\n")


def test_a_broken_record_alone_fails():
    with Place(off=b"(;SZ[5];B[zz])") as place:
        _, err = place.review("off.sgf", status=1)
        equal(err, "ponnuki: off.sgf: line 1: move off the board\n")
        equal(place.names(), ["off.sgf"])


def test_folders_hold_several_reviews():
    with Place(one=SMALL, two=SMALL) as place:
        (place.path / "out").mkdir()
        place.review("one.sgf", "two.sgf", "--output", "out", "--html", "out/")
        equal(sorted(path.name for path in (place.path / "out").iterdir()),
              ["one-reviewed.sgf", "one.html", "two-reviewed.sgf", "two.html"])


def test_folders_are_made():
    with Place(one=SMALL) as place:
        place.review("one.sgf", "--output", "records/", "--html", "pages/")
        equal(place.names(), ["one.sgf", "pages", "records"])
        contains(place.text("records/one-reviewed.sgf"), "SBKV[")
        contains(place.text("pages/one.html"), "<svg")


def test_a_folder_that_is_missing_is_named_before_the_search():
    # So many visits would take hours.
    with Place(one=SMALL) as place:
        for words, message in [
                (["--output", "no/where.sgf"], "there is no folder no for no/where.sgf"),
                (["--html", "no/page.html"], "there is no folder no for no/page.html"),
                (["--html", "no/pages/"], "cannot make the folder no/pages: No such file")]:
            out, err = place.review("one.sgf", *words, status=1,
                                    options=["--visits", "10000000"])
            equal((out, place.names()), (b"", ["one.sgf"]))
            contains(err, "ponnuki: one.sgf: " + message)


def test_a_review_that_cannot_be_written_is_told():
    tap.skip_on_windows(PROGRAM, "names of files may not be as long there")
    name = 252 * "g"  # with `.sgf` it fits, with `-reviewed` it does not
    with Place(one=SMALL) as place:
        out, err = place.review("one.sgf", "--html", name, status=1)
        contains(err, "ponnuki: one.sgf: cannot write %s: File name too long" % name)
        contains(out.decode(), "best moves")
        contains(out.decode(), "The record with the review is one-reviewed.sgf.")
        true("The page is" not in out.decode(), out)


def test_streams_stand_for_files():
    with Place() as place:
        out, err = place.review("-", sent=SMALL)
        equal(place.names(), [])
        equal(len(main_line(out.decode())), 3)
        contains(err, "best moves")


def test_wrong_command_lines():
    with Place(one=SMALL, two=SMALL) as place:
        for words, hint in [
                (["review"], "at least one record"),
                (["review", "one.sgf", "--visits", "0"], "from 1"),
                (["review", "one.sgf", "--visits"], "N"),
                (["review", "one.sgf", "two.sgf", "--output", "x.sgf"], "--output must"),
                (["review", "one.sgf", "two.sgf", "--html", "x.html"], "--html must"),
                (["review", "one.sgf", "--html="], "file or folder"),
                (["review", "one.sgf", "--sandbox"], "--sandbox-dir"),
                (["review", "one.sgf", "--rules", "x"], "chinese"),
                (["gtp", "--visits", "3"], "need the command `review`"),
                (["--force", "name"], "need the command `review`")]:
            done = subprocess.run([*PROGRAM, *words], cwd=place.path, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=TIMEOUT, check=False)
            equal((words, done.returncode, done.stdout), (words, 2, ""))
            contains(done.stderr, hint)
        equal(place.names(), ["one.sgf", "two.sgf"])


def test_rules_and_komi_can_be_chosen():
    with Place(game=SMALL) as place:
        for words, told in [([], "5x5, komi 0, chinese rules"),
                            (["--komi", "-3.5"], "komi -3.5, chinese"),
                            (["--rules", "japanese"], "komi 0, japanese"),
                            (["--rules", "tromp-taylor"], "tromp-taylor rules")]:
            out, _ = place.review("game.sgf", "--force", *words)
            contains(out.decode(), told)


def leads(place, *words):
    """The lead at the beginning."""
    place.review("game.sgf", "--force", *words)
    return float(small_sgf.parse(place.text("game-reviewed.sgf")).value("SBKS"))


def test_komi_counts():
    with Place(game=SMALL) as place:
        true(leads(place, "--komi", "0") > leads(place, "--komi", "20") + 10, "no komi")


def test_a_position_may_have_seconds():
    with Place(game=SMALL) as place:
        out, _ = place.review("game.sgf", "--seconds", "0.05", "--force",
                              options=["--memory", "64"])
        visits = int(re.search(r"(\d+) visits a position", out.decode())[1])
        true(visits > 0, visits)


def test_several_threads_review_a_game():
    with Place(game=GAME) as place:
        place.review("game.sgf", "--threads", "3")
        nodes = main_line(place.text("game-reviewed.sgf"))
        equal(len(nodes), 1 + 44)
        true(all("SBKV" in node.properties for node in nodes), "a node is missing")


def test_a_handicap_by_several_moves_is_no_gain():
    record = b"(;SZ[9]KM[0.5]RU[Chinese];B[cc];B[gg];B[gc];W[ee])"
    with Place(game=record) as place:
        out, _ = place.review("game.sgf")
        mean = float(re.search(r"mean loss in points +([\d.]+)", out.decode())[1])
        true(mean < 4, mean)


def test_ctrl_c_leaves_nothing():
    tap.skip_on_windows(PROGRAM, "there is no such signal")
    with Place(game=GAME) as place:
        with subprocess.Popen([*PROGRAM, "review", "game.sgf", "--html", "game.html",
                               "--visits", "10000000", "--memory", "64"], cwd=place.path,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=TIMEOUT)
        equal((process.returncode, out, err), (-signal.SIGINT, b"", b""))
        equal(place.names(), ["game.sgf"])


def test_a_terminal_shows_a_bar():
    tap.skip_on_windows(PROGRAM, "a console is no pseudo-terminal")
    with Place(game=GAME) as place:
        master, slave = pty.openpty()
        done = subprocess.run([*PROGRAM, "review", "game.sgf", "--seconds", "0.05"],
                              cwd=place.path, stdout=subprocess.PIPE, stderr=slave,
                              stdin=subprocess.DEVNULL, timeout=TIMEOUT, check=True)
        os.close(slave)
        seen = os.read(master, 1 << 16).decode()
        os.close(master)
        true(re.search(r"\rgame\.sgf \[#*\.+\] \d+/45  0:\d\d left", seen), seen)
        true(seen.endswith(" \r"), seen[-80:])
        true(b"\r" not in done.stdout, done.stdout)


class Page(html.parser.HTMLParser):
    """Notes the elements and texts of a page. Each must be closed in its place."""

    VOID = ("meta", "br")

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(text)
        equal(self.open, [])

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        equal(self.open.pop(), tag)

    def handle_data(self, data):
        self.texts.append((self.open[-1] if self.open else "", data))

    def text_of(self, tag):
        return [data for name, data in self.texts if name == tag]

    def named(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def page_of(record, *words):
    with Place(game=record) as place:
        place.review("game.sgf", "--html", "game.html", *words)
        return place.text("game.html")


def test_a_page_needs_nothing_else():
    text = page_of(GAME)
    page = Page(text)
    true(text.startswith("<!DOCTYPE html>"), text[:40])
    for tag in ("script", "link", "img", "iframe", "object", "base"):
        equal((tag, page.named(tag)), (tag, []))
    true("http" not in text and "url(" not in text.replace("url(#", ""), "a reference")
    true(any(meta.get("name") == "viewport" for meta in page.named("meta")), "no viewport")
    for link in page.named("a"):
        true(link["href"].startswith("#") and f'id="{link["href"][1:]}"' in text, link)


def test_a_page_escapes_what_a_record_says():
    page = Page(page_of(GAME))
    heading = "Anna <b>Schwarz</b> 3k – \"Weiß\" & Söhne 4k"
    equal("".join(page.text_of("h1")), heading)
    equal("".join(page.text_of("title")[:1]), heading)
    contains("".join(page.text_of("p")), "A game for tests [9x9]")


def test_a_page_tells_all_moves_and_both_sides():
    page = Page(page_of(GAME))
    rows = "".join(page.text_of("th"))
    for part in ("best moves", "mean loss", "blunders", "Black", "White"):
        contains(rows, part)
    true(str(44) in page.text_of("th"), "move 44 is missing")
    equal(len([svg for svg in page.named("svg") if "class" not in svg]), 2)
    for svg in page.named("svg"):
        true(svg["role"] == "img" and "aria-labelledby" in svg, svg)


def test_a_page_shows_boards_of_mistakes():
    page = Page(page_of(GAME))
    boards = [svg for svg in page.named("svg") if svg.get("class") == "board"]
    true(2 <= len(boards) <= 10, len(boards))
    equal(len(boards), len(page.named("section")))
    dots = [circle for circle in page.named("circle")
            if circle["class"].startswith("dot")]
    equal(len(dots), 2 * len(boards))  # in both graphs


def test_pages_of_the_smallest_games():
    for record in (b"(;SZ[1])", b"(;SZ[1];B[];W[])", b"(;SZ[2:3];B[aa])", b"(;SZ[19])"):
        Page(page_of(record))


def test_a_name_that_is_no_text_does_no_harm():
    page = Page(page_of(b"(;SZ[5]PB[\xff\xfe<]PW[\x82\xa0];B[cc])"))
    true(page.text_of("h1"), "no heading")


tap.run(globals())
