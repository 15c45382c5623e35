// SPDX-License-Identifier: MIT
#include "katago_features.h"

#include <math.h>
#include <string.h>

#include "katago_area.h"

// Komi is at most so many points beyond the area of the board.
enum { LIBERTIES_SEEN = 3, KOMI_BEYOND_AREA = 20, OLD_KOMI_BEYOND_AREA = 1 };

static const float KOMI_UNIT = 20, OLD_KOMI_UNIT = 15; // points

static bool is_old(const KatagoView *view)
{
    return view->version < KATAGO_INPUT_RULES;
}

static Color player_of(const KatagoView *view)
{
    return (Color)view->pos->to_play;
}

static void see_chains(const Position *pos, Bitboard planes[])
{
    Bitboard stones = bitboard_union(pos->stones[BLACK], pos->stones[WHITE]);
    for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p)) {
        if (pos->chain[p] != p)
            continue;
        PointList liberties;
        liberties.count = 0;
        position_add_liberties(pos, p, NO_POINT, LIBERTIES_SEEN + 1, &liberties);
        if (liberties.count > LIBERTIES_SEEN)
            continue;
        Bitboard *plane = &planes[KATAGO_PLANE_LIBERTIES + liberties.count - 1];
        *plane = bitboard_union(*plane, position_chain(pos, p));
    }
}

// The empty points where a stone of the player would be suicide: it would leave only
// own chains without liberty.
static Bitboard suicides(const Position *pos)
{
    Bitboard empty = position_empty(pos), found = bitboard_empty();
    Bitboard inside = bitboard_difference(empty, bitboard_neighbors(&empty));
    for (Point p = bitboard_first(&inside); p; p = bitboard_next(&inside, p))
        if (position_is_suicide(pos, p))
            bitboard_add(&found, p);
    return found;
}

// A move can only repeat a coloring in which its stone stood there before, unless it
// is suicide.
static Bitboard points_played_before(const KatagoView *view)
{
    const History *history = view->history;
    Bitboard set = bitboard_empty();
    for (uint32_t i = view->phase.first_repeated; i < history->length; i++)
        set = bitboard_union(set, history->entries[i].stones[player_of(view)]);
    return bitboard_intersection(set, position_empty(view->pos));
}

// Is it a superko of situations, or the nearest to it that KataGo knows?
static bool is_situational(const Rules *rules)
{
    return rules->ko == KO_SITUATIONAL || rules->ko == KO_SAME_PLAYER;
}

// Which earlier colorings may the player not leave again?
static unsigned forbidden_circumstances(const KatagoView *view)
{
    if (!is_situational(view->phase.rules))
        return BLACK_TO_PLAY | WHITE_TO_PLAY;
    return player_of(view) == BLACK ? WHITE_TO_PLAY : BLACK_TO_PLAY;
}

// The moves that superko forbids, of moves that are legal without superko. `suicide`
// are the suicides among these.
static Bitboard superko_bans(const KatagoView *view, const Bitboard *legal,
                             const Bitboard *suicide)
{
    Bitboard found = bitboard_empty();
    if (view->phase.rules->ko == KO_SIMPLE)
        return found;
    Bitboard points = bitboard_union(points_played_before(view), *suicide);
    points = bitboard_intersection(points, *legal);
    unsigned forbidden = forbidden_circumstances(view);
    for (Point p = bitboard_first(&points); p; p = bitboard_next(&points, p))
        if (history_is_repetition_since(view->history, view->phase.first_repeated,
                                        view->pos, p, forbidden))
            bitboard_add(&found, p);
    return found;
}

static void see_ko(const KatagoView *view, KatagoFeatures *features)
{
    const Position *pos = view->pos;
    Bitboard *ko = &features->planes[KATAGO_PLANE_KO];
    if (pos->ko != NO_POINT)
        bitboard_add(ko, pos->ko);
    Bitboard suicide = suicides(pos), barred = suicide;
    if (view->phase.rules->suicide) // of several stones: there is one beside the point
        barred = bitboard_difference(suicide,
                                     bitboard_neighbors(&pos->stones[player_of(view)]));
    Bitboard legal =
        bitboard_difference(position_empty(pos), bitboard_union(barred, *ko));
    *ko = bitboard_union(*ko, superko_bans(view, &legal, &suicide));
    features->legal = bitboard_difference(legal, *ko);
}

static KatagoPass pass_of(const KatagoView *view)
{
    return katago_phase_pass(&view->phase, view->history, view->history->length - 1,
                             player_of(view));
}

