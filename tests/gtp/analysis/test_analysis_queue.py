# SPDX-License-Identifier: MIT
"""The life of queries of `ponnuki analysis`: reports, terminations, many at a time, ends
of the input and of the output."""

import collections
import json
import os
import random
import signal
import subprocess
import time

import tap
from analysis_engine import FAST, AnalysisEngine, await_end, query
from dialogue import PROGRAM, TIMEOUT, equal
from tap import skip_on_windows, true

ENDLESS = 10000000
SOON = 20  # seconds for what needs none on a machine that is not busy


def is_last(answer):
    return answer.get("isDuringSearch") is False


def test_reports_during_the_search():
    with AnalysisEngine() as engine:
        engine.send(query("r", maxVisits=ENDLESS, reportDuringSearchEvery=0.05,
                          overrideSettings={"maxTime": 1}))
        answers = []
        while not answers or not is_last(answers[-1]):
            answers.append(engine.answer())
        true((2 if tap.is_emulated() else 3) <= len(answers) <= 21, len(answers))
        visits = [answer["rootInfo"]["visits"] for answer in answers]
        equal(visits, sorted(visits))
        longer = 10 if tap.is_emulated() else 1  # so that the first report comes in time
        engine.send(query("first", maxVisits=ENDLESS, firstReportDuringSearchAfter=0.1,
                          overrideSettings={"maxTime": 0.8 * longer}))
        equal([is_last(answer) for answer in engine.answers(2)], [False, True])
        engine.send(query("early", maxVisits=ENDLESS, firstReportDuringSearchAfter=0.05,
                          reportDuringSearchEvery=100,
                          overrideSettings={"maxTime": 0.5 * longer}))
        equal([is_last(answer) for answer in engine.answers(2)], [False, True])


def test_a_dialogue_with_pondering():
    with AnalysisEngine("-analysis-threads", "1") as engine:
        engine.send(query("ponder", maxVisits=ENDLESS, reportDuringSearchEvery=0.05,
                          priority=1100), query("game", priority=-99))
        equal([engine.answer()["id"] for _ in range(3)], 3 * ["ponder"])
        engine.send({"id": "x", "action": "terminate", "terminateId": "ponder"})
        seen = []
        while not seen or seen[-1].get("id") != "game":
            seen.append(engine.answer())
        equal([answer["id"] for answer in seen if not answer.get("isDuringSearch")],
              ["x", "ponder", "game"])
        equal(seen[-1]["rootInfo"]["visits"], 10)


def test_what_waits_is_dropped_by_its_id_and_turn():
    with AnalysisEngine("-analysis-threads", "1") as engine:
        moves = [["B", "D4"], ["W", "C3"]]
        engine.send(query("busy", maxVisits=ENDLESS, reportDuringSearchEvery=0.05))
        engine.answer()
        engine.send(query("a", moves, analyzeTurns=[0, 1, 2]), query("b"), query("a"),
                    {"id": "t", "action": "terminate", "terminateId": "a",
                     "turnNumbers": [0, 1]})
        got = []
        while not got or got[-1]["id"] != "t":
            got.append(engine.answer())
        dropped = [answer for answer in got if answer["id"] == "a"]
        equal(dropped[0], {"id": "a", "isDuringSearch": False, "noResults": True,
                           "turnNumber": 0})
        equal(sorted(answer["turnNumber"] for answer in dropped), [0, 0, 1])
        true(all(answer["noResults"] for answer in dropped), dropped)
        engine.send({"id": "all", "action": "terminate_all"})
        rest = engine.rest()
    ends = collections.Counter(answer["id"] for answer in rest if is_last(answer))
    equal(ends, {"busy": 1, "a": 1, "b": 1})


def test_termination_is_quick():
    with AnalysisEngine() as engine:
        for _ in range(5):
            engine.send(query("q", maxVisits=ENDLESS, reportDuringSearchEvery=0.02))
            engine.answer()
            started = time.monotonic()
            engine.send({"id": "t", "action": "terminate", "terminateId": "q"})
            while not is_last(engine.answer()):
                pass
            true(time.monotonic() - started < SOON, "the search goes on")
            while not engine.lines.empty():
                engine.answer()


