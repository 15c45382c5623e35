// SPDX-License-Identifier: MIT
#include "ladder.h"

#include "ladder_internal.h"

enum { MOVES_MAX = 300, LIBERTIES_OF_INTEREST = 3 };

static bool is_caught(const Position *pos, Point stone, int *moves_left);

static int find_liberties(const Position *pos, Point stone, PointList *liberties)
{
    liberties->count = 0;
    position_add_liberties(pos, stone, NO_POINT, LIBERTIES_OF_INTEREST, liberties);
    return liberties->count;
}

static bool is_caught_after(const Position *pos, Point stone, Point move,
                            int *moves_left)
{
    if (!position_can_play(pos, move))
        return pos->to_play == position_at(pos, stone);
    if (--*moves_left < 0)
        return false;
    Position next = *pos;
    position_play(&next, move);
    return is_caught(&next, stone, moves_left);
}

bool ladder_runs_free(const Position *pos, Point stone, Point at, Point lost)
{
    const Bitboard *own = &pos->stones[position_at(pos, stone)];
    PointList found;
    found.count = 1;
    found.points[0] = lost;
    for (int i = 0; i < 4 && found.count <= LIBERTIES_OF_INTEREST; i++) {
        Point q = (Point)(at + ADJACENT[i]);
        if (pos->chain[q] == NO_CHAIN)
            point_list_add_new(&found, q);
        else if (bitboard_test(own, q))
            position_add_liberties(pos, q, at, LIBERTIES_OF_INTEREST + 1, &found);
    }
    return found.count > LIBERTIES_OF_INTEREST;
}

void ladder_add_captures(const Position *pos, Point stone, PointList *moves)
{
    const Bitboard *enemy = &pos->stones[color_other(position_at(pos, stone))];
    Point s = stone;
    do {
        for (int i = 0; i < 4; i++) {
            Point q = (Point)(s + ADJACENT[i]), liberty;
            if (bitboard_test(enemy, q) && position_in_atari(pos, q, &liberty) &&
                moves->count < POINT_LIST_MAX)
                point_list_add_new(moves, liberty);
        }
        s = pos->next[s];
    } while (s != stone);
}

// The owner is to move, in atari.
static bool is_caught_in_atari(const Position *pos, Point stone, PointList *moves,
                               int *moves_left)
{
    Point extension = moves->points[0];
    if (ladder_runs_free(pos, stone, extension, NO_POINT) ||
        !is_caught_after(pos, stone, extension, moves_left))
        return false;
    ladder_add_captures(pos, stone, moves);
    for (int i = 1; i < moves->count; i++)
        if (!is_caught_after(pos, stone, moves->points[i], moves_left))
            return false;
    return true;
}

// The opponent is to move, at a chain of two liberties.
static bool is_caught_in_the_open(const Position *pos, Point stone,
                                  const PointList *liberties, int *moves_left)
{
    const Point *l = liberties->points;
    for (int i = 0; i < liberties->count; i++) {
        if (liberties->count == 2 && ladder_runs_free(pos, stone, l[1 - i], l[i]))
            continue;
        if (is_caught_after(pos, stone, l[i], moves_left))
            return true;
    }
    return false;
}

static bool is_caught(const Position *pos, Point stone, int *moves_left)
{
    if (position_at(pos, stone) == EMPTY)
        return true;
    PointList liberties;
    int count = find_liberties(pos, stone, &liberties);
    bool owner_moves = pos->to_play == position_at(pos, stone);
    if (count >= (owner_moves ? 2 : 3) || *moves_left <= 0)
        return false;
    if (owner_moves)
        return is_caught_in_atari(pos, stone, &liberties, moves_left);
    return is_caught_in_the_open(pos, stone, &liberties, moves_left);
}

bool ladder_is_caught(const Position *pos, Point stone)
{
    int moves_left = MOVES_MAX;
    return is_caught(pos, stone, &moves_left);
}

bool ladder_is_caught_after(const Position *pos, Point stone, Point move)
{
    int moves_left = MOVES_MAX;
    return is_caught_after(pos, stone, move, &moves_left);
}
