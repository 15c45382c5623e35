// SPDX-License-Identifier: MIT
//
// Compares rng.h with O'Neill's own PCG library for C++ (Debian: libpcg-cpp-dev),
// output by output, for several seeds and streams, after jumps forward and backward,
// too.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <pcg_random.hpp>

extern "C" {
#include "rng.h"
}

namespace
{

constexpr int OUTPUTS = 1000000;

bool same_outputs(Rng &ours, pcg32 &theirs, int count)
{
    for (int i = 0; i < count; i++) {
        std::uint32_t found = rng_next(&ours), wanted = theirs();
        if (found != wanted) {
            std::printf("output %d is %08x, expected %08x\n", i, found, wanted);
            return false;
        }
    }
    return true;
}

bool same_after_jump(Rng &ours, pcg32 &theirs, std::uint64_t steps)
{
    rng_jump(&ours, steps);
    theirs.advance(steps);
    return same_outputs(ours, theirs, 100);
}

bool same_generator(std::uint64_t seed, std::uint64_t stream)
{
    Rng ours = rng_seeded(seed, stream);
    pcg32 theirs(seed, stream);
    bool good = same_outputs(ours, theirs, OUTPUTS);
    const std::uint64_t jumps[] = {
        0, 1, 2, 12345, std::uint64_t(1) << 40, ~std::uint64_t(0)};
    for (std::uint64_t steps : jumps) {
        good = good && same_after_jump(ours, theirs, steps);
        good = good && same_after_jump(ours, theirs, -steps);
    }
    // All the way back: the first output once more.
    rng_jump(&ours, -std::uint64_t(OUTPUTS + 12 * 100));
    Rng start = rng_seeded(seed, stream);
    return good && ours.state == start.state;
}

} // namespace

int main()
{
    const std::uint64_t values[] = {0, 1, 42, 0x123456789abcdef, ~std::uint64_t(0)};
    int errors = 0, generators = 0;
    for (std::uint64_t seed : values)
        for (std::uint64_t stream : values) {
            generators++;
            if (!same_generator(seed, stream)) {
                std::printf("seed %llu, stream %llu differ\n",
                            static_cast<unsigned long long>(seed),
                            static_cast<unsigned long long>(stream));
                errors++;
            }
        }
    std::printf("%d generators, %d errors\n", generators, errors);
    return errors == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
