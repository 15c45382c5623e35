# SPDX-License-Identifier: MIT
"""What `ponnuki analysis` reads and writes: lines, errors, answers."""

import contextlib
import gzip
import json
import os
import pathlib
import re
import subprocess
import tempfile

from analysis_engine import COLUMNS, AnalysisEngine, query
import tap
from dialogue import PROGRAM, TIMEOUT, command, equal
from tap import near, true

ROOT_FIELDS = """currentPlayer rawLead rawNoResultProb rawScoreSelfplay
rawScoreSelfplayStdev rawStScoreError rawStWrError rawVarTimeLeft rawWinrate scoreLead
scoreSelfplay scoreStdev symHash thisHash utility visits weight winrate""".split()
MOVE_FIELDS = """edgeVisits edgeWeight lcb move order playSelectionValue prior pv
scoreLead scoreMean scoreSelfplay scoreStdev utility utilityLcb visits weight
winrate""".split()
DIGIT = 2e-5  # numbers are rounded
MOVES = [["B", "D4"], ["W", "C3"], ["b", "(4,4)"], ["White", "pass"]]


def last(asked, *options):
    """The answer to one query."""
    with AnalysisEngine(*options) as engine:
        engine.send(asked)
        return engine.answer()


def error(engine, asked):
    engine.send(asked)
    return engine.answer()


def test_it_says_when_it_is_ready():
    with AnalysisEngine() as engine:
        true("ready to begin handling requests" in engine.ready, engine.ready)
        equal(engine.end(), (0, ""))


def test_an_answer_has_every_field_in_alphabetical_order():
    with AnalysisEngine() as engine:
        engine.send(query("a", MOVES))
        line = engine.line().decode()
    answer = json.loads(line)
    equal(sorted(answer), ["id", "isDuringSearch", "moveInfos", "rootInfo", "turnNumber"])
    equal(sorted(answer["rootInfo"]), ROOT_FIELDS)
    for info in answer["moveInfos"]:
        equal(sorted(info), MOVE_FIELDS)
    equal(line, json.dumps(answer, sort_keys=True, separators=(",", ":")) + "\n")
    true(line.endswith('"turnNumber":4}\n'), line[-40:])


def test_visits_are_exact_and_every_visited_move_is_there():
    with AnalysisEngine() as engine:
        for visits in (1, 2, 3, 40):
            engine.send(query("v", MOVES, maxVisits=visits))
            answer = engine.answer()
            moves = answer["moveInfos"]
            equal(answer["rootInfo"]["visits"], visits)
            equal(sum(info["visits"] for info in moves), visits - 1)
            equal([info["order"] for info in moves], list(range(len(moves))))
            true(all(type(info["visits"]) is int for info in moves), moves)
            true(all(info["pv"][0] == info["move"] for info in moves), moves)


def test_a_finished_game_is_told_as_it_is_counted():
    black = "C1 C2 C3 C4 C5 C6 C7 A3 F1".split()
    white = "D1 D2 D3 D4 D5 D6 D7 A2 F3 F5 F7 G4".split()
    stones = [["B", vertex] for vertex in black] + [["W", vertex] for vertex in white]
    passes = [["B", "pass"], ["W", "pass"]]
    asked = query("end", passes, initialStones=stones, komi=0.5, includeOwnership=True,
                  includeOwnershipStdev=True, includeMovesOwnership=True)
    with AnalysisEngine() as engine:
        # Dead stones come off the board, even where the rules leave that to play.
        for rules, lead in (("tromp-taylor", -7.5), ("japanese", -7.5 + 3)):
            engine.send(dict(asked, rules=rules))
            answer = engine.answer()
            equal(answer["rootInfo"]["scoreLead"], lead)
            equal(answer["rootInfo"]["scoreStdev"], 0)
            equal(answer["ownership"], 7 * [1, 1, 1, -1, -1, -1, -1])
            equal(answer["ownershipStdev"], 49 * [0])
            for info in answer["moveInfos"]:
                true(all(-1 <= share <= 1 for share in info["ownership"]), info)


def test_a_tie_is_not_quite_zero():
    """KaTrain shows no score for a lead of 0."""
    stones = [[player, column + row] for player, column in ("BC", "WE") for row in "1234567"]
    with AnalysisEngine() as engine:
        engine.send(query("tie", [["B", "pass"], ["W", "pass"]], initialStones=stones,
                          komi=0, rules="japanese"))
        equal(abs(engine.answer()["rootInfo"]["scoreLead"]), 0.001)


