// SPDX-License-Identifier: MIT
//
// Random numbers for all games of the slices, and the choice among candidates. For
// slices_kernel.c alone.
//
// Arithmetic wants numbers, one after the other, the rest bits side by side. Game g is
// in group g / SLICE_GROUP, and its place there tells which 16 bits of a Vec hold it,
// its group which one of these. So a shift and a mask turn bits into numbers and back.
#ifndef SLICE_DRAW_H
#define SLICE_DRAW_H

#include "rng.h"
#include "slice_board.h"

enum {
    SLICE_GROUPS = 16,
    SLICE_GROUP = SLICE_GAMES / SLICE_GROUPS,
};

// Numbers of the games of a group.
typedef uint16_t Numbers __attribute__((vector_size(8 * LANES)));
typedef uint16_t SomeNumbers __attribute__((vector_size(2 * LANES)));

// The game whose bit is at a place of a Vec, and the other way round.
INLINED int slice_game(int word, int bit)
{
    return bit % 16 * SLICE_GROUP + 4 * word + bit / 16;
}

INLINED int slice_word(int game)
{
    return game % SLICE_GROUP / 4;
}

INLINED int slice_bit(int game)
{
    return game % 4 * 16 + game / SLICE_GROUP;
}

INLINED bool slice_test(const Vec *set, int game)
{
    return ((*set)[slice_word(game)] >> slice_bit(game) & 1) != 0;
}

INLINED void slice_add(Vec *set, int game)
{
    (*set)[slice_word(game)] |= (uint64_t)1 << slice_bit(game);
}

// A game's number of so many bits.
INLINED int slice_number(const Vec *number, int bits, int game)
{
    int sum = 0;
    for (int i = 0; i < bits; i++)
        sum |= slice_test(&number[i], game) << i;
    return sum;
}

// The next 16 random bits of every game: the upper half of rng_next.
INLINED void draw_random(Slices *s, Numbers random[SLICE_GROUPS])
{
    for (int i = 0; i < SLICE_RNGS; i++) {
        Vec old = s->rng_state[i];
        s->rng_state[i] = old * RNG_MULTIPLIER + s->rng_increment[i];
        Vec mixed = (old >> 18 ^ old) >> 27 & UINT32_MAX;
        // Twice side by side, a shift turns it.
        Vec turned = (mixed | mixed << 32) >> ((old >> 59) + 16);
        SomeNumbers numbers = __builtin_convertvector(turned, SomeNumbers);
        memcpy((char *)random + (size_t)i * sizeof numbers, &numbers, sizeof numbers);
    }
}

// The upper halves of the products.
INLINED Numbers multiply_high(const Numbers *a, const Numbers *b)
{
    uint16_t factor[SLICE_GROUP], product[SLICE_GROUP];
    Numbers high;
    memcpy(factor, a, sizeof factor);
    memcpy(product, b, sizeof product);
    for (int i = 0; i < SLICE_GROUP; i++)
        product[i] = (uint16_t)((uint32_t)factor[i] * product[i] >> 16);
    memcpy(&high, product, sizeof high);
    return high;
}

// Uniform numbers below the bounds, as rng_below finds them, but from 16 bits. Games
// whose number would have to be drawn again are added to `again`, and do so in the next
// step.
INLINED Numbers random_below(int group, const Numbers *random, const Numbers *bound,
                             Vec *again)
{
    Numbers low = *random * *bound;
    if (vec_any((Vec)(low < *bound)))
        for (int i = 0; i < SLICE_GROUP; i++)
            if (low[i] < (*bound)[i] && low[i] < 65536u % (*bound)[i])
                slice_add(again, group * SLICE_GROUP + i);
    return multiply_high(random, bound);
}

// How many candidates each game has, in binary.
INLINED void count_candidates(const Slices *s, Vec count[SLICE_COUNT_BITS])
{
    memset(count, 0, SLICE_COUNT_BITS * sizeof *count);
    for (int row = 0; row < s->rows; row++) {
        Vec carry = {0};
        for (int i = 0; i < s->count_bits; i++) {
            Vec old = count[i];
            Vec more = i < SLICE_ROW_BITS ? s->row_count[row][i] : (Vec){0};
            count[i] = old ^ more ^ carry;
            carry = vec_majority(old, more, carry);
        }
    }
}

