// SPDX-License-Identifier: MIT
//
// Reads the blocks of KataGo's network files. For katago_file.c only.
#ifndef KATAGO_BLOCKS_H
#define KATAGO_BLOCKS_H

#include "katago_layers.h"

// Reads so many blocks, each of which adds to the trunk.
void katago_read_blocks(KatagoFileReader *reader, KatagoArray trunk, int count);

#endif