def test_a_repetition_wins_for_nobody():
    """Three kos: White's K3 makes the position again that the game began with."""
    stones = [[player, vertex] for player, vertices in (
        ("B", "B4 F4 K4 A3 E3 G3 J3 B2 F2 K2"), ("W", "C4 G4 L4 B3 D3 H3 K3 M3 C2 G2 L2"))
        for vertex in vertices.split()]
    moves = [["BW"[turn % 2], vertex] for turn, vertex in enumerate("C3 F3 L3 B3 G3".split())]
    only = [{"player": "W", "moves": ["K3"], "untilDepth": 1}]
    asked = query("ko", moves, boardXSize=12, boardYSize=5, initialStones=stones,
                  allowMoves=only, maxVisits=20)
    with AnalysisEngine("--threads", "1") as engine:
        engine.send(dict(asked, rules="japanese"))
        best = engine.answer()["moveInfos"][0]
        equal((best["move"], best["pv"]), ("K3", ["K3"]))
        near(best["winrate"], 0.5, 0.001)
        engine.send({key: value for key, value in dict(asked, rules="chinese-kgs").items()
                     if key != "allowMoves"})
        moves = [info["move"] for info in engine.answer()["moveInfos"]]
        true("K3" not in moves, "superko forbids it")


def test_what_nobody_owns_is_not_quite_zero():
    """KaTrain cannot draw a stone whose owner is 0."""
    stones = [[player, column + row] for player, column in ("BC", "WE") for row in "1234567"]
    asked = query("dame", [["B", "pass"], ["W", "pass"]], initialStones=stones, komi=0.5,
                  includeOwnership=True, includeMovesOwnership=True)
    with AnalysisEngine() as engine:
        for view in ("BLACK", "WHITE"):
            engine.send(dict(asked, overrideSettings={"reportAnalysisWinratesAs": view}))
            answer = engine.answer()
            side = 1 if view == "BLACK" else -1
            dame = answer["ownership"][3]
            equal(abs(dame), 0.001)
            equal(answer["ownership"], 7 * [side, side, side, dame, -side, -side, -side])
            for info in answer["moveInfos"]:
                true(0 not in info["ownership"], info)


def test_a_search_that_is_cut_short_tells_what_it_knows():
    """An evaluation that is under way brings no result: not a loss, and no score of 0."""
    with AnalysisEngine() as engine:
        for seconds in (0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05):
            engine.send({"id": "c", "action": "clear_cache"})
            engine.answer()
            engine.send(query("s", boardXSize=19, boardYSize=19, maxVisits=10 ** 6,
                              reportDuringSearchEvery=0.001,
                              overrideSettings={"maxTime": seconds}))
            going_on = True
            while going_on:
                answer = engine.answer()
                going_on = answer["isDuringSearch"]
                root = answer["rootInfo"]
                true(root["scoreLead"] != 0, root)
                for info in [root, *answer["moveInfos"]]:
                    true(0.25 < info["winrate"] < 0.75, info)


def test_points_of_view_are_mirror_images():
    views = {}
    with AnalysisEngine("--threads", "1") as engine:
        for view in ("BLACK", "WHITE", "SIDETOMOVE", None):
            settings = {"reportAnalysisWinratesAs": view} if view else {}
            engine.send(query("p", MOVES[:1], maxVisits=30, includeOwnership=True,
                              includeMovesOwnership=True, overrideSettings=settings))
            views[view] = engine.answer()
    black, white = views["BLACK"], views["WHITE"]
    equal(views[None], black)
    equal(views["SIDETOMOVE"], white)  # White is to move
    near(black["rootInfo"]["winrate"], 1 - white["rootInfo"]["winrate"], DIGIT)
    near(black["rootInfo"]["scoreLead"], -white["rootInfo"]["scoreLead"], DIGIT)
    equal(black["rootInfo"]["scoreStdev"], white["rootInfo"]["scoreStdev"])
    for one, other in zip(black["ownership"], white["ownership"]):
        near(one, -other, DIGIT)
    for mine, theirs in zip(black["moveInfos"], white["moveInfos"]):
        near(mine["lcb"], 1 - theirs["lcb"], DIGIT)
        true(mine["lcb"] >= mine["winrate"], "White's is pessimistic for White")
        for one, other in zip(mine["ownership"], theirs["ownership"]):
            near(one, -other, DIGIT)
    true(black["ownership"][3 + 3 * 7] > 0, "D4 is Black's")


