// SPDX-License-Identifier: MIT
//
// Subnormal numbers, those below 1.2e-38, as zeros. Some processors take a hundred
// cycles for an operation with one. A network whose activations come near 0 has
// millions of them.
#ifndef FLOAT_MODE_H
#define FLOAT_MODE_H

#ifdef __SSE2__
#include <immintrin.h>
#endif

// From here on this thread takes subnormals for zeros. Returns what float_mode_restore
// needs. Where the processor is not known to be slow with them, nothing changes.
static inline unsigned float_mode_flush(void)
{
#ifdef __SSE2__
    enum { DENORMALS_ARE_ZERO = 0x40, FLUSH_TO_ZERO = 0x8000 };
    unsigned mode = _mm_getcsr();
    _mm_setcsr(mode | DENORMALS_ARE_ZERO | FLUSH_TO_ZERO);
    return mode;
#else
    return 0;
#endif
}

static inline void float_mode_restore(unsigned mode)
{
#ifdef __SSE2__
    _mm_setcsr(mode);
#else
    (void)mode;
#endif
}

#endif
