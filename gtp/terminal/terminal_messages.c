// SPDX-License-Identifier: MIT
#include "terminal_messages.h"

#include <stdlib.h>

#include "commands.h"
#include "score_estimate.h"

enum { HINTS_MAX = 3, HINT_PERCENT = 10 };

// A point is shown as a player's if the certainty is above this.
static const double OWNED_SHARE = 0.4;

// A person does not want to wait longer for a hint or an estimate.
static const double LOOK_SECONDS = 0.7;

static const char NO_MEMORY[] = "Out of memory. Try again with a smaller --memory.\n";

static const char *capitalized(Color player)
{
    return player == BLACK ? "Black" : "White";
}

void terminal_write_welcome(Text *text)
{
    text_printf(text,
                "Ponnuki %s. Surround more of the board than your opponent; two passes "
                "end the game. Type a point to play there, such as d4, or `help`.\n",
                commands_version());
}

void terminal_write_players(const Game *game, const bool person[2],
                            const DiagramStyle *style, Text *text)
{
    const Position *pos = &game->position;
    bool has_letters = board_style_has_letters(style);
    const char *black = has_letters ? "Black (X)" : "Black";
    const char *white = has_letters ? "White (O)" : "White";
    if (person[BLACK] && person[WHITE])
        text_printf(text, "You play both %s and %s", black, white);
    else
        text_printf(text, "You play %s, Ponnuki plays %s",
                    person[BLACK] ? black : white, person[BLACK] ? white : black);
    text_printf(text, ", on %dx%d, komi %g, %s rules.\n", pos->columns, pos->rows,
                game->komi / 2.0, game->rules.name);
}

void terminal_write_board(const Game *game, const DiagramStyle *style, Text *text)
{
    DiagramMarks marks = {.last = NO_POINT};
    const Move *last = game->move_count > 0 ? &game->moves[game->move_count - 1] : NULL;
    if (last != NULL && last->point != PASS)
        marks.last = last->point;
    text_add_char(text, '\n');
    diagram_draw(&game->position, &marks, style, text);
    text_printf(text, "Captured by Black: %d, by White: %d.", game->captured[BLACK],
                game->captured[WHITE]);
    if (last != NULL) {
        text_printf(text, " Move %d: %s ", game->move_count,
                    capitalized((Color)last->color));
        command_write_vertex(last->point, text);
        text_add_char(text, '.');
    }
    text_add_char(text, '\n');
}

void terminal_write_move(const Game *game, Point move, Text *text)
{
    if (move == RESIGN) {
        text_add(text, "Ponnuki resigns.\n");
    } else if (move == PASS) {
        text_add(text, game_is_over(game)
                           ? "Ponnuki passes.\n"
                           : "Ponnuki passes. If you pass too, the game ends.\n");
    } else {
        text_add(text, "Ponnuki plays ");
        command_write_vertex(move, text);
        text_add(text, ".\n");
    }
}

void terminal_write_illegal_move(Point point, MoveError error, Text *text)
{
    static const char *const REASONS[] = {
        [MOVE_OK] = "",
        [MOVE_OFF_BOARD] = "is not on this board",
        [MOVE_OCCUPIED] = "is occupied: choose an empty point",
        [MOVE_SUICIDE] = "would be suicide, which these rules forbid",
        [MOVE_KO] = "would take the ko back at once: play elsewhere first",
        [MOVE_SUPERKO] = "would repeat an earlier board: play elsewhere first",
        [MOVE_NO_MEMORY] = "cannot be recorded: out of memory",
    };
    command_write_vertex(point, text);
    text_printf(text, " %s.\n", REASONS[error]);
}

void terminal_write_resignation(Color loser, Text *text)
{
    text_printf(text, "%s has resigned, %s wins.\n", capitalized(loser),
                capitalized(color_other(loser)));
}

static void draw_owners(const Position *pos, const Bitboard owned[2],
                        const DiagramStyle *style, Text *text)
{
    DiagramMarks marks = {.last = NO_POINT, .owned = {owned[BLACK], owned[WHITE]}};
    text_add_char(text, '\n');
    diagram_draw(pos, &marks, style, text);
}

