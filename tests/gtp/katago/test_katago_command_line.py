#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Started as KataGo is: its command line, and a configuration file like its example.
Prints TAP.

usage: test_katago_command_line.py PROGRAM NETWORK

NETWORK is a small network of KataGo's.
"""

import os
import re
import subprocess
import sys
import time

from own_folder import OwnFolder
import tap
from dialogue import PROGRAM, TIMEOUT, command, equal
from tap import contains, true

NETWORK = os.path.abspath(sys.argv[2])
PLAYERS, OTHER = (os.path.join(os.path.dirname(os.path.abspath(__file__)),
                               "../../data/katago", name)
                  for name in ("v15-players.bin.gz", "v15.bin.gz"))
SMALL = ["--memory", "16"]
READY = "ponnuki: GTP ready\n"

# The keys that KataGo's example sets, some others, and its style.
CONFIG = """\
# Logs
logDir = gtp_logs   # a file for each run
logAllGTPCommunication = true
logSearchInfo = true
logSearchInfoForChosenMove = false
logToStderr = false

# Rules
rules = tromp-taylor
defaultBoardSize = 7

# Bot behavior
allowResignation = true
resignThreshold = -0.90
resignConsecTurns = 3

# Limits
maxVisits = 50
# maxTime = 10.0
ponderingEnabled = false
maxTimePondering = 60.0
lagBuffer = 1.0
numSearchThreads = 1
searchFactorAfterOnePass = 0.50
searchFactorWhenWinning = 0.40
antiMirror = true
nnCacheSizePowerOfTwo = 20
searchRandSeed = "a seed # in quotes"
"""
PASSED_OVER = ("ponnuki: without a meaning here, so passed over: logSearchInfo, "
               "antiMirror, nnCacheSizePowerOfTwo\n")


class Folder(OwnFolder):
    """A folder with the configuration, in which the program runs."""

    def __init__(self, config=CONFIG):
        super().__init__()
        self.write("gtp.cfg", config)

    def run(self, words, commands=()):
        """Returns the status, the replies and what is on standard error."""
        done = subprocess.run(
            [*PROGRAM, *SMALL, *words], input="".join(line + "\n" for line in commands),
            capture_output=True, timeout=TIMEOUT, check=False, text=True, cwd=self.path)
        return done.returncode, done.stdout.split("\n\n")[:-1], done.stderr

    def ask(self, words, *commands):
        """The replies, without their first sign. None of them is an error."""
        status, replies, _ = self.run(["gtp", "-model", NETWORK, *words], commands)
        equal((status, len(replies)), (0, len(commands)))
        true(all(reply.startswith("=") for reply in replies), replies)
        return [reply[2:] for reply in replies]

    def fail(self, *words):
        """What is told about a command line that is wrong."""
        status, replies, err = self.run(["gtp", *words])
        equal((status, replies), (2, []))
        true(err.startswith("ponnuki: ") and err.count("\n") == 1, err)
        return err[len("ponnuki: "):-1]


WITH_CONFIG = ["-config", "gtp.cfg"]


def test_configuration_is_obeyed():
    with Folder() as folder:
        words = ["gtp", "-model", NETWORK, *WITH_CONFIG]
        status, replies, err = folder.run(
            words, ["name", "kata-search_analyze b rootInfo true", "kata-get-param "
                    "maxVisits", "kata-get-param lagBuffer", "list_stones b",
                    "genmove b", "kata-genmove_analyze w rootInfo true",
                    "showboard", "kata-get-param maxTimePondering", "quit"])
        equal((status, err), (0, PASSED_OVER + READY))
        contains(replies[1], " rootInfo visits 50 ")
        equal(replies[2:5], ["= 50", "= 1", "= "])
        # The tree is kept, so fewer than 50 were new.
        contains(replies[6], " rootInfo visits 50 ")
        contains(replies[7], "7")
        contains(replies[7], "rules tromp-taylor, komi 7.5")
        equal(replies[8], "= 60")
        logs = list((folder.path / "gtp_logs").iterdir())
        equal(len(logs), 1)
        true(re.fullmatch(r"\d{8}-\d{6}-\d{6}-\d+\.log", logs[0].name), logs)
        contains(logs[0].read_text(), "> name\n")
        contains(logs[0].read_text(), "< = Ponnuki\n")


def test_an_empty_model_stands_for_the_built_in_network():
    with Folder() as folder:
        folder.write("empty", "")
        told = "ponnuki: -model empty: empty, so the built-in network is used\n"
        built_in = folder.run(["gtp"], ["kata-get-models"])[1]
        for words, said, models in (
                (["-model", "empty"], told, built_in),
                (["-model", NETWORK, "-model", "empty"], told, built_in),
                (["-model", "empty", "--no-net"], "", ["= []"])):
            equal(folder.run(["gtp", *words], ["kata-get-models"]),
                  (0, models, said + READY))
        # The other option means what it says.
        contains(folder.fail("--network", "empty"), "cannot load the network: ")
        contains(folder.fail("-model", "empty", "-model", "none"), "cannot load the network: ")


def test_hyphens_and_the_order_of_words():
    with Folder() as folder:
        for words in (["gtp", "-config", "gtp.cfg", "-model", NETWORK],
                      ["gtp", "--config", "gtp.cfg", "--model", NETWORK],
                      ["gtp", "-config=gtp.cfg", "--model=" + NETWORK],
                      ["-model", NETWORK, "-config", "gtp.cfg", "gtp"]):
            status, replies, err = folder.run(words, ["kata-get-param maxVisits"])
            equal((status, replies, err), (0, ["= 50"], PASSED_OVER + READY))


def test_who_beats_whom():
    with Folder() as folder:
        ask = ["kata-get-param maxVisits", "kata-get-param numSearchThreads",
               "kata-get-param resignConsecTurns"]
        words = [*WITH_CONFIG, "-override-config", "maxVisits=70, numSearchThreads=2",
                 "-override-config", 'maxVisits="80",resignConsecTurns=']
        equal(folder.ask(words, *ask), ["80", "2", "3"])
        # An option of ours beats them all, wherever it stands.
        equal(folder.ask([*words, "--threads", "3"], *ask), ["80", "3", "3"])
        equal(folder.ask(["--threads", "3", *words], *ask), ["80", "3", "3"])
        folder.write("more.cfg", "maxVisits = 60\n@include last.cfg\n")
        folder.write("last.cfg", "resignConsecTurns = 9\n")
        equal(folder.ask([*WITH_CONFIG, "-config", "more.cfg"], *ask), ["60", "1", "9"])


def test_threads_without_a_number_are_the_usual_ones():
    with Folder("numSearchThreads = 3\n") as folder:
        equal(folder.ask([*WITH_CONFIG], "kata-get-param numSearchThreads",
                         "kata-set-param numSearchThreads",
                         "kata-get-param numSearchThreads"), ["3", "", "1"])
    os.environ["PONNUKI_THREADS"] = "2"
    try:
        with Folder("") as folder:
            equal(folder.ask([*WITH_CONFIG], "kata-get-param numSearchThreads",
                             "kata-set-param numSearchThreads 4",
                             "kata-get-param numSearchThreads",
                             "kata-set-param numSearchThreads",
                             "kata-get-param numSearchThreads"), ["2", "", "4", "", "2"])
    finally:
        os.environ["PONNUKI_THREADS"] = "1"


def test_rules_of_the_command_line_beat_those_of_the_file():
    with Folder() as folder:
        contains(folder.ask([*WITH_CONFIG, "-override-config", "rules=japanese"],
                            "showboard")[0], "rules japanese, komi 6.5")
        contains(folder.ask([*WITH_CONFIG, "-override-config",
                             "koRule=SITUATIONAL,multiStoneSuicideLegal=false,"
                             "friendlyPassOk=true,whiteHandicapBonus=N-1,komi=0.5"],
                            "showboard")[0], "rules aga, komi 0.5")
        folder.write("gtp.cfg", "koRule = SIMPLE\nmultiStoneSuicideLegal = false\n")
        contains(folder.ask([*WITH_CONFIG, "-override-config", "rules=aga"],
                            "showboard")[0], "rules aga, komi 7.5")


def test_nothing_has_to_be_given():
    with Folder() as folder:
        status, replies, err = folder.run(["gtp", "-override-config", "maxVisits=9"],
                                          ["genmove b", "kata-get-param maxVisits"])
        equal((status, len(replies), err), (0, 2, READY))
        equal(replies[1], "= 9")
        folder.write("gtp.cfg", "")
        equal(folder.ask(WITH_CONFIG, "kata-get-param allowResignation"), ["true"])
        equal(folder.run(["gtp"], ["name"]), (0, ["= Ponnuki"], READY))


def test_errors_name_file_and_line():
    for line, wanted in [
            ("maxVisits = many", "maxVisits many: must be a whole number from 1 to "
             "1125899906842624"),
            ("resignThreshold = 5", "resignThreshold 5: must be a number from -1 to 0"),
            ("ponderingEnabled = 1", "ponderingEnabled 1: must be true or false"),
            ("reportAnalysisWinratesAs = ME", "reportAnalysisWinratesAs ME: must be one "
             "of SIDETOMOVE, BLACK, WHITE"),
            ("defaultBoardSize = 37", "defaultBoardSize 37: must be a whole number from "
             "1 to 19"),
            ("koRule = SIMPLE", "koRule cannot be given together with rules"),
            ("logFile = a.log", "logDir cannot be given together with logFile"),
            ("maxVisits", "must be `key = value`"),
            ("@include none.cfg", "none.cfg: No such file or directory")]:
        with Folder("logDir = x\nrules = aga\n" + line + "\n") as folder:
            place = "gtp.cfg:%d: " % (1 if line.startswith("logFile") else 3)
            equal(folder.fail(*WITH_CONFIG), place + wanted)
    with Folder() as folder:
        equal(folder.fail("-config", "none.cfg"), "none.cfg: No such file or directory")
        equal(folder.fail("-override-config", "maxVisits=0"),
              "-override-config: maxVisits 0: must be a whole number from 1 to "
              "1125899906842624")
        equal(folder.fail("-override-config", "maxVisits"),
              "-override-config: maxVisits: must be `key=value`")
        contains(folder.fail("-model", "none.bin"), "cannot load the network: ")
        equal(folder.fail("-confg", "gtp.cfg"),
              "unknown option -confg; `ponnuki --help` lists all options")
        equal(folder.fail("-config"), "-config takes a value: FILE")
        equal(folder.fail("-config", ""), "-config '': must be the name of a file")
        equal(folder.fail(*(17 * ["-override-config", "a=1"])),
              "-override-config a=1: must be given at most 16 times")


def info(folder, color, *settings):
    """Win rate, score and lower bound of the best move, those of the position, the
    owner of the first point, and the length of the line."""
    words = [*WITH_CONFIG, "-override-config",
             ",".join(["logDir=", "komi=0", *settings])]
    reply = folder.ask(words, "kata-search_analyze %s rootInfo true ownership true "
                       "maxmoves 1 pvVisits true" % color)[0]
    match = re.search(r" winrate (\S+) scoreMean (\S+) scoreStdev \S+ scoreLead \2 prior \S+ lcb (\S+) "
                      r".* pv (.*) pvVisits (.*) rootInfo visits [0-9]+ winrate (\S+) "
                      r"scoreLead (\S+) scoreStdev \S+ ownership (\S+)", reply)
    true(match, reply)
    line, visits = match.group(4).split(), match.group(5).split()
    equal(len(line), len(visits))
    return [float(match.group(i)) for i in (1, 2, 3, 6, 7, 8)], len(line)


def test_point_of_view():
    with Folder() as folder:
        for color, same, other in (("b", "BLACK", "WHITE"), ("w", "w", "B")):
            usual = info(folder, color)[0]
            equal(info(folder, color, "reportAnalysisWinratesAs=sidetomove")[0], usual)
            equal(info(folder, color, "reportAnalysisWinratesAs=" + same)[0], usual)
            turned = info(folder, color, "reportAnalysisWinratesAs=" + other)[0]
            for i, number in enumerate(usual):
                wanted = 1 - number if i in (0, 2, 3) else -number
                true(abs(turned[i] - wanted) < 2e-6, (usual, turned))


def test_length_of_lines():
    with Folder() as folder:
        true(info(folder, "b", "maxVisits=500")[1] > 3, "a short line")
        equal(info(folder, "b", "maxVisits=500", "analysisPVLen=2")[1], 3)


def test_pondering_and_chat():
    with Folder() as folder:
        words = ["gtp", "-model", NETWORK, *WITH_CONFIG, "-override-config",
                 "ponderingEnabled=true,ogsChatToStderr=true,maxTimePondering=0.1"]
        status, replies, err = folder.run(words, ["ponnuki-ponder", "genmove b"])
        equal((status, replies[0]), (0, "= on"))
        contains(err, "MALKOVICH:" + replies[1][2:] + ": ")


def test_one_seed_plays_one_game():
    with Folder() as folder:
        moves = 4 * ["genmove b", "genmove w"]
        equal(folder.ask(WITH_CONFIG, *moves), folder.ask(WITH_CONFIG, *moves))


def test_moves_that_wait():
    """Until the largest delay, or until the time of the move is over."""
    moves = ["genmove b", "kata-get-param delayMoveMax"]
    with Folder("maxVisits = 2\ndelayMoveScale = 10000\n") as folder:
        started = time.monotonic()
        equal(folder.ask([*WITH_CONFIG, "-override-config", "delayMoveMax=0.4"], *moves)[1],
              "0.4")
        true(time.monotonic() - started >= 0.4, "the move came at once")
        equal(folder.ask([*WITH_CONFIG, "-override-config", "maxTime=0.1"], *moves)[1],
              "1000000")


def test_logs():
    with Folder() as folder:
        words = [*WITH_CONFIG, "-override-config"]
        for _ in range(2):
            folder.ask([*words, "logDir=,logFile=my.log"], "name")
        equal((folder.path / "my.log").read_text(), 2 * "> name\n< = Ponnuki\n")
        folder.ask([*words, "logDir=,logDirDated=dated"], "name")
        equal(len(list(folder.path.glob("dated/*/*.log"))), 1)
        folder.ask([*words, "logAllGTPCommunication=false"], "name")
        true(not (folder.path / "gtp_logs").exists(), "a folder of logs")
        # A log that cannot be written is no reason not to play.
        status, replies, err = folder.run(["gtp", *words, "logDir=none/none"], ["name"])
        equal((status, replies), (0, ["= Ponnuki"]))
        contains(err, "ponnuki: logDir none/none: cannot write there: No such file or "
                      "directory; nothing is logged\n")
        folder.ask([*words, "logDir=,logFile=other.log", "--log", "mine.log"], "name")
        true((folder.path / "mine.log").exists(), "no log of --log")
        true(not (folder.path / "other.log").exists(), "two logs")


def test_a_network_that_imitates_people():
    with Folder("maxVisits = 9\nhumanSLProfile = rank_3d\n") as folder:
        words = ["gtp", *WITH_CONFIG]
        asked = ["kata-get-param humanSLProfile"]
        equal(folder.run(words, asked), (0, ["= rank_3d"], READY))
        equal(folder.run([*words, "-human-model", PLAYERS], asked),
              (0, ["= rank_3d"], READY))
        equal(folder.run([*words, "-human-model", OTHER], asked),
              (0, ["= rank_3d"], "ponnuki: -human-model %s: this network does not imitate "
               "people; perhaps another file is meant\n" % OTHER + READY))
        status, _, err = folder.run([*words, "-human-model", "none.bin.gz"], asked)
        equal(status, 2)
        contains(err, "ponnuki: -human-model none.bin.gz: cannot load the network: ")


def test_words_for_clients():
    with Folder("maxVisits = 9\n") as folder:
        words = ["gtp", *WITH_CONFIG, "-human-model", "", "-override-version", "1.17.2"]
        equal(folder.run(words, ["version"]), (0, ["= 1.17.2"], READY))
        quiet = ["gtp", *WITH_CONFIG, "-override-config",
                 "startupPrintMessageToStderr=false"]
        equal(folder.run(quiet, ["name"]), (0, ["= Ponnuki"], ""))
        equal(folder.run(["gtp", "-override-config", "", *WITH_CONFIG], ["name"])[0], 0)
    equal(command("version"), (0, "1.0.0\n", ""))


def test_benchmark():
    with Folder() as folder:
        words = ["benchmark", "-model", NETWORK, *WITH_CONFIG, "-v", "20", "-n", "2",
                 "-t", "1,2", "-boardsize", "5"]
        done = subprocess.run([*PROGRAM, *SMALL, *words], capture_output=True,
                              timeout=TIMEOUT, check=True, text=True, cwd=folder.path)
        equal(done.stderr, PASSED_OVER)
        first, *lines = done.stdout.splitlines()
        true(first.startswith("board 5x5, instruction set "), first)
        for threads, line in enumerate(lines, 1):
            match = re.fullmatch(r"numSearchThreads = %d: 2 positions of 20 visits, "
                                 r"visits/s = (\S+) nnEvals/s = (\S+) \(\S+ secs\)"
                                 % threads, line)
            true(match and float(match.group(1)) > 0 and float(match.group(2)) > 0, line)
        equal(len(lines), 2)
        true(not (folder.path / "gtp_logs").exists(), "a folder of logs")
        for words, wanted in [(["-v", "1"], "-v 1: must be a whole number from 2 to "
                               "1000000"), (["-t", "1,"], "-t 1,: must be a whole number "
                                            "from 1 to 64"),
                              (["-n"], "-n takes a value"),
                              (["-x", "1"], "unknown option -x; it must be one of "
                               "-visits -numpositions -threads -boardsize")]:
            equal(command(*SMALL, "benchmark", *words)[::2],
                  (2, "ponnuki: benchmark: " + wanted + "\n"))


tap.run(globals())