def test_wishes():
    wishes = {"includePolicy": True, "includeOwnership": True, "includePVVisits": True,
              "includeOwnershipStdev": True, "includeMovesOwnership": True,
              "includeMovesOwnershipStdev": True, "includeNoResultValue": True}
    answer = last(query("w", MOVES, boardXSize=5, boardYSize=9, maxVisits=50, **wishes))
    for owners in [answer, *answer["moveInfos"]]:
        equal(len(owners["ownership"]), 45)
        equal(len(owners["ownershipStdev"]), 45)
        true(all(-1 <= share <= 1 for share in owners["ownership"]), owners)
        true(all(0 <= share <= 1 for share in owners["ownershipStdev"]), owners)
    true(any(share > 0 for share in answer["ownershipStdev"]), "no deviation at all")
    first, second = answer["moveInfos"][:2]
    true(first["ownership"] != second["ownership"], "all moves have the same owners")
    policy = answer["policy"]
    equal(len(policy), 46)
    equal([policy[(9 - 4) * 5 + 3], policy[(9 - 3) * 5 + 2]], [-1, -1])
    true(abs(sum(share for share in policy if share > 0) - 1) < 1e-3, sum(policy))
    for info in answer["moveInfos"]:
        equal(len(info["pvVisits"]), len(info["pv"]))
        equal(info["pvVisits"], info["pvEdgeVisits"])
        equal(info["pvVisits"][0], info["visits"])
        equal(info["noResultValue"], 0)


def test_lines_are_as_long_as_asked():
    for length in (1, 3):
        answer = last(query("l", maxVisits=200, analysisPVLen=length))
        equal(max(len(info["pv"]) for info in answer["moveInfos"]), length + 1)


def test_turns_come_in_order_each_once():
    with AnalysisEngine("-analysis-threads", "1") as engine:
        engine.send(query("t", MOVES, analyzeTurns=[4, 0, 2, 0]))
        equal([answer["turnNumber"] for answer in engine.answers(3)], [0, 2, 4])
        engine.send(query("none", MOVES, analyzeTurns=[]), query("next"))
        equal(engine.answer()["id"], "next")


def test_urgent_ones_come_first():
    """The most urgent one begins, whenever the thread wakes, and ends when all wait."""
    with AnalysisEngine("-analysis-threads", "1") as engine:
        engine.send(query("long", maxVisits=1000000, priority=8000000000),
                    *(query(str(priority), priority=priority)
                      for priority in (0, -5, 7, 7000000000)),
                    query("many", MOVES, analyzeTurns=[1, 2, 1], priorities=[50, 3, 5]),
                    {"id": "x", "action": "terminate", "terminateId": "long"})
        answers = engine.answers(8)
    order = [(answer["id"], answer["turnNumber"]) for answer in answers
             if "turnNumber" in answer and answer["id"] != "long"]
    equal(order, [("7000000000", 0), ("7", 0), ("many", 1), ("many", 2), ("0", 0),
                  ("-5", 0)])


def test_rules_and_komi():
    leads = {}
    with AnalysisEngine() as engine:
        for rules in ("Japanese", "KOREAN", "new zealand", "stone_scoring", "bga",
                      "chinese-ogs", "ancient-territory", "aga-button", "ing",
                      {"scoring": "TERRITORY"}, {"ko": "SIMPLE", "komi": -3.5}):
            engine.send(query("r", rules=rules))
            true("rootInfo" in engine.answer(), rules)
        for komi in (-50, 7.5, 50):
            engine.send(query("k", komi=komi, maxVisits=100))
            leads[komi] = engine.answer()["rootInfo"]["scoreLead"]
        engine.send(query("o", rules={"komi": 50}, maxVisits=100))
        true(leads[-50] > leads[7.5] > leads[50], leads)
        true(engine.answer()["rootInfo"]["scoreLead"] < leads[7.5], leads)


def lead(engine, **fields):
    """What the network alone says, so that it is exact."""
    engine.send(query("h", maxVisits=1, **fields))
    return engine.answer()["rootInfo"]["rawLead"]


