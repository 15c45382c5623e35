// SPDX-License-Identifier: MIT
#include "life_field.h"

enum {
    // A field grows in steps as long as it has at most this many empty points. With
    // more it could hardly be searched.
    EMPTY_MAX = 14,
    STEPS_MAX = 6,
    // Solid chains with more liberties hardly depend on what happens in a field.
    DEPENDENT_LIBERTIES = 2,
};

// An empty point beyond the field is the opponent's if the evidence is this clear.
static const double OPPONENT_CLEAR = 0.3;

// The field and the empty points beside it, with all loose stones that touch them.
static Bitboard wider(const Position *pos, const Bitboard *field, const Bitboard *loose)
{
    Bitboard empty = position_empty(pos), wide = *field;
    wide =
        bitboard_union(wide, bitboard_intersection(bitboard_neighbors(&wide), empty));
    return bitboard_union(wide, bitboard_reach(bitboard_neighbors(&wide), *loose));
}

static int count_empty(const Position *pos, const Bitboard *field)
{
    Bitboard empty = bitboard_intersection(*field, position_empty(pos));
    return bitboard_count(&empty);
}

// The largest field around the core that can be searched.
static bool grow(const Position *pos, const Bitboard *core, const Bitboard *loose,
                 Bitboard *field)
{
    Bitboard next = wider(pos, core, loose);
    if (bitboard_count(&next) > LIFE_FIELD_MAX)
        return false;
    for (int step = 0; step < STEPS_MAX; step++) {
        *field = next;
        next = wider(pos, field, loose);
        if (bitboard_equal(&next, field) || bitboard_count(&next) > LIFE_FIELD_MAX ||
            count_empty(pos, &next) > EMPTY_MAX)
            break;
    }
    return true;
}

// The owner of the wall at a point beside the field.
static Color wall_at(const Position *pos, const LifeEvidence *evidence, Point p,
                     Color owner, const Bitboard *solid)
{
    if (bitboard_test(solid, p))
        return position_at(pos, p);
    Bitboard point = bitboard_of(p);
    bool is_lost = life_evidence_all(evidence, &point, color_other(owner)) >
                   (position_at(pos, p) == EMPTY ? OPPONENT_CLEAR : 0);
    return is_lost ? color_other(owner) : owner;
}

// The solid chains that have few liberties, all of them in the field. They live only if
// what happens there lets them.
static Bitboard find_dependent(const Position *pos, const Bitboard *field,
                               const Bitboard *solid)
{
    Bitboard dependent = bitboard_empty();
    Bitboard rest = bitboard_intersection(bitboard_neighbors(field), *solid);
    while (!bitboard_is_empty(&rest)) {
        Point p = bitboard_first(&rest);
        Bitboard chain = position_chain(pos, p), liberties = position_liberties(pos, p);
        bool has_few = bitboard_count(&liberties) <= DEPENDENT_LIBERTIES;
        liberties = bitboard_difference(liberties, *field);
        if (has_few && bitboard_is_empty(&liberties))
            dependent = bitboard_union(dependent, chain);
        rest = bitboard_difference(rest, chain);
    }
    return dependent;
}

// Finds the field around the core, with the chains that depend on it. False: none can
// be searched.
static bool find_field(const Position *pos, const Bitboard *core, const Bitboard *solid,
                       Bitboard *field)
{
    Bitboard stones = bitboard_union(pos->stones[BLACK], pos->stones[WHITE]);
    Bitboard firm = *solid, loose = bitboard_difference(stones, firm), wide;
    bool is_found = false;
    while (grow(pos, core, &loose, &wide)) {
        is_found = true;
        *field = wide;
        Bitboard dependent = find_dependent(pos, field, &firm);
        if (bitboard_is_empty(&dependent))
            break;
        firm = bitboard_difference(firm, dependent);
        loose = bitboard_union(loose, dependent);
    }
    return is_found;
}

// Finds the field around the core, and the walls around the field. Pre: the rest of the
// problem is set.
static bool set_field(LifeProblem *problem, const LifeEvidence *evidence,
                      const Bitboard *core, const Bitboard *solid)
{
    const Position *pos = problem->pos;
    if (!find_field(pos, core, solid, &problem->field))
        return false;
    Bitboard beside =
        bitboard_difference(bitboard_neighbors(&problem->field), problem->field);
    beside = bitboard_intersection(beside, pos->grid);
    for (Point p = bitboard_first(&beside); p; p = bitboard_next(&beside, p)) {
        Color wall = wall_at(pos, evidence, p, problem->owner, solid);
        bitboard_add(&problem->wall[wall], p);
    }
    return true;
}

bool life_field_find(const Position *pos, const LifeEvidence *evidence,
                     const Bitboard *target, const Bitboard *solid,
                     LifeProblem *problem)
{
    Color owner = position_at(pos, bitboard_first(target));
    *problem = (LifeProblem){.pos = pos, .owner = owner, .target = *target};
    return set_field(problem, evidence, target, solid);
}

// The chains that lie inside the place: only its points are beside them.
static Bitboard chains_inside(const Position *pos, const Bitboard *place,
                              const Bitboard *chains)
{
    Bitboard inside = bitboard_empty(), rest = *chains;
    while (!bitboard_is_empty(&rest)) {
        Bitboard chain = position_chain(pos, bitboard_first(&rest));
        Bitboard beside = bitboard_intersection(bitboard_neighbors(&chain), pos->grid);
        beside = bitboard_difference(beside, bitboard_union(*place, chain));
        if (bitboard_is_empty(&beside))
            inside = bitboard_union(inside, chain);
        rest = bitboard_difference(rest, chain);
    }
    return inside;
}

bool life_field_of_place(const LifeEvidence *evidence, const Bitboard *solid,
                         LifeProblem *problem)
{
    const Position *pos = problem->pos;
    const Bitboard place = problem->place;
    Bitboard loose = bitboard_difference(pos->stones[problem->owner], *solid);
    Bitboard around = bitboard_reach(bitboard_neighbors(&place), loose);
    Bitboard core = bitboard_union(place, around);
    Bitboard inside = chains_inside(pos, &place, &around);
    problem->target = bitboard_difference(around, inside);
    problem->place = bitboard_union(place, inside);
    return count_empty(pos, &place) <= EMPTY_MAX &&
           set_field(problem, evidence, &core, solid);
}
