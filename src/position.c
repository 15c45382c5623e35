// SPDX-License-Identifier: MIT
#include "position.h"

#include <assert.h>
#include <string.h>

#include "zobrist.h"

void position_init(Position *pos, int columns, int rows)
{
    assert(columns >= 1 && columns <= BOARD_SIZE_MAX);
    assert(rows >= 1 && rows <= BOARD_SIZE_MAX);
    memset(pos, 0, sizeof *pos);
    pos->columns = (uint8_t)columns;
    pos->rows = (uint8_t)rows;
    pos->to_play = BLACK;
    pos->ko = NO_POINT;
    pos->grid = bitboard_board(columns, rows);
    position_normalize(pos);
}

// Keeps the list of empty points.

static void add_empty(Position *pos, Point p)
{
    pos->slot[p] = (uint16_t)pos->empty_count;
    pos->empty[pos->empty_count++] = p;
}

static void remove_empty(Position *pos, Point p)
{
    Point last = pos->empty[--pos->empty_count];
    pos->empty[pos->slot[p]] = last;
    pos->slot[last] = pos->slot[p];
}

// Joins two chains of one color by splicing their lists; the smaller one is
// relabelled.
static void merge_chains(Position *pos, Point a, Point b)
{
    if (pos->chain_size[a] < pos->chain_size[b]) {
        Point smaller = a;
        a = b;
        b = smaller;
    }
    Point p = b;
    do {
        pos->chain[p] = a;
        p = pos->next[p];
    } while (p != b);
    Point after_a = pos->next[a];
    pos->next[a] = pos->next[b];
    pos->next[b] = after_a;
    pos->pseudo_liberties[a] =
        (int16_t)(pos->pseudo_liberties[a] + pos->pseudo_liberties[b]);
    pos->chain_size[a] = (uint16_t)(pos->chain_size[a] + pos->chain_size[b]);
}

// Puts a stone on an empty point and joins it to its chain. The counts at NO_CHAIN and
// GUARD_CHAIN take part and mean nothing: a branch would cost more.
static void place_stone(Position *pos, Point p, Color color)
{
    bitboard_add(&pos->stones[color], p);
    pos->hash ^= zobrist_key(color, p);
    remove_empty(pos, p);
    pos->chain[p] = p;
    pos->next[p] = p;
    pos->chain_size[p] = 1;
    int empty_neighbors = 0;
    for (int i = 0; i < 4; i++) {
        Point c = pos->chain[p + ADJACENT[i]];
        pos->pseudo_liberties[c]--;
        empty_neighbors += c == NO_CHAIN;
    }
    pos->pseudo_liberties[p] = (int16_t)empty_neighbors;
    if (empty_neighbors == 4)
        return;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        if (bitboard_test(&pos->stones[color], q) && pos->chain[q] != pos->chain[p])
            merge_chains(pos, pos->chain[q], pos->chain[p]);
    }
}

// Rule 4, for one chain: empties all its points. Returns the number of stones.
static int clear_chain(Position *pos, Point representative, Color color)
{
    int count = pos->chain_size[representative];
    Point p = representative;
    do {
        Point following = pos->next[p];
        bitboard_remove(&pos->stones[color], p);
        pos->hash ^= zobrist_key(color, p);
        pos->chain[p] = NO_CHAIN;
        add_empty(pos, p);
        for (int i = 0; i < 4; i++)
            pos->pseudo_liberties[pos->chain[p + ADJACENT[i]]]++;
        p = following;
    } while (p != representative);
    return count;
}

// Rule 4, for the chains of one color adjacent to a point. A stone on that point can
// have cut off no other chains from empty. Returns the number of stones cleared; the
// last of the cleared points of a one-stone chain goes to *single.
static int clear_neighbors(Position *pos, Point p, Color color, Point *single)
{
    int cleared = 0;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        Point c = pos->chain[q];
        if (pos->pseudo_liberties[c] == 0 && bitboard_test(&pos->stones[color], q)) {
            cleared += clear_chain(pos, c, color);
            *single = q;
        }
    }
    return cleared;
}

// Rule 7. Color an empty point one's own color; then clear the opponent's color, and
// then clear one's own.
int position_play(Position *pos, Point p)
{
    Color us = (Color)pos->to_play, them = color_other(us);
    pos->ko = NO_POINT;
    pos->to_play = (uint8_t)them;
    if (p == PASS) {
        if (pos->passes < 2)
            pos->passes++;
        return 0;
    }
    assert(position_is_empty_at(pos, p));
    pos->passes = 0;
    Point single = NO_POINT;
    place_stone(pos, p, us);
    int captured = clear_neighbors(pos, p, them, &single);
    Point c = pos->chain[p];
    if (pos->pseudo_liberties[c] == 0)
        clear_chain(pos, c, us);
    else if (captured == 1 && pos->chain_size[c] == 1 && pos->pseudo_liberties[c] == 1)
        pos->ko = single; // taking back would repeat the coloring before this move
    return captured;
}