def test_a_handicap_gives_white_points_by_some_rules():
    stones = [["B", "C3"], ["B", "E5"], ["B", "E3"]]
    with AnalysisEngine() as engine:
        for given in ({"initialStones": stones, "initialPlayer": "W"},
                      {"moves": stones}):
            plain = lead(engine, komi=6, whiteHandicapBonus="0", **given)
            near(lead(engine, komi=3, **given), plain)  # chinese: 3 stones
            near(lead(engine, komi=4, whiteHandicapBonus="N-1", **given), plain, DIGIT)
            near(lead(engine, komi=3, whiteHandicapBonus="N", **given), plain, DIGIT)
        one = {"initialStones": stones[:1], "initialPlayer": "W"}
        near(lead(engine, komi=6, **one), lead(engine, komi=6, whiteHandicapBonus="0", **one), DIGIT)


def test_who_is_to_move():
    cases = [({}, "B"), ({"initialPlayer": "w"}, "W"),
             ({"initialStones": [["B", "C3"], ["B", "E5"]]}, "W"),
             ({"initialStones": [["B", "C3"]]}, "B"),
             ({"initialStones": [["B", "C3"], ["B", "E5"], ["W", "A1"]]}, "B"),
             ({"moves": [["W", "C3"]]}, "B"), ({"moves": [["B", "C3"], ["B", "C4"]]}, "W"),
             ({"moves": [["W", "C3"]], "analyzeTurns": [0]}, "W")]
    with AnalysisEngine() as engine:
        for fields, player in cases:
            engine.send({**query("m"), **fields})
            equal(engine.answer()["rootInfo"]["currentPlayer"], player)


def test_moves_are_taken_as_they_come():
    ko = [["B", "B3"], ["W", "E3"], ["B", "C4"], ["W", "D4"], ["B", "C2"], ["W", "D2"],
          ["B", "D3"], ["W", "C3"]]
    retaken = ko + [["B", "D3"]]
    with AnalysisEngine() as engine:
        engine.send(query("ko", ko), query("retaken", retaken))
        for answer in engine.answers(2):
            equal(answer["rootInfo"]["visits"], 10)
        # After two passes a move is found, not the end of the game.
        engine.send(query("after", [["B", "pass"], ["W", "PASS"]], maxVisits=60))
        true(engine.answer()["moveInfos"][0]["move"] != "pass", "it passed")


def test_avoided_and_allowed_moves():
    points = [COLUMNS[x] + str(y + 1) for x in range(7) for y in range(7)]
    with AnalysisEngine() as engine:
        def moves(**fields):
            engine.send(query("f", maxVisits=60, **fields))
            answer = engine.answer()
            equal(answer["rootInfo"]["visits"], 60)
            return [info["move"] for info in answer["moveInfos"]]

        best = moves()[0]
        entry = {"player": "B", "moves": [best], "untilDepth": 1}
        true(best not in moves(avoidMoves=[entry]), best)
        equal(moves(allowMoves=[{**entry, "moves": ["A1"]}]), ["A1"])
        equal(moves(allowMoves=[{**entry, "moves": ["A1"]},
                                {**entry, "player": "W", "moves": ["G7"]}]), ["A1"])
        equal(moves(allowMoves=[{**entry, "moves": ["pass"]}]), ["pass"])
        equal(moves(avoidMoves=[{**entry, "moves": points + ["pass"]}]), [])
        # Another player's list means nothing at depth 1.
        true(best in moves(allowMoves=[{**entry, "player": "W", "moves": ["A1"]}]), best)


