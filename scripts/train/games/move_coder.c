// SPDX-License-Identifier: MIT
#include "move_coder.h"

#include <stdlib.h>

enum {
    FAR = 9,         // a distance, as long as there is none
    PRIOR_SEEN = 30, // bits for which the tables below count
};

// Chances of bits to be 1, of 256, in recorded games of all sizes: by the node of the
// tree of the distance. 0: a distance that there is not, or a node that is never
// reached.
static const uint8_t PASS_PRIOR = 2, TURNED_PRIOR = 124;
static const uint8_t LARGER_PRIOR[MOVE_BEFORE_KINDS][MOVE_DISTANCES] = {
    {0, 2, 15, 1,   38, 88,  1,   0,   121, 83,  111, 103, 37,
     0, 0, 0,  255, 79, 105, 103, 116, 112, 131, 118, 96,  1},
    {0, 3, 21, 1,   50,  87,  1,   0,   131, 85,  106, 94, 56,
     0, 0, 0,  255, 103, 103, 108, 118, 129, 110, 101, 96, 1},
    {0, 3, 27, 1,   70, 84,  1,   0,   90,  97,  90,  101, 45,
     0, 0, 0,  255, 98, 123, 114, 104, 111, 121, 103, 89,  1},
    {0, 2, 37, 1,   64, 87,  1,   0,  85,  139, 97, 106, 46,
     0, 0, 0,  255, 87, 129, 127, 98, 120, 126, 77, 100, 1},
    {0, 12, 68, 1,   47, 160, 1,   0,   92,  123, 138, 60,  59,
     0, 0,  0,  255, 90, 113, 130, 117, 139, 127, 74,  104, 1},
};
static const uint8_t SMALLER_PRIOR[MOVE_LARGER_KINDS][MOVE_DISTANCES] = {
    {0},
    {0, 96},
    {0, 29, 155, 1},
    {0, 97, 146, 69},
    {0, 17, 106, 1, 152, 106, 1},
    {0, 41, 126, 1, 148, 108, 62},
    {0, 68, 118, 46, 149, 110, 117, 1},
    {0, 80, 126, 84, 158, 112, 119, 83},
    {0,   46, 106, 86,  121, 104, 84,  11,  153, 120, 119, 116, 104,
     122, 37, 49,  156, 131, 121, 125, 122, 119, 118, 113, 72,  64},
};

static void begin_model(BitModel *model, uint8_t prior)
{
    *model = (BitModel){.chance = (uint16_t)(256 * prior), .seen = PRIOR_SEEN};
    if (prior == 0)
        models_init(model, 1);
}

void move_models_init(MoveModels *models)
{
    begin_model(&models->pass, PASS_PRIOR);
    begin_model(&models->turned, TURNED_PRIOR);
    for (int node = 0; node < MOVE_DISTANCES; node++) {
        for (int kind = 0; kind < MOVE_BEFORE_KINDS; kind++)
            begin_model(&models->larger[kind][node], LARGER_PRIOR[kind][node]);
        for (int kind = 0; kind < MOVE_LARGER_KINDS; kind++)
            begin_model(&models->smaller[kind][node], SMALLER_PRIOR[kind][node]);
    }
    models->before = NO_POINT;
    models->distance = FAR;
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static Point code_any_point(RangeCoder *coder, int size, Point move)
{
    int index = coder->reading ? 0 : (point_row(move) - 1) * size + point_column(move);
    index = coder_uniform(coder, size * size, index);
    return point_at(index % size, index / size + 1);
}

static int bits_of(int number)
{
    int bits = 1;
    while (number >> bits > 0)
        bits++;
    return bits;
}

// A column or row that is so far from another one, 0..size-1.
static int code_direction(RangeCoder *coder, int size, int from, int distance, int to)
{
    bool can_fall = from >= distance, can_rise = from + distance < size;
    bool rises = to > from;
    if (distance > 0 && can_fall && can_rise)
        rises = coder_uniform(coder, 2, rises);
    else
        rises = !can_fall;
    return rises ? lesser(from + distance, size - 1) : from - distance;
}

// Pre: a point was coded before.
static Point code_near(RangeCoder *coder, MoveModels *models, int size, Point move)
{
    int column = point_column(models->before), row = point_row(models->before) - 1;
    int to_column = coder->reading ? 0 : point_column(move);
    int to_row = coder->reading ? 0 : point_row(move) - 1;
    int columns = abs(to_column - column), rows = abs(to_row - row);
    bool turned = rows > columns;
    int larger = turned ? rows : columns, smaller = turned ? columns : rows;
    int kind = lesser(models->distance / 2, MOVE_BEFORE_KINDS - 1);
    larger = coder_tree(coder, models->larger[kind], MOVE_DISTANCE_BITS, larger);
    larger = lesser(larger, size - 1);
    kind = lesser(larger, MOVE_LARGER_KINDS - 1);
    smaller = coder_tree(coder, models->smaller[kind], bits_of(larger), smaller);
    smaller = lesser(smaller, larger);
    if (larger != smaller)
        turned = coder_bit(coder, &models->turned, turned);
    models->distance = larger;
    columns = turned ? smaller : larger;
    rows = turned ? larger : smaller;
    to_column = code_direction(coder, size, column, columns, to_column);
    to_row = code_direction(coder, size, row, rows, to_row);
    return point_at(to_column, to_row + 1);
}

Point move_code(RangeCoder *coder, MoveModels *models, int size, Point move)
{
    if (coder_bit(coder, &models->pass, move == PASS))
        return PASS;
    move = models->before == NO_POINT ? code_any_point(coder, size, move)
                                      : code_near(coder, models, size, move);
    models->before = move;
    return move;
}
