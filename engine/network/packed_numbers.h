// SPDX-License-Identifier: MIT
//
// Numbers of a network's output in fewer bits, as the evaluation cache keeps them. What
// was packed once is the same when it is packed again.
#ifndef PACKED_NUMBERS_H
#define PACKED_NUMBERS_H

#include <stdint.h>
#include <string.h>

// Steps of one point between -1 and 1.
static const float PACKED_OWNER_STEPS = 127.5f;

// The upper half of a float, rounded: exact to half a percent.
static inline uint16_t packed_upper_half(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (uint16_t)((bits + 0x8000) >> 16);
}

static inline float packed_of_upper_half(uint16_t half)
{
    uint32_t bits = (uint32_t)half << 16;
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

// An owner from -1 to 1 as steps above -1.
static inline uint8_t packed_owner(float owner)
{
    return (uint8_t)((owner + 1) * PACKED_OWNER_STEPS + 0.5f);
}

static inline float packed_of_owner(uint8_t steps)
{
    return (float)steps / PACKED_OWNER_STEPS - 1;
}

#endif
