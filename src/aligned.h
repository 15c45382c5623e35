// SPDX-License-Identifier: MIT
//
// Memory for types that need more alignment than malloc gives. Free it with
// aligned_delete only: on some systems free cannot take it.
#ifndef ALIGNED_H
#define ALIGNED_H

#include <stddef.h>

// Allocates `bytes` bytes at a multiple of `alignment`, a power of two. Errors: NULL
// when memory is exhausted. Pre: bytes is a multiple of alignment, too.
void *aligned_new(size_t alignment, size_t bytes);

// Frees the memory. NULL is allowed.
void aligned_delete(void *memory);

#endif
