// SPDX-License-Identifier: MIT
#include "aligned.h"

#include <stdlib.h>

void *aligned_new(size_t alignment, size_t bytes)
{
    return aligned_alloc(alignment, bytes);
}

void aligned_delete(void *memory)
{
    free(memory);
}
