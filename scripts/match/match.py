#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A match between two programs that play Go by the Go Text Protocol.

usage: match.py [OPTIONS] --out DIR FIRST SECOND

FIRST and SECOND are commands, each as one argument, perhaps with a name in front:
'new=build/ponnuki --playouts 1000'. A command is split into words as a shell does it,
but no shell runs it. Set thinking time or playouts with each engine's own options.
Ponnuki searches on one thread, unless its --threads or PONNUKI_THREADS says otherwise.
Colors alternate: FIRST is Black in the odd games. DIR gets the record of every game and
the file results.jsonl. NAME.N.log there is what an engine writes on standard error, and
report.html has plots and links to the records. The same command again goes on where it
was interrupted.

  --out DIR             where everything is written; it is made if need be
  --same-colors         FIRST is Black in all games; with a handicap, name the weaker
                        engine first
  --games N             games in all, 100; may be raised later; where there are so many
                        already, only the result and the report are made anew
  --concurrency N       games at the same time, 1
  --size N              the board, 9
  --komi X              7.5
  --rules NAME          what this tool takes for legal, and whether dead stones stay on
                        the board: tromp-taylor (default), cgos, chinese-kgs,
                        new-zealand, aga, japanese. Set those of the engines with
                        their own options
  --openings PATH       a file with a line of moves (E5 C3 ...) for each opening, or a
                        folder of SGF files; each is played twice, with colors swapped
  --opening-moves N     take only so many moves of each
  --random-opening N    begin with N random legal moves, the same ones in both games of
                        a pair
  --seed N              of these random moves, 1
  --handicap N          Black begins with N stones where fixed_handicap of Black's
                        engine puts them, and White moves; mind the --komi
  --time 'MAIN PERIOD STONES'   a clock in seconds as in time_settings; PERIOD is for
                        STONES moves; stones 0 is sudden death. An engine that
                        overruns it loses
  --no-clock NAME       an engine that has no clock; GNU Go reads whole seconds only
  --grace X             seconds by which a clock may be overrun, 0
  --timeout X           seconds for an answer without a clock, 600
  --max-moves N         then the game is counted as it stands, three times the points
  --referee COMMAND     an engine that is asked for the score of finished games
  --adjudicate          the referee must also accept every move
  --stop-on-error       end with the first illegal move, crash or wrong answer, which
                        otherwise loses the game and is counted

Without a referee the score is the count of the board, all stones being alive. If the
rules remove dead stones, the engines are asked for the score first, and must agree.

Examples:
  match.py --out m1 --games 200 --rules cgos 'new=build/ponnuki --rules cgos \\
      --playouts 1000' 'old=build-old/ponnuki --rules cgos --playouts 1000'
  match.py --out m2 --time '0 0.1 1' --no-clock gnugo --rules cgos --concurrency 2 \\
      'build/ponnuki --rules cgos' 'gnugo --mode gtp --chinese-rules \\
      --positional-superko --capture-all-dead'

A wrong argument, an engine that does not start: one line on standard error, exit
status 2.
"""

from gtp_match import Match, SavedGames
from match_options import (Progress, add_options, lasting_options, read_plan,
                           require_least)
from match_report import summary, write_report
from script import Parser, end_line, run_script


def main() -> int:
    parser = Parser(__doc__)
    add_options(parser)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--same-colors", action="store_true")
    options = parser.parse_intermixed_args()
    require_least(options, games=1)
    plan = read_plan(options)._replace(same_colors=options.same_colors)
    lasting = lasting_options(options)
    games = SavedGames(plan.folder, lasting)
    progress = Progress(games, options.games)

    def watch() -> bool:
        progress.show()
        return True

    status = 0
    try:
        Match(plan, games).run(options.games, watch)
    except KeyboardInterrupt:
        status = 130
    end_line()
    names = [contender.name for contender in plan.contenders]
    for what, how in summary(games, names):
        print(f"{what + ':':<10} {how}")
    write_report(plan.folder / "report.html", games, names, lasting)
    return status


if __name__ == "__main__":
    run_script(main)
