// SPDX-License-Identifier: MIT
#include "local_search.h"

#include <stdlib.h>
#include <string.h>

enum {
    NO_KO = LOCAL_POINTS_MAX,
    LOCAL_PASS = LOCAL_POINTS_MAX, // among moves
    MOVES_MAX = LOCAL_POINTS_MAX + 1,
    CAPTURE = 1 << 20, // what a capture is worth, and the move that decided before
    BEST = 1 << 30,
    SLOT_BITS_MIN = 10,
    DEPTH_MAX = 1000,   // of the line
    NO_DEPTH = 1 << 30, // greater than any
};

// A position of the fight. A set of points of the region is a word, bit i of which is
// the point with number i.
typedef struct State {
    uint64_t stones[2];
    uint8_t to_play;
    uint8_t passes; // 0, 1; two end the fight
    uint8_t ko;     // the point that to_play may not take back, or NO_KO
} State;

typedef enum Value {
    OPEN,      // nothing is known
    PROVEN,    // for ever
    REFUTED,   // for ever
    TENTATIVE, // refuted if a position above on the line is
    ON_LINE,   // being looked at
} Value;

// A move that is tried.
typedef struct Trial {
    State after;
    uint64_t worth; // the greatest is tried first
    uint8_t move;
    uint8_t value; // what is known without a visit
} Trial;

typedef struct Slot {
    State state;
    uint32_t claim; // of which search it is
    int32_t depth;  // ON_LINE: its own; TENTATIVE: of the highest position it rests on
    uint8_t value;
    uint8_t best; // the move that decided
} Slot;

struct LocalSearch {
    int count; // of points
    Point points[LOCAL_POINTS_MAX];
    uint64_t beside[LOCAL_POINTS_MAX];
    uint64_t walls[2]; // by Color: the points beside stones that stay
    uint64_t all;
    State root;
    Slot *slots;
    unsigned slot_bits;
    size_t visits, visits_max;
    uint32_t claims;
    Slot **tentative; // all of them, in the order in which they became so
    size_t tentative_count;
    Color claimer, master;
    uint64_t take, keep, own; // of the claim
    uint32_t success[2][MOVES_MAX];
};

Bitboard local_region(const Position *pos, const Bitboard *around)
{
    Bitboard region = *around, empty = position_empty(pos), before;
    for (Point p = bitboard_first(around); p; p = bitboard_next(around, p)) {
        region = bitboard_union(region, position_chain(pos, p));
        region = bitboard_union(region, position_liberties(pos, p));
    }
    do {
        before = region;
        Bitboard beside = bitboard_neighbors(&region);
        Bitboard wider = bitboard_intersection(beside, empty);
        for (Point p = bitboard_first(&beside); p; p = bitboard_next(&beside, p)) {
            Bitboard outside = position_liberties(pos, p);
            outside = bitboard_difference(outside, region);
            Bitboard chain = position_chain(pos, p);
            if (bitboard_is_empty(&outside))
                wider = bitboard_union(wider, chain);
        }
        region = bitboard_union(region, wider);
    } while (!bitboard_equal(&region, &before));
    return region;
}

static int first_of(uint64_t set)
{
    return __builtin_ctzll(set);
}

static uint64_t one(int i)
{
    return (uint64_t)1 << i;
}

// The neighbors of a set, some of its own points among them.
static uint64_t beside_set(const LocalSearch *search, uint64_t set)
{
    uint64_t beside = 0;
    for (; set != 0; set &= set - 1)
        beside |= search->beside[first_of(set)];
    return beside;
}

static uint64_t reach(const LocalSearch *search, uint64_t seed, uint64_t among)
{
    uint64_t reached = seed & among, edge = reached;
    while (edge != 0) {
        edge = beside_set(search, edge) & among & ~reached;
        reached |= edge;
    }
    return reached;
}

static uint64_t empty_points(const LocalSearch *search, const State *state)
{
    return search->all & ~state->stones[BLACK] & ~state->stones[WHITE];
}

static bool has_liberty(const LocalSearch *search, const State *state, uint64_t chain,
                        Color color)
{
    return (chain & search->walls[color]) != 0 ||
           (beside_set(search, chain) & empty_points(search, state)) != 0;
}

// Takes off the chains beside a point that have no liberty, and returns them.
static uint64_t take(const LocalSearch *search, State *state, int move, Color color)
{
    uint64_t taken = 0;
    uint64_t rest = search->beside[move] & state->stones[color];
    while (rest != 0) {
        uint64_t chain = reach(search, rest & -rest, state->stones[color]);
        if (!has_liberty(search, state, chain, color))
            taken |= chain;
        rest &= ~chain;
    }
    state->stones[color] &= ~taken;
    return taken;
}

