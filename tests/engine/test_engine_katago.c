// SPDX-License-Identifier: MIT
//
// Engines with a random network of KataGo's format. The folder of the files is the
// argument.
#include "engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine_fixture.h"
#include "katago_case.h"

static const char *folder;

typedef struct Fixture {
    Network *network;
    KatagoNetwork *katago;
    EngineOptions options;
} Fixture;

static Fixture begin(void)
{
    char path[KATAGO_CASE_PATH], error[KATAGO_ERROR_SIZE] = "";
    Fixture fixture = {.options = small_options(7)};
    const Isa *isa = fixture.options.isa;
    katago_case_path(folder, "v15.bin.gz", path);
    fixture.network = network_default(isa);
    fixture.katago = katago_network_open(path, isa, PRECISION_FLOAT, error);
    if (fixture.network == NULL || fixture.katago == NULL)
        fail_msg("%s", error);
    fixture.options.network = fixture.network;
    fixture.options.katago = fixture.katago;
    return fixture;
}

static void end(Fixture *fixture, Engine *engine)
{
    engine_delete(engine);
    katago_network_delete(fixture->katago);
    network_delete(fixture->network);
}

static double score_of_look(Engine *engine)
{
    return engine_look(engine, BLACK)->network_score;
}

// What a new engine finds by these rules.
static double score_by(const Fixture *fixture, const Rules *rules)
{
    Engine *engine = new_engine(&fixture->options);
    engine_set_rules(engine, rules);
    double score = score_of_look(engine);
    engine_delete(engine);
    return score;
}

// The network tells the rules apart; the search itself does not tax anything.
static void test_what_was_found_by_other_rules_is_forgotten(void **state)
{
    (void)state;
    Fixture fixture = begin();
    Rules taxed = *rules_find("tromp-taylor");
    taxed.tax = TAX_ALL;
    Engine *engine = new_engine(&fixture.options);
    double before = score_of_look(engine);
    engine_set_rules(engine, &taxed);
    double after = score_of_look(engine);
    assert_true(after != before);
    assert_true(after == score_by(&fixture, &taxed));
    engine_set_rules(engine, rules_find("tromp-taylor"));
    assert_true(score_of_look(engine) == before);
    end(&fixture, engine);
}

// All searches tell the network of the rules, not only looks.
static void test_a_move_is_searched_by_the_rules(void **state)
{
    (void)state;
    Fixture fixture = begin();
    double scores[2];
    for (int i = 0; i < 2; i++) {
        Rules rules = *rules_find("tromp-taylor");
        rules.tax = i == 0 ? TAX_NONE : TAX_ALL;
        Engine *engine = new_engine(&fixture.options);
        engine_set_rules(engine, &rules);
        genmove(engine, BLACK);
        scores[i] = engine_last_report(engine)->network_score;
        engine_delete(engine);
    }
    assert_true(scores[0] != scores[1]);
    end(&fixture, NULL);
}

// The score after a move with this doubling. White is 95 points behind.
static double score_of_move(const Fixture *fixture, Doubling doubling)
{
    EngineOptions options = fixture->options;
    options.columns = options.rows = 9;
    options.komi = -190;
    options.doubling = doubling;
    Engine *engine = new_engine(&options);
    genmove(engine, BLACK);
    double score = engine_last_report(engine)->network_score;
    engine_delete(engine);
    return score;
}

static void test_moves_know_the_handicap(void **state)
{
    (void)state;
    Fixture fixture = begin();
    Doubling fixed = {.advantage = -2.75, .is_fixed = true};
    double none = score_of_move(&fixture, (Doubling){.per_point = 0});
    double usual = score_of_move(&fixture, doubling_default());
    assert_true(usual != none);
    assert_true(score_of_move(&fixture, fixed) ==
                usual); // Black's, against White's 2.75
    end(&fixture, NULL);
}

// Another advantage has another tree, and other evaluations.
static void test_an_advantage_changes_between_searches(void **state)
{
    (void)state;
    Fixture fixture = begin();
    Engine *engine = new_engine(&fixture.options);
    double none = score_of_look(engine);
    EngineOptions options = *engine_options(engine);
    options.doubling.advantage = 1;
    assert_true(engine_set_options(engine, &options));
    double with = score_of_look(engine);
    assert_true(with != none);
    options.doubling.player = DOUBLING_WHITE;
    assert_true(engine_set_options(engine, &options));
    assert_true(score_of_look(engine) != with);
    options.doubling.advantage = 0;
    assert_true(engine_set_options(engine, &options));
    assert_true(score_of_look(engine) == none);
    end(&fixture, engine);
}

// Its playouts are slow, and their results are known at once. So few are enough for a
// thread.
static void test_few_playouts_need_few_threads(void **state)
{
    (void)state;
    Fixture fixture = begin();
    fixture.options.threads = 3;
    for (int wanted = 1; wanted <= 3; wanted++) {
        fixture.options.visits = wanted < 3 ? 8 * (uint64_t)wanted + 7 : 200;
        Engine *engine = new_engine(&fixture.options);
        genmove(engine, BLACK);
        assert_int_equal(engine_last_report(engine)->workers, wanted);
        engine_delete(engine);
    }
    end(&fixture, NULL);
}

