// SPDX-License-Identifier: MIT
//
// A short list of points in order, such as moves or liberties. The caller owns the
// memory.
#ifndef POINT_LIST_H
#define POINT_LIST_H

#include <stdbool.h>

#include "point.h"

enum { POINT_LIST_MAX = POINT_COUNT_MAX + 1 }; // every point of a board, and PASS

typedef struct PointList {
    int count;
    Point points[POINT_LIST_MAX];
} PointList;

static inline bool point_list_has(const PointList *list, Point point)
{
    for (int i = 0; i < list->count; i++)
        if (list->points[i] == point)
            return true;
    return false;
}

// Appends a point. Pre: there is room.
static inline void point_list_add(PointList *list, Point point)
{
    list->points[list->count++] = point;
}

// Appends a point unless the list has it already. Pre: there is room.
static inline void point_list_add_new(PointList *list, Point point)
{
    if (!point_list_has(list, point))
        point_list_add(list, point);
}

#endif
