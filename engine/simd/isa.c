// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // NOLINT: the name is given; for syscall
#include "isa.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#ifdef HAVE_KERNELS_AMX
#include <sys/syscall.h>
#include <unistd.h>
#endif
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
    RUNTIME_AVX512_INT8, RUNTIME_AMX_BF16, RUNTIME_AVXVNNI_INT8, RUNTIME_NEON_INT8,
    RUNTIME_AVX512_EXACT, RUNTIME_AVXVNNI_EXACT, RUNTIME_AVX2_EXACT, RUNTIME_NEON_EXACT,
    RUNTIME_GENERIC_EXACT;

static const Isa ISAS[] = {
#ifdef HAVE_KERNELS_AMX
    {"amx", &PLAYOUT_BATCH_AVX512, &RUNTIME_AVX512_FLOAT, &RUNTIME_AVX512_INT16,
     &RUNTIME_AVX512_INT8, &RUNTIME_AMX_BF16, &RUNTIME_AVX512_EXACT},
#endif
#ifdef HAVE_KERNELS_AVX512
    {"avx512", &PLAYOUT_BATCH_AVX512, &RUNTIME_AVX512_FLOAT, &RUNTIME_AVX512_INT16,
     &RUNTIME_AVX512_INT8, NULL, &RUNTIME_AVX512_EXACT},
#endif
#ifdef HAVE_KERNELS_AVXVNNI
    {"avxvnni", &PLAYOUT_BATCH_AVXVNNI, &RUNTIME_AVX2_FLOAT, &RUNTIME_AVXVNNI_INT16,
     &RUNTIME_AVXVNNI_INT8, NULL, &RUNTIME_AVXVNNI_EXACT},
#endif
#ifdef HAVE_KERNELS_AVX2
    {"avx2", &PLAYOUT_BATCH_AVX2, &RUNTIME_AVX2_FLOAT, &RUNTIME_AVX2_INT16, NULL, NULL,
     &RUNTIME_AVX2_EXACT},
#endif
#ifdef HAVE_KERNELS_NEON
    {"neon", &PLAYOUT_BATCH_NEON, &RUNTIME_NEON_FLOAT, &RUNTIME_NEON_INT16,
     &RUNTIME_NEON_INT8, NULL, &RUNTIME_NEON_EXACT},
#endif
    {"generic", &PLAYOUT_BATCH_GENERIC, &RUNTIME_GENERIC_FLOAT, &RUNTIME_GENERIC_INT16,
     NULL, NULL, &RUNTIME_GENERIC_EXACT},
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

#ifdef HAVE_KERNELS_AMX
// The registers of AMX are so large that a process must ask Linux for them. It is asked
// once: a sandbox may forbid the question later.
static bool has_amx(void)
{
    enum { ASK_FOR_STATE = 0x1023, AMX_STATE = 18 }; // of arch_prctl
    enum { LEAF = 7, BF16_BIT = 22, TILE_BIT = 24 }; // of EDX
    enum { SUBLEAF = 1, AVX512_BF16_BIT = 5 };       // of EAX
    enum { UNKNOWN, NO, YES };
    static _Atomic int answer = UNKNOWN;
    if (answer == UNKNOWN) {
        unsigned eax, ebx, ecx, edx;
        bool has = __get_cpuid_count(LEAF, 0, &eax, &ebx, &ecx, &edx) &&
                   edx >> BF16_BIT & 1 && edx >> TILE_BIT & 1 &&
                   __get_cpuid_count(LEAF, SUBLEAF, &eax, &ebx, &ecx, &edx) &&
                   eax >> AVX512_BF16_BIT & 1 &&
                   syscall(SYS_arch_prctl, ASK_FOR_STATE, AMX_STATE) == 0;
        answer = has ? YES : NO;
    }
    return answer == YES;
}
#endif

// Can this processor run it? It must have all that meson.build lets the compiler use.
static bool is_runnable(const Isa *isa)
{
#if defined(__x86_64__)
    bool has_scalar = __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("fma");
#ifdef HAVE_KERNELS_AMX
    if (strcmp(isa->name, "amx") == 0 && !has_amx())
        return false;
#endif
    if (strcmp(isa->name, "avx512") == 0 || strcmp(isa->name, "amx") == 0)
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
