// SPDX-License-Identifier: MIT
//
// Random games on every grid from 1x1 to 19x19, rectangles included, played by Game and
// by reference.c side by side. Usage: test_differential [TURNS [SEED]]; by default a
// million turns, shared out evenly among the 361 grids. The games have set-up
// positions, passes, turns out of order, suicides, attempts at illegal moves and undone
// turns.
//
// After each turn these must agree: colouring, player to move, passes, score, hash, the
// index (position_is_sound), and the liberties of the chain at a random point. Legality
// is compared under all three ko rules with suicide allowed and forbidden: at every
// point of grids with at most SMALL points; at a few random points of larger grids,
// where the reference is too slow for more, and at every point after each SWEEP-th
// turn.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "area.h"
#include "diagram.h"
#include "game.h"
#include "reference.h"
#include "rng.h"
#include "zobrist.h"

enum { SMALL = 12, SWEEP = 128, SAMPLES = 2, TURNS = 1000000 };

static const KoRule KO[3] = {KO_POSITIONAL, KO_SITUATIONAL, KO_SAME_PLAYER};
static const ReferenceKo REFERENCE_KO[3] = {REFERENCE_POSITIONAL, REFERENCE_SITUATIONAL,
                                            REFERENCE_SAME_PLAYER};

// One game, twice.
typedef struct Match {
    Game game;
    Reference reference;
    Rng rng;
    long turns;                      // played in all
    long errors[MOVE_NO_MEMORY + 1]; // how often game_play gave each answer
} Match;

// A place in both coordinates.
typedef struct Place {
    int x, y;
    Point point;
} Place;

static int below(Match *match, int bound)
{
    return (int)rng_below(&match->rng, (uint32_t)bound);
}

static Place place_at(const Match *match, int x, int y)
{
    return (Place){x, y, point_at(x, match->reference.rows - y)};
}

static Place random_place(Match *match)
{
    int x = below(match, match->reference.columns);
    return place_at(match, x, below(match, match->reference.rows));
}

static char mark_of(Color color)
{
    return color == BLACK   ? REFERENCE_BLACK
           : color == WHITE ? REFERENCE_WHITE
                            : REFERENCE_EMPTY;
}

static bool coloring_agrees(const Match *match)
{
    const Position *pos = &match->game.position;
    uint64_t hash = 0;
    for (int y = 0; y < match->reference.rows; y++)
        for (int x = 0; x < match->reference.columns; x++) {
            Point p = place_at(match, x, y).point;
            Color color = position_at(pos, p);
            if (reference_at(&match->reference, x, y) != mark_of(color))
                return false;
            if (color != EMPTY)
                hash ^= zobrist_key(color, p);
        }
    return hash == pos->hash;
}

// The chain at one point: liberties, the first few of them, and atari.
static bool liberties_agree(Match *match, Place place)
{
    const Position *pos = &match->game.position;
    Bitboard liberties = position_liberties(pos, place.point);
    if (position_at(pos, place.point) == EMPTY)
        return bitboard_is_empty(&liberties);
    ReferenceGrid marks;
    int count = reference_liberties(&match->reference, place.x, place.y, &marks);
    for (int y = 0; y < match->reference.rows; y++)
        for (int x = 0; x < match->reference.columns; x++)
            if (bitboard_test(&liberties, place_at(match, x, y).point) !=
                (marks.color[y][x] != 0))
                return false;
    PointList found = {.count = 0};
    Point only = NO_POINT;
    int limit = 1 + below(match, 8);
    position_add_liberties(pos, place.point, NO_POINT, limit, &found);
    int some = found.count;
    Bitboard distinct = bitboard_empty();
    for (int i = 0; i < some; i++)
        bitboard_add(&distinct, found.points[i]);
    Bitboard wrong = bitboard_difference(distinct, liberties);
    bool in_atari = position_in_atari(pos, place.point, &only);
    return bitboard_count(&liberties) == count &&
           some == (count < limit ? count : limit) &&
           bitboard_count(&distinct) == some && bitboard_is_empty(&wrong) &&
           in_atari == (count == 1) &&
           only == (count == 1 ? bitboard_first(&liberties) : NO_POINT);
}

// Is this answer right for an empty point under these rules?
static bool answer_agrees(MoveError error, bool suicide_allowed, bool suicide,
                          bool repeats)
{
    if (!suicide_allowed && suicide)
        return error == MOVE_SUICIDE;
    return repeats ? error == MOVE_KO || error == MOVE_SUPERKO : error == MOVE_OK;
}

