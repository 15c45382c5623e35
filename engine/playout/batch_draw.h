// SPDX-License-Identifier: MIT
//
// Random numbers for all lanes of a batch, and the choice among candidates. For
// batch_kernel_tmpl.c only.
#ifndef BATCH_DRAW_H
#define BATCH_DRAW_H

#include "batch_board.h"
#include "rng.h"

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

// Uniform numbers below the bounds, without bias; as rng_below. A number rarely has to
// be drawn again, so that is done lane by lane.
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

// The position of the k-th set bit of a word, counted from below, k from 0.
INLINED Vec batch_place_of(Vec word, Vec k)
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

// Draws one of the points of each lane, if it has any.
INLINED void batch_draw(Batch *batch, BatchSetting at, BatchMove *move)
{
    const Vec *from = move->drawn_from;
    VecSet up_to, in_word;
    Vec count = {0};
    for (int w = 0; w < at.words; w++)
        up_to[w] = count += vec_count(from[w]);
    Vec k = random_below(batch, count);
    Vec word = from[0], before = {0}, number = {0}, not_yet = ~(Vec){0};
    for (int w = 0; w < at.words - 1; w++) {
        Vec later = (Vec)(k >= up_to[w]);
        word = vec_select(later, from[w + 1], word);
        before = vec_select(later, up_to[w], before);
        number -= later;
        in_word[w] = not_yet & ~later;
        not_yet = later;
    }
    in_word[at.words - 1] = not_yet;
    move->exists = vec_nonzero(count);
    move->place.word = number | ~move->exists; // NO_WORD for a pass
    move->place.bit = batch_place_of(word, k - before) & move->exists;
    Vec bit = vec_all(1) << move->place.bit & move->exists;
    for (int w = 0; w < at.words; w++)
        move->point[w] = bit & in_word[w];
}

#endif
