// SPDX-License-Identifier: MIT
//
// What a query means: its fields, and the positions that it asks for.
#include "query.h"

#include <stdlib.h>
#include <string.h>

#include "picture.h"

static KatagoSettings usual_settings(void)
{
    EngineOptions options = engine_default_options();
    return katago_settings_of_analysis(&options);
}

// Reads a query of 5x5. NULL: the error is filled.
static Query *read(const char *fields, QueryError *error)
{
    char text[1024];
    json_error_t trouble;
    const KatagoSettings settings = usual_settings();
    snprintf(text, sizeof text,
             "{\"id\":\"q\",\"boardXSize\":5,\"boardYSize\":5,\"rules\":\"chinese\","
             "\"moves\":[]%s%s}",
             fields[0] != '\0' ? "," : "", fields);
    json_t *object = json_loads(text, 0, &trouble);
    assert_non_null(object);
    Query *query = query_read(object, &settings, error);
    json_decref(object);
    return query;
}

static Query *need(const char *fields)
{
    QueryError error;
    Query *query = read(fields, &error);
    if (query == NULL)
        fail_msg("%s: %s", error.field, error.bytes);
    return query;
}

static void test_what_is_not_said_is_as_usual(void **state)
{
    (void)state;
    Query *query = need("");
    assert_string_equal(query->id, "q");
    assert_int_equal(query->limits.visits, 500);
    assert_int_equal(query->limits.playouts, 0);
    assert_true(query->limits.seconds == 0);
    assert_int_equal(query->line_length, 15);
    assert_int_equal(query->win_rates_as, WIN_RATES_AS_BLACK);
    assert_int_equal(query->komi, 15);
    assert_int_equal(query->first_player, BLACK);
    assert_int_equal(query->turn_count, 1);
    assert_int_equal(query->turns[0].turn, 0);
    assert_true(query->filter == NULL && query->report_every == 0);
    assert_true(query->root_temperature > 1.15 && query->root_temperature < 1.17);
    query_delete(query);
}

static void assert_komi(const char *fields, int komi)
{
    Query *query = need(fields);
    assert_int_equal(query->komi, komi);
    query_delete(query);
}

static void test_komi_goes_with_the_rules(void **state)
{
    (void)state;
    assert_komi("\"rules\":\"japanese\"", 13);
    assert_komi("\"rules\":\"NEW_ZEALAND\"", 14);
    assert_komi("\"rules\":\"aga-button\"", 14);
    assert_komi("\"rules\":{\"scoring\":\"TERRITORY\"}", 13);
    assert_komi("\"rules\":{\"komi\":0.5}", 1);
    assert_komi("\"rules\":\"{\\\"komi\\\":0.5}\"", 1);
    assert_komi("\"rules\":\"koSIMPLEscoreTERRITORYsui0\"", 13);
    assert_komi("\"rules\":\"koPOSITIONALsui1komi-2.5\"", -5);
    assert_komi("\"rules\":{\"komi\":0.5},\"komi\":-3", -6);
}

static void test_of_doubled_turns_the_last_priority_counts(void **state)
{
    (void)state;
    Query *query = need("\"moves\":[[\"B\",\"C3\"],[\"W\",\"C4\"]],"
                        "\"analyzeTurns\":[2,0,2,0],\"priorities\":[9,8,7,6]");
    assert_int_equal(query->turn_count, 2);
    assert_int_equal(query->turns[0].turn, 0);
    assert_int_equal(query->turns[0].priority, 6);
    assert_int_equal(query->turns[1].turn, 2);
    assert_int_equal(query->turns[1].priority, 7);
    query_delete(query);
}

static void assert_position(const Query *query, int turn, const char *picture,
                            Color player, int komi)
{
    Game game = {.komi = 0};
    assert_true(query_game(query, turn, &game));
    assert_picture(&game.position, picture);
    assert_int_equal(game.position.to_play, player);
    assert_int_equal(game_white_points(&game), komi);
    game_free(&game);
}

static void test_positions_of_a_game(void **state)
{
    (void)state;
    Query *query =
        need("\"initialStones\":[[\"W\",\"A1\"],[\"B\",\"A1\"],[\"W\",\"B1\"]],"
             "\"moves\":[[\"W\",\"(0,3)\"],[\"W\",\"pass\"],[\"b\",\"e5\"]]");
    assert_position(query, 0, ". . . . ./. . . . ./. . . . ./. . . . ./X O . . .",
                    WHITE, 15);
    // A1 is captured.
    assert_position(query, 1, ". . . . ./. . . . ./. . . . ./O . . . ./. O . . .",
                    BLACK, 15);
    assert_position(query, 2, ". . . . ./. . . . ./. . . . ./O . . . ./. O . . .",
                    BLACK, 15);
    assert_position(query, 3, ". . . . X/. . . . ./. . . . ./O . . . ./. O . . .",
                    WHITE, 15);
    query_delete(query);
}

static void test_a_handicap_is_points_for_white(void **state)
{
    (void)state;
    Query *query =
        need("\"komi\":0.5,\"initialStones\":[[\"B\",\"A1\"],[\"B\",\"E5\"]]");
    assert_int_equal(query->first_player, WHITE);
    assert_position(query, 0, ". . . . X/. . . . ./. . . . ./. . . . ./X . . . .",
                    WHITE, 1 + 4);
    query_delete(query);
}

static void test_filters(void **state)
{
    (void)state;
    Query *query = need("\"allowMoves\":[{\"player\":\"B\",\"moves\":[\"C3\",\"pass\"],"
                        "\"untilDepth\":3}]");
    const Point c3 = picture_point("C3"), c4 = picture_point("C4");
    assert_false(move_filter_has(query->filter, BLACK, c3, 1));
    assert_false(move_filter_has(query->filter, BLACK, PASS, 1));
    assert_true(move_filter_has(query->filter, BLACK, c4, 3));
    assert_false(move_filter_has(query->filter, BLACK, c4, 4));
    assert_false(move_filter_has(query->filter, WHITE, c4, 1));
    query_delete(query);
}

static void test_the_first_mistake_is_told(void **state)
{
    (void)state;
    QueryError error;
    assert_null(read("\"komi\":\"x\",\"moves\":3", &error));
    assert_string_equal(error.field, "moves");
    assert_null(read("\"priority\":true,\"maxVisits\":0", &error));
    assert_string_equal(error.field, "maxVisits");
    assert_null(
        read("\"moves\":[[\"B\",\"A1\"],[\"B\",\"A2\"],[\"B\",\"A1\"]]", &error));
    assert_string_equal(error.bytes, "Illegal move 2: A1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_not_said_is_as_usual),
        cmocka_unit_test(test_komi_goes_with_the_rules),
        cmocka_unit_test(test_of_doubled_turns_the_last_priority_counts),
        cmocka_unit_test(test_positions_of_a_game),
        cmocka_unit_test(test_a_handicap_is_points_for_white),
        cmocka_unit_test(test_filters),
        cmocka_unit_test(test_the_first_mistake_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