// One point, one player, all the rules.
static bool legality_agrees(Match *match, Color player, Place place)
{
    const Reference *reference = &match->reference;
    Position pos = match->game.position;
    pos.to_play = (uint8_t)player;
    pos.ko = player == match->game.position.to_play ? pos.ko : NO_POINT;
    Rules rules = match->game.rules;
    if (reference_at(reference, place.x, place.y) != REFERENCE_EMPTY)
        return !position_is_empty_at(&pos, place.point) &&
               rules_check(&rules, &pos, &match->game.history, place.point) ==
                   MOVE_OCCUPIED;
    ReferenceGrid after =
        reference_grid_after(reference, mark_of(player), place.x, place.y);
    bool suicide = after.color[place.y][place.x] == REFERENCE_EMPTY;
    if (position_is_suicide(&pos, place.point) != suicide)
        return false;
    for (int i = 0; i < 6; i++) {
        rules.ko = KO[i / 2];
        rules.suicide = i % 2 == 0;
        bool repeats = reference_is_repetition(reference, REFERENCE_KO[i / 2],
                                               mark_of(player), &after);
        MoveError error = rules_check(&rules, &pos, &match->game.history, place.point);
        if (!answer_agrees(error, rules.suicide, suicide, repeats))
            return false;
    }
    uint64_t hash = position_hash_after(&pos, place.point);
    position_play(&pos, place.point);
    return hash == pos.hash;
}

static bool legality_agrees_everywhere(Match *match, Color player)
{
    for (int y = 0; y < match->reference.rows; y++)
        for (int x = 0; x < match->reference.columns; x++)
            if (!legality_agrees(match, player, place_at(match, x, y)))
                return false;
    return true;
}

static bool legality_agrees_here_and_there(Match *match)
{
    Color player =
        below(match, 4) ? (Color)match->game.position.to_play : (Color)below(match, 2);
    if (match->reference.columns * match->reference.rows <= SMALL ||
        match->turns % SWEEP == 0)
        return legality_agrees_everywhere(match, player);
    for (int i = 0; i < SAMPLES; i++)
        if (!legality_agrees(match, player, random_place(match)))
            return false;
    return true;
}

// Says what differs and shows both boards.
static bool complain(const Match *match, const char *what)
{
    const Reference *reference = &match->reference;
    char bytes[2048];
    Text text = text_over(bytes, sizeof bytes);
    diagram_write(&match->game.position, NO_POINT, &text);
    printf("%s differs on %dx%d after %d moments, turn %ld\n%s", what,
           reference->columns, reference->rows, reference->count, match->turns, bytes);
    for (int y = 0; y < reference->rows; y++)
        printf("   %.*s\n", reference->columns,
               reference_now(reference)->grid.color[y]);
    return false;
}

static bool all_agrees(Match *match)
{
    const Position *pos = &match->game.position;
    const ReferenceMoment *now = reference_now(&match->reference);
    if (!coloring_agrees(match))
        return complain(match, "colouring or hash");
    if (mark_of((Color)pos->to_play) != now->to_play ||
        (pos->passes >= 2) != reference_is_over(&match->reference) ||
        (pos->passes == 0) != (now->passes == 0))
        return complain(match, "player to move or passes");
    if (area_score(pos) != reference_score(&match->reference))
        return complain(match, "score");
    if (!position_is_sound(pos))
        return complain(match, "index");
    if (!liberties_agree(match, random_place(match)))
        return complain(match, "liberties");
    if (!legality_agrees_here_and_there(match))
        return complain(match, "legality");
    return true;
}

// Tries a move that may be illegal; both sides must agree on that, and an illegal one
// must change nothing.
static bool try_move(Match *match, Color player, Place place)
{
    Game *game = &match->game;
    Reference *reference = &match->reference;
    bool legal = reference_is_legal(reference, mark_of(player), place.x, place.y);
    Position before;
    memcpy(&before, &game->position, sizeof before);
    MoveError error = game_play(game, player, place.point);
    match->errors[error]++;
    if ((error == MOVE_OK) != legal)
        return complain(match, "answer to a move");
    if (!legal) {
        bool same = memcmp(&before, &game->position, sizeof before) == 0 &&
                    (int)game->history.length == reference->count;
        return same || complain(match, "position after an illegal move");
    }
    reference_play(reference, mark_of(player), place.x, place.y);
    match->turns++;
    return true;
}

