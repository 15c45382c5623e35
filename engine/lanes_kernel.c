// SPDX-License-Identifier: MIT
//
// The lanes themselves: compiled once per instruction set, with LANES, KERNEL and
// KERNEL_NAME given by the build. Functions that take the number of words are inlined
// into one loop for each number, so that it is a constant there.
//
// A lane sees its game from the side of the player to move, "own" and "enemy", and the
// two change places with every turn. Lanes are not in step: a point that turns out to
// be suicide is excluded and another one drawn while the others go on. Every operation
// of a step waits for the one before it, so two batches of lanes take turns, phase by
// phase, and the processor works on one while the other waits.
//
// Longer than other files, because all of it has to be inlined into one loop.
#include "lanes.h"

#include <assert.h>
#include <string.h>

#include "rng.h"
#include "vec.h"

#define INLINED static inline __attribute__((always_inline))

enum { PLAYOUT_TURNS_PER_POINT = 3, BATCHES = 2 };

// The games of a batch of lanes. Vectors without an index are one number a lane.
typedef struct Batch {
    Vec own[LANE_WORDS_MAX], enemy[LANE_WORDS_MAX]; // stones
    Vec excluded[LANE_WORDS_MAX]; // the ko point, and suicides found in this turn
    Vec first_own[LANE_WORDS_MAX],
        first_enemy[LANE_WORDS_MAX]; // who played there first
    Vec rng_state, rng_increment;
    Vec passes, turns;
    Vec is_white; // is White to move?
    Vec is_active;
    uint64_t id[LANES];
} Batch;

// A drawn point: bit `bit` of the one word for which in_word holds; none where there is
// no candidate.
typedef struct Draw {
    Vec candidates[LANE_WORDS_MAX]; // what it is drawn from
    Vec bit, exists;
    Vec in_word[LANE_WORDS_MAX];
} Draw;

// What a drawn point touches.
typedef struct Contact {
    Vec liberty, own;               // is there an empty point, an own stone?
    Vec beside[LANE_WORDS_MAX];     // the adjacent points
    Vec near_empty[LANE_WORDS_MAX]; // what is beside an empty point, once it is
                                    // coloured
    Vec captured[LANE_WORDS_MAX];   // enemy stones that no longer reach empty
    Vec captures;                   // are there any?
    Vec played;                     // is the point no suicide, or the turn a pass?
} Contact;

// A flood fill from the stones beside empty points: which stones of a colour reach
// empty?
typedef struct Flood {
    const Vec *stones;
    Vec reached[LANE_WORDS_MAX];
} Flood;

// The points above and below those of word w, as bits of word w.
INLINED Vec above(const Vec *set, int w, int words, int stride)
{
    return w < words - 1 ? set[w + 1] : set[0] >> stride;
}

INLINED Vec below(const Vec *set, int w, int words, int stride)
{
    return w > 0 ? set[w - 1] : set[words - 1] << stride;
}

INLINED Vec sideways(Vec word)
{
    return word << 1 | word >> 1;
}

// The neighbours of a set (rule 3, "adjacent"); guards included.
INLINED Vec neighbors(const Vec *set, int w, int words, int stride)
{
    return sideways(set[w]) | above(set, w, words, stride) |
           below(set, w, words, stride);
}

// One step of a flood fill within a region (rule 3, "reach"), in place, so that one
// step can lead far upwards; a run of a row is filled to the right at once by the carry
// of an addition. Returns the points gained.
INLINED Vec spread(Vec *reached, const Vec *region, int words, int stride)
{
    Vec gained = {0};
    for (int w = 0; w < words; w++) {
        Vec in = region[w], old = reached[w];
        Vec now = (old | above(reached, w, words, stride) |
                   below(reached, w, words, stride)) &
                  in;
        now |= ((now + in) ^ in) & in;
        now |= now >> 1 & in;
        gained |= now ^ old;
        reached[w] = now;
    }
    return gained;
}

