# SPDX-License-Identifier: MIT
"""KaTrain's own engine, game and AI modules on `ponnuki analysis`, without a window.

usage: test_katrain.py PROGRAM FOLDER NETWORK     FOLDER holds KaTrain"""

import atexit
import os
import shlex
import shutil
import sys
import tempfile
import time
import uuid

from dialogue import PROGRAM, TIMEOUT
import tap
from tap import equal, near, true

FOLDER, NETWORK = sys.argv[2], os.path.abspath(sys.argv[3])
HOME = tempfile.mkdtemp()  # where KaTrain and Kivy keep what they remember
atexit.register(shutil.rmtree, HOME)
MARK = "PONNUKI_TEST=" + uuid.uuid4().hex  # in the environment of each engine
os.environ.update([MARK.split("=")], HOME=HOME, KIVY_HOME=HOME, KIVY_NO_ARGS="1",
                  KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")
sys.path.insert(0, FOLDER)
try:
    from katrain.core.ai import STRATEGY_REGISTRY, game_report, generate_ai_move
    from katrain.core.base_katrain import KaTrainBase
    from katrain.core.constants import OUTPUT_ERROR
    from katrain.core.engine import KataGoEngine
    from katrain.core.game import Game, KaTrainSGF
    from pysgf import Move
except ImportError as error:
    print(f"1..0 # SKIP {error}: scripts/test puts KaTrain into {FOLDER}")
    sys.exit()

VISITS = 20
# The shell that KaTrain begins is all that it ends, hence `exec`.
COMMAND = "exec " + shlex.join([*PROGRAM, "analysis", "--memory", "64", "--seed", "1"])
EXTRA = 999  # the order that KaTrain gives to moves that are no candidates
GAME = "(;GM[1]SZ[9]KM[6.5]RU[japanese];B[ee];W[cg];B[gd];W[cc];B[dg];W[ch];B[gg];W[ed])"


class Controls:
    """What KaTrain shows in its window."""

    def __init__(self):
        self.move_tree = self

    def set_status(self, *_):
        """What it does."""

    def redraw_tree_trigger(self):
        """That there is a new move."""


class KaTrain(KaTrainBase):
    """KaTrain without a window: its configuration, and what went wrong."""

    def __init__(self):
        self.errors = []
        self.pondering = False
        self.controls = Controls()
        super().__init__(force_package_config=True)

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(message)

    def __call__(self, *popup):
        self.errors.append(popup)


def wait(condition, what):
    """Until something is true, as the user waits before the window."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        true(time.monotonic() < end, what)
        time.sleep(0.02)


def processes():
    """The programs that this test has begun and that still run."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/environ", "rb") as file:
                if int(number) != os.getpid() and MARK.encode() in file.read():
                    found.append(number)
        except OSError:
            pass  # it has ended, or it is of somebody else
    return found


class Studio:
    """KaTrain with its engine, a whole command line unless the settings say otherwise."""

    def __init__(self, command=COMMAND, **settings):
        self.katrain = KaTrain()
        self.engine = KataGoEngine(self.katrain, {
            **self.katrain.config("engine"), "backend": "custom", "altcommand": command,
            "max_visits": VISITS, "fast_visits": 5, **settings})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.engine.shutdown(finish=None)
        wait(lambda: not processes(), "KaTrain has left its engine behind")

    def game(self, record=GAME):
        """A record opened as KaTrain opens it, all of it analysed, at its end."""
        game = Game(self.katrain, self.engine, move_tree=KaTrainSGF.parse_sgf(record))
        self.katrain.game = game
        self.rest(game)
        node = game.root
        while node.children:
            node = node.children[0]
        game.set_current_node(node)
        return game

    def rest(self, game):
        """Waits until each position is analysed and nothing is left to do."""
        wait(lambda: all(node.analysis_complete for node in game.root.nodes_in_tree)
             and self.engine.is_idle(), "an analysis is missing")
        equal(self.katrain.errors, [])


def check_node(node):
    """What KaTrain shows of a position."""
    root, moves = node.analysis["root"], node.candidate_moves
    columns, rows = node.board_size
    equal(root["visits"], node.analysis_visits_requested)
    equal(len(node.ownership), columns * rows)
    equal(len(node.policy), columns * rows + 1)
    near(sum(share for share in node.policy if share > 0), 1, 1e-3)
    true(0 < node.winrate < 1, root)
    searched = [move for move in moves if move["order"] < EXTRA]
    equal([move["order"] for move in searched], list(range(len(searched))))
    true(searched, moves)
    for move in searched:
        equal(move["pv"][0], move["move"])
        equal(len(move["ownership"]), columns * rows)


def test_a_record_is_analysed_and_the_points_lost_are_known():
    with Studio() as studio:
        game = studio.game()
        nodes = game.current_node.nodes_from_root
        equal(len(nodes), 9)
        for node in nodes:
            check_node(node)
        for before, node in zip(nodes, nodes[1:]):
            sign = node.player_sign(node.move.player)
            equal(node.points_lost, sign * (before.score - node.score))
            text = node.comment(sgf=True)
            true("Score" in text and "Win rate" in text, text)
        stats, histogram, losses = game_report(
            game, studio.katrain.config("trainer/eval_thresholds"))
        equal([len(losses[player]) for player in "BW"], [4, 4])
        equal(sum(sum(bucket.values()) for bucket in histogram), 8)
        true(all(0 < stats[player]["accuracy"] <= 100 for player in "BW"), stats)


def test_its_own_files_start_the_engine():
    with Studio(backend="local", katago=PROGRAM[-1], model=NETWORK) as studio:
        equal(studio.engine.command[1], "analysis")
        check_node(studio.game().current_node)


