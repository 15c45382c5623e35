// SPDX-License-Identifier: MIT
//
// Numbers in files: little-endian, of one to eight bytes.
#ifndef BYTE_ORDER_H
#define BYTE_ORDER_H

#include <stdint.h>

static inline void put_number(uint64_t number, int count, uint8_t bytes[])
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

static inline uint64_t get_number(const uint8_t bytes[], int count)
{
    uint64_t number = 0;
    for (int i = count - 1; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

#endif
