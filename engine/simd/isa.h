// SPDX-License-Identifier: MIT
//
// The instruction sets that kernels are compiled for. The fastest one is chosen when
// the program starts.
#ifndef ISA_H
#define ISA_H

struct PlayoutKernel;
struct RuntimeKernel;

// An instruction set, and the copy of each kernel for it.
typedef struct Isa {
    const char *name; // "amx", "avx512", "avxvnni", "avx2", "neon", "generic"
    const struct PlayoutKernel *lanes; // plays playouts (playout_batch.h)
    // compute networks (runtime.h); NULL: not in this precision
    const struct RuntimeKernel *runtime_float, *runtime_int16, *runtime_int8,
        *runtime_bf16, *runtime_exact;
} Isa;

// The fastest instruction set that this processor can run.
const Isa *isa_best(void);

// The instruction set with that name. NULL if this program does not have it, or this
// processor cannot run it.
const Isa *isa_named(const char *name);

// The instruction sets that this processor can run, fastest first; index from 0. NULL
// after the last.
const Isa *isa_at(int index);

#endif
