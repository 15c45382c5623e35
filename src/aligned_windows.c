// SPDX-License-Identifier: MIT
#include "aligned.h"

#include <malloc.h>

void *aligned_new(size_t alignment, size_t bytes)
{
    return _aligned_malloc(bytes, alignment);
}

void aligned_delete(void *memory)
{
    _aligned_free(memory);
}