// Is a pass that would end the game shown as one that does not? Then no moves are
// shown. Old networks are not shown that a game is over either.
static bool hides_passes(const KatagoView *view, KatagoPass pass)
{
    return (pass != KATAGO_PASS_GOES_ON && !view->phase.rules->territory &&
            view->pass_goes_on) ||
           pass == KATAGO_PASS_ENDS_FRIENDLY || (is_old(view) && view->phase.is_over);
}

// Number of last moves that the network sees.
static int moves_seen(const KatagoView *view, KatagoPass pass)
{
    const KatagoPhase *phase = &view->phase;
    int seen = view->moves_max;
    if (phase->is_over && seen > 1)
        seen = 1;
    if (hides_passes(view, pass))
        seen = 0;
    if (seen > phase->turns)
        seen = phase->turns;
    return seen < KATAGO_MOVES ? seen : KATAGO_MOVES;
}

static void see_moves(const KatagoView *view, int seen, KatagoFeatures *features)
{
    for (int i = 0; i < seen; i++) {
        Point move = view->moves[i];
        if (move == PASS)
            features->globals[KATAGO_GLOBAL_PASSES + i] = 1;
        else if (move != NO_POINT)
            bitboard_add(&features->planes[KATAGO_PLANE_MOVES + i], move);
    }
}

// If the last moves are not seen, earlier boards look like the present one.
static void see_ladders(const KatagoView *view, int seen, KatagoReader *reader,
                        Bitboard planes[])
{
    Bitboard *caught = &planes[KATAGO_PLANE_CAUGHT];
    caught[0] = katago_caught_by(reader, view->pos, &planes[KATAGO_PLANE_LADDER_MOVES]);
    for (int i = 0; i < 2; i++)
        caught[i + 1] = i < seen && i < view->before_count
                            ? katago_caught(reader, &view->before[i])
                            : caught[i];
}

static void find_old_area(const KatagoView *view, bool suicide, Bitboard area[2])
{
    if (view->phase.rules->territory || view->version >= KATAGO_INPUT_ALIVE)
        katago_area_alive(view->pos, suicide, area);
    else
        katago_area(view->pos, suicide, area);
}

static void see_area(const KatagoView *view, Bitboard planes[])
{
    const Rules *rules = view->phase.rules;
    if (rules->territory && !is_old(view))
        return; // until the encore
    Bitboard area[2];
    bool suicide = rules->suicide || view->pass_alive_suicide;
    if (is_old(view))
        find_old_area(view, suicide, area);
    else if (rules->tax == TAX_NONE)
        katago_area(view->pos, suicide, area);
    else
        katago_area_without_seki(view->pos, suicide, area);
    planes[KATAGO_PLANE_OWN_AREA] = area[player_of(view)];
    planes[KATAGO_PLANE_ENEMY_AREA] = area[color_other(player_of(view))];
}

// Points that the player to move is given.
static float own_komi(const KatagoView *view)
{
    int beyond =
        view->version < KATAGO_INPUT_NEWEST ? OLD_KOMI_BEYOND_AREA : KOMI_BEYOND_AREA;
    int most = 2 * (view->pos->columns * view->pos->rows + beyond);
    int komi = view->komi + katago_phase_bonus(&view->phase);
    if (komi > most)
        komi = most;
    if (komi < -most)
        komi = -most;
    return (float)(player_of(view) == WHITE ? komi : -komi) / 2;
}

// A triangle wave with a period of two points. It is 0 at the komi by which the game
// can be drawn, and half a point at half a point more.
static float parity_wave(const KatagoView *view, float komi)
{
    int area = view->pos->columns * view->pos->rows;
    float drawn = (float)(area % 2);
    float beyond = komi - (floorf((komi - drawn) / 2) * 2 + drawn);
    if (beyond < 0.5F)
        return beyond;
    return beyond < 1.5F ? 1 - beyond : beyond - 2;
}

static void see_rules(const KatagoView *view, float globals[])
{
    const Rules *rules = view->phase.rules;
    if (rules->ko != KO_SIMPLE) {
        globals[KATAGO_GLOBAL_SUPERKO] = 1;
        globals[KATAGO_GLOBAL_SUPERKO_KIND] = is_situational(rules) ? -0.5F : 0.5F;
    }
    globals[KATAGO_GLOBAL_SUICIDE] = rules->suicide;
    globals[KATAGO_GLOBAL_TERRITORY] = rules->territory;
    globals[KATAGO_GLOBAL_TAX] = rules->tax != TAX_NONE;
    globals[KATAGO_GLOBAL_GROUP_TAX] = rules->tax == TAX_ALL;
    globals[KATAGO_GLOBAL_BUTTON] = view->phase.has_button;
}

