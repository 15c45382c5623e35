// SPDX-License-Identifier: MIT
//
// Pictures for cmocka tests: a position is written as its rows, top row first, such as
// "XO./..X", and a failed comparison shows both boards. Includes cmocka.
#ifndef PICTURE_H
#define PICTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "diagram.h"
#include "position.h"

// The position in a picture. Fails the test if the picture cannot be read.
static inline Position picture_position(const char *picture, Color to_play)
{
    Position pos;
    if (!diagram_read(picture, to_play, &pos))
        fail_msg("cannot read the picture %s", picture);
    return pos;
}

// The point of a vertex. Fails the test if there is no such point on a 19x19 grid.
static inline Point picture_point(const char *vertex)
{
    Point p = NO_POINT;
    if (!point_from_vertex(vertex, BOARD_SIZE_MAX, BOARD_SIZE_MAX, &p))
        fail_msg("no such vertex: %s", vertex);
    return p;
}

// The points of vertices separated by blanks.
static inline Bitboard picture_points(const char *vertices)
{
    Bitboard set = bitboard_empty();
    char vertex[VERTEX_SIZE];
    while (*vertices != '\0') {
        size_t length = strcspn(vertices, " ");
        assert_true(length < sizeof vertex);
        memcpy(vertex, vertices, length);
        vertex[length] = '\0';
        bitboard_add(&set, picture_point(vertex));
        vertices += length + strspn(vertices + length, " ");
    }
    return set;
}

// Fails unless the set is that of the vertices.
static inline void assert_points(Bitboard set, const char *vertices)
{
    Bitboard expected = picture_points(vertices);
    if (!bitboard_equal(&set, &expected))
        fail_msg("expected the points %s, and %d in all", vertices,
                 bitboard_count(&set));
}

// Fails, showing both boards, unless size and coloring are those of the picture.
static inline void assert_picture(const Position *pos, const char *picture)
{
    Position expected = picture_position(picture, BLACK);
    if (pos->columns == expected.columns && pos->rows == expected.rows &&
        position_same_coloring(pos, &expected))
        return;
    char bytes[2][2048];
    Text found = text_over(bytes[0], sizeof bytes[0]);
    Text wanted = text_over(bytes[1], sizeof bytes[1]);
    diagram_write(pos, NO_POINT, &found);
    diagram_write(&expected, NO_POINT, &wanted);
    fail_msg("the board is\n%sbut should be\n%s", bytes[0], bytes[1]);
}

#endif
