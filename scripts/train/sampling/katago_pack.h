// SPDX-License-Identifier: MIT
//
// What KataGo's networks see of a moment of a recorded game, packed for the program
// that runs them.
#ifndef KATAGO_PACK_H
#define KATAGO_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "katago_features.h"

enum {
    KATAGO_PACK_BLACK = 1,     // Black is to move
    KATAGO_PACK_NO_RESULT = 2, // the game may end without a result
    KATAGO_PACK_LEFT_OUT = 4,  // there is no such position; all other bytes are 0
};

enum {
    KATAGO_PACK_HEAD = 4 * KATAGO_GLOBAL_COUNT + 1,
    KATAGO_PACK_BYTES_MAX =
        KATAGO_PACK_HEAD + ((KATAGO_PLANE_COUNT + 1) * POINT_COUNT_MAX + 7) / 8,
};

// The number of bytes of a packed position on a board of this size.
size_t katago_pack_bytes(int size);

// Writes a packed position. First come the globals as little-endian float32, then a
// byte of KATAGO_PACK_... flags. Then come the planes, and the legal points as one more
// plane, without gaps. Each point is one bit, rows from the top, lowest bit first. Pre:
// a square board.
void katago_pack(const KatagoFeatures *features, Color to_play, int size,
                 uint8_t bytes[]);

#endif