INLINED void find_empty(const Batch *batch, const LaneLayout *layout, int words,
                        Vec *empty)
{
    for (int w = 0; w < words; w++)
        empty[w] = layout->grid[w] & ~(batch->own[w] | batch->enemy[w]);
}

// Empty points but own eyes and excluded ones. An eye has only own stones beside it and
// at most one enemy stone on its diagonals, none at the edge.
INLINED void find_candidates(const Batch *batch, const LaneLayout *layout, int words,
                             Draw *drawn)
{
    int stride = layout->stride;
    Vec foreign[LANE_WORDS_MAX], left[LANE_WORDS_MAX], right[LANE_WORDS_MAX];
    for (int w = 0; w < words; w++) {
        foreign[w] = layout->grid[w] & ~batch->own[w];
        left[w] = batch->enemy[w] >> 1;
        right[w] = batch->enemy[w] << 1;
    }
    for (int w = 0; w < words; w++) {
        Vec empty = foreign[w] & ~batch->enemy[w];
        Vec enclosed = empty & ~neighbors(foreign, w, words, stride);
        Vec a = above(left, w, words, stride), b = above(right, w, words, stride);
        Vec c = below(left, w, words, stride), d = below(right, w, words, stride);
        Vec one = a | b | c | d;
        Vec two = (a & b) | (c & d) | ((a | b) & (c | d));
        Vec eye = enclosed & ~(two | (one & layout->edge[w]));
        drawn->candidates[w] = empty & ~batch->excluded[w] & ~eye;
    }
}

// The next 32 random bits of every lane that asks; as rng_next.
INLINED Vec next_random(Batch *batch, Vec asks)
{
    Vec old = batch->rng_state;
    Vec next = old * RNG_MULTIPLIER + batch->rng_increment;
    batch->rng_state = vec_select(asks, next, old);
    Vec mixed = (old >> 18 ^ old) >> 27 & UINT32_MAX;
    Vec turn = old >> 59;
    return (mixed >> turn | mixed << (-turn & 31)) & UINT32_MAX;
}

// Uniform numbers below the bounds, without bias; as rng_below. A number has to be
// drawn again so rarely that it is done lane by lane.
INLINED Vec random_below(Batch *batch, Vec bound)
{
    Vec product = next_random(batch, vec_nonzero(bound)) * bound;
    Vec doubtful = (Vec)((product & UINT32_MAX) < bound);
    if (vec_any(doubtful))
        for (int lane = 0; lane < LANES; lane++) {
            uint32_t n = (uint32_t)bound[lane];
            while (n > 0 && (uint32_t)product[lane] < n &&
                   (uint32_t)product[lane] < -n % n) {
                Rng rng = {batch->rng_state[lane], batch->rng_increment[lane]};
                product[lane] = (uint64_t)rng_next(&rng) * n;
                batch->rng_state[lane] = rng.state;
            }
        }
    return product >> 32;
}

// The place of one of a word's ones: the k-th from below, k from 0.
INLINED Vec place_of(Vec word, Vec k)
{
    Vec place = {0};
    for (int half = 32; half > 0; half /= 2) {
        Vec ones = vec_count(word & (((uint64_t)1 << half) - 1));
        Vec higher = (Vec)(k >= ones);
        k -= ones & higher;
        word = vec_select(higher, word >> half, word);
        place += higher & (uint64_t)half;
    }
    return place;
}

// Draws one of the candidates of each lane.
INLINED void draw(Batch *batch, int words, Draw *drawn)
{
    const Vec *candidates = drawn->candidates;
    Vec up_to[LANE_WORDS_MAX], count = {0};
    for (int w = 0; w < words; w++)
        up_to[w] = count += vec_count(candidates[w]);
    Vec k = random_below(batch, count);
    Vec word = candidates[0], before = {0}, not_yet = ~(Vec){0};
    for (int w = 0; w < words - 1; w++) {
        Vec later = (Vec)(k >= up_to[w]);
        word = vec_select(later, candidates[w + 1], word);
        before = vec_select(later, up_to[w], before);
        drawn->in_word[w] = not_yet & ~later;
        not_yet = later;
    }
    drawn->in_word[words - 1] = not_yet;
    drawn->exists = vec_nonzero(count);
    drawn->bit = vec_all(1) << place_of(word, k - before) & drawn->exists;
}

