// SPDX-License-Identifier: MIT
//
// Perft: numbers of legal sequences of turns from the empty grid under the Tromp-Taylor
// rules, compared with a table. Usage:
//     test_perft TABLE                          compares every line of the table
//     test_perft reference COLUMNS ROWS DEPTH   counts with reference.c and prints a
//     line
// The table's lines are `columns rows depth count`; `#` begins a comment. Every count
// in it comes from reference.c, never from the code under test.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "reference.h"

// What one line of the table says.
typedef struct Count {
    int columns, rows, depth;
    uint64_t count;
} Count;

static bool agrees(const Count *expected)
{
    Game game;
    const Rules *rules = rules_default();
    if (!game_init(&game, rules, 0, expected->columns, expected->rows))
        return false;
    uint64_t count = game_perft(&game, expected->depth);
    bool unchanged = game.move_count == 0 && game.history.length == 1;
    game_free(&game);
    printf("%dx%d depth %d: %" PRIu64 ", expected %" PRIu64 "%s\n", expected->columns,
           expected->rows, expected->depth, count, expected->count,
           unchanged ? "" : "; turns were left on the board");
    return count == expected->count && unchanged;
}

static int compare_with(const char *path)
{
    FILE *table = fopen(path, "r");
    if (table == NULL) {
        perror(path);
        return EXIT_FAILURE;
    }
    char line[256];
    int lines = 0, errors = 0;
    while (fgets(line, sizeof line, table) != NULL) {
        Count expected;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (sscanf(line, "%d %d %d %" SCNu64, &expected.columns, &expected.rows,
                   &expected.depth, &expected.count) != 4) {
            printf("cannot read: %s", line);
            errors++;
            continue;
        }
        errors += !agrees(&expected);
        lines++;
    }
    fclose(table);
    printf("%d counts, %d errors\n", lines, errors);
    return lines > 0 && errors == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int count_with_reference(int columns, int rows, int depth)
{
    if (columns < 1 || rows < 1 || columns > REFERENCE_SIZE || rows > REFERENCE_SIZE ||
        depth < 0)
        return EXIT_FAILURE;
    Reference game;
    reference_init(&game, columns, rows);
    printf("%d\t%d\t%d\t%" PRIu64 "\n", columns, rows, depth,
           reference_perft(&game, depth));
    reference_free(&game);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "reference") == 0)
        return count_with_reference(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
    if (argc == 2)
        return compare_with(argv[1]);
    fprintf(stderr, "usage: test_perft TABLE | reference COLUMNS ROWS DEPTH\n");
    return EXIT_FAILURE;
}