def test_errors_of_each_field():
    entry = {"player": "B", "moves": ["A1"], "untilDepth": 1}
    wrong = {
        "boardXSize": [..., 0, 20, 29, "7", 7.0, None], "boardYSize": [..., -1, True],
        "initialStones": [{}, [["B"]], [["B", "pass"]], [["X", "A1"]], [["B", "H1"]],
                          [["B", "A1"], ["W", "A2"], ["W", "B1"]]],
        "moves": [..., None, {}, ["A1"], [["B", 1]], [["B", "I1"]], [["B", "A1", "x"]],
                  [["B", "A1"], ["W", "A1"]], [["B", "A2"], ["B", "B1"], ["W", "A1"]],
                  [["B", "(7,0)"]], [["B", "D4\0x"]]],
        "initialPlayer": ["x", 1, None], "analyzeTurns": [1, [0.0], [5], [-1], ["0"]],
        "rules": [..., None, 1, "nobody", {"ko": "x"}, {"komi": 0.3}, {"x": 1},
                  {"scoring": "TERRITORY", "hasButton": True}],
        "komi": [None, "7.5", 0.3, 401, -400.5],
        "whiteHandicapBonus": [0, "x"],
        "overrideSettings": [[], {"humanSLProfile": "rank_5"}, {"maxTime": "x"},
                             {"reportAnalysisWinratesAs": "RED"}, {"maxVisits": 0}],
        "maxVisits": [0, -1, 1.5, "9", 2 ** 51], "analysisPVLen": [0, 1001],
        "rootFpuReductionMax": [-1, 2.1], "rootPolicyTemperature": [0, 101],
        "includeOwnership": [1, "true", None], "includeMovesOwnership": [0],
        "includePolicy": [[]], "includePVVisits": [{}], "includeNoResultValue": [2],
        "reportDuringSearchEvery": [0, "1", 1e7], "firstReportDuringSearchAfter": [0],
        "priority": [1.5, 2 ** 62, "0"],
        "avoidMoves": [{}, [1], [{}], [{**entry, "player": "x"}],
                       [{**entry, "moves": ["Z9"]}], [{**entry, "untilDepth": 0}]],
        "allowMoves": [[entry, entry]],
    }
    with AnalysisEngine() as engine:
        for field, values in wrong.items():
            for value in values:
                answer = error(engine, query("e", **{field: value}))
                equal(sorted(answer), ["error", "field", "id"])
                equal((answer["id"], answer["field"]), ("e", field))
        both = error(engine, query("e", allowMoves=[entry], avoidMoves=[entry]))
        equal(both["field"], "allowMoves")
        equal(error(engine, query("e", priorities=[1]))["field"], "priorities")
        equal(error(engine, query("e", analyzeTurns=[0], priorities=[1, 2]))["field"],
              "priorities")
        equal(error(engine, query("e", analyzeTurns=[0], priorities=[1],
                                  priority=1))["field"], "priority")
        illegal = error(engine, query("e", [["B", "A1"], ["W", "A1"]], analyzeTurns=[0]))
        true("Illegal move 1: A1" in illegal["error"], illegal)
        engine.send(query("next"))
        equal(engine.answer()["id"], "next")


def test_lines_that_are_no_queries():
    wrong = [b"hello", b"[]", b"3", b"{}", b'{"id":1}', b'{"id":null}', b"{", b'{"a":1,}',
             b'{"id":"\xff"}', b'{"id":"\\ud800"}', b'{"id":"a","komi":1e999}',
             b'{"id":"a","komi":NaN}', b"[" * 100000, b'{"a":' * 3000, b"\0",
             b'{"id":"a"} {"id":"b"}', b'{"id":"a" /* */}']
    with AnalysisEngine() as engine:
        for line in wrong:
            engine.write(line + b"\n")
            answer = engine.answer()
            equal(sorted(answer), ["error"])
        engine.write(b"\r\n  \n\n")
        engine.write(b"  " + json.dumps(query("in pieces")).encode()[:20])
        engine.write(json.dumps(query("in pieces")).encode()[20:] + b" \r\n")
        equal(engine.answer()["id"], "in pieces")
        engine.write(b'{"id":"' + b"x" * (5 << 20) + b'"}\n')
        equal(engine.answer(), {"error": "Request is too long"})
        long_name = "y" * (1 << 20)
        engine.send(query(long_name))
        equal(engine.answer()["id"], long_name)


def test_ids_come_back_as_they_are():
    with AnalysisEngine() as engine:
        for name in ('"quoted"\n\\', "", "\0nul\0", "ünï€", "QUERY:1"):
            engine.send(query(name, maxVisits=1))
            equal(engine.answer()["id"], name)
            engine.send(query(name, komi="x"))
            equal(engine.answer()["id"], name)


def test_unknown_fields_are_warned_of_once_each():
    with AnalysisEngine() as engine:
        engine.send(query("k", bogus=1, terminateId="x", maxVisits=1, alsoBogus=[]))
        equal(sorted(answer["field"] for answer in engine.answers(2)),
              ["alsoBogus", "bogus"])
        true("rootInfo" in engine.answer(), "no answer")
    with AnalysisEngine("-override-config", "warnUnusedFields=false") as engine:
        engine.send(query("k", bogus=1, maxVisits=1))
        true("rootInfo" in engine.answer(), "no answer")


KATAGO_NETWORKS = pathlib.Path(__file__).parents[2] / "data/katago"


@contextlib.contextmanager
def katago_network(name):
    """A file with this network. A build without zlib reads it, too."""
    packed = KATAGO_NETWORKS / (name + ".bin.gz")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name + ".bin")
        pathlib.Path(path).write_bytes(gzip.decompress(packed.read_bytes()))
        yield path