// Exclusive or of the keys of a chain.
static uint64_t chain_hash(const Position *pos, Point representative, Color color)
{
    uint64_t hash = 0;
    Point p = representative;
    do {
        hash ^= zobrist_key(color, p);
        p = pos->next[p];
    } while (p != representative);
    return hash;
}

// How often does the chain c occur among the neighbors of p, that is, how many of its
// pseudo-liberties are at p?
static int pseudo_liberties_at(const Position *pos, Point p, Point c)
{
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += pos->chain[p + ADJACENT[i]] == c;
    return count;
}

// Is this the first neighbor of p that belongs to its chain? Visits each chain once.
static bool is_first_of_chain(const Position *pos, Point p, int direction)
{
    for (int i = 0; i < direction; i++)
        if (pos->chain[p + ADJACENT[i]] == pos->chain[p + ADJACENT[direction]])
            return false;
    return true;
}

uint64_t position_hash_after(const Position *pos, Point p)
{
    if (p == PASS)
        return pos->hash;
    Color us = (Color)pos->to_play, them = color_other(us);
    uint64_t captured = 0, joined = zobrist_key(us, p);
    bool has_liberty = false;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        Point c = pos->chain[q];
        if (c == NO_CHAIN)
            has_liberty = true;
        if (c == NO_CHAIN || c == GUARD_CHAIN || !is_first_of_chain(pos, p, i))
            continue;
        bool only_here = pos->pseudo_liberties[c] == pseudo_liberties_at(pos, p, c);
        if (bitboard_test(&pos->stones[us], q)) {
            has_liberty |= !only_here;
            if (only_here)
                joined ^= chain_hash(pos, c, us);
        } else if (only_here) {
            captured ^= chain_hash(pos, c, them);
            has_liberty = true;
        }
    }
    // A suicide also clears the joined chains; each of them had its only liberty here.
    if (!has_liberty)
        return pos->hash ^ joined ^ zobrist_key(us, p);
    return pos->hash ^ captured ^ zobrist_key(us, p);
}

Bitboard position_atari_stones(const Position *pos)
{
    Bitboard stones = bitboard_union(pos->stones[BLACK], pos->stones[WHITE]);
    Bitboard found = bitboard_empty();
    for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p)) {
        if (pos->chain[p] != p || !position_in_atari(pos, p, NULL))
            continue;
        Point stone = p;
        do {
            bitboard_add(&found, stone);
            stone = pos->next[stone];
        } while (stone != p);
    }
    return found;
}

bool position_is_suicide(const Position *pos, Point p)
{
    const Bitboard *own = &pos->stones[pos->to_play];
    if (position_has_empty_neighbor(pos, p))
        return false;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        Point c = pos->chain[q];
        if (c == GUARD_CHAIN)
            continue;
        bool only_here = pos->pseudo_liberties[c] == pseudo_liberties_at(pos, p, c);
        if (bitboard_test(own, q) != only_here)
            return false; // an own chain with another liberty, or a capture
    }
    return true;
}

bool position_can_play(const Position *pos, Point p)
{
    return position_is_empty_at(pos, p) && p != pos->ko && !position_is_suicide(pos, p);
}

Bitboard position_empty(const Position *pos)
{
    return bitboard_difference(pos->grid,
                               bitboard_union(pos->stones[BLACK], pos->stones[WHITE]));
}

Bitboard position_chain(const Position *pos, Point p)
{
    Bitboard set = bitboard_empty();
    if (pos->chain[p] == NO_CHAIN || pos->chain[p] == GUARD_CHAIN)
        return set;
    Point q = p;
    do {
        bitboard_add(&set, q);
        q = pos->next[q];
    } while (q != p);
    return set;
}

Bitboard position_liberties(const Position *pos, Point p)
{
    Bitboard chain = position_chain(pos, p);
    return bitboard_intersection(bitboard_neighbors(&chain), position_empty(pos));
}

void position_add_liberties(const Position *pos, Point stone, Point except, int limit,
                            PointList *found)
{
    Point p = stone;
    do {
        for (int i = 0; i < 4; i++) {
            Point q = (Point)(p + ADJACENT[i]);
            if (pos->chain[q] == NO_CHAIN && q != except)
                point_list_add_new(found, q);
            if (found->count >= limit)
                return;
        }
        p = pos->next[p];
    } while (p != stone);
}

