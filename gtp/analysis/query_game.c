// SPDX-License-Identifier: MIT
//
// The board, the stones on it, and the moves. They are taken as they come, whoever's
// turn it is: a ko, superko and the suicide of several stones are no mistakes.
#include <stdlib.h>
#include <string.h>

#include "json_value.h"
#include "query_internal.h"

// Names a vertex that was not understood. A long one is shortened.
static bool fail_vertex(QueryReading *reading, const char *field, const json_t *vertex)
{
    const char *text = json_value_text(vertex);
    return query_fail(reading, field, "Could not parse board location: %.32s",
                      text != NULL ? text : "not a string");
}

bool query_read_size(QueryReading *reading)
{
    static const char *const FIELDS[] = {"boardXSize", "boardYSize"};
    int64_t sizes[2];
    for (int i = 0; i < 2; i++)
        if (!json_value_int(json_object_get(reading->object, FIELDS[i]), 1,
                            BOARD_SIZE_MAX, &sizes[i]))
            return query_fail(reading, FIELDS[i],
                              "Must provide an integer from 1 to %d", BOARD_SIZE_MAX);
    reading->query->columns = (int)sizes[0];
    reading->query->rows = (int)sizes[1];
    return true;
}

// Reads a pair of a player and a vertex.
static bool read_pair(QueryReading *reading, const char *field, const json_t *pair,
                      QueryMove *move)
{
    Color player;
    const Query *query = reading->query;
    const json_t *vertex = json_array_get(pair, 1);
    if (json_array_size(pair) != 2)
        return query_fail(reading, field,
                          "Must be an array of pairs of the form: [\"b\" or \"w\", GTP "
                          "board vertex]");
    if (!json_value_player(json_array_get(pair, 0), &player))
        return query_fail(reading, field, "Could not parse player: must be b or w");
    if (!json_value_vertex(vertex, query->columns, query->rows, &move->point))
        return fail_vertex(reading, field, vertex);
    move->player = (uint8_t)player;
    return true;
}

bool query_read_stones(QueryReading *reading)
{
    static const char FIELD[] = "initialStones";
    Query *query = reading->query;
    const json_t *list = json_object_get(reading->object, FIELD);
    if (list != NULL && !json_is_array(list))
        return query_fail(reading, FIELD,
                          "Must be an array of pairs of the form: "
                          "[\"b\" or \"w\", GTP board vertex]");
    for (size_t i = 0; i < json_array_size(list); i++) {
        QueryMove stone = {.point = NO_POINT};
        if (!read_pair(reading, FIELD, json_array_get(list, i), &stone))
            return false;
        if (stone.point == PASS)
            return fail_vertex(reading, FIELD,
                               json_array_get(json_array_get(list, i), 1));
        bitboard_add(&query->stones[stone.player], stone.point);
        bitboard_remove(&query->stones[color_other((Color)stone.player)], stone.point);
    }
    Position pos;
    position_init(&pos, query->columns, query->rows);
    return position_setup(&pos, query->stones, BLACK) ||
           query_fail(reading, FIELD, "A chain of these stones has no liberty");
}

bool query_read_moves(QueryReading *reading)
{
    static const char FIELD[] = "moves";
    Query *query = reading->query;
    const json_t *list = json_object_get(reading->object, FIELD);
    if (!json_is_array(list))
        return query_fail(reading, FIELD,
                          "Must specify an array of [player,location] pairs");
    size_t count = json_array_size(list);
    query->moves = malloc((count + 1) * sizeof *query->moves);
    if (query->moves == NULL)
        return query_fail_memory(reading);
    for (size_t i = 0; i < count; i++)
        if (!read_pair(reading, FIELD, json_array_get(list, i), &query->moves[i]))
            return false;
    query->move_count = (int)count;
    return true;
}

// Does the game begin with a handicap: two or more stones, all of them Black's?
static bool has_handicap(const Query *query)
{
    return bitboard_count(&query->stones[BLACK]) >= 2 &&
           bitboard_is_empty(&query->stones[WHITE]);
}

bool query_read_first_player(QueryReading *reading)
{
    static const char FIELD[] = "initialPlayer";
    Query *query = reading->query;
    const json_t *player = json_object_get(reading->object, FIELD);
    if (player != NULL)
        return json_value_player(player, &query->first_player) ||
               query_fail(reading, FIELD, "Must be \"b\" or \"w\"");
    if (query->move_count > 0)
        query->first_player = (Color)query->moves[0].player;
    else
        query->first_player = has_handicap(query) ? WHITE : BLACK;
    return true;
}

// Plays a move. A single stone that would remove itself leaves the coloring as it was.
static MoveError play(Game *game, QueryMove move)
{
    uint64_t before = game->position.hash;
    MoveError error = game_play_lenient(game, (Color)move.player, move.point);
    bool is_nothing =
        error == MOVE_OK && move.point != PASS && game->position.hash == before;
    return is_nothing ? MOVE_SUICIDE : error;
}

// Begins the game with its stones.
static bool begin_game(const Query *query, Game *game)
{
    game_free(game);
    if (!game_init(game, &query->rules, query->komi, query->columns, query->rows))
        return false;
    bool is_empty = bitboard_is_empty(&query->stones[BLACK]) &&
                    bitboard_is_empty(&query->stones[WHITE]);
    if (!is_empty && !game_setup(game, query->stones, query->first_player))
        return false;
    game_give_turn(game, query->first_player);
    return game_reserve(game, query->move_count);
}

bool query_check_moves(QueryReading *reading)
{
    const Query *query = reading->query;
    Game game = {.komi = 0};
    bool done = begin_game(query, &game) || query_fail_memory(reading);
    for (int i = 0; done && i < query->move_count; i++) {
        char vertex[VERTEX_SIZE];
        MoveError error = play(&game, query->moves[i]);
        point_to_vertex(query->moves[i].point, vertex);
        if (error == MOVE_NO_MEMORY)
            done = query_fail_memory(reading);
        else if (error != MOVE_OK)
            done = query_fail(reading, "moves", "Illegal move %d: %s", i, vertex);
    }
    game_free(&game);
    return done;
}

bool query_game(const Query *query, int turn, Game *game)
{
    if (!begin_game(query, game))
        return false;
    for (int i = 0; i < turn; i++)
        if (play(game, query->moves[i]) != MOVE_OK)
            return false;
    return true;
}