static void see_doubling(const KatagoView *view, float globals[])
{
    if (view->white_doubling == 0)
        return;
    globals[KATAGO_GLOBAL_DOUBLING] = 1;
    globals[KATAGO_GLOBAL_DOUBLINGS] = player_of(view) == WHITE
                                           ? 0.5F * view->white_doubling
                                           : -0.5F * view->white_doubling;
}

static void see_globals(const KatagoView *view, KatagoPass pass, float globals[])
{
    float komi = own_komi(view);
    globals[KATAGO_GLOBAL_KOMI] = komi / (is_old(view) ? OLD_KOMI_UNIT : KOMI_UNIT);
    see_rules(view, globals);
    see_doubling(view, globals);
    globals[KATAGO_GLOBAL_PASS_ENDS] =
        pass != KATAGO_PASS_GOES_ON && !hides_passes(view, pass);
    if (!view->phase.rules->territory)
        globals[KATAGO_GLOBAL_WAVE] = parity_wave(view, komi);
}

// The position before the last `turns` turns of a game.
static void look_back(const Game *game, int turns, Position *pos)
{
    const HistoryEntry *entry =
        &game->history.entries[game->history.length - 1 - (uint32_t)turns];
    const Move *move = &game->moves[game->move_count - turns];
    *pos = game->position; // for its grid
    position_setup(pos, entry->stones, (Color)move->to_play_before);
    pos->ko = move->ko_before;
}

static KatagoPhase phase_of(const Game *game, const Rules *rules)
{
    const History *history = &game->history;
    uint32_t entry = history->length - 1 - (uint32_t)game->move_count;
    KatagoPhase phase = katago_phase_begin(rules, history, entry);
    for (int i = 0; i < game->move_count; i++)
        katago_phase_play(&phase, history, ++entry, (Color)game->moves[i].color,
                          game->moves[i].point);
    katago_phase_set_player(&phase, history, entry, (Color)game->position.to_play);
    return phase;
}

KatagoView katago_view(const Game *game, const Rules *rules)
{
    KatagoView view = {.version = KATAGO_INPUT_NEWEST,
                       .pos = &game->position,
                       .history = &game->history,
                       .phase = phase_of(game, rules),
                       .komi = game->komi,
                       .moves_max = KATAGO_MOVES};
    for (int i = 0; i < KATAGO_MOVES && i < view.phase.turns; i++)
        view.moves[i] = game->moves[game->move_count - 1 - i].point;
    while (view.before_count < 2 && view.before_count < view.phase.turns) {
        look_back(game, view.before_count + 1, &view.before[view.before_count]);
        view.before_count++;
    }
    return view;
}

// Forgets what the phase does not show any more.
static void forget_old(KatagoView *view)
{
    int turns = view->phase.turns;
    for (int i = turns; i < KATAGO_MOVES; i++)
        view->moves[i] = NO_POINT;
    view->before_count = turns < 2 ? turns : 2;
}

void katago_view_give_turn(KatagoView *view, const Position *pos, Color player)
{
    katago_phase_set_player(&view->phase, view->history, view->history->length - 1,
                            player);
    view->pos = pos;
    forget_old(view);
}

void katago_view_play(KatagoView *view, const Position *before, uint32_t entry,
                      Point move)
{
    memmove(view->moves + 1, view->moves, (KATAGO_MOVES - 1) * sizeof *view->moves);
    view->moves[0] = move;
    view->before[1] = view->before[0];
    view->before[0] = *before;
    view->before_count = 2;
    katago_phase_play(&view->phase, view->history, entry + 1, (Color)before->to_play,
                      move);
    forget_old(view);
}

void katago_features_extract(const KatagoView *view, KatagoReader *reader,
                             KatagoFeatures *features)
{
    const Position *pos = view->pos;
    memset(features, 0, sizeof *features);
    features->planes[KATAGO_PLANE_BOARD] = pos->grid;
    features->planes[KATAGO_PLANE_OWN] = pos->stones[pos->to_play];
    features->planes[KATAGO_PLANE_ENEMY] = pos->stones[!pos->to_play];
    see_chains(pos, features->planes);
    see_ko(view, features);
    KatagoPass pass = pass_of(view);
    int seen = moves_seen(view, pass);
    see_moves(view, seen, features);
    see_ladders(view, seen, reader, features->planes);
    see_area(view, features->planes);
    see_globals(view, pass, features->globals);
    features->has_no_result =
        view->phase.rules->ko == KO_SIMPLE || view->phase.rules->territory;
}
