// SPDX-License-Identifier: MIT
//
// What libFuzzer calls, and replay.c: one input, whatever it holds. A target aborts
// when something is wrong.
#ifndef TARGET_H
#define TARGET_H

#include <stddef.h>
#include <stdint.h>

// Always 0, which means that the input may be kept.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif
