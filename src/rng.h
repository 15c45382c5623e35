// SPDX-License-Identifier: MIT
//
// Random numbers: PCG32, that is XSH RR 64/32 of the PCG family. The generator is an
// explicit value; there is no global one. Source: O'Neill 2014, "PCG: A Family of
// Simple Fast Space-Efficient Statistically Good Algorithms for Random Number
// Generation". Bounded draws: Lemire 2019, "Fast Random Integer Generation in an
// Interval". Jumps: Brown 1994, "Random Number Generation with Arbitrary Strides".
#ifndef RNG_H
#define RNG_H

#include <stdint.h>

typedef struct Rng {
    uint64_t state;
    uint64_t increment; // odd; selects the stream
} Rng;

#define RNG_MULTIPLIER 6364136223846793005u

// Returns the next 32 random bits.
static inline uint32_t rng_next(Rng *rng)
{
    uint64_t old = rng->state;
    rng->state = old * RNG_MULTIPLIER + rng->increment;
    uint32_t mixed = (uint32_t)((old >> 18 ^ old) >> 27);
    unsigned turn = (unsigned)(old >> 59);
    return mixed >> turn | mixed << (-turn & 31);
}

// Creates a generator at the start of a sequence. With the same seed, different streams
// give different sequences. Only the low 63 bits of the stream count.
static inline Rng rng_seeded(uint64_t seed, uint64_t stream)
{
    Rng rng = {.state = 0, .increment = stream << 1 | 1};
    rng_next(&rng);
    rng.state += seed;
    rng_next(&rng);
    return rng;
}

// Mixes the bits of a number. It is a bijection: every bit of the argument changes
// about half of the bits of the result. Source: the finaliser of SplitMix64 (Steele,
// Lea, Flood 2014).
static inline uint64_t rng_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// Returns a uniformly distributed number in 0 .. bound-1, without bias. Pre: bound > 0.
static inline uint32_t rng_below(Rng *rng, uint32_t bound)
{
    uint64_t product = (uint64_t)rng_next(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t reject_below = -bound % bound;
        while ((uint32_t)product < reject_below)
            product = (uint64_t)rng_next(rng) * bound;
    }
    return (uint32_t)(product >> 32);
}

#endif
