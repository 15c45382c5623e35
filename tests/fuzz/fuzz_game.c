// SPDX-License-Identifier: MIT
//
// Bytes as a game, played by game.h and by the rules read literally (../reference.h).
// The first three bytes are the rules and the size of the grid. Then each turn is a
// byte that says what to do, in its upper half, and how, in its lower half, and for
// most a byte or more that says where. After each turn the two must agree about
// everything.
#include <stdlib.h>

#include "target.h"
#include "twin.h"

enum {
    TURNS_MAX = 256,
    SMALL = 12, // points of a grid on which every point is asked about each time
};

typedef struct TurnBytes {
    const uint8_t *at, *end;
} TurnBytes;

// The next byte; 0 after the last.
static int take(TurnBytes *input)
{
    return input->at < input->end ? *input->at++ : 0;
}

static void require(bool agrees)
{
    if (!agrees)
        abort();
}

static Place take_place(TurnBytes *input, const Twin *twin, int high_bit)
{
    const Reference *reference = &twin->reference;
    int number = (high_bit << 8 | take(input)) % (reference->columns * reference->rows);
    return twin_place(twin, number % reference->columns, number / reference->columns);
}

// Each stone is a byte for the color and one for the place.
static void take_setup(TurnBytes *input, Twin *twin, int stones, Color to_play)
{
    static const char MARKS[] = {REFERENCE_BLACK, REFERENCE_WHITE, REFERENCE_EMPTY};
    ReferenceGrid grid = reference_now(&twin->reference)->grid;
    while (stones-- > 0) {
        int how = take(input);
        Place place = take_place(input, twin, how & 1);
        grid.color[place.y][place.x] = MARKS[(how >> 1) % 3];
    }
    require(twin_setup(twin, &grid, to_play));
}

// A move onto a point, and before it what both say about that point.
static void take_move(TurnBytes *input, Twin *twin, Color player, int how, bool lenient)
{
    MoveError error;
    Place place = take_place(input, twin, how & 1);
    require(twin_legality_agrees(twin, player, place));
    require(lenient ? twin_play_lenient(twin, player, place, &error)
                    : twin_play(twin, player, place, &error));
    require(twin_liberties_agree(twin, place, 1 + (how >> 1)));
}

static void take_turn(TurnBytes *input, Twin *twin)
{
    int byte = take(input), how = byte & 15;
    Color player = (Color)twin->game.position.to_play;
    switch (byte >> 4) {
    case 0:
        require(twin_pass(twin, (Color)(how & 1)));
        return;
    case 1:
        for (int i = 0; i <= how; i++)
            require(twin_undo(twin));
        return;
    case 2:
        take_setup(input, twin, how, BLACK);
        return;
    case 3:
        take_setup(input, twin, how, WHITE);
        return;
    case 4:
        take_move(input, twin, color_other(player), how, false);
        return;
    case 5:
        take_move(input, twin, player, how, true);
        return;
    default:
        take_move(input, twin, player, how, false);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    TurnBytes input = {bytes, bytes + size};
    Twin twin;
    int rules = take(&input) % TWIN_RULES;
    int columns = 1 + take(&input) % BOARD_SIZE_MAX;
    int rows = 1 + take(&input) % BOARD_SIZE_MAX;
    twin_init(&twin, rules, columns, rows);
    for (int turns = 0; turns < TURNS_MAX && input.at < input.end; turns++) {
        take_turn(&input, &twin);
        require(twin_board_agrees(&twin));
        if (columns * rows <= SMALL)
            require(twin_legality_agrees_everywhere(&twin,
                                                    (Color)twin.game.position.to_play));
    }
    twin_free(&twin);
    return 0;
}