def players():
    """A network that imitates people."""
    return katago_network("v15-players")


def test_without_a_move_the_network_tells_of_the_position():
    with AnalysisEngine() as engine:
        engine.send(query("n", maxVisits=100, allowMoves=[
            {"player": "B", "moves": [], "untilDepth": 1},
            {"player": "W", "moves": [], "untilDepth": 1}]))
        answer = engine.answer()
        root = answer["rootInfo"]
        equal((answer["moveInfos"], root["winrate"], root["scoreLead"]),
              ([], root["rawWinrate"], root["rawLead"]))


def raw_by_gtp(path):
    """What the network says of an empty board, by name."""
    done = subprocess.run([*PROGRAM, "--network", path, "--precision", "float", "gtp"],
                          input="boardsize 5\nkomi 7.5\nkata-raw-nn 0\n", text=True,
                          capture_output=True, timeout=TIMEOUT, check=True)
    return {name: float(number) for name, number in
            re.findall(r"(?m)^(\w+) (-?[\d.]+)$", done.stdout)}


def test_what_a_network_says_is_told_as_it_is():
    with players() as path, \
            AnalysisEngine("--network", path, "--precision", "float") as engine:
        raw = raw_by_gtp(path)
        engine.send(query("r", boardXSize=5, boardYSize=5, moves=[], maxVisits=1,
                          rules="tromp-taylor", komi=7.5,
                          overrideSettings={"reportAnalysisWinratesAs": "WHITE"}))
        told = engine.answer()["rootInfo"]
        mean, square = raw["whiteScoreSelfplay"], raw["whiteScoreSelfplaySq"]
        for name, wanted, tolerance in (
                ("rawWinrate", raw["whiteWin"], 1e-5), ("rawLead", raw["whiteLead"], 1e-3),
                ("rawScoreSelfplay", mean, 1e-3),
                ("rawScoreSelfplayStdev", (square - mean * mean) ** 0.5, 1e-2),
                ("rawNoResultProb", raw["noResult"], 1e-5),
                ("rawVarTimeLeft", raw["varTimeLeft"], 1e-3),
                ("rawStWrError", raw["shorttermWinlossError"] / 2, 1e-3),
                ("rawStScoreError", raw["shorttermScoreError"], 1e-3)):
            near(told[name], wanted, tolerance)
        engine.send({"id": "m", "action": "query_models"})
        true("(" not in engine.answer()["models"][0]["internalName"], "more than a name")


def test_profiles_of_people():
    with players() as path, \
            AnalysisEngine("--model", path, "--precision", "float") as engine:
        def policy(profile):
            engine.send(query("p", includePolicy=True, maxVisits=1,
                              overrideSettings={"humanSLProfile": profile}))
            return engine.answer()["policy"]

        novice = policy("rank_18k")
        true(policy("rank_9d") != novice, "the same for all")
        equal(policy("rank_18k"), novice)
        wrong = error(engine, query("p", overrideSettings={"humanSLProfile": "rank_5"}))
        equal(wrong["field"], "overrideSettings")
        true("rank_5k" in wrong["error"], wrong)


def test_how_people_would_play_by_its_own_network():
    def answer(engine, **settings):
        engine.send(query("p", includePolicy=True, maxVisits=3, overrideSettings=settings))
        return engine.answer()

    with AnalysisEngine() as engine:
        told = answer(engine, humanSLProfile="rank_5k")
        policy = told["humanPolicy"]
        equal(len(policy), len(told["policy"]))
        equal([chance < 0 for chance in policy], [chance < 0 for chance in told["policy"]])
        near(sum(chance for chance in policy if chance > 0), 1, 1e-4)
        true(policy != told["policy"], "people play like the engine")
        equal(sorted(told["rootInfo"]), sorted(ROOT_FIELDS))
        for move in told["moveInfos"]:
            equal(sorted(move), sorted([*MOVE_FIELDS, "humanPrior"]))
        for profile in ("rank_9d", "proyear_1985"):
            true(answer(engine, humanSLProfile=profile)["humanPolicy"] != policy, profile)
        equal(answer(engine, humanSLProfile="preaz_5k")["humanPolicy"], policy)
        true("humanPolicy" not in answer(engine), "nobody was named")