// Begins the flood of one colour.
INLINED void begin_flood(Flood *flood, const Vec *stones, const Contact *contact,
                         int words)
{
    flood->stones = stones;
    for (int w = 0; w < words; w++)
        flood->reached[w] = contact->near_empty[w] & stones[w];
}

// Lanes with a stone beside the drawn point that the flood has not come to.
INLINED Vec misses(const Flood *flood, const Contact *contact, int words)
{
    Vec missed = {0};
    for (int w = 0; w < words; w++)
        missed |= contact->beside[w] & flood->stones[w] & ~flood->reached[w];
    return vec_nonzero(missed);
}

// Lanes in which the flood has come to a stone beside the drawn point.
INLINED Vec touches(const Flood *flood, const Contact *contact, int words)
{
    Vec touching = {0};
    for (int w = 0; w < words; w++)
        touching |= contact->beside[w] & flood->reached[w];
    return vec_nonzero(touching);
}

// Rule 4 for the enemy, once the drawn point is coloured: what does not reach empty is
// to be cleared. Only chains beside the point can have lost their last liberty, so a
// lane is done when the flood has come to all of them, or when it has come to its end.
INLINED void find_captures(const Batch *batch, int words, int stride, Contact *contact)
{
    Flood flood[BATCHES];
    Vec asked = {0};
    for (int i = 0; i < BATCHES; i++) {
        begin_flood(&flood[i], batch[i].enemy, &contact[i], words);
        contact[i].captures = misses(&flood[i], &contact[i], words);
        asked |= contact[i].captures;
    }
    while (vec_any(asked)) {
        asked = (Vec){0};
        for (int i = 0; i < BATCHES; i++) {
            Vec gained = spread(flood[i].reached, flood[i].stones, words, stride);
            contact[i].captures = misses(&flood[i], &contact[i], words);
            asked |= gained & contact[i].captures;
        }
    }
    for (int i = 0; i < BATCHES; i++)
        for (int w = 0; w < words; w++)
            contact[i].captured[w] =
                flood[i].stones[w] & ~flood[i].reached[w] & contact[i].captures;
}

// Rule 4 for one's own colour, after that: adds to `played` the lanes in which the
// drawn point reaches empty through own stones.
INLINED void find_connections(const Batch *batch, int words, int stride,
                              Contact *contact)
{
    Flood flood[BATCHES];
    Vec asked = {0};
    for (int i = 0; i < BATCHES; i++) {
        begin_flood(&flood[i], batch[i].own, &contact[i], words);
        contact[i].played |= touches(&flood[i], &contact[i], words);
        asked |= ~contact[i].played & contact[i].own;
    }
    while (vec_any(asked)) {
        asked = (Vec){0};
        for (int i = 0; i < BATCHES; i++) {
            Vec gained = spread(flood[i].reached, flood[i].stones, words, stride);
            contact[i].played |= touches(&flood[i], &contact[i], words);
            asked |= gained & ~contact[i].played & contact[i].own;
        }
    }
}

