// SPDX-License-Identifier: MIT
#include "dated_name.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "stopwatch.h"

void dated_name(char name[DATED_NAME_SIZE])
{
    struct timespec now = stopwatch_date();
    struct tm date;
    char start[DATED_NAME_SIZE / 2];
    if (localtime_r(&now.tv_sec, &date) == NULL ||
        strftime(start, sizeof start, "%Y%m%d-%H%M%S", &date) == 0)
        snprintf(start, sizeof start, "%lld", (long long)now.tv_sec);
    snprintf(name, DATED_NAME_SIZE, "%s-%06ld-%ld", start, now.tv_nsec / 1000,
             (long)getpid());
}