// Plays a move of the player to move. False, state undefined, if it is suicide.
static bool play(const LocalSearch *search, State *state, int move)
{
    Color us = (Color)state->to_play, them = color_other(us);
    state->to_play = (uint8_t)them;
    state->ko = NO_KO;
    state->passes = move == LOCAL_PASS ? state->passes + 1 : 0;
    if (move == LOCAL_PASS)
        return true;
    state->stones[us] |= one(move);
    uint64_t taken = take(search, state, move, them);
    uint64_t chain = reach(search, one(move), state->stones[us]);
    if (taken == 0)
        return has_liberty(search, state, chain, us);
    bool is_ko = chain == one(move) && (taken & (taken - 1)) == 0 &&
                 (chain & search->walls[us]) == 0 &&
                 (search->beside[move] & empty_points(search, state)) == taken;
    if (is_ko && search->master != them)
        state->ko = (uint8_t)first_of(taken);
    return true;
}

// The empty points of the region by owner.
static void find_territory(const LocalSearch *search, const State *state,
                           uint64_t territory[2])
{
    territory[BLACK] = territory[WHITE] = 0;
    uint64_t rest = empty_points(search, state);
    while (rest != 0) {
        uint64_t points = reach(search, rest & -rest, rest);
        uint64_t around = beside_set(search, points);
        bool touches[2];
        for (Color color = BLACK; color <= WHITE; color++)
            touches[color] = (around & state->stones[color]) != 0 ||
                             (points & search->walls[color]) != 0;
        if (touches[BLACK] != touches[WHITE])
            territory[touches[WHITE]] |= points;
        rest &= ~points;
    }
}

// Has the claim come true if the fight ends here?
static bool is_fulfilled(const LocalSearch *search, const State *state)
{
    uint64_t territory[2];
    Color us = search->claimer;
    if ((search->keep | search->own) == 0)
        return false;
    find_territory(search, state, territory);
    return (search->own & ~state->stones[us] & ~territory[us]) == 0;
}

// The player's chains that live even if the player passes for ever, those of the
// surroundings left out. Source: D. B. Benson, "Life in the game of Go" (1976).
static uint64_t alive_for_ever(const LocalSearch *search, const State *state,
                               Color player)
{
    uint64_t stones = state->stones[player];
    uint64_t empty = empty_points(search, state);
    uint64_t walls = reach(search, search->walls[player], stones);
    uint64_t alive = stones, before;
    uint64_t regions = search->all & ~stones;
    regions &= ~reach(search, search->walls[color_other(player)], regions);
    do {
        before = alive;
        for (uint64_t rest = alive & ~walls; rest != 0;) {
            uint64_t chain = reach(search, rest & -rest, stones);
            uint64_t others = empty & ~beside_set(search, chain);
            uint64_t closed = regions & ~reach(search, others, regions);
            uint64_t first = reach(search, closed & empty & -(closed & empty), closed);
            if ((closed & empty & ~first) == 0)
                alive &= ~chain;
            rest &= ~chain;
        }
        regions &= ~reach(search, beside_set(search, stones & ~alive), regions);
    } while (alive != before);
    return alive;
}

// Can the claim no longer come true, since the other's stones live for ever?
static bool is_hopeless(const LocalSearch *search, const State *state)
{
    Color them = color_other(search->claimer);
    uint64_t taken = search->own == 0 && search->keep == 0 ? search->take : 0;
    uint64_t owned = search->take == 0 ? search->own & state->stones[them] : 0;
    if ((taken | owned) == 0)
        return false;
    uint64_t alive = alive_for_ever(search, state, them);
    return (owned & alive) != 0 || (taken != 0 && (taken & ~alive) == 0);
}

// Is the claim decided, whatever follows?
static Value early_value(const LocalSearch *search, const State *state)
{
    Color us = search->claimer;
    uint64_t safe = search->keep | search->own;
    if ((search->keep & ~state->stones[us]) != 0)
        return REFUTED;
    if ((search->take & ~state->stones[color_other(us)]) != 0)
        return PROVEN;
    if (state->passes == 2)
        return is_fulfilled(search, state) ? PROVEN : REFUTED;
    if (safe != 0 && (safe & ~state->stones[us]) == 0 &&
        (safe & ~alive_for_ever(search, state, us)) == 0)
        return PROVEN;
    return is_hopeless(search, state) ? REFUTED : OPEN;
}

static uint64_t mix(uint64_t word)
{
    word *= UINT64_C(0x9e3779b97f4a7c15);
    word ^= word >> 32;
    return word * UINT64_C(0xd6e8feb86659fd93);
}