// Looks around the drawn points.
INLINED void find_contact(const Batch *batch, const LaneLayout *layout,
                          const Draw *drawn, int words, Contact *contact)
{
    int stride = layout->stride;
    Vec point[LANE_WORDS_MAX], empty[LANE_WORDS_MAX];
    contact->liberty = contact->own = (Vec){0};
    find_empty(batch, layout, words, empty);
    for (int w = 0; w < words; w++) {
        point[w] = drawn->bit & drawn->in_word[w];
        empty[w] &= ~point[w];
    }
    for (int w = 0; w < words; w++) {
        contact->beside[w] = neighbors(point, w, words, stride);
        contact->near_empty[w] = neighbors(empty, w, words, stride);
        contact->liberty |= contact->beside[w] & empty[w];
        contact->own |= contact->beside[w] & batch->own[w];
    }
    contact->liberty = vec_nonzero(contact->liberty);
    contact->own = vec_nonzero(contact->own);
}

// Notes who is the first to play the drawn points; the sides have yet to change places.
INLINED void note_first(Batch *batch, const Draw *drawn, Vec played, int words)
{
    for (int w = 0; w < words; w++) {
        Vec point = drawn->bit & drawn->in_word[w] & played;
        Vec first = batch->first_own[w] | (point & ~batch->first_enemy[w]);
        Vec exchange = (first ^ batch->first_enemy[w]) & played;
        batch->first_own[w] = first ^ exchange;
        batch->first_enemy[w] ^= exchange;
    }
}

// Rule 7 where `played` holds: colours the point and clears the enemy; the turn goes to
// the other player. Where it does not, excludes the point.
INLINED void commit(Batch *batch, const Draw *drawn, const Contact *contact, int words,
                    bool details)
{
    Vec played = contact->played;
    Vec prisoners = {0};
    if (vec_any(contact->captures))
        for (int w = 0; w < words; w++)
            prisoners += vec_count(contact->captured[w]);
    // One prisoner of a stone that stands alone in his place: taking back would repeat.
    Vec ko = (Vec)(prisoners == 1) & ~contact->liberty & ~contact->own;
    for (int w = 0; w < words; w++) {
        Vec point = drawn->bit & drawn->in_word[w];
        Vec own = batch->own[w] | (point & played);
        Vec enemy = batch->enemy[w] & ~contact->captured[w];
        Vec exchange = (own ^ enemy) & played;
        batch->own[w] = own ^ exchange;
        batch->enemy[w] = enemy ^ exchange;
        batch->excluded[w] =
            ((batch->excluded[w] | point) & ~played) | (contact->captured[w] & ko);
    }
    if (details)
        note_first(batch, drawn, played, words);
    batch->is_white ^= played;
    batch->turns -= played;
    batch->passes =
        vec_select(played, (batch->passes + 1) & ~drawn->exists, batch->passes);
}

// Tells a test what every lane has tried.
static void report_trials(const Batch *batch, const LaneLayout *layout,
                          const LaneClient *client, const Draw *drawn,
                          const Contact *contact)
{
    for (int lane = 0; lane < LANES; lane++) {
        if (!batch->is_active[lane])
            continue;
        uint64_t words[3][LANE_WORDS_MAX] = {{0}}, point[LANE_WORDS_MAX] = {0};
        bool has_played = contact->played[lane] != 0;
        bool white_next = batch->is_white[lane] != 0;
        for (int w = 0; w < layout->words; w++) {
            words[white_next][w] = batch->own[w][lane];
            words[!white_next][w] = batch->enemy[w][lane];
            words[2][w] = drawn->candidates[w][lane];
            point[w] = drawn->bit[lane] & drawn->in_word[w][lane];
        }
        Bitboard move = lane_layout_unpack(layout, point);
        LaneTrial trial = {
            .id = batch->id[lane],
            .player = white_next != has_played ? WHITE : BLACK,
            .stones = {lane_layout_unpack(layout, words[BLACK]),
                       lane_layout_unpack(layout, words[WHITE])},
            .candidates = lane_layout_unpack(layout, words[2]),
            .move = drawn->exists[lane] ? bitboard_first(&move) : PASS,
            .played = has_played,
        };
        client->watch(client->object, &trial);
    }
}

