// SPDX-License-Identifier: MIT
#include "arg_numbers.h"

#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digits(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

bool arg_int(const char *word, int *number)
{
    uint64_t wide;
    if (!is_digits(word))
        return false;
    *number = arg_uint64(word, &wide) && wide < INT_MAX ? (int)wide : INT_MAX;
    return true;
}

bool arg_uint64(const char *word, uint64_t *number)
{
    if (!is_digits(word))
        return false;
    errno = 0;
    unsigned long long wide = strtoull(word, NULL, 10);
    if (errno != 0)
        return false;
    *number = wide;
    return true;
}

bool arg_float(const char *word, double *number)
{
    // strtod alone would also accept hexadecimal numbers, infinities and the like.
    if (word[0] == '\0' || word[strspn(word, "0123456789+-.eE")] != '\0')
        return false;
    char *end;
    double value = strtod(word, &end);
    if (*end != '\0' || !(fabs(value) <= DBL_MAX))
        return false;
    *number = value;
    return true;
}
