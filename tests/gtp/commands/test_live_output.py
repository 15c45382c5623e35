#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the program says on standard error about its moves, as GoGui and gtp2ogs read it.
Prints TAP.

usage: test_commentary.py PROGRAM
"""

import fcntl
import json
import os
import re
import subprocess

import tap
import test_gogui as gogui
from dialogue import FAST, PROGRAM, TIMEOUT, Dialogue, equal
from tap import true

VERTEX = "(?:[A-HJ-T](?:1[0-9]|[1-9])|pass)"
# The patterns of gtp2ogs 9: a line about a move, and the totals that follow it.
PV_LINE = re.compile(r"([A-Z]\d+|pass) -> +(\d+) \(V: +(\d+.\d\d)%\) \(LCB: +(\d+.\d\d)%\)"
                     r" \(N: +(\d+.\d\d)%\) PV:(( ([A-Z][0-9]+|pass)+)+)")
TOTALS = re.compile(r"(\d+) visits, (\d+) nodes, (\d+) playouts, (\d+) n/s")
CHATS = ["--chat", "malkovich", "--chat=discussion"]
ALL = ["--live-gfx", "--pv-lines", *CHATS]
LONG = ["--playouts", "0", "--seconds", "1.2"]  # for two pictures a move


def talk(commands, *options):
    """Sends the commands. Returns the text of every reply, and stderr line by line."""
    done = subprocess.run(
        [*PROGRAM, *FAST, *options], input="\n".join(commands) + "\n",
        capture_output=True, timeout=TIMEOUT, check=True, text=True)
    replies = [reply[2:] for reply in done.stdout.split("\n\n")[:-1]]
    equal(len(replies), len(commands))
    true(done.stderr == "" or done.stderr.endswith("\n"), done.stderr)
    return replies, done.stderr.splitlines()


def whole(pattern, line):
    match = pattern.fullmatch(line)
    true(match, "not understood: %r" % line)
    return match.groups()


def test_nothing_is_said_unless_asked_for():
    commands = ["boardsize 9", "genmove b", "reg_genmove w", "kgs-genmove_cleanup w",
                "kata-genmove_analyze b", "cgos-genmove_analyze w"]
    equal(talk(commands, *LONG)[1], [])


def test_only_moves_are_told():
    commands = ["boardsize 9", "kata-genmove_analyze b", "cgos-genmove_analyze w",
                "ponnuki-candidates", "final_score"]
    equal(talk(commands, *ALL)[1], [])
    # A picture may be shown while it thinks, if that takes long.
    equal(talk(["boardsize 9", "reg_genmove b"], "--pv-lines", *CHATS)[1], [])


def test_the_moves_are_the_same():
    commands = ["boardsize 7", "play w C2"] + 10 * ["genmove b", "genmove w"] + ["showboard"]
    equal(talk(commands, *ALL)[0], talk(commands)[0])


def test_pv_lines():
    for player in "bw":
        options = ["--playouts", "300", "--size", "9"]
        setup = ["play b E5", "play w C4"]
        replies, lines = talk([*setup, "genmove " + player], "--pv-lines", *options)
        analysed = talk([*setup, "cgos-genmove_analyze " + player], *options)[0][-1]
        played = replies[-1]
        report = json.loads(analysed.split("\n")[1])
        move = next(move for move in report["moves"] if move["move"] == played)
        equal(len(lines), 2)
        vertex, visits, rate, low, prior, line, _, _ = whole(PV_LINE, lines[0])
        equal([vertex, int(visits), rate, prior],
              [played, move["visits"], "%.2f" % (100 * move["winrate"]),
               "%.2f" % (100 * move["prior"])])
        equal(line.split(), [played] + move["pv"].split())
        true(0 <= float(low) < float(rate), lines[0])
        equal(whole(TOTALS, lines[1])[:3], (str(report["visits"]),) * 2 + ("300",))
        true(int(visits) <= report["visits"], lines[0])


def test_chat():
    for where in ("malkovich", "discussion"):
        replies, lines = talk(["boardsize 9", "genmove b", "gomill-explain_last_move"],
                              "--chat", where)
        _, move, found = replies
        true(", expects %s" % move in found, found)
        told = found if where == "malkovich" else found.split(",")[0]
        equal(lines, ["%s:%s: %s" % (where.upper(), move, told)])
        true(re.search(r": \d+\.\d% [-+]\d+\.\d(, |$)", lines[0]), lines[0])


def test_a_pass_that_wins_at_once():
    commands = ["boardsize 5", "komi 0.5", "play b C3", "play w pass", "genmove b"]
    replies, lines = talk(commands, "--pv-lines", *CHATS)
    equal(replies[-1], "pass")
    # There was no search that could be told about.
    equal(lines, ["MALKOVICH:pass: 100.0% +24.5, 0 playouts in 0.00 s",
                  "DISCUSSION:pass: 100.0% +24.5"])


def test_a_resignation():
    commands = ["boardsize 5", "komi 100"] + 12 * ["genmove b", "play w pass"]
    replies, lines = talk(commands, "--pv-lines", *CHATS, "--resign", "10",
                          "--playouts", "100")
    true("resign" in replies, replies)
    chats = [line for line in lines if line.startswith("DISCUSSION:resign: ")]
    equal(len(chats), replies.count("resign"))
    place = lines.index(chats[0])
    true(lines[place - 1].startswith("MALKOVICH:resign: "), lines)
    # What was thought about is told all the same.
    whole(TOTALS, lines[place - 2])
    whole(PV_LINE, lines[place - 3])


def test_the_smallest_board():
    replies, lines = talk(["boardsize 1", "genmove b", "genmove w"], *ALL)
    equal(replies[1:], ["pass", "pass"])
    equal([line.split(" ")[0] for line in lines if ":" in line and "->" not in line],
          ["MALKOVICH:pass:", "DISCUSSION:pass:"] * 2)


def pictures(lines):
    """The drawings among the lines, each a list of its lines, and all other lines."""
    drawn, others, picture = [], [], None
    for line in lines:
        if picture is not None and line == "":
            drawn.append(picture)
            picture = None
        elif picture is not None:
            picture.append(line)
        elif line == "gogui-gfx:":
            picture = []
        else:
            others.append(line)
    equal(picture, None)
    return drawn, others


def check_picture(picture, size, player):
    verbs = [line.split()[0] for line in picture]
    words = {verb: line.split()[1:] for verb, line in zip(verbs, picture)}
    equal(sorted(set(verbs)),
          ["CIRCLE", "COLOR", "INFLUENCE", "LABEL", "TEXT", "VAR"])
    equal([verb for verb in verbs if verb != "COLOR"],
          ["INFLUENCE", "VAR", "LABEL", "CIRCLE", "TEXT"])
    gogui.check_gfx("\n".join(line for line in picture
                              if not line.startswith(("INFLUENCE", "VAR"))), size)
    points, shares = words["INFLUENCE"][::2], words["INFLUENCE"][1::2]
    equal(len(points), len(shares))
    for point, share in zip(points, shares):
        gogui.point(point, size)
        true(re.fullmatch(r"-?[01]\.\d", share) and 0.1 < abs(float(share)) <= 1, share)
    colors, line = words["VAR"][::2], words["VAR"][1::2]
    equal(colors, ["bwb"["bw".index(player) + i % 2] for i in range(len(line))])
    for move in line:
        true(re.fullmatch(VERTEX, move), move)
    best = line[0]
    equal([words["CIRCLE"], words["LABEL"][0]], [[best], best])
    equal(words["TEXT"][0], {"b": "black", "w": "white"}[player])
    return int(re.search(r"(\d+) playouts in", picture[-1]).group(1))


def test_pictures():
    tap.skip_where_slow("half a second is too short for all that a picture shows")
    for player, command in zip("bw", ("genmove b", "reg_genmove w")):
        with Dialogue("--live-gfx", "--playouts", "0", "--seconds", "100") as program:
            program.send(b"boardsize 9\nplay %c C3\n" % ord(player))
            program.replies(2)
            program.send(command.encode() + b"\n")
            lines = []
            while lines.count("") < 2:
                lines.append(program.process.stderr.readline().decode().rstrip("\n"))
            program.send(b"# interrupt\n")
            program.replies(1)
            status, rest = program.end()
        equal(status, 0)
        drawn, others = pictures(lines + rest.decode().splitlines())
        counts = [check_picture(picture, 9, player) for picture in drawn]
        true(counts[0] < counts[1], counts)
        equal(others, ["gogui-gfx: CLEAR"])


def test_the_picture_is_gone_before_the_answer():
    tap.skip_where_slow("a second is too short for a line of moves")
    with Dialogue(*ALL, *LONG) as program:
        program.send(b"boardsize 9\ngenmove b\n")
        program.replies(2)
        # What is in the pipe now was there before the answer.
        lines = os.read(program.process.stderr.fileno(), 1 << 16).decode()
        drawn, others = pictures(lines.splitlines())
        true(drawn, lines)
        equal(others[0], "gogui-gfx: CLEAR")
        equal([bool(pattern.fullmatch(line)) for pattern, line in
               zip((PV_LINE, TOTALS), others[1:])], [True, True])
        equal([line.split(":")[0] for line in others[3:]], ["MALKOVICH", "DISCUSSION"])


def test_switches():
    commands = ["boardsize 5", "genmove b", "ponnuki-commentary discussion 1", "genmove w",
                "ponnuki-commentary discussion 0", "genmove b",
                "ponnuki-commentary malkovich 1", "kgs-genmove_cleanup w"]
    lines = talk(commands)[1]
    equal([line.split(":")[0] for line in lines], ["DISCUSSION", "MALKOVICH"])


def test_nobody_reads():
    tap.skip_on_windows(PROGRAM, "Wine's pipes from outside always wait")
    with Dialogue("--pv-lines", *CHATS) as program:  # a slow build would show pictures
        fcntl.fcntl(program.process.stderr, fcntl.F_SETPIPE_SZ, 4096)
        moves = 100
        program.send(b"boardsize 9\n" + moves * b"genmove b\nclear_board\n")
        program.replies(1 + 2 * moves)
        program.process.stdin.close()
        equal(program.process.wait(TIMEOUT), 0)
        lines = program.process.stderr.read().decode().splitlines()
        # Some moves are told, all others are not told at all.
        equal(len(lines) % 4, 0)
        true(4 <= len(lines) < 4 * moves, len(lines))
        for number, line in enumerate(lines):
            true((PV_LINE, TOTALS, re.compile("MALKOVICH:.*"),
                  re.compile("DISCUSSION:.*"))[number % 4].fullmatch(line), line)


def test_nobody_listens():
    with Dialogue(*ALL) as program:
        program.process.stderr.close()
        program.send(b"boardsize 9\ngenmove b\nname\nquit\n")
        true(program.replies(4)[0].endswith(b"= Ponnuki\n\n= \n\n"), "no answer")
        equal(program.process.wait(TIMEOUT), 0)


def test_wrong_options():
    for words, wanted in ((["--chat", "main"], "--chat main: must be malkovich or "
                           "discussion"),
                          (["--chat"], "--chat takes a value: WHERE"),
                          (["--live-gfx=1"], "--live-gfx takes no value")):
        done = subprocess.run([*PROGRAM, *words], capture_output=True,
                              timeout=TIMEOUT, check=False, text=True)
        equal((done.returncode, done.stdout, done.stderr),
              (2, "", "ponnuki: %s\n" % wanted))


tap.run(globals())
