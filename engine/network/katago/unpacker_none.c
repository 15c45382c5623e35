// SPDX-License-Identifier: MIT
#include "unpacker.h"

bool unpacker_exists(void)
{
    return false;
}

Unpacker *unpacker_new(void)
{
    return NULL;
}

void unpacker_delete(Unpacker *unpacker)
{
    (void)unpacker;
}

UnpackerState unpacker_run(Unpacker *unpacker, UnpackerPiece *piece)
{
    (void)unpacker;
    (void)piece;
    return UNPACKER_DAMAGED;
}
