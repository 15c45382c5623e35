// SPDX-License-Identifier: MIT
//
// The check of value heads: networks of which it is known what it must find, and the
// program's own. The file of openings is the only argument.
#include "opening_check.h"

#include "isa.h"
#include "network_fixture.h"
#include "playout_batch.h"
#include "record_fixture.h"
#include "record_stream.h"

enum { GAMES_TAKEN = 6 }; // one in so many, for the program's network

static const char *openings; // the file
static const char *const GAMES[] = {"9 7 0 ? - - eegefceddefdgcddebdbcehd",
                                    "19 7 0 ? - - ddppcqpdckfpqnpkqfdoncoe"};

static NetworkFile file; // too large for the stack

static int inputs_of_value(void)
{
    return 3 * file.value + GLOBAL_COUNT;
}

// Where tensors of floats begin in the bytes.
typedef struct Places {
    size_t globals, hidden, hidden_bias, value_out, value_linear;
} Places;

static Places find_places(void)
{
    size_t inputs = (size_t)inputs_of_value(), values = (size_t)file_values(&file);
    size_t hidden = (size_t)file.hidden, channels = (size_t)file.channels;
    Places places;
    places.globals = 8 + 4 * 8 + channels * (25 * PLANE_COUNT + 4 + 4);
    places.value_linear = file.size - 8 - (file.version == 2 ? 0 : 4 * values * inputs);
    places.value_out = places.value_linear - 4 * values * (hidden + 1);
    places.hidden_bias = places.value_out - 4 * hidden;
    places.hidden = places.hidden_bias - 4 * hidden * inputs;
    return places;
}

static void set_float(size_t place, int index, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    for (int i = 0; i < 4; i++)
        file.bytes[place + 4 * (size_t)index + (size_t)i] =
            (unsigned char)(bits >> (8 * i));
}

// Of the networks of this test only the value head hears the komi, whose own weights
// are these: of each unit, of the units' words on winning, and of the linear path.
static void set_komi(float unit, float word, float linear)
{
    Places places = find_places();
    int inputs = inputs_of_value(), komi = inputs - GLOBAL_COUNT + GLOBAL_KOMI;
    for (int c = 0; c < file.channels; c++)
        set_float(places.globals, c * GLOBAL_COUNT + GLOBAL_KOMI, 0);
    for (int i = 0; i < file.hidden; i++) {
        set_float(places.hidden, i * inputs + komi, unit);
        set_float(places.value_out, i, word);
    }
    if (file.version != 2)
        set_float(places.value_linear, komi, linear);
}

static Network *read_network(void)
{
    const char *error;
    file.size -= 8;
    file_seal(&file);
    Network *network =
        network_read(file.bytes, file.size, isa_named("generic"), &error);
    assert_non_null(network);
    file_free(&file);
    return network;
}

static OpeningCheck begin(const Network *network)
{
    NetworkMemory *memory = network_memory_new(network);
    LadderReader *ladders = ladder_reader_new();
    assert_true(memory != NULL && ladders != NULL);
    return opening_check_begin(network, memory, ladders);
}

static void end(OpeningCheck *check)
{
    network_memory_delete(check->memory);
    ladder_reader_delete(check->ladders);
    check->memory = NULL;
    check->ladders = NULL;
}

static void add_game(OpeningCheck *check, const char *line)
{
    Game game;
    GameRecord *record = read_line(line);
    assert_true(game_init(&game, rules_find("cgos"), 13, 19, 19));
    assert_int_equal(opening_check_add(check, record, &game), MOVE_OK);
    game_free(&game);
    free(record);
}

static OpeningCheck check_file(void)
{
    Network *network = read_network();
    OpeningCheck check = begin(network);
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++)
        add_game(&check, GAMES[i]);
    end(&check);
    network_delete(network);
    assert_int_equal(check.positions, 26);
    assert_int_equal(check.answers, 26 * 8);
    return check;
}

// A ReLU of which all units are 0 everywhere.
static void test_dead_units_are_found(void **state)
{
    (void)state;
    file_make_small(&file, 2, 1);
    for (int i = 0; i < file.hidden; i++)
        set_float(find_places().hidden_bias, i, -1e6f);
    OpeningCheck check = check_file();
    assert_int_equal(check.dead, check.answers);
    assert_int_equal(check.flat, check.positions);
    assert_int_equal(check.rising, 0);
    assert_true(check.rise == 0);
    assert_false(opening_check_passed(&check));
}

// The same from version 3 on: units below 0 and the linear path go on to hear the komi.
static void test_no_unit_of_version_3_is_dead(void **state)
{
    (void)state;
    for (int path = 0; path < 2; path++) {
        file_make_small(&file, NETWORK_VERSION, 1);
        for (int i = 0; i < file.hidden; i++)
            set_float(find_places().hidden_bias, i, -100);
        set_komi(path == 0 ? 0.01f : 0, 0.01f, path == 0 ? 0 : 0.01f);
        OpeningCheck check = check_file();
        assert_int_equal(check.dead, 0);
        assert_int_equal(check.flat, 0);
        assert_int_equal(check.rising, 0);
        assert_true(check.rise < 0);
        assert_true(opening_check_passed(&check));
    }
}

// Whatever else a network has learnt, it cannot err about the sign if all weights on
// the way of the komi are positive.
static void test_positive_weights_of_komi_suffice(void **state)
{
    (void)state;
    for (uint64_t seed = 2; seed < 6; seed++) {
        file_make_small(&file, NETWORK_VERSION, seed);
        set_komi(0.02f, 0.05f, 0.02f);
        OpeningCheck check = check_file();
        assert_true(opening_check_passed(&check));
        file_make_small(&file, NETWORK_VERSION, seed);
        set_komi(0.02f, 0.05f, -0.06f); // more than the units can make up for
        check = check_file();
        assert_int_equal(check.flat, 0);
        assert_int_equal(check.rising, 6 * check.positions);
        assert_true(check.rise > OPENING_RISE_MAX);
        assert_false(opening_check_passed(&check));
    }
}

static void test_nothing_looked_at_is_not_passed(void **state)
{
    (void)state;
    OpeningCheck check = opening_check_begin(NULL, NULL, NULL);
    assert_false(opening_check_passed(&check));
}

static OpeningCheck check_openings(const Network *network)
{
    static RecordStream stream; // too large for the stack
    OpeningCheck check = begin(network);
    assert_true(stream_open(&stream, openings));
    while (stream_next(&stream))
        if (stream.line_number % GAMES_TAKEN == 0)
            add_game(&check, stream.line);
    assert_true(stream_close(&stream));
    end(&check);
    return check;
}

static void test_the_programs_network_hears_the_komi(void **state)
{
    (void)state;
    Network *network = network_default(isa_best());
    OpeningCheck check = check_openings(network);
    assert_true(opening_check_passed(&check));
    network_delete(network);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dead_units_are_found),
        cmocka_unit_test(test_no_unit_of_version_3_is_dead),
        cmocka_unit_test(test_positive_weights_of_komi_suffice),
        cmocka_unit_test(test_nothing_looked_at_is_not_passed),
        cmocka_unit_test(test_the_programs_network_hears_the_komi),
    };
    openings = argc == 2 ? argv[1] : "";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