// What both players have, and what White is given. `score` is the result in half
// points.
static void write_count(const Game *game, const FinalStatus *status, int score,
                        Text *text)
{
    int points[2];
    final_status_count(game, status, points);
    int given = 2 * (points[BLACK] - points[WHITE]) - score;
    text_printf(text, "Both players have passed. %s: Black %d, White %d plus komi %g",
                game->rules.territory ? "Territory and prisoners"
                                      : "Stones and surrounded points",
                points[BLACK], points[WHITE], game->komi / 2.0);
    if (given != game->komi)
        text_printf(text, " and %g by the rules", (given - game->komi) / 2.0);
    text_add(text, ".\n");
}

void terminal_write_result(Engine *engine, const DiagramStyle *style, Text *text)
{
    const Game *game = engine_game(engine);
    FinalStatus status = engine_final_status(engine);
    int score = engine_final_score(engine); // half points
    Bitboard owned[2];
    for (Color player = BLACK; player <= WHITE; player++) {
        Bitboard captives = bitboard_intersection(
            status.dead, game->position.stones[color_other(player)]);
        owned[player] = bitboard_union(status.territory[player], captives);
    }
    draw_owners(&game->position, owned, style, text);
    if (game_is_void(game)) {
        text_add(text, "This position has occurred three times. There is no result.\n");
        return;
    }
    if (!bitboard_is_empty(&status.dead)) {
        text_add(text, "Dead stones, removed from the board: ");
        command_write_points(&status.dead, text);
        text_add(text, ".\n");
    }
    write_count(game, &status, score, text);
    if (score == 0)
        text_add(text, "A tie.\n");
    else
        text_printf(text, "%s wins by %g points.\n",
                    capitalized(score > 0 ? BLACK : WHITE), abs(score) / 2.0);
}

// Returns the report of a brief search. Errors: NULL, after a message.
static const SearchReport *look_briefly(Engine *engine, Text *text)
{
    Color player = (Color)engine_game(engine)->position.to_play;
    const SearchReport *report = engine_look_briefly(engine, player, LOOK_SECONDS);
    if (report == NULL)
        text_add(text, NO_MEMORY);
    else if (report->playouts == 0)
        text_add(text, "No result: the search was stopped too early.\n");
    else
        return report;
    return NULL;
}

void terminal_write_estimate(Engine *engine, const DiagramStyle *style, Text *text)
{
    const Position *pos = &engine_game(engine)->position;
    Color player = (Color)pos->to_play;
    const SearchReport *report = look_briefly(engine, text);
    if (report == NULL)
        return;
    double score = score_estimate_score(report), lead = score < 0 ? -score : score;
    Bitboard owned[2] = {bitboard_empty(), bitboard_empty()};
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p))
        if (score_estimate_owner(report, p) > OWNED_SHARE)
            bitboard_add(&owned[BLACK], p);
        else if (score_estimate_owner(report, p) < -OWNED_SHARE)
            bitboard_add(&owned[WHITE], p);
    draw_owners(pos, owned, style, text);
    text_printf(text,
                "Marked x: Black will probably own the point; o: White. %s leads by "
                "about %.0f points, komi included. %s, to move, wins %.0f of 100 "
                "games.\n",
                capitalized(score >= 0 ? player : color_other(player)), lead,
                capitalized(player), 100 * report->win_rate);
}

void terminal_write_hint(Engine *engine, const DiagramStyle *style, Text *text)
{
    (void)style;
    const SearchReport *report = look_briefly(engine, text);
    if (report == NULL)
        return;
    const Candidate *candidates = report->candidates;
    for (int i = 0; i < report->candidate_count && i < HINTS_MAX; i++) {
        if (i > 0 &&
            100.0 * candidates[i].games < HINT_PERCENT * (double)candidates[0].games)
            break;
        text_add(text, i == 0 ? "Ponnuki would play " : ", or ");
        command_write_vertex(candidates[i].move, text);
        text_printf(text, " (wins %.0f of 100 games)", 100 * candidates[i].win_rate);
    }
    text_add(text, ".\n");
}
