// SPDX-License-Identifier: MIT
//
// The loop that keeps the lanes playing. It is compiled once per instruction set; the
// build gives LANES and KERNEL. Functions that take a BatchSetting are
// inlined into one loop for each number of words, so that this number is a constant
// there.
#include "playout_batch.h"

#include <assert.h>
#include <string.h>

#include "batch_board.h"
#include "batch_draw.h"
#include "batch_policy.h"

// Notes the first player of each point. Pre: the sides have not changed places yet.
INLINED void note_first(Batch *batch, const BatchMove *move, BatchSetting at)
{
    for (int w = 0; w < at.words; w++) {
        Vec first = batch->first_own[w] |
                    (move->point[w] & move->played & ~batch->first_enemy[w]);
        Vec exchange = (first ^ batch->first_enemy[w]) & move->played;
        batch->first_own[w] = first ^ exchange;
        batch->first_enemy[w] ^= exchange;
    }
}

// Stores the points played by the end of a game's early turns.
INLINED void note_early(Batch *batch, BatchSetting at)
{
    Vec now = (Vec)(batch->turns == batch->early_turns);
    if (!vec_any(now))
        return;
    for (int w = 0; w < at.words; w++) {
        Vec played = batch->first_own[w] | batch->first_enemy[w];
        batch->early[w] = vec_select(now, played, batch->early[w]);
    }
}

// The point where taking back would repeat the position: that of a single prisoner. The
// capturing stone has no neighbors of its color and no other liberty.
INLINED void find_ko(const Batch *batch, const BatchMove *move, BatchSetting at,
                     Vec *ko_point)
{
    Vec prisoners = {0}, accompanied = {0};
    if (vec_any(move->captures))
        for (int w = 0; w < at.words; w++) {
            prisoners += vec_count(move->captured[w]);
            accompanied |= move->beside[w] & at.layout->grid[w] & ~batch->enemy[w];
        }
    Vec ko = (Vec)(prisoners == 1) & ~vec_nonzero(accompanied);
    for (int w = 0; w < at.words; w++)
        ko_point[w] = move->captured[w] & ko;
}

// Rule 7: makes the moves of the lanes that play, and gives the turn to the other
// player. The other lanes will not try the point again.
INLINED void commit(Batch *batch, const BatchMove *move, BatchSetting at)
{
    Vec played = move->played;
    VecSet ko;
    find_ko(batch, move, at, ko);
    note_first(batch, move, at);
    for (int w = 0; w < at.words; w++) {
        batch->own[w] = vec_select(played, move->enemy[w], batch->own[w]);
        batch->enemy[w] = vec_select(played, move->own[w], batch->enemy[w]);
        batch->weak[w] = vec_select(played, move->weak[w], batch->weak[w]);
        batch->forbidden[w] =
            vec_select(played, ko[w], batch->forbidden[w] | move->point[w]);
        batch->near_second[w] =
            vec_select(played, batch->near_last[w], batch->near_second[w]);
        batch->near_last[w] =
            vec_select(played, move->point[w] | move->beside[w], batch->near_last[w]);
    }
    batch->second_last.word =
        vec_select(played, batch->last.word, batch->second_last.word);
    batch->second_last.bit =
        vec_select(played, batch->last.bit, batch->second_last.bit);
    batch->last.word = vec_select(played, move->place.word, batch->last.word);
    batch->last.bit = vec_select(played, move->place.bit, batch->last.bit);
    batch->is_white ^= played;
    batch->turns -= played;
    note_early(batch, at);
    batch->passes =
        vec_select(played, (batch->passes + 1) & ~move->exists, batch->passes);
}

// Tells a test what every lane has tried.
static void report_trials(const Batch *batch, const BatchLayout *layout,
                          const PlayoutSource *source, const BatchMove *move)
{
    for (int lane = 0; lane < LANES; lane++) {
        if (!batch->is_active[lane])
            continue;
        uint64_t words[6][BATCH_WORDS_MAX] = {{0}};
        bool played = move->played[lane] != 0;
        bool white_next = batch->is_white[lane] != 0;
        for (int w = 0; w < layout->words; w++) {
            words[white_next][w] = batch->own[w][lane];
            words[!white_next][w] = batch->enemy[w][lane];
            words[2][w] = batch->weak[w][lane];
            words[3][w] = move->candidates[w][lane];
            words[4][w] = move->drawn_from[w][lane];
            words[5][w] = move->point[w][lane];
        }
        Bitboard point = batch_layout_unpack(layout, words[5]);
        PlayoutTrial trial = {
            .id = batch->id[lane],
            .player = white_next != played ? WHITE : BLACK,
            .stones = {batch_layout_unpack(layout, words[BLACK]),
                       batch_layout_unpack(layout, words[WHITE])},
            .weak = batch_layout_unpack(layout, words[2]),
            .candidates = batch_layout_unpack(layout, words[3]),
            .drawn_from = batch_layout_unpack(layout, words[4]),
            .move = move->exists[lane] ? bitboard_first(&point) : PASS,
            .played = played,
        };
        source->watch(source->object, &trial);
    }
}

