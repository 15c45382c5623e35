// SPDX-License-Identifier: MIT
//
// The handicap that makes a game between two ranks an even one. On 19x19 a rank is a
// stone. On a smaller board a stronger player has fewer moves to make good for a stone.
// So a stone is worth more ranks there: about 2 on 13x13 and 4.5 on 9x9. That is a rule
// of thumb. Source: Sensei's Library, "Handicap for smaller board
// sizes"; estimates there go from 2 to 4 and from 4 to 6.
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