static bool undo_some(Match *match)
{
    for (int count = 1 + below(match, 6); count > 0; count--) {
        bool had_moves = match->game.move_count > 0;
        if (game_undo(&match->game) != had_moves)
            return complain(match, "undo");
        if (had_moves)
            reference_undo(&match->reference);
    }
    return true;
}

static bool pass(Match *match, Color player)
{
    if (game_play(&match->game, player, PASS) != MOVE_OK)
        return complain(match, "pass");
    reference_pass(&match->reference, mark_of(player));
    match->turns++;
    return true;
}

// A turn of the game, legal or not; sometimes it takes turns back instead.
static bool play_something(Match *match)
{
    Color player = (Color)match->game.position.to_play;
    int kind = below(match, 100);
    if (kind < 4)
        return undo_some(match);
    if (kind < 10)
        player = color_other(player);
    if (kind >= 95)
        return pass(match, player);
    Place place = random_place(match);
    // Mostly an empty point, sometimes an occupied one.
    for (int tries = kind < 90 ? 8 : 0; tries > 0; tries--) {
        if (reference_at(&match->reference, place.x, place.y) == REFERENCE_EMPTY)
            break;
        place = random_place(match);
    }
    return try_move(match, player, place);
}

// Sets up a random colouring; refused if clearing either colour would change it.
static bool set_up(Match *match)
{
    Reference *reference = &match->reference;
    ReferenceGrid grid = reference_now(reference)->grid;
    Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
    int density = below(match, 100);
    for (int y = 0; y < reference->rows; y++)
        for (int x = 0; x < reference->columns; x++)
            if (below(match, 100) < density) {
                Color color = (Color)below(match, 2);
                grid.color[y][x] = mark_of(color);
                bitboard_add(&stones[color], place_at(match, x, y).point);
            }
    ReferenceGrid cleared = grid;
    reference_clear_color(reference, &cleared, REFERENCE_BLACK);
    bool legal = memcmp(&cleared, &grid, sizeof grid) == 0;
    reference_clear_color(reference, &cleared, REFERENCE_WHITE);
    legal = legal && memcmp(&cleared, &grid, sizeof grid) == 0;
    Color to_play = (Color)below(match, 2);
    if (game_setup(&match->game, stones, to_play) != legal)
        return complain(match, "answer to a set-up");
    if (legal)
        reference_setup(reference, &grid, mark_of(to_play));
    return all_agrees(match);
}

static bool play_game(Match *match, int columns, int rows)
{
    int choice = below(match, 6);
    Rules rules = {.name = "", .ko = KO[choice / 2], .suicide = choice % 2 == 0};
    reference_init(&match->reference, columns, rows);
    match->reference.ko = REFERENCE_KO[choice / 2];
    match->reference.suicide = rules.suicide;
    bool good = game_init(&match->game, &rules, 0, columns, rows) && all_agrees(match);
    if (good && below(match, 3) == 0)
        good = set_up(match);
    bool stops = below(match, 2);
    for (int i = 2 * columns * rows + 20; good && i > 0; i--) {
        good = play_something(match) && all_agrees(match);
        if (stops && game_is_over(&match->game))
            break;
    }
    game_free(&match->game);
    reference_free(&match->reference);
    return good;
}

int main(int argc, char **argv)
{
    long turns = argc > 1 ? atol(argv[1]) : TURNS;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    Match match = {.rng = rng_seeded(seed, 0)};
    printf("seed %llu\n", (unsigned long long)seed);
    for (int grid = 0; grid < REFERENCE_SIZE * REFERENCE_SIZE; grid++) {
        long until = (grid + 1) * turns / (REFERENCE_SIZE * REFERENCE_SIZE);
        while (match.turns <= until)
            if (!play_game(&match, 1 + grid % REFERENCE_SIZE,
                           1 + grid / REFERENCE_SIZE))
                return EXIT_FAILURE;
    }
    printf("%ld turns\n", match.turns);
    for (MoveError error = MOVE_OK; error < MOVE_NO_MEMORY; error++)
        printf("%9ld answers: %s\n", match.errors[error], move_error_text(error));
    return EXIT_SUCCESS;
}