static bool same_state(const State *a, const State *b)
{
    return a->stones[BLACK] == b->stones[BLACK] &&
           a->stones[WHITE] == b->stones[WHITE] && a->to_play == b->to_play &&
           a->passes == b->passes && a->ko == b->ko;
}

static uint64_t hash_of(const State *state)
{
    uint64_t rest = (uint64_t)state->to_play | (uint64_t)state->passes << 1 |
                    (uint64_t)state->ko << 2;
    return mix(mix(mix(state->stones[BLACK]) + state->stones[WHITE]) + rest);
}

// The slot of a position, or the free one where it belongs.
static Slot *slot_place(const LocalSearch *search, const State *state)
{
    size_t mask = ((size_t)1 << search->slot_bits) - 1;
    size_t i = hash_of(state) >> (64 - search->slot_bits);
    while (search->slots[i].claim == search->claims &&
           !same_state(&search->slots[i].state, state))
        i = (i + 1) & mask;
    return &search->slots[i];
}

// What is known about a position without another visit.
static Value known_value(const LocalSearch *search, const State *state)
{
    Value value = early_value(search, state);
    if (value != OPEN)
        return value;
    const Slot *slot = slot_place(search, state);
    bool is_settled = slot->value == PROVEN || slot->value == REFUTED;
    return slot->claim == search->claims && is_settled ? (Value)slot->value : OPEN;
}

static uint64_t worth_of(const LocalSearch *search, const Slot *slot,
                         const Trial *option)
{
    const State *state = &slot->state;
    Color us = (Color)state->to_play, them = color_other(us);
    uint64_t worth = search->success[us][option->move];
    if (option->move == LOCAL_PASS && us == search->claimer)
        worth = 0; // it seldom helps where something is claimed
    if (option->after.stones[them] != state->stones[them])
        worth += CAPTURE;
    return worth + (option->move == slot->best ? BEST : 0);
}

// The legal moves, the most promising first; the pass is among them. If one is known to
// do what the player wants it is the only one.
static int list_moves(const LocalSearch *search, const Slot *slot, Value wanted,
                      Trial options[MOVES_MAX])
{
    int count = 0;
    const State *state = &slot->state;
    uint64_t rest = empty_points(search, state);
    if (state->ko != NO_KO)
        rest &= ~one(state->ko);
    for (bool more = true; more; rest &= rest - 1) {
        more = rest != 0;
        Trial option = {.after = *state};
        option.move = (uint8_t)(more ? first_of(rest) : LOCAL_PASS);
        if (!play(search, &option.after, option.move))
            continue;
        option.value = (uint8_t)known_value(search, &option.after);
        option.worth = worth_of(search, slot, &option);
        if (option.value == wanted) {
            options[0] = option;
            return 1;
        }
        int place = count++;
        for (; place > 0 && options[place - 1].worth < option.worth; place--)
            options[place] = options[place - 1];
        options[place] = option;
    }
    return count;
}

static Value solve(LocalSearch *search, const State *state, int depth, int *rests_on);

// The value by all moves.
static Value solve_moves(LocalSearch *search, Slot *slot, int depth, int *rests_on)
{
    Trial options[MOVES_MAX];
    Color player = (Color)slot->state.to_play;
    bool claims = player == search->claimer;
    Value wanted = claims ? PROVEN : REFUTED;
    int count = list_moves(search, slot, wanted, options);
    *rests_on = NO_DEPTH;
    for (int i = 0; i < count; i++) {
        int above = NO_DEPTH;
        Value value = (Value)options[i].value;
        if (value == OPEN)
            value = solve(search, &options[i].after, depth + 1, &above);
        if (value == OPEN)
            return OPEN;
        if (value == REFUTED && above < *rests_on)
            *rests_on = above;
        if (value == wanted) {
            slot->best = options[i].move;
            search->success[player][options[i].move]++;
            return wanted;
        }
    }
    return claims ? REFUTED : PROVEN;
}

// Notes what has been found about a position. What has become tentative below it is
// settled if this one rests on nothing higher, and open again if it is proven.
static void settle(LocalSearch *search, Slot *slot, Value value, int rests_on,
                   size_t tentative_before)
{
    bool is_tentative = rests_on != NO_DEPTH;
    slot->value = (uint8_t)(is_tentative ? TENTATIVE : value);
    slot->depth = rests_on;
    if (is_tentative) {
        search->tentative[search->tentative_count++] = slot;
        return;
    }
    while (search->tentative_count > tentative_before) {
        Slot *below = search->tentative[--search->tentative_count];
        below->value = (uint8_t)(value == REFUTED ? REFUTED : OPEN);
    }
}