// One trial of every lane.
INLINED void step(Batch *batch, const LaneLayout *layout, const LaneClient *client,
                  int words, bool details)
{
    Draw drawn[BATCHES];
    Contact contact[BATCHES];
    for (int i = 0; i < BATCHES; i++)
        find_candidates(&batch[i], layout, words, &drawn[i]);
    for (int i = 0; i < BATCHES; i++)
        draw(&batch[i], words, &drawn[i]);
    for (int i = 0; i < BATCHES; i++)
        find_contact(&batch[i], layout, &drawn[i], words, &contact[i]);
    find_captures(batch, words, layout->stride, contact);
    for (int i = 0; i < BATCHES; i++)
        contact[i].played = contact[i].liberty | contact[i].captures | ~drawn[i].exists;
    find_connections(batch, words, layout->stride, contact);
    for (int i = 0; i < BATCHES; i++)
        commit(&batch[i], &drawn[i], &contact[i], words, details);
    if (client->watch != NULL)
        for (int i = 0; i < BATCHES; i++)
            report_trials(&batch[i], layout, client, &drawn[i], &contact[i]);
}

// The areas of the player to move and of the other one.
typedef struct Areas {
    Vec own[LANE_WORDS_MAX], enemy[LANE_WORDS_MAX];
} Areas;

// The empty points that reach a colour.
INLINED void find_reaching(const Vec *stones, const Vec *empty, int words, int stride,
                           Vec *reaching)
{
    for (int w = 0; w < words; w++)
        reaching[w] = neighbors(stones, w, words, stride) & empty[w];
    while (vec_any(spread(reaching, empty, words, stride)))
        ;
}

// Rule 9 for all lanes.
INLINED void find_areas(const Batch *batch, const LaneLayout *layout, int words,
                        Areas *areas)
{
    Vec empty[LANE_WORDS_MAX];
    find_empty(batch, layout, words, empty);
    find_reaching(batch->own, empty, words, layout->stride, areas->own);
    find_reaching(batch->enemy, empty, words, layout->stride, areas->enemy);
    for (int w = 0; w < words; w++) {
        Vec both = areas->own[w] & areas->enemy[w];
        areas->own[w] = batch->own[w] | (areas->own[w] & ~both);
        areas->enemy[w] = batch->enemy[w] | (areas->enemy[w] & ~both);
    }
}

// Gives a lane its next game; false if there is none.
static bool begin(Batch *batch, int lane, const LaneLayout *layout,
                  const LaneClient *client)
{
    LaneStart start;
    batch->is_active[lane] = client->next(client->object, &start) ? UINT64_MAX : 0;
    // A lane without a game plays on unseen, and needs random numbers that do change.
    Rng rng = rng_seeded(0, 0);
    Bitboard ko = bitboard_empty();
    uint64_t own[LANE_WORDS_MAX] = {0}, enemy[LANE_WORDS_MAX] = {0};
    uint64_t excluded[LANE_WORDS_MAX] = {0};
    if (batch->is_active[lane]) {
        const Position *pos = start.position;
        rng = rng_seeded(start.seed, start.stream);
        lane_layout_pack(layout, &pos->stones[pos->to_play], own);
        lane_layout_pack(layout, &pos->stones[!pos->to_play], enemy);
        if (pos->ko != NO_POINT)
            bitboard_add(&ko, pos->ko);
        lane_layout_pack(layout, &ko, excluded);
        batch->passes[lane] = pos->passes;
        batch->is_white[lane] = pos->to_play == WHITE ? UINT64_MAX : 0;
        batch->id[lane] = start.id;
    }
    batch->rng_state[lane] = rng.state;
    batch->rng_increment[lane] = rng.increment;
    batch->turns[lane] = 0;
    for (int w = 0; w < layout->words; w++) {
        batch->own[w][lane] = own[w];
        batch->enemy[w][lane] = enemy[w];
        batch->excluded[w][lane] = excluded[w];
        batch->first_own[w][lane] = batch->first_enemy[w][lane] = 0;
    }
    return batch->is_active[lane] != 0;
}

