// SPDX-License-Identifier: MIT
//
// The best moves of a search as a drawing: lines of the kind "gfx" of GoGui's analyze
// commands. Source: GoGui, "Analyze commands".
#ifndef GOGUI_DRAWING_H
#define GOGUI_DRAWING_H

#include <stdbool.h>

#include "search.h"
#include "text.h"

// How many candidates, which are in order, have a fair share of the visits.
int gogui_drawing_count(const SearchReport *report);

// Appends whole lines: every such candidate labelled, with its visits or its chance to
// win, the more visited the greener; the best one in a circle; and the rest as text.
void gogui_drawing_write(const SearchReport *report, bool visits, Text *text);

#endif
