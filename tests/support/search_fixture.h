// SPDX-License-Identifier: MIT
//
// A game of 9x9 under Tromp-Taylor rules and a search, for each test.
#ifndef SEARCH_FIXTURE_H
#define SEARCH_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "isa.h"
#include "picture.h"
#include "search.h"

enum { FIXTURE_MEMORY_MIB = 8 };

// A game, a search, and what the last search found.
typedef struct Fixture {
    Game game;
    Search *search;
    atomic_bool stop;
    SearchReport report, other;
} Fixture;

static inline int create(void **state)
{
    Fixture *fixture = aligned_alloc(_Alignof(Fixture), sizeof *fixture);
    if (fixture == NULL)
        return -1;
    memset(fixture, 0, sizeof *fixture);
    fixture->search =
        search_new(&PARAMS_DEFAULT, isa_best()->lanes, 1, FIXTURE_MEMORY_MIB);
    *state = fixture;
    return fixture->search != NULL &&
                   game_init(&fixture->game, rules_default(), 15, 9, 9)
               ? 0
               : -1;
}

static inline int destroy(void **state)
{
    Fixture *fixture = *state;
    search_delete(fixture->search);
    game_free(&fixture->game);
    free(fixture);
    return 0;
}

// Another search, of so many threads.
static inline void use_threads(Fixture *fixture, int threads)
{
    search_delete(fixture->search);
    fixture->search =
        search_new(&PARAMS_DEFAULT, isa_best()->lanes, threads, FIXTURE_MEMORY_MIB);
    assert_non_null(fixture->search);
}

// Games of all moves that the report names.
static inline uint64_t total_games(const SearchReport *report)
{
    uint64_t games = 0;
    for (int i = 0; i < report->candidate_count; i++)
        games += report->candidates[i].games;
    return games;
}

#endif