// Every lane tries a move.
INLINED void batch_step(Batch *batch, BatchSetting at, const PlayoutSource *source)
{
    BatchMove move;
    find_candidates(batch, at, move.candidates);
    batch_narrow(batch, at, &move);
    batch_draw(batch, at, &move);
    batch_place_stones(batch, at, &move);
    find_weak(at, &move);
    judge_moves(at, &move);
    commit(batch, &move, at);
    if (source->watch != NULL)
        report_trials(batch, at.layout, source, &move);
}

// The areas of the player to move and of the other one.
typedef struct Areas {
    VecSet own, enemy;
} Areas;

// The empty points that reach a color.
INLINED void find_reaching(const Vec *stones, const Vec *empty, BatchSetting at,
                           Vec *reaching)
{
    for (int w = 0; w < at.words; w++)
        reaching[w] = neighbors(stones, w, at) & empty[w];
    flood(reaching, empty, at);
}

// Rule 9 for all lanes.
INLINED void find_areas(const Batch *batch, BatchSetting at, Areas *areas)
{
    VecSet empty;
    find_empty(batch->own, batch->enemy, at, empty);
    find_reaching(batch->own, empty, at, areas->own);
    find_reaching(batch->enemy, empty, at, areas->enemy);
    for (int w = 0; w < at.words; w++) {
        Vec both = areas->own[w] & areas->enemy[w];
        areas->own[w] = batch->own[w] | (areas->own[w] & ~both);
        areas->enemy[w] = batch->enemy[w] | (areas->enemy[w] & ~both);
    }
}

// Where a move before the game was.
static void set_place(BatchPlace *place, Vec *near, int lane, const BatchLayout *layout,
                      Point p)
{
    uint64_t words[BATCH_WORDS_MAX] = {0};
    place->word[lane] = NO_WORD;
    place->bit[lane] = 0;
    if (p >= POINT_STRIDE) {
        Bitboard set = bitboard_of(p),
                 grid = bitboard_board(layout->columns, layout->rows);
        set = bitboard_union(set, bitboard_neighbors(&set));
        set = bitboard_intersection(set, grid);
        batch_layout_pack(layout, &set, words);
        place->word[lane] = (uint64_t)batch_layout_word(layout, p);
        place->bit[lane] = (uint64_t)batch_layout_bit(layout, p);
    }
    for (int w = 0; w < layout->words; w++)
        near[w][lane] = words[w];
}

// Gives a lane its next game; false if there is none.
static bool batch_begin(Batch *batch, int lane, const BatchLayout *layout,
                        const PlayoutSource *source)
{
    PlayoutStart start = {.last = NO_POINT, .second_last = NO_POINT};
    batch->is_active[lane] = source->next(source->object, &start) ? UINT64_MAX : 0;
    // A lane without a game plays on unseen, and needs random numbers that do change.
    Rng rng = rng_seeded(0, 0);
    Bitboard ko = bitboard_empty();
    uint64_t own[BATCH_WORDS_MAX] = {0}, enemy[BATCH_WORDS_MAX] = {0};
    uint64_t weak[BATCH_WORDS_MAX] = {0}, forbidden[BATCH_WORDS_MAX] = {0};
    if (batch->is_active[lane]) {
        const Position *pos = start.position;
        rng = rng_seeded(start.seed, start.stream);
        Bitboard in_atari = position_atari_stones(pos);
        batch_layout_pack(layout, &pos->stones[pos->to_play], own);
        batch_layout_pack(layout, &pos->stones[!pos->to_play], enemy);
        batch_layout_pack(layout, &in_atari, weak);
        if (pos->ko != NO_POINT)
            bitboard_add(&ko, pos->ko);
        batch_layout_pack(layout, &ko, forbidden);
        batch->passes[lane] = pos->passes;
        batch->is_white[lane] = pos->to_play == WHITE ? UINT64_MAX : 0;
        batch->id[lane] = start.id;
    }
    set_place(&batch->last, batch->near_last, lane, layout, start.last);
    set_place(&batch->second_last, batch->near_second, lane, layout, start.second_last);
    batch->rng_state[lane] = rng.state;
    batch->rng_increment[lane] = rng.increment;
    batch->turns[lane] = 0;
    batch->early_turns[lane] = (uint64_t)start.early_turns;
    for (int w = 0; w < layout->words; w++) {
        batch->own[w][lane] = own[w];
        batch->enemy[w][lane] = enemy[w];
        batch->weak[w][lane] = weak[w];
        batch->forbidden[w][lane] = forbidden[w];
        batch->first_own[w][lane] = batch->first_enemy[w][lane] = 0;
        // All points, if the game ends before these turns do.
        batch->early[w][lane] = start.early_turns > 0 ? UINT64_MAX : 0;
    }
    return batch->is_active[lane] != 0;
}

