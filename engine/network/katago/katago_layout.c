// SPDX-License-Identifier: MIT
#include "katago_layout.h"

enum { LAYOUT_COUNT = KATAGO_INPUT_NEWEST - KATAGO_INPUT_OLDEST + 1 };

// By input version, from the oldest on; by the numbers of KATAGO_PLANE_... and
// KATAGO_GLOBAL_....
static const KatagoLayout LAYOUTS[LAYOUT_COUNT] = {
    {22,
     14,
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21},
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 18}},
    {22,
     14,
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21},
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 18}},
    // Neither liberties, ladders nor areas.
    {13,
     12,
     {0, 1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 20, 21},
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13}},
    {22,
     16,
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21},
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 18}},
    {22,
     19,
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21},
     {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}},
};

const KatagoLayout *katago_layout(int input_version)
{
    return &LAYOUTS[input_version - KATAGO_INPUT_OLDEST];
}
