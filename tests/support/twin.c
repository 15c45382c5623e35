// SPDX-License-Identifier: MIT
#include "twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "area.h"
#include "diagram.h"
#include "zobrist.h"

static const KoRule KO[3] = {KO_POSITIONAL, KO_SITUATIONAL, KO_SAME_PLAYER};
static const ReferenceKo REFERENCE_KO[3] = {REFERENCE_POSITIONAL, REFERENCE_SITUATIONAL,
                                            REFERENCE_SAME_PLAYER};

void twin_init(Twin *twin, int rules, int columns, int rows)
{
    Rules chosen = {.name = "", .ko = KO[rules / 2], .suicide = rules % 2 == 0};
    reference_init(&twin->reference, columns, rows);
    twin->reference.ko = REFERENCE_KO[rules / 2];
    twin->reference.suicide = chosen.suicide;
    if (game_init(&twin->game, &chosen, 0, columns, rows))
        return;
    fprintf(stderr, "twin: out of memory\n");
    exit(EXIT_FAILURE);
}

void twin_free(Twin *twin)
{
    game_free(&twin->game);
    reference_free(&twin->reference);
}

Place twin_place(const Twin *twin, int x, int y)
{
    return (Place){x, y, point_at(x, twin->reference.rows - y)};
}

char twin_mark(Color color)
{
    return color == BLACK   ? REFERENCE_BLACK
           : color == WHITE ? REFERENCE_WHITE
                            : REFERENCE_EMPTY;
}

// Says what differs and shows both boards.
static bool complain(const Twin *twin, const char *what)
{
    const Reference *reference = &twin->reference;
    char bytes[2048];
    Text text = text_over(bytes, sizeof bytes);
    diagram_write(&twin->game.position, NO_POINT, &text);
    printf("%s differs on %dx%d after %d moments\n%s", what, reference->columns,
           reference->rows, reference->count, bytes);
    for (int y = 0; y < reference->rows; y++)
        printf("   %.*s\n", reference->columns,
               reference_now(reference)->grid.color[y]);
    fflush(stdout);
    return false;
}

static bool coloring_agrees(const Twin *twin)
{
    const Position *pos = &twin->game.position;
    uint64_t hash = 0;
    for (int y = 0; y < twin->reference.rows; y++)
        for (int x = 0; x < twin->reference.columns; x++) {
            Point p = twin_place(twin, x, y).point;
            Color color = position_at(pos, p);
            if (reference_at(&twin->reference, x, y) != twin_mark(color))
                return false;
            if (color != EMPTY)
                hash ^= zobrist_key(color, p);
        }
    return hash == pos->hash;
}

bool twin_board_agrees(const Twin *twin)
{
    const Position *pos = &twin->game.position;
    const ReferenceMoment *now = reference_now(&twin->reference);
    if (!coloring_agrees(twin))
        return complain(twin, "coloring or hash");
    if (twin_mark((Color)pos->to_play) != now->to_play ||
        (pos->passes >= 2) != reference_is_over(&twin->reference) ||
        (pos->passes == 0) != (now->passes == 0))
        return complain(twin, "player to move or passes");
    if (area_score(pos) != reference_score(&twin->reference))
        return complain(twin, "score");
    return position_is_sound(pos) || complain(twin, "index");
}

// Is the set of points the one that is marked?
static bool is_marked(const Twin *twin, const Bitboard *points,
                      const ReferenceGrid *marks)
{
    for (int y = 0; y < twin->reference.rows; y++)
        for (int x = 0; x < twin->reference.columns; x++)
            if (bitboard_test(points, twin_place(twin, x, y).point) !=
                (marks->color[y][x] != 0))
                return false;
    return true;
}

// Are the first so many liberties of a chain so many different ones of these?
static bool some_agree(const Position *pos, Point p, int limit, Bitboard liberties)
{
    PointList found = {.count = 0};
    position_add_liberties(pos, p, NO_POINT, limit, &found);
    Bitboard distinct = bitboard_empty();
    for (int i = 0; i < found.count; i++)
        bitboard_add(&distinct, found.points[i]);
    Bitboard wrong = bitboard_difference(distinct, liberties);
    int count = bitboard_count(&liberties);
    return found.count == (count < limit ? count : limit) &&
           bitboard_count(&distinct) == found.count && bitboard_is_empty(&wrong);
}

bool twin_liberties_agree(const Twin *twin, Place place, int limit)
{
    const Position *pos = &twin->game.position;
    Bitboard liberties = position_liberties(pos, place.point);
    if (position_at(pos, place.point) == EMPTY)
        return bitboard_is_empty(&liberties) || complain(twin, "liberties of nothing");
    ReferenceGrid marks;
    int count = reference_liberties(&twin->reference, place.x, place.y, &marks);
    Point only = NO_POINT;
    bool in_atari = position_in_atari(pos, place.point, &only);
    bool good =
        is_marked(twin, &liberties, &marks) && bitboard_count(&liberties) == count &&
        some_agree(pos, place.point, limit, liberties) && in_atari == (count == 1) &&
        only == (count == 1 ? bitboard_first(&liberties) : NO_POINT);
    return good || complain(twin, "liberties");
}

