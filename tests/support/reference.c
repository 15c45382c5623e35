// SPDX-License-Identifier: MIT
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Points of a grid that a walk has visited.
typedef struct Visited {
    bool at[REFERENCE_SIZE][REFERENCE_SIZE];
} Visited;

static const int DX[4] = {0, 1, 0, -1}, DY[4] = {-1, 0, 1, 0};

static bool is_on_grid(const Reference *game, int x, int y)
{
    return x >= 0 && x < game->columns && y >= 0 && y < game->rows;
}

static char opponent(char player)
{
    return player == REFERENCE_BLACK ? REFERENCE_WHITE : REFERENCE_BLACK;
}

// Rule 3: "A point P, not colored C, is said to reach C, if there is a path of
// (vertically or horizontally) adjacent points of P's color from P to a point of color
// C." Walks every such path; what it leaves in `visited` are the points that P's answer
// holds for, too.
static bool reaches(const Reference *game, const ReferenceGrid *grid, int x, int y,
                    char c, Visited *visited)
{
    bool found = false;
    visited->at[y][x] = true;
    for (int i = 0; i < 4; i++) {
        int x2 = x + DX[i], y2 = y + DY[i];
        if (!is_on_grid(game, x2, y2))
            continue;
        if (grid->color[y2][x2] == c)
            found = true;
        else if (grid->color[y2][x2] == grid->color[y][x] && !visited->at[y2][x2] &&
                 reaches(game, grid, x2, y2, c, visited))
            found = true;
    }
    return found;
}

// Empties the points that are connected to this one by its color.
static void empty_from(const Reference *game, ReferenceGrid *grid, int x, int y)
{
    char color = grid->color[y][x];
    grid->color[y][x] = REFERENCE_EMPTY;
    for (int i = 0; i < 4; i++) {
        int x2 = x + DX[i], y2 = y + DY[i];
        if (is_on_grid(game, x2, y2) && grid->color[y2][x2] == color)
            empty_from(game, grid, x2, y2);
    }
}

void reference_clear_color(const Reference *game, ReferenceGrid *grid, char color)
{
    Visited visited;
    memset(&visited, 0, sizeof visited);
    const ReferenceGrid before = *grid;
    for (int y = 0; y < game->rows; y++)
        for (int x = 0; x < game->columns; x++)
            if (before.color[y][x] == color && !visited.at[y][x] &&
                !reaches(game, &before, x, y, REFERENCE_EMPTY, &visited))
                empty_from(game, grid, x, y);
}

// Appends a moment.
static void record(Reference *game, const ReferenceMoment *moment)
{
    if (game->count == game->capacity) {
        game->capacity = game->capacity ? 2 * game->capacity : 64;
        size_t bytes = (size_t)game->capacity * sizeof *game->moments;
        ReferenceMoment *moments = realloc(game->moments, bytes);
        if (moments == NULL) {
            fprintf(stderr, "reference: out of memory\n");
            exit(EXIT_FAILURE);
        }
        game->moments = moments;
    }
    game->moments[game->count++] = *moment;
}

void reference_init(Reference *game, int columns, int rows)
{
    ReferenceGrid grid;
    memset(&grid, REFERENCE_EMPTY, sizeof grid);
    *game = (Reference){.columns = columns, .rows = rows, .suicide = true};
    reference_setup(game, &grid, REFERENCE_BLACK); // rule 5
}

void reference_free(Reference *game)
{
    free(game->moments);
}

void reference_setup(Reference *game, const ReferenceGrid *grid, char to_play)
{
    ReferenceMoment moment = {*grid, .left_by = REFERENCE_EMPTY, .to_play = to_play};
    record(game, &moment);
}

const ReferenceMoment *reference_now(const Reference *game)
{
    return &game->moments[game->count - 1];
}

char reference_at(const Reference *game, int x, int y)
{
    return reference_now(game)->grid.color[y][x];
}

// Rule 7: "A move consists of coloring an empty point one's own color; then clearing
// the opponent color, and then clearing one's own color."
ReferenceGrid reference_grid_after(const Reference *game, char player, int x, int y)
{
    ReferenceGrid grid = reference_now(game)->grid;
    grid.color[y][x] = player;
    reference_clear_color(game, &grid, opponent(player));
    reference_clear_color(game, &grid, player);
    return grid;
}

bool reference_is_suicide(const Reference *game, char player, int x, int y)
{
    // Clearing one's own color always clears the stone just played, if anything.
    return reference_grid_after(game, player, x, y).color[y][x] == REFERENCE_EMPTY;
}

static bool is_forbidden(const ReferenceMoment *moment, ReferenceKo ko, char player)
{
    if (ko == REFERENCE_SITUATIONAL)
        return moment->to_play == opponent(player);
    if (ko == REFERENCE_SAME_PLAYER)
        return moment->left_by == player;
    return true;
}

