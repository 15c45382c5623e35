// SPDX-License-Identifier: MIT
#include "bench.h"

#include <stdint.h>
#include <stdlib.h>

#include "diagram.h"
#include "game.h"
#include "playout_batch.h"
#include "playout_policy.h"
#include "playout_stats.h"
#include "search.h"
#include "stopwatch.h"

enum { BENCH_SEED = 1, BENCH_MEMORY_MIB = 64 };

typedef struct BenchPosition {
    const char *name;
    const char *picture; // rows, top row first
    Color to_play;
    int playouts; // without a search
} BenchPosition;

// A search gets so many times fewer playouts. One with the network takes most of the
// time in an emulator or under a sanitizer, which are to finish, too.
enum { SEARCH_PART = 2, NETWORK_PART = 16 };

static const BenchPosition POSITIONS[] = {
    {"empty 9x9",
     "........./........./........./........./........./........./........./"
     "........./.........",
     BLACK, 4000},
    {"empty 13x13",
     "............./............./............./............./............./"
     "............./............./............./............./............./"
     "............./............./.............",
     BLACK, 1600},
    {"empty 19x19",
     ".................../.................../.................../"
     ".................../.................../.................../"
     ".................../.................../.................../"
     ".................../.................../.................../"
     ".................../.................../.................../"
     ".................../.................../.................../"
     "...................",
     BLACK, 800},
    {"nine stones 19x19",
     ".................../.................../.................../"
     "...X.....X.....X.../.................../.................../"
     ".................../.................../.................../"
     "...X.....X.....X.../.................../.................../"
     ".................../.................../.................../"
     "...X.....X.....X.../.................../.................../"
     "...................",
     WHITE, 800},
    {"middle game 13x13",
     "............./......X....../..OX...XO..../..O.X..XO.OO./..OX..X.XOX../"
     "...OX....X.../..OO......X../....X..O...../..XX..O...X../...O..O..XO../"
     "..O.O.XX..O../...OX.X.OO.../.............",
     BLACK, 1600},
    {"middle game 9x9",
     "........./....XO.../..XOXO.../..XO.XO../...OOX.../..OXX..../"
     "..OX.XO../...OXO.../.........",
     WHITE, 4000},
    {"seki 9x9",
     ".X.O.OO.O/XXOOOOOOO/XOOXXXXXO/XOXXOOOXO/XOX.O.OXO/XOXXXXXXO/XOOOOOOOO/"
     "XXXXXXXXX/.X.X..X..",
     BLACK, 4000},
    {"three kos 9x9",
     ".XO..XO../XO.OXO.O./.XO..XO../........./..X...O../........./.XO....../"
     "XO.O...X./.XO......",
     WHITE, 4000},
};

enum { POSITION_COUNT = sizeof POSITIONS / sizeof POSITIONS[0] };

// The kernel and network of a run, and its sums.
typedef struct BenchSum {
    const PlayoutKernel *lanes;
    const PlayoutPolicy *policy;
    SearchReport *report; // to write to
    uint32_t signature;
    uint64_t moves;
    double seconds; // of the playouts alone
} BenchSum;

// One step of FNV-1a over the bytes of a number.
static void fold(uint32_t *signature, uint32_t number)
{
    for (int i = 0; i < 4; i++) {
        *signature = (*signature ^ (number >> (8 * i) & 0xff)) * 16777619u;
    }
}

// Adds the statistics of playouts to the signature.
static void fold_census(const Position *root, const PlayoutStats *stats, BenchSum *sum)
{
    fold(&sum->signature, (uint32_t)stats->digest);
    fold(&sum->signature, (uint32_t)(stats->digest >> 32));
    for (Point p = bitboard_first(&root->grid); p; p = bitboard_next(&root->grid, p))
        fold(&sum->signature, (uint32_t)stats->owned[p]);
}

