// SPDX-License-Identifier: MIT
#include "katago_pack.h"

#include <string.h>

size_t katago_pack_bytes(int size)
{
    size_t area = (size_t)size * (size_t)size;
    return KATAGO_PACK_HEAD + ((KATAGO_PLANE_COUNT + 1) * area + 7) / 8;
}

static void pack_float(float number, uint8_t bytes[])
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(bits >> 8 * i);
}

static void pack_set(const Bitboard *set, int size, int number, uint8_t bytes[])
{
    for (Point p = bitboard_first(set); p; p = bitboard_next(set, p)) {
        int index = (size - point_row(p)) * size + point_column(p);
        int bit = number * size * size + index;
        bytes[bit / 8] = (uint8_t)(bytes[bit / 8] | 1 << bit % 8);
    }
}

void katago_pack(const KatagoFeatures *features, Color to_play, int size,
                 uint8_t bytes[])
{
    memset(bytes, 0, katago_pack_bytes(size));
    for (int i = 0; i < KATAGO_GLOBAL_COUNT; i++)
        pack_float(features->globals[i], bytes + 4 * i);
    bytes[KATAGO_PACK_HEAD - 1] =
        (uint8_t)((to_play == BLACK ? KATAGO_PACK_BLACK : 0) |
                  (features->has_no_result ? KATAGO_PACK_NO_RESULT : 0));
    uint8_t *sets = bytes + KATAGO_PACK_HEAD;
    for (int i = 0; i < KATAGO_PLANE_COUNT; i++)
        pack_set(&features->planes[i], size, i, sets);
    pack_set(&features->legal, size, KATAGO_PLANE_COUNT, sets);
}