bool reference_is_repetition(const Reference *game, ReferenceKo ko, char player,
                             const ReferenceGrid *after)
{
    for (int i = 0; i < game->count; i++)
        if (is_forbidden(&game->moments[i], ko, player) &&
            memcmp(&game->moments[i].grid, after, sizeof *after) == 0)
            return true;
    return false;
}

// Rule 6: "A turn is either a pass; or a move that doesn't repeat an earlier grid
// coloring."
bool reference_is_legal(const Reference *game, char player, int x, int y)
{
    if (!is_on_grid(game, x, y) || reference_at(game, x, y) != REFERENCE_EMPTY)
        return false;
    if (!game->suicide && reference_is_suicide(game, player, x, y))
        return false;
    ReferenceGrid after = reference_grid_after(game, player, x, y);
    return !reference_is_repetition(game, game->ko, player, &after);
}

void reference_play(Reference *game, char player, int x, int y)
{
    ReferenceMoment moment = {reference_grid_after(game, player, x, y),
                              .left_by = player, .to_play = opponent(player)};
    record(game, &moment);
}

void reference_pass(Reference *game, char player)
{
    const ReferenceMoment *now = reference_now(game);
    ReferenceMoment moment = {now->grid, .left_by = player, .to_play = opponent(player),
                              .passes = now->passes + 1};
    record(game, &moment);
}

void reference_undo(Reference *game)
{
    game->count--;
}

// Rule 8: "The game ends after two consecutive passes."
bool reference_is_over(const Reference *game)
{
    return reference_now(game)->passes >= 2;
}

// Rule 9, second half, for all empty points connected to this one, which reach the same
// colors. Their number counts if they reach only Black. It is negative if they reach
// only White. Notes them as visited.
static int score_region(const Reference *game, int x, int y, Visited *visited)
{
    const ReferenceGrid *grid = &reference_now(game)->grid;
    Visited region, region_again;
    memset(&region, 0, sizeof region);
    memset(&region_again, 0, sizeof region_again);
    bool black = reaches(game, grid, x, y, REFERENCE_BLACK, &region);
    bool white = reaches(game, grid, x, y, REFERENCE_WHITE, &region_again);
    int points = 0;
    for (int y1 = 0; y1 < game->rows; y1++)
        for (int x1 = 0; x1 < game->columns; x1++)
            if (region.at[y1][x1]) {
                visited->at[y1][x1] = true;
                points++;
            }
    return black == white ? 0 : black ? points : -points;
}

// Rule 9: "A player's score is the number of points of her color, plus the number of
// empty points that reach only her color."
int reference_score(const Reference *game)
{
    int score = 0;
    Visited visited;
    memset(&visited, 0, sizeof visited);
    for (int y = 0; y < game->rows; y++)
        for (int x = 0; x < game->columns; x++) {
            char color = reference_at(game, x, y);
            if (color == REFERENCE_EMPTY && !visited.at[y][x])
                score += score_region(game, x, y, &visited);
            score += color == REFERENCE_BLACK;
            score -= color == REFERENCE_WHITE;
        }
    return score;
}

int reference_liberties(const Reference *game, int x, int y, ReferenceGrid *marks)
{
    const ReferenceGrid *grid = &reference_now(game)->grid;
    Visited chain;
    memset(&chain, 0, sizeof chain);
    memset(marks, 0, sizeof *marks);
    reaches(game, grid, x, y, REFERENCE_EMPTY, &chain); // only for the walk
    int count = 0;
    for (int y1 = 0; y1 < game->rows; y1++)
        for (int x1 = 0; x1 < game->columns; x1++)
            for (int i = 0; i < 4; i++) {
                int x2 = x1 + DX[i], y2 = y1 + DY[i];
                if (marks->color[y1][x1] || grid->color[y1][x1] != REFERENCE_EMPTY ||
                    !is_on_grid(game, x2, y2) || !chain.at[y2][x2])
                    continue;
                marks->color[y1][x1] = 1;
                count++;
            }
    return count;
}

uint64_t reference_perft(Reference *game, int depth)
{
    if (depth == 0)
        return 1;
    if (reference_is_over(game))
        return 0;
    char player = reference_now(game)->to_play;
    uint64_t total = 0;
    for (int y = 0; y < game->rows; y++)
        for (int x = 0; x < game->columns; x++)
            if (reference_is_legal(game, player, x, y)) {
                reference_play(game, player, x, y);
                total += reference_perft(game, depth - 1);
                reference_undo(game);
            }
    reference_pass(game, player);
    total += reference_perft(game, depth - 1);
    reference_undo(game);
    return total;
}