// Hands the result of a lane's game to the client.
static void deliver(const Batch *batch, int lane, const LaneLayout *layout,
                    const LaneClient *client, const Areas *areas)
{
    uint64_t words[4][LANE_WORDS_MAX] = {{0}};
    int white_next = batch->is_white[lane] != 0;
    LaneResult result = {.id = batch->id[lane], .length = (int)batch->turns[lane]};
    for (int w = 0; w < layout->words; w++) {
        words[white_next][w] = areas->own[w][lane];
        words[!white_next][w] = areas->enemy[w][lane];
        words[2 + white_next][w] = batch->first_own[w][lane];
        words[2 + !white_next][w] = batch->first_enemy[w][lane];
        result.score += __builtin_popcountll(words[BLACK][w]) -
                        __builtin_popcountll(words[WHITE][w]);
    }
    if (client->details)
        for (Color player = BLACK; player <= WHITE; player++) {
            result.owner[player] = lane_layout_unpack(layout, words[player]);
            result.first[player] = lane_layout_unpack(layout, words[2 + player]);
        }
    client->done(client->object, &result);
}

// Ends the games that two passes or the cap have ended, and begins the next ones.
// Returns the number of lanes that got none.
INLINED uint64_t finish(Batch *batch, const LaneLayout *layout,
                        const LaneClient *client, LaneWork *work, int words)
{
    uint64_t points = (uint64_t)layout->columns * (uint64_t)layout->rows;
    uint64_t cap = PLAYOUT_TURNS_PER_POINT * points;
    Vec over =
        ((Vec)(batch->passes >= 2) | (Vec)(batch->turns >= cap)) & batch->is_active;
    uint64_t idle = 0;
    if (!vec_any(over))
        return 0;
    Areas areas = {0};
    find_areas(batch, layout, words, &areas);
    for (int lane = 0; lane < LANES; lane++) {
        if (over[lane] == 0)
            continue;
        deliver(batch, lane, layout, client, &areas);
        work->games++;
        work->turns += batch->turns[lane];
        idle += !begin(batch, lane, layout, client);
    }
    return idle;
}

INLINED void play_words(const LaneLayout *layout, const LaneClient *client,
                        LaneWork *work, int words, bool details)
{
    Batch batch[BATCHES];
    uint64_t active = 0;
    memset(batch, 0, sizeof batch);
    for (int i = 0; i < BATCHES; i++)
        for (int lane = 0; lane < LANES; lane++)
            active += begin(&batch[i], lane, layout, client);
    while (active > 0) {
        step(batch, layout, client, words, details);
        work->slots += BATCHES * LANES;
        work->trials += active;
        for (int i = 0; i < BATCHES; i++)
            active -= finish(&batch[i], layout, client, work, words);
    }
}

// A game that nobody wants the details of is not asked for them.
INLINED void play_details(const LaneLayout *layout, const LaneClient *client,
                          LaneWork *work, int words)
{
    if (client->details)
        play_words(layout, client, work, words, true);
    else
        play_words(layout, client, work, words, false);
}

static void play(const LaneLayout *layout, const LaneClient *client, LaneWork *work)
{
    switch (layout->words) {
    case 1:
        play_details(layout, client, work, 1);
        break;
    case 2:
        play_details(layout, client, work, 2);
        break;
    case 3:
        play_details(layout, client, work, 3);
        break;
    case 4:
        play_details(layout, client, work, 4);
        break;
    case 5:
        play_details(layout, client, work, 5);
        break;
    case 6:
        play_details(layout, client, work, 6);
        break;
    default:
        assert(layout->words == LANE_WORDS_MAX);
        play_details(layout, client, work, LANE_WORDS_MAX);
    }
}

extern const LaneKernel KERNEL;
const LaneKernel KERNEL = {KERNEL_NAME, LANES, play};