// Is this answer right for an empty point under these rules?
static bool answer_agrees(MoveError error, bool suicide_allowed, bool suicide,
                          bool repeats)
{
    if (!suicide_allowed && suicide)
        return error == MOVE_SUICIDE;
    return repeats ? error == MOVE_KO || error == MOVE_SUPERKO : error == MOVE_OK;
}

// Do the answers for an empty point agree with what the reference would leave there?
static bool answers_agree(const Twin *twin, const Position *pos, Place place,
                          const ReferenceGrid *after)
{
    bool suicide = after->color[place.y][place.x] == REFERENCE_EMPTY;
    if (position_is_suicide(pos, place.point) != suicide)
        return false;
    for (int i = 0; i < TWIN_RULES; i++) {
        Rules rules = {.name = "", .ko = KO[i / 2], .suicide = i % 2 == 0};
        bool repeats = reference_is_repetition(&twin->reference, REFERENCE_KO[i / 2],
                                               twin_mark((Color)pos->to_play), after);
        MoveError error = rules_check(&rules, pos, &twin->game.history, place.point);
        if (!answer_agrees(error, rules.suicide, suicide, repeats))
            return false;
    }
    return true;
}

bool twin_legality_agrees(const Twin *twin, Color player, Place place)
{
    const Reference *reference = &twin->reference;
    Position pos = twin->game.position;
    pos.to_play = (uint8_t)player;
    pos.ko = player == (Color)twin->game.position.to_play ? pos.ko : NO_POINT;
    if (reference_at(reference, place.x, place.y) != REFERENCE_EMPTY)
        return (!position_is_empty_at(&pos, place.point) &&
                rules_check(&twin->game.rules, &pos, &twin->game.history,
                            place.point) == MOVE_OCCUPIED) ||
               complain(twin, "legality of a move onto a stone");
    ReferenceGrid after =
        reference_grid_after(reference, twin_mark(player), place.x, place.y);
    if (!answers_agree(twin, &pos, place, &after))
        return complain(twin, "legality");
    uint64_t hash = position_hash_after(&pos, place.point);
    position_play(&pos, place.point);
    return hash == pos.hash || complain(twin, "hash foretold");
}

bool twin_legality_agrees_everywhere(const Twin *twin, Color player)
{
    for (int y = 0; y < twin->reference.rows; y++)
        for (int x = 0; x < twin->reference.columns; x++)
            if (!twin_legality_agrees(twin, player, twin_place(twin, x, y)))
                return false;
    return true;
}

bool twin_play(Twin *twin, Color player, Place place, MoveError *error)
{
    Game *game = &twin->game;
    Reference *reference = &twin->reference;
    bool legal = reference_is_legal(reference, twin_mark(player), place.x, place.y);
    Position before;
    memcpy(&before, &game->position, sizeof before);
    *error = game_play(game, player, place.point);
    if ((*error == MOVE_OK) != legal)
        return complain(twin, "answer to a move");
    if (legal) {
        reference_play(reference, twin_mark(player), place.x, place.y);
        return true;
    }
    bool same = memcmp(&before, &game->position, sizeof before) == 0 &&
                (int)game->history.length == reference->count;
    return same || complain(twin, "position after an illegal move");
}

bool twin_play_lenient(Twin *twin, Color player, Place place, MoveError *error)
{
    Reference *reference = &twin->reference;
    bool empty = reference_at(reference, place.x, place.y) == REFERENCE_EMPTY;
    *error = game_play_lenient(&twin->game, player, place.point);
    if (*error != (empty ? MOVE_OK : MOVE_OCCUPIED))
        return complain(twin, "answer to a move without rules");
    if (empty)
        reference_play(reference, twin_mark(player), place.x, place.y);
    return true;
}

bool twin_pass(Twin *twin, Color player)
{
    if (game_play(&twin->game, player, PASS) != MOVE_OK)
        return complain(twin, "answer to a pass");
    reference_pass(&twin->reference, twin_mark(player));
    return true;
}

bool twin_undo(Twin *twin)
{
    bool has_moves = twin->game.move_count > 0;
    if (game_undo(&twin->game) != has_moves)
        return complain(twin, "undo");
    if (has_moves)
        reference_undo(&twin->reference);
    return true;
}

// Would clearing that color leave the grid as it is?
static bool has_liberties(const Twin *twin, const ReferenceGrid *grid, char color)
{
    ReferenceGrid cleared = *grid;
    reference_clear_color(&twin->reference, &cleared, color);
    return memcmp(&cleared, grid, sizeof cleared) == 0;
}

bool twin_setup(Twin *twin, const ReferenceGrid *grid, Color to_play)
{
    Reference *reference = &twin->reference;
    Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
    for (int y = 0; y < reference->rows; y++)
        for (int x = 0; x < reference->columns; x++)
            if (grid->color[y][x] != REFERENCE_EMPTY) {
                Color color = grid->color[y][x] == REFERENCE_BLACK ? BLACK : WHITE;
                bitboard_add(&stones[color], twin_place(twin, x, y).point);
            }
    bool legal = has_liberties(twin, grid, REFERENCE_BLACK) &&
                 has_liberties(twin, grid, REFERENCE_WHITE);
    if (game_setup(&twin->game, stones, to_play) != legal)
        return complain(twin, "answer to a set-up");
    if (legal)
        reference_setup(reference, grid, twin_mark(to_play));
    return true;
}