// Is the claim proven in a position so deep on the line, or refuted? OPEN if too many
// have been visited. *rests_on receives the depth of the highest position on the line
// whose coming again a refutation rests on, or NO_DEPTH. Pre: the position is not
// decided early.
static Value solve(LocalSearch *search, const State *state, int depth, int *rests_on)
{
    *rests_on = NO_DEPTH;
    Slot *slot = slot_place(search, state);
    if (slot->claim != search->claims)
        *slot = (Slot){*state, search->claims, NO_DEPTH, OPEN, LOCAL_PASS};
    if (slot->value == PROVEN || slot->value == REFUTED)
        return (Value)slot->value;
    if (slot->value != OPEN) {
        *rests_on = slot->depth;
        return REFUTED;
    }
    if (search->visits >= search->visits_max || depth >= DEPTH_MAX)
        return OPEN;
    search->visits++;
    slot->value = ON_LINE;
    slot->depth = depth;
    size_t before = search->tentative_count;
    Value value = solve_moves(search, slot, depth, rests_on);
    if (*rests_on >= depth || value != REFUTED)
        *rests_on = NO_DEPTH;
    settle(search, slot, value, *rests_on, before);
    return value;
}

static void number_points(LocalSearch *search, const Position *pos,
                          const Bitboard *region)
{
    for (Point p = bitboard_first(region); p; p = bitboard_next(region, p))
        search->points[search->count++] = p;
    Bitboard outside[2] = {bitboard_difference(pos->stones[BLACK], *region),
                           bitboard_difference(pos->stones[WHITE], *region)};
    for (int i = 0; i < search->count; i++) {
        Bitboard point = bitboard_of(search->points[i]);
        Bitboard beside = bitboard_neighbors(&point);
        for (int j = 0; j < search->count; j++)
            if (bitboard_test(&beside, search->points[j]))
                search->beside[i] |= one(j);
        for (Color color = BLACK; color <= WHITE; color++) {
            Bitboard wall = bitboard_intersection(beside, outside[color]);
            if (!bitboard_is_empty(&wall))
                search->walls[color] |= one(i);
            if (bitboard_test(&pos->stones[color], search->points[i]))
                search->root.stones[color] |= one(i);
        }
        search->all |= one(i);
    }
}

static bool take_memory(LocalSearch *search, size_t visits)
{
    search->visits_max = visits;
    search->slot_bits = SLOT_BITS_MIN;
    // Every visit takes no more than one slot, and half of them stay free.
    while ((size_t)1 << search->slot_bits < 2 * visits)
        search->slot_bits++;
    search->slots = calloc((size_t)1 << search->slot_bits, sizeof *search->slots);
    search->tentative = calloc(visits + 1, sizeof(Slot *));
    return search->slots != NULL && search->tentative != NULL;
}

LocalSearch *local_search_new(const Position *pos, const Bitboard *around,
                              size_t visits)
{
    Bitboard region = local_region(pos, around);
    if (bitboard_count(&region) > LOCAL_POINTS_MAX)
        return NULL;
    LocalSearch *search = calloc(1, sizeof *search);
    if (search == NULL || !take_memory(search, visits)) {
        local_search_delete(search);
        return NULL;
    }
    number_points(search, pos, &region);
    search->root.to_play = pos->to_play;
    search->root.ko = NO_KO;
    for (int i = 0; i < search->count; i++)
        if (search->points[i] == pos->ko)
            search->root.ko = (uint8_t)i;
    return search;
}

void local_search_delete(LocalSearch *search)
{
    if (search == NULL)
        return;
    free(search->slots);
    free(search->tentative);
    free(search);
}

static uint64_t numbers_of(const LocalSearch *search, const Bitboard *points)
{
    uint64_t numbers = 0;
    for (int i = 0; i < search->count; i++)
        if (bitboard_test(points, search->points[i]))
            numbers |= one(i);
    return numbers;
}

LocalAnswer local_search_ask(LocalSearch *search, const LocalClaim *claim)
{
    int rests_on;
    search->claimer = claim->player;
    search->master = claim->master;
    search->take = numbers_of(search, &claim->take);
    search->keep = numbers_of(search, &claim->keep);
    search->own = numbers_of(search, &claim->own);
    search->claims++;
    search->visits = search->tentative_count = 0;
    memset(search->success, 0, sizeof search->success);
    State root = search->root;
    if (root.to_play != claim->first)
        root.ko = NO_KO;
    root.to_play = (uint8_t)claim->first;
    Value value = early_value(search, &root);
    if (value == OPEN)
        value = solve(search, &root, 0, &rests_on);
    return value == OPEN ? LOCAL_UNKNOWN : value == PROVEN ? LOCAL_YES : LOCAL_NO;
}

size_t local_search_visits(const LocalSearch *search)
{
    return search->visits;
}