INLINED Numbers rotate_left(Numbers x, int bits)
{
    return x << bits | x >> (-bits & 15);
}

// Draws, in every game, the number k of a candidate, from 0, in binary. Bit i of a
// group's numbers and bit `group` of plane i are the same once one is rotated by its
// group and the other by i.
INLINED void draw_numbers(Slices *s, const Vec *count, Vec *k, Vec *again)
{
    Numbers random[SLICE_GROUPS], turned[SLICE_COUNT_BITS], drawn[SLICE_COUNT_BITS];
    draw_random(s, random);
    for (int i = 0; i < SLICE_COUNT_BITS; i++) {
        turned[i] = rotate_left((Numbers)count[i], i);
        drawn[i] = (Numbers){0};
    }
    for (int group = 0; group < SLICE_GROUPS; group++) {
        Numbers bound = {0};
        for (int i = 0; i < SLICE_COUNT_BITS; i++)
            bound |= turned[i] & (uint16_t)(1 << (i + group) % 16);
        bound = rotate_left(bound, -group & 15);
        Numbers number = random_below(group, &random[group], &bound, again);
        number = rotate_left(number, group);
        for (int i = 0; i < SLICE_COUNT_BITS; i++)
            drawn[i] |= number & (uint16_t)(1 << (i + group) % 16);
    }
    for (int i = 0; i < SLICE_COUNT_BITS; i++)
        k[i] = (Vec)rotate_left(drawn[i], -i & 15);
}

// Finds the rows of the candidates; k becomes their number in the row.
INLINED void choose_rows(const Slices *s, Vec *k, Choice *choice)
{
    Vec not_yet = choice->moves;
    choice->row[0] = choice->row[1 + s->rows] = (Vec){0};
    for (int row = 0; row < s->rows; row++) {
        Vec rest[SLICE_COUNT_BITS], borrow = {0};
        for (int i = 0; i < s->count_bits; i++) {
            Vec less = i < SLICE_ROW_BITS ? s->row_count[row][i] : (Vec){0};
            rest[i] = k[i] ^ less ^ borrow;
            borrow = vec_majority(~k[i], less, borrow);
        }
        choice->row[1 + row] = borrow & not_yet;
        not_yet &= ~borrow;
        for (int i = 0; i < s->count_bits; i++)
            k[i] = vec_select(not_yet, rest[i], k[i]);
    }
}

// Takes one off a number in the games of a set. Returns those where it was zero, which
// then is the largest number of these bits.
INLINED Vec take_one(Vec *number, int bits, Vec from)
{
    for (int i = 0; i < bits; i++) {
        Vec old = number[i];
        number[i] = old ^ from;
        from &= ~old;
    }
    return from;
}

// Finds the columns: the candidate in a row at which its number has come to zero. What
// follows in the row cannot take it to zero again.
INLINED void choose_columns(const Slices *s, Vec *k, Choice *choice)
{
    choice->column[0] = choice->column[1 + s->columns] = (Vec){0};
    for (int first = 0; first < s->columns; first += SLICE_SEVEN) {
        Vec there[SLICE_SEVEN] = {{0}};
        for (int row = 0; row < s->rows; row++)
            for (int i = 0; i < SLICE_SEVEN; i++)
                there[i] |= choice->row[1 + row] & s->candidates[row][first + i];
        for (int i = 0; i < SLICE_SEVEN && first + i < s->columns; i++)
            choice->column[1 + first + i] = take_one(k, SLICE_ROW_BITS, there[i]);
    }
}

// Draws one of the candidates in every game.
INLINED void draw(Slices *s, Choice *choice)
{
    Vec count[SLICE_COUNT_BITS], k[SLICE_COUNT_BITS], again = {0}, exists = {0};
    count_candidates(s, count);
    draw_numbers(s, count, k, &again);
    for (int i = 0; i < s->count_bits; i++)
        exists |= count[i];
    Vec playing = s->is_active & ~s->is_over;
    choice->moves = playing & exists & ~again;
    choice->passes = playing & ~exists;
    choose_rows(s, k, choice);
    choose_columns(s, k, choice);
}

#endif
