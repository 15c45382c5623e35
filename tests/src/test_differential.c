// SPDX-License-Identifier: MIT
//
// Random games on every grid from 1x1 to 19x19, rectangles included, played by Game and
// by reference.c side by side. Usage: test_differential [TURNS [SEED]]; by default a
// million turns, shared out evenly among the 361 grids. The games have set-up
// positions, passes, turns out of order, suicides, attempts at illegal moves and undone
// turns.
//
// After each turn these must agree: coloring, player to move, passes, score, hash, the
// index (position_is_sound), and the liberties of the chain at a random point. Legality
// is compared under all three ko rules with suicide allowed and forbidden: at every
// point of grids with at most SMALL points; at a few random points of larger grids,
// where the reference is too slow for more, and at every point after each SWEEP-th
// turn.
#include <stdio.h>
#include <stdlib.h>

#include "rng.h"
#include "twin.h"

enum { SMALL = 12, SWEEP = 128, SAMPLES = 2, TURNS = 1000000 };

typedef struct Match {
    Twin twin;
    Rng rng;
    long turns;                      // played in all
    long errors[MOVE_NO_MEMORY + 1]; // how often game_play gave each answer
} Match;

static int below(Match *match, int bound)
{
    return (int)rng_below(&match->rng, (uint32_t)bound);
}

static Place random_place(Match *match)
{
    int x = below(match, match->twin.reference.columns);
    return twin_place(&match->twin, x, below(match, match->twin.reference.rows));
}

static bool legality_agrees_here_and_there(Match *match)
{
    const Twin *twin = &match->twin;
    Color player =
        below(match, 4) ? (Color)twin->game.position.to_play : (Color)below(match, 2);
    if (twin->reference.columns * twin->reference.rows <= SMALL ||
        match->turns % SWEEP == 0)
        return twin_legality_agrees_everywhere(twin, player);
    for (int i = 0; i < SAMPLES; i++)
        if (!twin_legality_agrees(twin, player, random_place(match)))
            return false;
    return true;
}

static bool all_agrees(Match *match)
{
    Place place = random_place(match);
    return twin_board_agrees(&match->twin) &&
           twin_liberties_agree(&match->twin, place, 1 + below(match, 8)) &&
           legality_agrees_here_and_there(match);
}

static bool try_move(Match *match, Color player, Place place)
{
    MoveError error;
    bool agrees = twin_play(&match->twin, player, place, &error);
    match->errors[error]++;
    match->turns += error == MOVE_OK;
    return agrees;
}

static bool undo_some(Match *match)
{
    for (int count = 1 + below(match, 6); count > 0; count--)
        if (!twin_undo(&match->twin))
            return false;
    return true;
}

// A turn of the game, legal or not; sometimes it takes turns back instead.
static bool play_something(Match *match)
{
    const Reference *reference = &match->twin.reference;
    Color player = (Color)match->twin.game.position.to_play;
    int kind = below(match, 100);
    if (kind < 4)
        return undo_some(match);
    if (kind < 10)
        player = color_other(player);
    if (kind >= 95) {
        match->turns++;
        return twin_pass(&match->twin, player);
    }
    Place place = random_place(match);
    // Mostly an empty point, sometimes an occupied one.
    for (int tries = kind < 90 ? 8 : 0; tries > 0; tries--) {
        if (reference_at(reference, place.x, place.y) == REFERENCE_EMPTY)
            break;
        place = random_place(match);
    }
    return try_move(match, player, place);
}

// Sets up a random coloring.
static bool set_up(Match *match)
{
    const Reference *reference = &match->twin.reference;
    ReferenceGrid grid = reference_now(reference)->grid;
    int density = below(match, 100);
    for (int y = 0; y < reference->rows; y++)
        for (int x = 0; x < reference->columns; x++)
            if (below(match, 100) < density)
                grid.color[y][x] = twin_mark((Color)below(match, 2));
    return twin_setup(&match->twin, &grid, (Color)below(match, 2)) && all_agrees(match);
}

static bool play_game(Match *match, int columns, int rows)
{
    twin_init(&match->twin, below(match, TWIN_RULES), columns, rows);
    bool good = all_agrees(match);
    if (good && below(match, 3) == 0)
        good = set_up(match);
    bool stops = below(match, 2);
    for (int i = 2 * columns * rows + 20; good && i > 0; i--) {
        good = play_something(match) && all_agrees(match);
        if (stops && game_is_over(&match->twin.game))
            break;
    }
    twin_free(&match->twin);
    return good;
}

int main(int argc, char **argv)
{
    long turns = argc > 1 ? atol(argv[1]) : TURNS;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    Match match = {.rng = rng_seeded(seed, 0)};
    printf("seed %llu\n", (unsigned long long)seed);
    for (int grid = 0; grid < REFERENCE_SIZE * REFERENCE_SIZE; grid++) {
        long until = (grid + 1) * turns / (REFERENCE_SIZE * REFERENCE_SIZE);
        while (match.turns <= until)
            if (!play_game(&match, 1 + grid % REFERENCE_SIZE,
                           1 + grid / REFERENCE_SIZE)) {
                printf("in turn %ld\n", match.turns);
                return EXIT_FAILURE;
            }
    }
    printf("%ld turns\n", match.turns);
    for (MoveError error = MOVE_OK; error < MOVE_NO_MEMORY; error++)
        printf("%9ld answers: %s\n", match.errors[error], move_error_text(error));
    return EXIT_SUCCESS;
}
