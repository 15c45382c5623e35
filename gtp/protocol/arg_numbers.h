// SPDX-License-Identifier: MIT
//
// Reads numbers. Each reader returns false for a word of another kind, and leaves its
// result unchanged.
#ifndef ARG_NUMBERS_H
#define ARG_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

// Reads a decimal number from 0. GTP has no number above 2^31-1, so a larger one is
// read as 2^31-1. A caller with a limit then finds it too large.
bool arg_int(const char *word, int *number);

// Reads a decimal number from 0 to 2^64-1.
bool arg_uint64(const char *word, uint64_t *number);

// Reads a finite decimal fraction. A sign and an exponent are allowed.
bool arg_float(const char *word, double *number);

#endif
