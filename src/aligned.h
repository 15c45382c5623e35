// SPDX-License-Identifier: MIT
//
// Memory for types that want more alignment than malloc gives. It is of a kind of its
// own: on some systems free cannot take it back.
#ifndef ALIGNED_H
#define ALIGNED_H

#include <stddef.h>

// So many bytes at a multiple of `alignment`, a power of two. Errors: NULL when memory
// is exhausted. Pre: bytes is a multiple of alignment, too.
void *aligned_new(size_t alignment, size_t bytes);

// Gives it back; NULL is allowed.
void aligned_delete(void *memory);

#endif