def test_each_position_ends_exactly_once():
    """Queries of random turns and priorities, and random terminations."""
    rng, count = random.Random(1), 30 if tap.is_emulated() else 1500
    moves = [["BW"[i % 2], "ABCDEFG"[i % 7] + str(1 + 2 * (i // 7))] for i in range(14)]
    wanted, errors = collections.Counter(), 0
    with AnalysisEngine("-analysis-threads", "2") as engine:
        for number in range(count):
            name = "q%d" % rng.randrange(40)
            turns = rng.sample(range(15), rng.randrange(4))
            fields = {"maxVisits": rng.choice([1, 2, 5, 30, 3000]),
                      "priority": rng.randrange(-3, 4), "analyzeTurns": turns}
            if rng.random() < 0.2:
                fields["reportDuringSearchEvery"] = 0.003
            if rng.random() < 0.05:
                fields["komi"] = "wrong"
            engine.send(query(name, moves, **fields))
            if "komi" in fields:
                errors += 1
            else:
                wanted.update((name, turn) for turn in turns)
            action = rng.random()
            if action < 0.3:
                engine.send({"id": "t", "action": "terminate",
                             "terminateId": "q%d" % rng.randrange(40)})
            elif action < 0.35:
                engine.send({"id": "t", "action": "terminate_all",
                             "turnNumbers": [rng.randrange(15)]})
            elif action < 0.36:
                engine.send({"id": "t", "action": "terminate_all"})
            elif action < 0.4:
                engine.send({"id": "t", "action": "clear_cache"})
            if number % 100 == 0:
                time.sleep(0.1)
        answers = engine.rest()
        equal(engine.end(), (0, ""))
    ends = collections.Counter((answer["id"], answer["turnNumber"])
                               for answer in answers if is_last(answer))
    true(ends == wanted, "wanted %d ends, got %d" % (wanted.total(), ends.total()))
    equal(sum("error" in answer for answer in answers), errors)
    ended = collections.Counter()
    for answer in answers:
        if is_last(answer):
            ended[answer["id"], answer["turnNumber"]] += 1
        elif answer.get("isDuringSearch"):
            place = answer["id"], answer["turnNumber"]
            true(ended[place] < wanted[place], "a report after the last one")


def test_the_end_of_the_input_waits_for_all():
    with AnalysisEngine("-analysis-threads", "2") as engine:
        engine.send(*(query(str(i), maxVisits=50) for i in range(20)))
        engine.write(json.dumps(query("without a newline")).encode())
        answers = engine.rest()
        equal(len(answers), 21)
        equal(engine.end(), (0, ""))


def test_quit_without_waiting():
    with AnalysisEngine("-quit-without-waiting") as engine:
        engine.send(query("q", maxVisits=ENDLESS, reportDuringSearchEvery=0.02),
                    *(query(str(i), maxVisits=ENDLESS) for i in range(5)))
        engine.answer()
        engine.process.stdin.close()
        true(await_end(engine.process, TIMEOUT) < SOON, "it waits")
        rest = [json.loads(line) for line in iter(engine.line, None)]
        true(not any(is_last(answer) for answer in rest), "an answer after the end")
        equal(engine.end(), (0, ""))


def test_queries_are_taken_while_nobody_reads():
    count, turns = 30 if tap.is_emulated() else 300, 3
    with AnalysisEngine(reads=False) as engine:
        moves = [["B", "D4"], ["W", "C3"]]
        started = time.monotonic()
        for i in range(count):
            engine.send(query(str(i), moves, maxVisits=5, includePolicy=True,
                              analyzeTurns=list(range(turns)), includeOwnership=True))
        true(time.monotonic() - started < SOON, "the input was not read")
        time.sleep(2)
        engine.reader.start()
        answers = engine.rest()
        equal(len({(answer["id"], answer["turnNumber"]) for answer in answers}),
              count * turns)
        equal(len(answers), count * turns)
        equal(engine.end(), (0, ""))


def test_a_client_that_has_gone_ends_the_program():
    skip_on_windows(PROGRAM, "the state of a pipe is told later there")
    for reports in ({}, {"reportDuringSearchEvery": 0.05}):
        with AnalysisEngine(reads=False) as engine:
            engine.send(query("ponder", maxVisits=ENDLESS, **reports))
            time.sleep(0.2)
            engine.process.stdout.close()
            true(await_end(engine.process, TIMEOUT) < SOON, "it ponders on")
            equal(engine.process.returncode, 1)
            equal(engine.process.stderr.read(), b"")


def test_signals_end_it():
    skip_on_windows(PROGRAM, "there are no such signals")
    for name in (signal.SIGTERM, signal.SIGINT):
        with AnalysisEngine() as engine:
            engine.send(query("ponder", maxVisits=ENDLESS))
            time.sleep(0.1)
            engine.process.send_signal(name)
            true(await_end(engine.process, TIMEOUT) < SOON, "it goes on")
            equal(engine.process.returncode, -name)


def test_a_log_has_both_sides():
    path = "analysis-%d.log" % os.getpid()
    try:
        for options in (["--log", path],
                        ["-override-config", "logAllRequests=true,logAllResponses=true,"
                                             "logFile=" + path]):
            with AnalysisEngine(*options) as engine:
                engine.send(query("logged", maxVisits=1))
                engine.answer()
                equal(engine.end(), (0, ""))
            with open(path, encoding="utf-8") as file:
                equal([line[:2] for line in file], ["> ", "< "])
            os.remove(path)
    finally:
        if os.path.exists(path):
            os.remove(path)


def test_floods_do_not_grow_the_memory():
    skip_on_windows(PROGRAM, "there is no such file there")
    tap.skip_where_slow("it keeps what was freed, or takes hours")
    with AnalysisEngine() as engine:
        def resident():
            with open("/proc/%d/status" % engine.process.pid, encoding="ascii") as file:
                line = next(line for line in file if line.startswith("VmRSS"))
            return int(line.split()[1])

        def flood(count):
            for start in range(0, count, 100):
                engine.send(*(query(str(i), maxVisits=2, includeMovesOwnership=True)
                              for i in range(start, start + 100)))
                engine.answers(100)

        flood(1000)
        before = resident()
        flood(2000)
        true(resident() < before + 4096, "%d, then %d KiB" % (before, resident()))


def test_the_sandbox():
    skip_on_windows(PROGRAM, "there is none")
    tap.skip_with_sanitizer("it opens files at the end")
    done = subprocess.run([*PROGRAM, "analysis", *FAST, "--sandbox"],
                          input=(json.dumps(query("s", maxVisits=200)) + "\n").encode(),
                          capture_output=True, timeout=TIMEOUT, check=False)
    if done.returncode != 0 and b"--sandbox" in done.stderr:
        raise tap.Skip(done.stderr.decode().strip())
    equal(done.returncode, 0)
    equal(json.loads(done.stdout)["rootInfo"]["visits"], 200)


tap.run(globals())