// Playouts from the position, which are timed.
static void bench_playouts(const BenchPosition *bench, const Position *root,
                           BenchSum *sum, Text *text)
{
    PlayoutStatsOrder order = {.lanes = sum->lanes,
                               .policy = sum->policy,
                               .root = root,
                               .playouts = (uint64_t)bench->playouts,
                               .seed = BENCH_SEED};
    PlayoutStats stats;
    double started = stopwatch_now();
    playout_stats_take(&order, &stats);
    sum->seconds += stopwatch_now() - started;
    sum->moves += stats.turns;
    fold_census(root, &stats, sum);
    text_printf(text, "%s: %d playouts, %llu moves, scores %d to %d", bench->name,
                bench->playouts, (unsigned long long)stats.turns, stats.score[0],
                stats.score[1]);
}

// A search of the position, with a network unless it is NULL; adds the visits of its
// candidates to the signature.
static bool bench_search(const BenchPosition *bench, const Position *root,
                         const Network *network, BenchSum *sum, Text *text)
{
    SearchReport *report = sum->report;
    static const atomic_bool NEVER = false;
    const Rules *rules = rules_default();
    int part = network == NULL ? SEARCH_PART : NETWORK_PART;
    SearchOrder order = {.player = bench->to_play,
                         .limits = {.playouts = (uint64_t)(bench->playouts / part)},
                         .seed = BENCH_SEED,
                         .stop = &NEVER};
    Game game;
    Search *search = search_new(&PARAMS_DEFAULT, sum->lanes, 1, BENCH_MEMORY_MIB);
    bool done = game_init(&game, rules, 15, root->columns, root->rows);
    if (search != NULL && network != NULL)
        search_use_network(search, network, NETWORK_FULL);
    done = done && search != NULL && game_setup(&game, root->stones, bench->to_play) &&
           search_run(search, &game, &order, report);
    for (int i = 0; done && i < report->candidate_count; i++) {
        fold(&sum->signature, report->candidates[i].move);
        fold(&sum->signature, report->candidates[i].games);
    }
    char vertex[VERTEX_SIZE];
    point_to_vertex(done ? report->best : NO_POINT, vertex);
    text_printf(text, ", best%s %s, %.0f%% of the lanes busy",
                network != NULL ? " with the network" : "", vertex,
                done ? 100.0 * (double)report->work.trials / (double)report->work.slots
                     : 0.0);
    search_delete(search);
    game_free(&game);
    return done;
}

static bool bench_once(const Network *network, BenchSum *sum, Text *text)
{
    for (int i = 0; i < POSITION_COUNT; i++) {
        Position root;
        if (!diagram_read(POSITIONS[i].picture, POSITIONS[i].to_play, &root))
            abort(); // the pictures are constant
        bench_playouts(&POSITIONS[i], &root, sum, text);
        if (!bench_search(&POSITIONS[i], &root, NULL, sum, text) ||
            (network != NULL &&
             !bench_search(&POSITIONS[i], &root, network, sum, text)))
            return false;
        text_add(text, "\n");
    }
    return true;
}

bool bench_run(const PlayoutKernel *lanes, const Network *network, Text *text)
{
    PlayoutPolicy *policy = malloc(sizeof *policy);
    SearchReport *report = malloc(sizeof *report);
    char scratch[2048];
    Text again = text_over(scratch, sizeof scratch);
    BenchSum first = {
        .lanes = lanes, .policy = policy, .report = report, .signature = 2166136261u};
    BenchSum second = first;
    bool done = policy != NULL && report != NULL;
    if (done) {
        playout_policy_init(policy, &PARAMS_DEFAULT);
        done =
            bench_once(network, &first, text) && bench_once(network, &second, &again);
    }
    free(policy);
    free(report);
    if (!done) {
        text_add(text, "out of memory\n");
        return false;
    }
    if (first.signature != second.signature) {
        text_add(text, "two runs differ: state leaks from one run to the next\n");
        return false;
    }
    text_printf(text, "%llu moves  %.0f ns/move  signature %08x\n",
                (unsigned long long)first.moves,
                1e9 * first.seconds / (double)first.moves, first.signature);
    return true;
}
