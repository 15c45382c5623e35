// SPDX-License-Identifier: MIT
//
// The handicap that makes a game between two ranks an even one. On 19x19 a rank is a
// stone. On a smaller board a stone is worth more ranks, as many as its sides are
// shorter: about 1.5 on 13x13 and 2 on 9x9. That is what matches between levels of the
// engine gave (scripts/RESULTS.md). Source for people: Sensei's Library, "Handicap for
// smaller board sizes"; estimates there are higher, 2 to 4 and 4 to 6.
#ifndef STONES_BETWEEN_H
#define STONES_BETWEEN_H

#include <stdbool.h>

typedef struct StonesBetween {
    int stones;      // 0: an even game; 1: no stone, but komi of half a point
    bool is_limited; // the board takes no more, though more would be right
} StonesBetween;

// The handicap for a difference of so many ranks. Pre: 0 or more ranks; columns and
// rows 1..19.
StonesBetween stones_between(int ranks, int columns, int rows);

#endif
