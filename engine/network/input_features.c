// SPDX-License-Identifier: MIT
#include "input_features.h"

#include <string.h>

enum { LIBERTIES_FEW = 3, LIBERTIES_SEEN = 7 }; // see the planes

// The position as it is, and with the other player to move: ladders are read with
// either of them moving first.
typedef struct Turns {
    LadderReader *ladders;
    const Position *pos;
    Position passed;
} Turns;

static void add_chain(const Position *pos, Point stone, Bitboard *plane)
{
    Point p = stone;
    do {
        bitboard_add(plane, p);
        p = pos->next[p];
    } while (p != stone);
}

static void see_ladders_at_own(const Turns *turns, Point stone, int liberties,
                               Bitboard planes[])
{
    if (liberties == 1 && ladder_is_caught(turns->ladders, turns->pos, stone))
        add_chain(turns->pos, stone, &planes[PLANE_OWN_CAUGHT]);
    if (liberties == 2 && ladder_is_caught(turns->ladders, &turns->passed, stone))
        add_chain(turns->pos, stone, &planes[PLANE_OWN_THREATENED]);
}

static void see_ladders_at_enemy(const Turns *turns, Point stone,
                                 const PointList *liberties, Bitboard planes[])
{
    if (liberties->count == 1 &&
        ladder_is_caught(turns->ladders, &turns->passed, stone))
        add_chain(turns->pos, stone, &planes[PLANE_ENEMY_CAUGHT]);
    if (liberties->count != 2)
        return;
    for (int i = 0; i < 2; i++) {
        Point move = liberties->points[i];
        if (!ladder_is_caught_after(turns->ladders, turns->pos, stone, move))
            continue;
        bitboard_add(&planes[PLANE_LADDER_MOVES], move);
        add_chain(turns->pos, stone, &planes[PLANE_ENEMY_CATCHABLE]);
    }
}

// The plane of chains with `liberties` liberties, 1 to LIBERTIES_SEEN.
static int plane_of_liberties(bool own, int liberties)
{
    if (liberties <= LIBERTIES_FEW)
        return (own ? PLANE_OWN_LIBERTIES : PLANE_ENEMY_LIBERTIES) + liberties - 1;
    int more = liberties < LIBERTIES_SEEN ? liberties : LIBERTIES_SEEN - 1;
    return (own ? PLANE_OWN_MORE_LIBERTIES : PLANE_ENEMY_MORE_LIBERTIES) + more -
           LIBERTIES_FEW - 1;
}

static void see_chains(const InputFeatureView *view, Bitboard planes[])
{
    const Position *pos = view->pos;
    Turns turns = {.ladders = view->ladders, .pos = pos, .passed = *pos};
    position_give_turn(&turns.passed, color_other((Color)pos->to_play));
    Bitboard stones = bitboard_union(pos->stones[BLACK], pos->stones[WHITE]);
    for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p)) {
        if (pos->chain[p] != p)
            continue;
        PointList liberties;
        liberties.count = 0;
        position_add_liberties(pos, p, NO_POINT, LIBERTIES_SEEN + 1, &liberties);
        if (liberties.count > LIBERTIES_SEEN)
            continue;
        bool own = bitboard_test(&pos->stones[pos->to_play], p);
        add_chain(pos, p, &planes[plane_of_liberties(own, liberties.count)]);
        if (own)
            see_ladders_at_own(&turns, p, liberties.count, planes);
        else
            see_ladders_at_enemy(&turns, p, &liberties, planes);
    }
}

static void see_moves(const InputFeatureView *view, Bitboard planes[])
{
    for (int i = 0; i < FEATURE_MOVES; i++) {
        Point move = view->moves[i];
        if (move != NO_POINT && move != PASS)
            bitboard_add(&planes[PLANE_MOVES + i], move);
    }
}

// A move can only repeat a coloring in which its stone stood there before.
static Bitboard points_played_before(const InputFeatureView *view)
{
    const History *history = view->history;
    Bitboard set = bitboard_empty();
    for (uint32_t i = 0; i < history->length; i++)
        set = bitboard_union(set, history->entries[i].stones[view->pos->to_play]);
    return bitboard_intersection(set, position_empty(view->pos));
}

static void see_ko(const InputFeatureView *view, Bitboard *plane)
{
    Bitboard points = points_played_before(view);
    for (Point p = bitboard_first(&points); p; p = bitboard_next(&points, p)) {
        MoveError error = rules_check(view->rules, view->pos, view->history, p);
        if (error == MOVE_KO || error == MOVE_SUPERKO)
            bitboard_add(plane, p);
    }
}

int16_t input_features_komi(int komi, Color to_play)
{
    if (komi > FEATURE_KOMI_MAX)
        komi = FEATURE_KOMI_MAX;
    if (komi < -FEATURE_KOMI_MAX)
        komi = -FEATURE_KOMI_MAX;
    return (int16_t)(to_play == BLACK ? -komi : komi);
}

static void see_globals(const InputFeatureView *view, int16_t globals[])
{
    bool black = view->pos->to_play == BLACK;
    int komi = view->komi_known ? view->komi : 0;
    globals[GLOBAL_KOMI] = input_features_komi(komi, (Color)view->pos->to_play);
    globals[GLOBAL_KOMI_KNOWN] = view->komi_known;
    globals[GLOBAL_PASSED] = view->moves[0] == PASS;
    globals[GLOBAL_BLACK] = black;
}

InputFeatureView input_features_view(const Game *game, LadderReader *ladders)
{
    InputFeatureView view = {.pos = &game->position,
                             .history = &game->history,
                             .rules = &game->rules,
                             .komi = game->komi,
                             .komi_known = true,
                             .ladders = ladders};
    for (int i = 0; i < FEATURE_MOVES && i < game->move_count; i++)
        view.moves[i] = game->moves[game->move_count - 1 - i].point;
    return view;
}

void input_features_extract(const InputFeatureView *view, InputFeatures *features)
{
    const Position *pos = view->pos;
    memset(features, 0, sizeof *features);
    features->planes[PLANE_BOARD] = pos->grid;
    features->planes[PLANE_OWN] = pos->stones[pos->to_play];
    features->planes[PLANE_ENEMY] = pos->stones[!pos->to_play];
    see_chains(view, features->planes);
    groups_find(pos, (Color)pos->to_play, &features->planes[PLANE_OWN_EYES]);
    groups_find(pos, color_other((Color)pos->to_play),
                &features->planes[PLANE_ENEMY_EYES]);
    see_moves(view, features->planes);
    see_ko(view, &features->planes[PLANE_KO]);
    see_globals(view, features->globals);
}
