// SPDX-License-Identifier: MIT
#include "convolution.h"

CellGrid cell_grid(int columns, int rows)
{
    int stride = (columns + 2) / 2 * 2;
    return (CellGrid){.columns = columns,
                      .rows = rows,
                      .stride = stride,
                      .first = 2 * stride + 2,
                      .cells = (rows + 5) * stride + TILE_MAX};
}
