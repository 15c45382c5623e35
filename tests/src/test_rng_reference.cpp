// SPDX-License-Identifier: MIT
//
// Compares rng.h with O'Neill's own PCG library for C++ (Debian: libpcg-cpp-dev),
// output by output, for several seeds and streams.
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

bool same_generator(std::uint64_t seed, std::uint64_t stream)
{
    Rng ours = rng_seeded(seed, stream);
    pcg32 theirs(seed, stream);
    return same_outputs(ours, theirs, OUTPUTS);
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
