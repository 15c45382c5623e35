# SPDX-License-Identifier: MIT
"""The report of a match: one HTML file with plots, tables and links to the records.

The plots need matplotlib; without it the report has none.
"""

import html
import io
import pathlib
import sys
import typing

from gtp_match import FAULTS, POINTS, Games
from match_statistics import Tally, describe_score, interval
from results_file import Item

COLORS = ("#2a6f97", "#c8553d", "#9a9a9a")  # first engine, second engine, ties

HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.4 sans-serif; max-width: 72em; margin: 1em auto; padding: 0 1em }}
table {{ border-collapse: collapse; margin: 1em 0 }}
td, th {{ padding: .15em .8em; text-align: right; border-bottom: 1px solid #ddd }}
td.text, th.text {{ text-align: left }}
svg {{ max-width: 100%; height: auto }}
</style></head><body><h1>{title}</h1>
"""


def describe_engine(games: list[Item], side: int) -> str:
    """Time and faults of one engine in all games, in one line."""
    turns = sum(game["turns"][side] for game in games)
    seconds = sum(game["seconds"][side] for game in games)
    longest = max((game["longest"][side] for game in games), default=0.0)
    lost = [game["reason"] for game in games if game["winner"] == 1 - side]
    faults = "".join(f", {lost.count(kind)} {kind}" for kind in FAULTS[1:]
                     if kind in lost)
    return (f"{seconds / max(1, turns):.3f} s a move, at most {longest:.3f}; "
            f"illegal moves {lost.count('illegal')}, time overruns {lost.count('time')}"
            f"{faults}")


def summary(games: Games, names: list[str]) -> list[tuple[str, str]]:
    """The result: what, and how it is."""

    def line(tally: Tally) -> str:
        return f"{tally.wins} won, {tally.losses} lost, {tally.ties} tied"

    played = games.in_order()
    moves = sum(game["moves"] for game in played) / max(1, len(played))
    rows = [("games", f"{len(played)}, {names[0]} against {names[1]}"),
            ("all", line(games.tally())),
            ("as Black", line(games.tally(names[0]))),
            ("as White", line(games.tally(names[1]))),
            ("score", describe_score(games.tally()) + " (95 %)"),
            ("moves", f"{moves:.1f} a game")]
    rows += [(name, describe_engine(played, side)) for side, name in enumerate(names)]
    different = len({game["hash"] for game in played})
    if different < len(played):
        rows.append(("note", f"only {different} of {len(played)} games are different; "
                     "--random-opening makes them so"))
    return rows


def running_scores(games: list[Item]) -> list[tuple[float, float, float]]:
    """After each game, in percent: the score, and the ends of its interval."""
    points, scores = 0.0, []
    for number, game in enumerate(games, 1):
        points += POINTS[game["winner"]]
        low, high = interval(points / number, number)
        scores.append((100 * points / number, 100 * low, 100 * high))
    return scores


def plot_running_score(axes: typing.Any, games: list[Item], names: list[str]) -> None:
    scores, low, high = zip(*running_scores(games))
    numbers = range(1, len(games) + 1)
    axes.fill_between(numbers, low, high, color=COLORS[0], alpha=0.2, linewidth=0)
    axes.plot(numbers, scores, color=COLORS[0])
    axes.axhline(50, color=COLORS[2], linewidth=0.8)
    axes.set(title=f"Score of {names[0]}, with 95 % interval", xlabel="games",
             ylabel="%", ylim=(0, 100), xlim=(1, max(2, len(games))))
    axes.xaxis.get_major_locator().set_params(integer=True)


def plot_lengths(axes: typing.Any, games: list[Item], names: list[str]) -> None:
    lengths = [[game["moves"] for game in games if game["winner"] == winner]
               for winner in (0, 1, None)]
    labels = [f"{names[0]} won", f"{names[1]} won", "tied"]
    shown = [side for side in range(3) if lengths[side]]
    axes.hist([lengths[side] for side in shown], bins=min(30, len(games)), stacked=True,
              color=[COLORS[side] for side in shown],
              label=[labels[side] for side in shown])
    axes.set(title="Length of the games", xlabel="moves", ylabel="games")
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.legend(frameon=False)


def plot_times(axes: typing.Any, games: list[Item], names: list[str]) -> None:
    numbers = [game["game"] for game in games]
    for side, name in enumerate(names):
        means = [game["seconds"][side] / max(1, game["turns"][side]) for game in games]
        longest = [game["longest"][side] for game in games]
        axes.plot(numbers, means, color=COLORS[side], label=f"{name}, mean")
        axes.plot(numbers, longest, ".", color=COLORS[side], markersize=4,
                  label=f"{name}, longest")
    axes.set(title="Time for a move", xlabel="game", ylabel="seconds", ylim=(0, None))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.legend(frameon=False)


def plot_colors(axes: typing.Any, games: list[Item], names: list[str]) -> None:
    left = [0, 0]
    labels = [f"{names[0]} won", f"{names[1]} won", "tied"]
    for winner, color, label in zip((0, 1, None), COLORS, labels):
        counts = [sum(game["winner"] == winner and game["black"] == black
                      for game in games) for black in (names[1], names[0])]
        axes.barh([f"{names[0]} White", f"{names[0]} Black"], counts, left=left,
                  color=color, label=label)
        left = [before + count for before, count in zip(left, counts)]
    axes.set(title="Results by color", xlabel="games", ylim=(-0.5, 2.2))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.legend(frameon=False, ncol=3)


def draw(games: list[Item], names: list[str]) -> str:
    """The plots as one SVG element; says on standard error if they are impossible."""
    try:
        import matplotlib
        matplotlib.use("svg")
        from matplotlib import pyplot
    except ImportError:
        print("no plots in the report: this Python has no matplotlib (on Debian: "
              "package python3-matplotlib, and /usr/bin/python3 to run the script)",
              file=sys.stderr)
        return ""
    matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text
    figure, grid = pyplot.subplots(2, 2, figsize=(12, 8), constrained_layout=True)
    plots = (plot_running_score, plot_lengths, plot_times, plot_colors)
    for axes, plot in zip(grid.flat, plots):
        plot(axes, games, names)
        axes.spines[["top", "right"]].set_visible(False)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    pyplot.close(figure)
    return text.getvalue()[text.getvalue().index("<svg"):]


def write_row(cells: typing.Iterable[object], tag: str = "td", text: str = "") -> str:
    """A row of a table; the columns whose numbers are in `text` are of words."""
    written = []
    for column, cell in enumerate(cells):
        kind = ' class="text"' if str(column) in text else ""
        written.append(f"<{tag}{kind}>{cell}</{tag}>")
    return "<tr>" + "".join(written) + "</tr>\n"


def write_games(games: list[Item], names: list[str]) -> str:
    heads = ["game", "Black", "White", "result", "end", "moves", "s/move Black",
             "s/move White", "remark"]
    rows = [write_row(heads, "th", "12348")]
    for game in games:
        means = [f"{game['seconds'][side] / max(1, game['turns'][side]):.3f}"
                 for side in (0, 1)]
        if game["black"] != names[0]:
            means.reverse()
        link = f'<a href="{html.escape(game["sgf"])}">{game["game"]}</a>'
        words = [html.escape(str(game[name]))
                 for name in ("black", "white", "result", "reason", "moves")]
        rows.append(write_row([link, *words, *means, html.escape(game["note"])],
                              text="12348"))
    return "<table>\n" + "".join(rows) + "</table>\n"


def write_report(path: pathlib.Path, games: Games, names: list[str],
                 options: Item) -> None:
    """Writes the file; a report of no games has no plots."""
    played = games.in_order()
    title = html.escape(f"{names[0]} - {names[1]}")
    rows = [write_row(map(html.escape, row), text="01")
            for row in summary(games, names)]
    lines = [(name, word) for name, value in options.items()
             if value not in (None, False)
             for word in (value if isinstance(value, list) else [value])]
    told = [write_row((html.escape(name.replace("_", "-")), html.escape(str(value))),
                      text="01") for name, value in lines]
    path.write_text(
        HEAD.format(title=title) + "<table>\n" + "".join(rows) + "</table>\n"
        + (draw(played, names) if played else "") + "<h2>Options</h2>\n<table>\n"
        + "".join(told) + "</table>\n<h2>Games</h2>\n" + write_games(played, names)
        + "</body></html>\n", "utf-8")