def test_each_of_its_players_moves():
    with Studio() as studio:
        game = studio.game()
        settings = studio.katrain.config("ai")
        for name in STRATEGY_REGISTRY:
            chosen = settings.get(name, settings["ai:simple"])
            move, node = generate_ai_move(game, name, chosen)
            true(node is game.current_node and node.move == move, name)
            true("Falling back" not in node.ai_thoughts, node.ai_thoughts)
            # It expects 19x19, and goes on.
            equal([error for error in studio.katrain.errors
                   if "Human policy length 82 != 362" not in error], [])
            studio.katrain.errors = []
            studio.rest(game)
            check_node(node)


def test_more_analyses_of_a_position():
    with Studio() as studio:
        game = studio.game()
        node = game.current_node
        game.analyze_extra("extra")
        studio.rest(game)
        equal(node.root_visits, 2 * VISITS)
        game.analyze_extra("equalize")
        studio.rest(game)
        visits = [move["visits"] for move in node.candidate_moves]
        equal(min(visits), max(visits))
        game.analyze_extra("alternative")
        studio.rest(game)
        true(len(node.candidate_moves) > len(visits), node.candidate_moves)
        game.analyze_extra("sweep")
        studio.rest(game)
        empty = sum(share >= 0 for share in node.policy[:-1])
        shown = [move for move in node.candidate_moves if move["move"] != "pass"]
        equal(len(shown), empty)


def test_a_region():
    with Studio() as studio:
        game = studio.game()
        game.set_region_of_interest([5, 8, 0, 3])
        node = game.play(Move.from_gtp("E3", player=game.current_node.next_player))
        wait(studio.engine.is_idle, "the region is not analysed")
        game.analyze_extra("extra")
        wait(lambda: studio.engine.is_idle(), "the region is not analysed")
        shown = [move["move"] for move in node.candidate_moves if move["order"] < EXTRA]
        true(shown and all(move[0] in "FGHJ" and move[1] in "1234" for move in shown), shown)


def test_pondering_and_stopping():
    with Studio() as studio:
        game = studio.game()
        node = game.current_node
        game.analyze_extra("ponder")
        wait(lambda: node.root_visits > 10 * VISITS, "it does not ponder")
        game.analyze_extra("ponder")  # as after each report: the same query is not sent
        wait(studio.engine.write_queue.empty, "KaTrain does not write")
        seen = node.root_visits
        wait(lambda: node.root_visits > seen, "it ponders no more")
        game.analyze_extra("stop")
        wait(studio.engine.is_idle, "it ponders on")
        equal(studio.katrain.errors, [])


def test_a_deep_analysis_of_the_game_gives_way_and_can_be_stopped():
    with Studio() as studio:
        game = studio.game()
        nodes = game.current_node.nodes_from_root
        game.analyze_extra("game", visits=1000)
        node = game.play(Move.from_gtp("E3", player=game.current_node.next_player))
        wait(lambda: node.analysis_complete, "the new move has to wait")
        true(sum(node.root_visits < 1000 for node in nodes) > 4, "it has waited for all")
        game.analyze_extra("stop")
        wait(studio.engine.is_idle, "the deep analysis does not stop")
        game = studio.game()  # a new game finds the engine free
        check_node(game.current_node)
        game.analyze_extra("game", visits=2 * VISITS)
        studio.rest(game)
        equal([node.root_visits for node in game.root.nodes_in_tree], [2 * VISITS] * 9)


def test_a_new_game_forgets_the_old_one():
    with Studio() as studio:
        game = studio.game()
        game.analyze_extra("game", visits=10**7)
        wait(studio.engine.write_queue.empty, "KaTrain does not write")
        studio.engine.on_new_game()
        game = studio.game("(;GM[1]SZ[13]KM[0.5]HA[2]RU[chinese]AB[jd][dj];W[jj];B[dd])")
        check_node(game.current_node)
        equal(game.root.analysis["root"]["currentPlayer"], "W")


def test_it_sets_up_a_position():
    with Studio() as studio:
        game = studio.game("(;GM[1]SZ[9]KM[6.5]RU[korean])")
        game.selfplay(12, target_b_advantage=5)
        wait(lambda: game.current_node.depth == 12, "it does not play")
        equal(studio.katrain.errors, [])


def test_the_score_of_a_game_that_is_over():
    border = "".join(f";B[e{row}];W[f{row}];B[d{row}];W[g{row}]" for row in "abcdefghi")
    with Studio() as studio:
        game = studio.game(f"(;GM[1]SZ[9]KM[6.5]RU[japanese]{border};B[];W[])")
        equal(game.end_result, "B+2.5")  # 27 points against 18


def test_restart_and_shutdown():
    with Studio() as studio:
        studio.game()
        studio.engine.restart()
        check_node(studio.game().current_node)
        studio.engine.shutdown(finish=True)
        wait(lambda: not processes(), "the engine is still there")
        equal(studio.katrain.errors, [])


def ponder(studio):
    game = studio.game()
    game.analyze_extra("ponder")
    wait(lambda: game.current_node.root_visits > VISITS, "it does not ponder")


def test_closing_while_it_ponders():
    with Studio() as studio:
        ponder(studio)
        equal(len(processes()), 1)


def test_an_engine_behind_a_shell_ends_with_katrain():
    pid = os.fork()
    if pid == 0:  # the whole of KaTrain, which ends
        studio = Studio(COMMAND.removeprefix("exec "))
        ponder(studio)
        studio.engine.shutdown(finish=None)
        os._exit(len(studio.katrain.errors))
    equal(os.waitpid(pid, 0)[1], 0)
    wait(lambda: not processes(), "the engine has stayed")


tap.run(globals())