// Hands the result of a lane's game to the source.
static void batch_deliver(const Batch *batch, int lane, const BatchLayout *layout,
                          const PlayoutSource *source, const Areas *areas)
{
    uint64_t words[5][BATCH_WORDS_MAX] = {{0}};
    int white_next = batch->is_white[lane] != 0;
    PlayoutResult result = {.id = batch->id[lane], .length = (int)batch->turns[lane]};
    for (int w = 0; w < layout->words; w++) {
        words[white_next][w] = areas->own[w][lane];
        words[!white_next][w] = areas->enemy[w][lane];
        words[2 + white_next][w] = batch->first_own[w][lane];
        words[2 + !white_next][w] = batch->first_enemy[w][lane];
        words[4][w] = batch->early[w][lane] & layout->grid[w];
        result.score += __builtin_popcountll(words[BLACK][w]) -
                        __builtin_popcountll(words[WHITE][w]);
    }
    if (source->details) {
        result.early = batch_layout_unpack(layout, words[4]);
        for (Color player = BLACK; player <= WHITE; player++) {
            result.owner[player] = batch_layout_unpack(layout, words[player]);
            result.first[player] = batch_layout_unpack(layout, words[2 + player]);
        }
    }
    source->done(source->object, &result);
}

// Delivers the games that two passes or the cap have ended. Returns their number.
INLINED uint64_t batch_finish(Batch *batch, BatchSetting at,
                              const PlayoutSource *source, BatchUsage *work)
{
    uint64_t points = (uint64_t)at.layout->columns * (uint64_t)at.layout->rows;
    uint64_t cap = PLAYOUT_TURNS_A_POINT * points, ended = 0;
    Vec over =
        ((Vec)(batch->passes >= 2) | (Vec)(batch->turns >= cap)) & batch->is_active;
    if (!vec_any(over))
        return 0;
    Areas areas = {0};
    find_areas(batch, at, &areas);
    for (int lane = 0; lane < LANES; lane++) {
        if (over[lane] == 0)
            continue;
        batch_deliver(batch, lane, at.layout, source, &areas);
        batch->is_active[lane] = 0;
        work->turns += batch->turns[lane];
        ended++;
    }
    work->games += ended;
    return ended;
}

// Gives games to the lanes that have none, as far as there are any. Returns how many.
static uint64_t batch_fill(Batch *batch, const BatchLayout *layout,
                           const PlayoutSource *source)
{
    uint64_t begun = 0;
    for (int lane = 0; lane < LANES; lane++)
        if (batch->is_active[lane] == 0)
            begun += batch_begin(batch, lane, layout, source);
    return begun;
}

INLINED void play_words(BatchSetting at, const PlayoutSource *source, BatchUsage *work)
{
    Batch batch;
    memset(&batch, 0, sizeof batch);
    uint64_t active = batch_fill(&batch, at.layout, source);
    while (active > 0) {
        batch_step(&batch, at, source);
        work->slots += LANES;
        work->trials += active;
        uint64_t ended = batch_finish(&batch, at, source, work);
        if (ended > 0)
            active += batch_fill(&batch, at.layout, source) - ended;
    }
}

typedef void PlayWords(const BatchLayout *layout, const PlayoutPolicy *policy,
                       const PlayoutSource *source, BatchUsage *work);

// One loop for each number of words, each in its own function. One function with all of
// them would need stack for all at once.
#define DEFINE_PLAY(words)                                                             \
    __attribute__((noinline)) static void play_##words(                                \
        const BatchLayout *layout, const PlayoutPolicy *policy,                        \
        const PlayoutSource *source, BatchUsage *work)                                 \
    {                                                                                  \
        play_words((BatchSetting){layout, policy, words, layout->stride}, source,      \
                   work);                                                              \
    }

DEFINE_PLAY(1)
DEFINE_PLAY(2)
DEFINE_PLAY(3)
DEFINE_PLAY(4)
DEFINE_PLAY(5)
DEFINE_PLAY(6)
DEFINE_PLAY(7)

static void batch_play(const BatchLayout *layout, const PlayoutPolicy *policy,
                       const PlayoutSource *source, BatchUsage *work)
{
    static PlayWords *const PLAY[BATCH_WORDS_MAX] = {play_1, play_2, play_3, play_4,
                                                     play_5, play_6, play_7};
    PLAY[layout->words - 1](layout, policy, source, work);
}

extern const PlayoutKernel KERNEL;
const PlayoutKernel KERNEL = {LANES, batch_play};
