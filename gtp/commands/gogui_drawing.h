// SPDX-License-Identifier: MIT
//
// Draws the best moves of a search, as lines of the kind "gfx" of GoGui's analyze
// commands. Source: GoGui, "Analyze commands".
#ifndef GOGUI_DRAWING_H
#define GOGUI_DRAWING_H

#include <stdbool.h>

#include "search.h"
#include "text.h"

// Returns how many of the first candidates have enough visits to be drawn. The
// candidates are in order.
int gogui_drawing_count(const SearchReport *report);

// Appends whole lines. Each of these candidates is labelled with its visits or its
// chance to win. A candidate with more visits is greener, and the best one has a
// circle. The rest is written as text.
void gogui_drawing_write(const SearchReport *report, bool visits, Text *text);

#endif