bool position_in_atari(const Position *pos, Point p, Point *liberty)
{
    PointList found;
    found.count = 0;
    // One liberty has at most four stones beside it.
    if (pos->pseudo_liberties[pos->chain[p]] > 4)
        return false;
    position_add_liberties(pos, p, NO_POINT, 2, &found);
    if (found.count != 1)
        return false;
    if (liberty != NULL)
        *liberty = found.points[0];
    return true;
}

bool position_same_coloring(const Position *a, const Position *b)
{
    return bitboard_equal(&a->stones[BLACK], &b->stones[BLACK]) &&
           bitboard_equal(&a->stones[WHITE], &b->stones[WHITE]);
}

void position_give_turn(Position *pos, Color player)
{
    if (pos->to_play == player)
        return;
    pos->to_play = (uint8_t)player;
    pos->ko = NO_POINT;
}

void position_normalize(Position *pos)
{
    pos->hash = 0;
    pos->empty_count = 0;
    memset(pos->pseudo_liberties, 0, sizeof pos->pseudo_liberties);
    memset(pos->chain_size, 0, sizeof pos->chain_size);
    memset(pos->next, 0, sizeof pos->next);
    memset(pos->slot, 0, sizeof pos->slot);
    memset(pos->empty, 0, sizeof pos->empty);
    for (Point p = 0; p < POINT_LIMIT; p++)
        pos->chain[p] = GUARD_CHAIN;
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        pos->chain[p] = NO_CHAIN;
        add_empty(pos, p);
    }
    // place_stone must not meet stones that have no chain yet.
    const Bitboard stones[2] = {pos->stones[BLACK], pos->stones[WHITE]};
    pos->stones[BLACK] = pos->stones[WHITE] = bitboard_empty();
    for (Color color = BLACK; color <= WHITE; color++) {
        const Bitboard *set = &stones[color];
        for (Point p = bitboard_first(set); p; p = bitboard_next(set, p))
            place_stone(pos, p, color);
    }
    pos->pseudo_liberties[NO_CHAIN] = pos->pseudo_liberties[GUARD_CHAIN] = 0;
}

// Rule 4 as it is written: do all points of the color reach empty?
static bool reaches_empty(const Bitboard *stones, const Bitboard *empty)
{
    Bitboard beside = bitboard_intersection(bitboard_neighbors(empty), *stones);
    Bitboard reaching = bitboard_reach(beside, *stones);
    return bitboard_equal(&reaching, stones);
}

bool position_setup(Position *pos, const Bitboard stones[2], Color to_play)
{
    Bitboard both = bitboard_intersection(stones[BLACK], stones[WHITE]);
    Bitboard all = bitboard_union(stones[BLACK], stones[WHITE]);
    Bitboard outside = bitboard_difference(all, pos->grid);
    Bitboard empty = bitboard_difference(pos->grid, all);
    if (!bitboard_is_empty(&both) || !bitboard_is_empty(&outside) ||
        !reaches_empty(&stones[BLACK], &empty) ||
        !reaches_empty(&stones[WHITE], &empty))
        return false;
    memcpy(pos->stones, stones, sizeof pos->stones);
    pos->to_play = (uint8_t)to_play;
    pos->passes = 0;
    pos->ko = NO_POINT;
    position_normalize(pos);
    return true;
}

// Is the chain's only liberty p, so that a stone there captures it or fills it?
static bool has_only_liberty(const Position *pos, Point c, Point p)
{
    if (pos->pseudo_liberties[c] > 4)
        return false;
    int here = 0;
    for (int i = 0; i < 4; i++)
        here += pos->chain[p + ADJACENT[i]] == c;
    return pos->pseudo_liberties[c] == here;
}

int position_liberties_after(const Position *pos, Point p, int limit)
{
    const Bitboard *own = &pos->stones[pos->to_play];
    PointList found;
    found.count = 0;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        if (pos->chain[q] == NO_CHAIN)
            point_list_add(&found, q);
    }
    for (int i = 0; i < 4 && found.count < limit; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        Point c = pos->chain[q];
        if (c == NO_CHAIN || c == GUARD_CHAIN)
            continue;
        if (bitboard_test(own, q)) {
            position_add_liberties(pos, q, p, limit, &found);
        } else if (has_only_liberty(pos, c, p)) {
            if (pos->chain_size[c] > 1)
                return limit;
            point_list_add(&found, q);
        }
    }
    return found.count < limit ? found.count : limit;
}
