// SPDX-License-Identifier: MIT
#include "isa.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

// One copy of each kernel for every instruction set that the compiler knows; see
// meson.build.
extern const struct PlayoutKernel PLAYOUT_BATCH_AVX512, PLAYOUT_BATCH_AVXVNNI,
    PLAYOUT_BATCH_AVX2, PLAYOUT_BATCH_NEON, PLAYOUT_BATCH_GENERIC;
extern const struct RuntimeKernel RUNTIME_AVX512_FLOAT, RUNTIME_AVX512_INT16,
    RUNTIME_AVXVNNI_INT16, RUNTIME_AVX2_FLOAT, RUNTIME_AVX2_INT16, RUNTIME_NEON_FLOAT,
    RUNTIME_NEON_INT16, RUNTIME_GENERIC_FLOAT, RUNTIME_GENERIC_INT16,
    RUNTIME_AVX512_INT8, RUNTIME_AVXVNNI_INT8, RUNTIME_NEON_INT8, RUNTIME_AVX512_EXACT,
    RUNTIME_AVXVNNI_EXACT, RUNTIME_AVX2_EXACT, RUNTIME_NEON_EXACT,
    RUNTIME_GENERIC_EXACT;

static const Isa ISAS[] = {
#ifdef HAVE_KERNELS_AVX512
    {"avx512", &PLAYOUT_BATCH_AVX512, &RUNTIME_AVX512_FLOAT, &RUNTIME_AVX512_INT16,
     &RUNTIME_AVX512_INT8, &RUNTIME_AVX512_EXACT},
#endif
#ifdef HAVE_KERNELS_AVXVNNI
    {"avxvnni", &PLAYOUT_BATCH_AVXVNNI, &RUNTIME_AVX2_FLOAT, &RUNTIME_AVXVNNI_INT16,
     &RUNTIME_AVXVNNI_INT8, &RUNTIME_AVXVNNI_EXACT},
#endif
#ifdef HAVE_KERNELS_AVX2
    {"avx2", &PLAYOUT_BATCH_AVX2, &RUNTIME_AVX2_FLOAT, &RUNTIME_AVX2_INT16, NULL,
     &RUNTIME_AVX2_EXACT},
#endif
#ifdef HAVE_KERNELS_NEON
    {"neon", &PLAYOUT_BATCH_NEON, &RUNTIME_NEON_FLOAT, &RUNTIME_NEON_INT16,
     &RUNTIME_NEON_INT8, &RUNTIME_NEON_EXACT},
#endif
    {"generic", &PLAYOUT_BATCH_GENERIC, &RUNTIME_GENERIC_FLOAT, &RUNTIME_GENERIC_INT16,
     NULL, &RUNTIME_GENERIC_EXACT},
};

#if defined(__x86_64__)
// Not all compilers that we build with know this name.
static bool has_avxvnni(void)
{
    enum { LEAF = 7, SUBLEAF = 1, BIT = 4 }; // of EAX
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid_count(LEAF, SUBLEAF, &eax, &ebx, &ecx, &edx) && eax >> BIT & 1;
}
#endif

// Can this processor run it? It must have all that meson.build lets the compiler use.
static bool is_runnable(const Isa *isa)
{
#if defined(__x86_64__)
    bool has_scalar = __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("fma");
    if (strcmp(isa->name, "avx512") == 0)
        return has_scalar && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vpopcntdq") &&
               __builtin_cpu_supports("avx512vnni");
    if (strcmp(isa->name, "avxvnni") == 0)
        return has_scalar && __builtin_cpu_supports("avx2") && has_avxvnni();
    if (strcmp(isa->name, "avx2") == 0)
        return has_scalar && __builtin_cpu_supports("avx2");
#elif defined(__aarch64__) && defined(__linux__)
    if (strcmp(isa->name, "neon") == 0)
        return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
#endif
    return strcmp(isa->name, "generic") == 0;
}

const Isa *isa_at(int index)
{
    for (size_t i = 0; i < sizeof ISAS / sizeof ISAS[0]; i++)
        if (is_runnable(&ISAS[i]) && index-- == 0)
            return &ISAS[i];
    return NULL;
}

const Isa *isa_best(void)
{
    return isa_at(0);
}

const Isa *isa_named(const char *name)
{
    for (int i = 0; isa_at(i) != NULL; i++)
        if (strcmp(isa_at(i)->name, name) == 0)
            return isa_at(i);
    return NULL;
}