def test_how_people_would_play():
    """By a network beside the one that searches."""
    def answer(engine, **settings):
        engine.send(query("p", includePolicy=True, maxVisits=3, overrideSettings=settings))
        return engine.answer()

    with players() as path, \
            AnalysisEngine("--human-model", path, "--precision", "float") as engine:
        told = answer(engine, humanSLProfile="rank_5k")
        policy = told["humanPolicy"]
        equal(len(policy), len(told["policy"]))
        equal([chance < 0 for chance in policy], [chance < 0 for chance in told["policy"]])
        near(sum(chance for chance in policy if chance > 0), 1, 1e-4)
        human = ["humanScoreMean", "humanScoreStdev", "humanStScoreError", "humanStWrError",
                 "humanWinrate"]
        equal(sorted(told["rootInfo"]), sorted([*ROOT_FIELDS, *human]))
        for move in told["moveInfos"]:
            equal(sorted(move), sorted([*MOVE_FIELDS, "humanPrior"]))
        true(answer(engine, humanSLProfile="rank_9d")["humanPolicy"] != policy, "the same")
        later = {"moves": [["B", "D4"], ["W", "C3"]], "analyzeTurns": [2]}
        engine.send(query("h", includePolicy=True, **later, overrideSettings={
            "humanSLProfile": "rank_5k"}))
        engine.send(query("h", includePolicy=True, **later, overrideSettings={
            "humanSLProfile": "rank_5k", "ignorePreRootHistory": False}))
        true(engine.answer()["humanPolicy"] != engine.answer()["humanPolicy"],
             "the last moves do not matter")
        without = answer(engine)
        equal(sorted(without["rootInfo"]), sorted(ROOT_FIELDS))
        true("humanPolicy" not in without, without)
        engine.send({"id": "m", "action": "query_models"})
        equal([model["usesHumanSLProfile"] for model in engine.answer()["models"]],
              [False, True])


def test_settings_of_a_query():
    with AnalysisEngine() as engine:
        def visits(**settings):
            engine.send(query("s", maxVisits=..., overrideSettings=settings))
            return engine.answer()["rootInfo"]["visits"]

        equal(visits(maxVisits=7), 7)
        equal(visits(maxVisits="8", nobodyKnows=[1], antiMirror=True), 8)
        equal(visits(maxPlayouts=5), 6)  # the root's own evaluation is one more
        equal(visits(humanSLProfile="", maxVisits=3), 3)
        true(visits(maxVisits=100000000, maxTime=0.1) < 1000000, "no limit of time")
        engine.send(query("s", maxVisits=9, overrideSettings={"maxVisits": 7}))
        equal(engine.answer()["rootInfo"]["visits"], 9)
        engine.send(query("s", maxVisits=...))
        equal(engine.answer()["rootInfo"]["visits"], 500)


def test_constants_of_the_search_are_those_of_a_query():
    """They hold for it alone, and what networks said of positions is not mixed up."""
    def answer(**fields):
        engine.send(query("c", boardXSize=5, boardYSize=5, komi=0, maxVisits=40,
                          includePolicy=True, **fields))
        return engine.answer()

    def policy(optimism):
        return answer(overrideSettings={"rootPolicyOptimism": optimism})["policy"]

    with katago_network("v15") as path, AnalysisEngine(
            "--network", path, "--precision", "float", "--threads", "1") as engine:
        usual = answer()
        far, near_by = policy(1), policy(0)
        true(far != near_by, "no optimism")
        equal([policy(1), policy(0)], [far, near_by])
        wide = answer(overrideSettings={"cpuctExploration": 10})["moveInfos"]
        true(wide[0]["visits"] < usual["moveInfos"][0]["visits"], "no exploration")
        narrow = answer(overrideSettings={"rootFpuReductionMax": 2})["moveInfos"]
        true(len(narrow) < len(answer(rootFpuReductionMax=0)["moveInfos"]), "all are tried")
        equal(answer(rootFpuReductionMax=2, overrideSettings={"rootFpuReductionMax": 0})
              ["moveInfos"], narrow)
        equal(answer(), usual)


def test_noise_widens_the_root():
    count = {}
    with AnalysisEngine() as engine:
        for noise in (0, 4):
            engine.send(query("n", maxVisits=60, overrideSettings={"wideRootNoise": noise}))
            count[noise] = len(engine.answer()["moveInfos"])
    true(count[4] > count[0], count)


def test_the_same_query_gets_the_same_answer():
    """The cache has room for all positions: none takes the place of another one."""
    with AnalysisEngine("--threads", "1", "--memory", "512") as engine:
        asked = query("d", MOVES, maxVisits=100, includeMovesOwnership=True)
        engine.send(asked)
        first = engine.answer()
        engine.send(asked)
        equal(engine.answer(), first)


