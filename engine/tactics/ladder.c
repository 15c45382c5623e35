// SPDX-License-Identifier: MIT
#include "ladder.h"

#include "aligned.h"
#include "ladder_internal.h"

enum { MOVES_MAX = 300 }; // for one answer

struct LadderReader {
    Point stone; // of the chain that is asked about
    int moves_left;
    LadderFrame frames[MOVES_MAX + 1];
};

LadderReader *ladder_reader_new(void)
{
    return aligned_new(_Alignof(LadderReader), sizeof(LadderReader));
}

void ladder_reader_delete(LadderReader *reader)
{
    aligned_delete(reader);
}

LadderFrame *ladder_play(LadderFrame *frame, Point move)
{
    LadderFrame *next = frame + 1;
    frame->after = *frame->pos;
    position_play(&frame->after, move);
    next->pos = &frame->after;
    return next;
}

int ladder_find_liberties(const Position *pos, Point stone, PointList *liberties)
{
    liberties->count = 0;
    position_add_liberties(pos, stone, NO_POINT, LADDER_LIBERTIES, liberties);
    return liberties->count;
}

bool ladder_runs_free(const Position *pos, Point stone, Point at, Point lost)
{
    const Bitboard *own = &pos->stones[position_at(pos, stone)];
    PointList found;
    found.count = 1;
    found.points[0] = lost;
    for (int i = 0; i < 4 && found.count <= LADDER_LIBERTIES; i++) {
        Point q = (Point)(at + ADJACENT[i]);
        if (pos->chain[q] == NO_CHAIN)
            point_list_add_new(&found, q);
        else if (bitboard_test(own, q))
            position_add_liberties(pos, q, at, LADDER_LIBERTIES + 1, &found);
    }
    return found.count > LADDER_LIBERTIES;
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

static bool is_caught(LadderReader *reader, LadderFrame *frame);

// Is the chain caught after this move of a frame?
static bool is_caught_after(LadderReader *reader, LadderFrame *frame, Point move)
{
    if (!position_can_play(frame->pos, move))
        return frame->pos->to_play == position_at(frame->pos, reader->stone);
    if (--reader->moves_left < 0)
        return false;
    return is_caught(reader, ladder_play(frame, move));
}

// The owner is to move, in atari.
static bool is_caught_in_atari(LadderReader *reader, LadderFrame *frame)
{
    PointList *moves = &frame->moves;
    Point extension = moves->points[0];
    if (ladder_runs_free(frame->pos, reader->stone, extension, NO_POINT) ||
        !is_caught_after(reader, frame, extension))
        return false;
    ladder_add_captures(frame->pos, reader->stone, moves);
    for (int i = 1; i < moves->count; i++)
        if (!is_caught_after(reader, frame, moves->points[i]))
            return false;
    return true;
}

// The opponent is to move, at a chain of two liberties.
static bool is_caught_in_the_open(LadderReader *reader, LadderFrame *frame)
{
    const Point *l = frame->moves.points;
    int count = frame->moves.count;
    for (int i = 0; i < count; i++) {
        if (count == 2 && ladder_runs_free(frame->pos, reader->stone, l[1 - i], l[i]))
            continue;
        if (is_caught_after(reader, frame, l[i]))
            return true;
    }
    return false;
}

static bool is_caught(LadderReader *reader, LadderFrame *frame)
{
    const Position *pos = frame->pos;
    Point stone = reader->stone;
    if (position_at(pos, stone) == EMPTY)
        return true;
    int liberties = ladder_find_liberties(pos, stone, &frame->moves);
    bool owner_moves = pos->to_play == position_at(pos, stone);
    if (liberties >= (owner_moves ? 2 : 3) || reader->moves_left <= 0)
        return false;
    return owner_moves ? is_caught_in_atari(reader, frame)
                       : is_caught_in_the_open(reader, frame);
}

// The first frame for a question.
static LadderFrame *begin(LadderReader *reader, const Position *pos, Point stone)
{
    reader->stone = stone;
    reader->moves_left = MOVES_MAX;
    reader->frames[0].pos = pos;
    return &reader->frames[0];
}

bool ladder_is_caught(LadderReader *reader, const Position *pos, Point stone)
{
    return is_caught(reader, begin(reader, pos, stone));
}

bool ladder_is_caught_after(LadderReader *reader, const Position *pos, Point stone,
                            Point move)
{
    return is_caught_after(reader, begin(reader, pos, stone), move);
}
