// SPDX-License-Identifier: MIT
#include "katago_ladders.h"

#include "aligned.h"
#include "ladder_internal.h"

enum {
    DEPTH_MAX = POINT_COUNT_MAX * 3 / 2 + 1, // moves in a row; fewer on smaller boards
    MOVES_MAX = 25000,                       // for one answer
};

struct KatagoReader {
    Point stone; // of the chain that is asked about
    Color owner;
    int depth_max;
    int moves; // played so far
    bool has_given_up;
    Position start; // of the first frame
    LadderFrame frames[DEPTH_MAX + 1];
};

KatagoReader *katago_reader_new(void)
{
    return aligned_new(_Alignof(KatagoReader), sizeof(KatagoReader));
}

void katago_reader_delete(KatagoReader *reader)
{
    aligned_delete(reader);
}

static bool is_caught(KatagoReader *reader, LadderFrame *frame);

// Is the chain caught after this move, which can be played?
static bool is_caught_after(KatagoReader *reader, LadderFrame *frame, Point move)
{
    reader->moves++;
    return is_caught(reader, ladder_play(frame, move));
}

// Tries the moves of a frame. The owner of the chain looks for a move after which the
// chain is not caught, the opponent for one after which it is.
static bool is_caught_after_all(KatagoReader *reader, LadderFrame *frame,
                                bool owner_moves)
{
    for (int i = 0; i < frame->moves.count; i++) {
        Point move = frame->moves.points[i];
        if (!position_can_play(frame->pos, move))
            continue;
        bool caught = is_caught_after(reader, frame, move);
        if (reader->has_given_up)
            return false;
        if (caught != owner_moves)
            return caught;
    }
    return owner_moves;
}

// Would a stone of the opponent there be alone, and take one stone that stands alone?
static bool is_ko_mouth(const Position *pos, Point p, Color owner)
{
    int taken = 0;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        if (pos->chain[q] == GUARD_CHAIN)
            continue;
        if (!bitboard_test(&pos->stones[owner], q))
            return false;
        if (!position_in_atari(pos, q, NULL))
            continue;
        if (pos->chain_size[pos->chain[q]] != 1)
            return false;
        taken++;
    }
    return taken == 1;
}

// Does the owner of a chain get three liberties by playing there?
static bool gains_liberties(const Position *pos, Point p, Color owner)
{
    Position after = *pos;
    PointList liberties;
    after.to_play = (uint8_t)owner;
    if (position_is_suicide(&after, p))
        return false;
    position_play(&after, p);
    return ladder_find_liberties(&after, p, &liberties) >= LADDER_LIBERTIES;
}

// A chain whose two liberties are the mouths of two kos is lost. The opponent takes one
// ko whenever the other is taken back. This is KataGo's rule of thumb.
static bool is_double_ko(const Position *pos, Point stone, const Point mouths[2])
{
    Color owner = position_at(pos, stone);
    PointList captures;
    captures.count = 0;
    for (int i = 0; i < 2; i++)
        if (!is_ko_mouth(pos, mouths[i], owner) ||
            gains_liberties(pos, mouths[i], owner))
            return false;
    ladder_add_captures(pos, stone, &captures);
    return captures.count == 0;
}

// The owner is to move, in atari. A ko that the opponent has to take is the owner's.
static bool is_caught_in_atari(KatagoReader *reader, LadderFrame *frame)
{
    if (frame->pos->ko != NO_POINT ||
        ladder_runs_free(frame->pos, reader->stone, frame->moves.points[0], NO_POINT))
        return false;
    ladder_add_captures(frame->pos, reader->stone, &frame->moves);
    return is_caught_after_all(reader, frame, true);
}

static int empty_neighbors(const Position *pos, Point p)
{
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += position_is_empty_at(pos, (Point)(p + ADJACENT[i]));
    return count;
}