def test_without_a_network():
    answer = last(query("n", MOVES, maxVisits=50, includePolicy=True,
                        includeOwnershipStdev=True), "--no-net")
    equal(answer["rootInfo"]["visits"], 50)
    true(abs(sum(share for share in answer["policy"] if share > 0) - 1) < 1e-3, answer)


def test_actions():
    with AnalysisEngine() as engine:
        engine.send({"id": "v", "action": "query_version", "more": {"deep": [1.5]}})
        answer = engine.answer()
        equal(answer["more"], {"deep": [1.5]})
        equal(len([int(part) for part in answer["version"].split(".")]), 3)
        true(answer["git_hash"].startswith("ponnuki"), answer)
        engine.send({"id": "m", "action": "query_models"})
        model = engine.answer()["models"][0]
        equal(sorted(model), ["internalName", "maxBatchSize", "name", "usesHumanSLProfile",
                              "usingFP16", "version"])
        engine.send({"id": "c", "action": "clear_cache"})
        equal(engine.answer(), {"id": "c", "action": "clear_cache"})
        engine.send({"id": "u", "action": "fly"})
        equal(sorted(engine.answer()), ["error"])
        for turns in ("x", [1.5]):
            for action in ("terminate", "terminate_all"):
                engine.send({"id": "t", "action": action, "terminateId": "x",
                             "turnNumbers": turns})
                equal(engine.answer()["field"], "turnNumbers")
        engine.send({"id": "t", "action": "terminate", "terminateId": 1})
        equal(engine.answer()["field"], "terminateId")
        engine.send({"id": "t", "action": "terminate", "terminateId": "nobody"})
        equal(engine.answer()["action"], "terminate")
        # Another type than a string is no action.
        engine.send(query("a", action=3))
        true("rootInfo" in engine.answer(), "no answer")


def test_the_command_line():
    for words, wanted in ((["-nonsense"], "unknown option"), (["word"], "options only"),
                          (["-config", "/nowhere/a.cfg"], "a.cfg"),
                          (["-model", "/nowhere/m.bin.gz"], "m.bin.gz"),
                          (["-analysis-threads", "0"], "whole number"),
                          (["-analysis-threads", "2", "-override-config",
                            "numAnalysisThreads=2"], "numAnalysisThreads")):
        status, out, text = command("analysis", *words)
        equal((status, out), (1, ""))
        true(wanted in text, text)
    equal(command("gtp", "-quit-without-waiting")[0], 2)


def test_settings_without_a_meaning_are_told_once_and_not_to_the_client():
    asked = query("s", maxVisits=2, overrideSettings={
        "antiMirror": True, "maxTime": 9, "no\nname": 1, "wideRootNoise": 0.1})
    with AnalysisEngine() as engine:
        for _ in range(2):
            engine.send(asked)
            equal(engine.answer()["rootInfo"]["visits"], 2)
        status, text = engine.end()
    equal(status, 0)
    passed_over = "ponnuki: overrideSettings: without a meaning here, so passed over: "
    equal(sorted(text.splitlines()),
          [passed_over + "a name of other characters", passed_over + "antiMirror"])


def test_a_configuration_is_obeyed():
    config = os.path.join(os.environ.get("TMPDIR", "/tmp"), "analysis-%d.cfg" % os.getpid())
    with open(config, "w", encoding="utf-8") as file:
        file.write("maxVisits = 12\nanalysisPVLen=2 # moves\nnumAnalysisThreads = 12\n"
                   "numSearchThreadsPerAnalysisThread = 8\nreportAnalysisWinratesAs=WHITE\n"
                   "nnCacheSizePowerOfTwo = 20\nlogToStderr = true\n")
    try:
        with AnalysisEngine("-config", config, "-override-config", "homeDataDir=x") as engine:
            true("nnCacheSizePowerOfTwo" in engine.ready, engine.ready)
            engine.send(query("c", maxVisits=..., overrideSettings={}))
            answer = engine.answer()
    finally:
        os.remove(config)
    equal(answer["rootInfo"]["visits"], 12)
    true(max(len(info["pv"]) for info in answer["moveInfos"]) <= 3, answer)
    for info in answer["moveInfos"]:
        true(info["lcb"] >= info["winrate"], "Black is to move, and White is told")


tap.run(globals())
