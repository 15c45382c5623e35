// SPDX-License-Identifier: MIT
//
// The three colors of rule 2. BLACK and WHITE are also the two players, so a Color
// indexes every array that has an entry for each player.
#ifndef COLOR_H
#define COLOR_H

#include <stdbool.h>
#include <strings.h>

typedef enum Color { BLACK, WHITE, EMPTY } Color;

// The opponent of a player. Pre: BLACK or WHITE.
static inline Color color_other(Color player)
{
    return player == BLACK ? WHITE : BLACK;
}

// "black" or "white". Pre: BLACK or WHITE.
static inline const char *color_name(Color player)
{
    return player == BLACK ? "black" : "white";
}

// Reads `b`, `w`, `black` or `white` in any case. Errors: false, *player unchanged.
// Source: GTP 2, color.
static inline bool color_from_text(const char *text, Color *player)
{
    if (strcasecmp(text, "b") == 0 || strcasecmp(text, "black") == 0)
        *player = BLACK;
    else if (strcasecmp(text, "w") == 0 || strcasecmp(text, "white") == 0)
        *player = WHITE;
    else
        return false;
    return true;
}

#endif
