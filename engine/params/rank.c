// SPDX-License-Identifier: MIT
#include "rank.h"

#include <stdlib.h>

const char *rank_read(const char *text, Rank *rank)
{
    char *end;
    if (*text < '1' || *text > '9')
        return NULL;
    long number = strtol(text, &end, 10);
    if (*end == 'k' && number <= RANK_1_KYU + 1 - RANK_WEAKEST)
        *rank = RANK_1_KYU + 1 - (int)number;
    else if (*end == 'd' && number <= RANK_9_DAN)
        *rank = (int)number;
    else if (*end == 'p' && number <= RANK_9_DAN)
        *rank = RANK_PROFESSIONAL;
    else
        return NULL;
    return end + 1;
}

void rank_write(Rank rank, Text *text)
{
    if (rank == RANK_UNKNOWN)
        text_add(text, "?");
    else if (rank == RANK_PROFESSIONAL)
        text_add(text, "9p");
    else if (rank >= RANK_1_DAN)
        text_printf(text, "%dd", rank);
    else
        text_printf(text, "%dk", RANK_1_KYU + 1 - rank);
}