// The opponent is to move, at a chain of two liberties.
static bool is_caught_in_the_open(KatagoReader *reader, LadderFrame *frame)
{
    const Position *pos = frame->pos;
    Point a = frame->moves.points[0], b = frame->moves.points[1];
    if (is_double_ko(pos, reader->stone, frame->moves.points))
        return true;
    bool escapes_at_a = ladder_runs_free(pos, reader->stone, a, b);
    bool escapes_at_b = ladder_runs_free(pos, reader->stone, b, a);
    frame->moves.count = 0;
    if (empty_neighbors(pos, b) > empty_neighbors(pos, a)) { // the likelier move first
        Point first = b;
        b = a;
        a = first;
        bool other = escapes_at_a;
        escapes_at_a = escapes_at_b;
        escapes_at_b = other;
    }
    if (!escapes_at_b)
        point_list_add(&frame->moves, a);
    if (!escapes_at_a)
        point_list_add(&frame->moves, b);
    return is_caught_after_all(reader, frame, false);
}

static bool is_caught(KatagoReader *reader, LadderFrame *frame)
{
    if (frame - reader->frames >= reader->depth_max)
        return true;
    if (reader->moves >= MOVES_MAX) {
        reader->has_given_up = true;
        return false;
    }
    bool owner_moves = frame->pos->to_play == reader->owner;
    int liberties = ladder_find_liberties(frame->pos, reader->stone, &frame->moves);
    if (owner_moves)
        return liberties < 2 && is_caught_in_atari(reader, frame);
    return liberties < 2 || (liberties == 2 && is_caught_in_the_open(reader, frame));
}

// Is the chain lost in the reader's first position? It is in atari, and its owner moves
// first. No ko is pending for the owner.
static bool is_lost(KatagoReader *reader)
{
    Position *pos = &reader->start;
    pos->to_play = (uint8_t)reader->owner;
    pos->ko = NO_POINT;
    reader->depth_max = pos->columns * pos->rows * 3 / 2;
    reader->moves = 0;
    reader->has_given_up = false;
    reader->frames[0].pos = pos;
    return is_caught(reader, &reader->frames[0]);
}

// Is the chain of two liberties lost after the opponent has taken this one? A pending
// ko bars the opponent, whichever player is to move in the position.
static bool is_lost_after(KatagoReader *reader, const Position *pos, Point move)
{
    Position *start = &reader->start;
    *start = *pos;
    start->to_play = (uint8_t)color_other(reader->owner);
    if (!position_can_play(start, move))
        return false;
    position_play(start, move);
    return is_lost(reader);
}

// Is the reader's chain caught in a position? Adds the moves that catch it to `moves`,
// unless that is NULL.
static bool look_at_chain(KatagoReader *reader, const Position *pos, Bitboard *moves)
{
    PointList liberties;
    int count = ladder_find_liberties(pos, reader->stone, &liberties);
    if (count == 1) {
        reader->start = *pos;
        return is_lost(reader);
    }
    bool found = false;
    for (int i = 0; i < count && count == 2; i++) {
        if (!is_lost_after(reader, pos, liberties.points[i]))
            continue;
        found = true;
        if (moves == NULL)
            break;
        bitboard_add(moves, liberties.points[i]);
    }
    return found;
}

static Bitboard find_all_ladders(KatagoReader *reader, const Position *pos,
                                 Bitboard *moves)
{
    Bitboard stones = bitboard_union(pos->stones[BLACK], pos->stones[WHITE]);
    Bitboard caught = bitboard_empty();
    for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p)) {
        if (pos->chain[p] != p)
            continue;
        reader->stone = p;
        reader->owner = position_at(pos, p);
        if (look_at_chain(reader, pos, reader->owner == pos->to_play ? NULL : moves))
            caught = bitboard_union(caught, position_chain(pos, p));
    }
    return caught;
}

Bitboard katago_caught(KatagoReader *reader, const Position *pos)
{
    return find_all_ladders(reader, pos, NULL);
}

Bitboard katago_caught_by(KatagoReader *reader, const Position *pos, Bitboard *moves)
{
    *moves = bitboard_empty();
    return find_all_ladders(reader, pos, moves);
}