// It finds what an engine finds that had this network from the beginning.
static void test_the_network_changes_between_searches(void **state)
{
    (void)state;
    Fixture fixture = begin();
    const Rules *rules = rules_find("chinese");
    double with = score_by(&fixture, rules);
    EngineOptions options = fixture.options;
    options.katago = NULL;
    Engine *engine = new_engine(&options);
    engine_set_rules(engine, rules);
    double without = score_of_look(engine);
    assert_true(without != with);
    assert_true(engine_use_networks(engine, fixture.network, fixture.katago));
    assert_ptr_equal(engine_options(engine)->katago, fixture.katago);
    assert_true(score_of_look(engine) == with);
    assert_true(engine_use_networks(engine, fixture.network, NULL));
    assert_true(score_of_look(engine) == without);
    assert_true(engine_use_networks(engine, NULL, NULL));
    score_of_look(engine);
    end(&fixture, engine);
}

static void test_the_description_names_the_network(void **state)
{
    (void)state;
    char bytes[2048];
    Text text = text_over(bytes, sizeof bytes);
    Fixture fixture = begin();
    Engine *engine = new_engine(&fixture.options);
    engine_describe(engine, &text);
    assert_non_null(strstr(bytes, "\nnetwork tiny-net ("));
    assert_non_null(strstr(bytes, " channels, version 15)\nseed "));
    end(&fixture, engine);
}

// The different second moves of twelve games, whose engines differ by the seed. The
// first one is the same, and the board not symmetric.
static Bitboard second_moves(const EngineOptions *options)
{
    Bitboard moves = bitboard_empty();
    EngineOptions seeded = *options;
    for (seeded.seed = 1; seeded.seed <= 12; seeded.seed++) {
        Engine *engine = new_engine(&seeded);
        assert_int_equal(engine_play(engine, BLACK, picture_point("C2")), MOVE_OK);
        Point move = genmove(engine, WHITE);
        assert_true(point_is_on_board(move, 7, 7)); // no pass
        bitboard_add(&moves, move);
        engine_delete(engine);
    }
    return moves;
}

// The policy of the random network is nearly the same for all moves, passes included.
static void test_moves_of_people(void **state)
{
    (void)state;
    Fixture fixture = begin();
    EngineOptions *options = &fixture.options;
    options->human = fixture.katago; // which takes no profile
    options->visits = 30;
    Bitboard own = second_moves(options);
    options->imitation.part = 1;
    options->imitation.ignores_pass = true;
    options->imitation.temperature = options->imitation.early_temperature = 1;
    Bitboard drawn = second_moves(options), again = second_moves(options);
    assert_true(bitboard_equal(&drawn, &again));
    assert_true(bitboard_count(&drawn) >= 8);
    assert_true(bitboard_count(&drawn) > bitboard_count(&own) + 2);
    end(&fixture, NULL);
}

static bool keep_win(void *object, const Analysis *analysis)
{
    *(float *)object = analysis->root_output->win;
    return false;
}

// The chance to win that the network alone sees in an analysis of the position.
static float analysed_win(Engine *engine)
{
    float win = -1;
    atomic_bool stop = false;
    AnalysisOrder order = {.interval = 0.001, .tell = keep_win, .object = &win};
    assert_true(engine_analyze(engine, BLACK, &order, &stop));
    return win;
}

// As in KataGo, an analysis does not show the moves before, and a search for a move
// does.
static void test_analyses_hide_the_moves_before(void **state)
{
    (void)state;
    Fixture fixture = begin();
    Engine *engine = new_engine(&fixture.options);
    for (Color color = BLACK; color <= WHITE; color++) {
        Point point = engine_game(engine)->position.empty[0];
        assert_int_equal(engine_play(engine, color, point), MOVE_OK);
    }
    float hidden = analysed_win(engine);
    genmove(engine, BLACK);
    assert_true(engine_undo(engine, 1));
    assert_true(analysed_win(engine) == hidden);
    EngineOptions options = *engine_options(engine);
    options.analysis_hides_history = false;
    assert_true(engine_set_options(engine, &options));
    assert_true(analysed_win(engine) != hidden);
    end(&fixture, engine);
}

int main(int argc, char *argv[])
{
    if (argc != 2)
        return 2;
    folder = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_was_found_by_other_rules_is_forgotten),
        cmocka_unit_test(test_a_move_is_searched_by_the_rules),
        cmocka_unit_test(test_moves_know_the_handicap),
        cmocka_unit_test(test_an_advantage_changes_between_searches),
        cmocka_unit_test(test_few_playouts_need_few_threads),
        cmocka_unit_test(test_the_network_changes_between_searches),
        cmocka_unit_test(test_the_description_names_the_network),
        cmocka_unit_test(test_moves_of_people),
        cmocka_unit_test(test_analyses_hide_the_moves_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
