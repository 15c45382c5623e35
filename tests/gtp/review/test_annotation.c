// SPDX-License-Identifier: MIT
//
// What a review writes into a record, and that all else stays.
#include "annotation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "own_lines.h"
#include "review_fixture.h"

// Removes the property KT with its three values: without zlib there is none.
static void drop_katrain(char *text)
{
    for (char *at; (at = strstr(text, "KT[")) != NULL;) {
        char *end = at + 2;
        while (*end == '[')
            end = strchr(end, ']') + 1;
        memmove(at, end, strlen(end) + 1);
    }
}

// Removes a word from the values of PNK.
static void drop_word(char *text, const char *word)
{
    for (char *at; (at = strstr(text, word)) != NULL;)
        memmove(at, at + strlen(word), strlen(at + strlen(word)) + 1);
}

// Reviews a record in which each move loses `loss` points. The caller frees the text.
static LongText annotate(const char *record, double loss)
{
    ReviewFixture fixture;
    LongText out = {.text = {.bytes = NULL}};
    double lead = 0;
    fixture_read(&fixture, record);
    for (int i = 0; i < fixture.game.turn_count; i++) {
        const ReviewTurn *turn = &fixture.game.turns[i];
        if (turn->is_move)
            lead += turn->player == BLACK ? -loss : loss;
        fixture.positions[i].lead = lead;
    }
    fixture_make(&fixture);
    assert_true(annotation_write(&fixture.review, record, strlen(record), &out));
    fixture_free(&fixture);
    return out;
}

static LongText cleaned(const char *record)
{
    LongText out = {.text = {.bytes = NULL}};
    assert_true(own_lines_remove(record, strlen(record), &out));
    return out;
}

// The record must become `wanted` by a review, without KT, and the same again when what
// was added is removed.
static void expect(const char *record, double loss, const char *wanted)
{
    LongText out = annotate(record, loss), back = cleaned(out.text.bytes);
    assert_string_equal(back.text.bytes, record);
    drop_katrain(out.text.bytes);
    drop_word(out.text.bytes, "KTV[1.0]");
    drop_word(out.text.bytes, " KTV");
    drop_word(out.text.bytes, " KT");
    assert_string_equal(out.text.bytes, wanted);
    long_text_free(&out);
    long_text_free(&back);
}

static void test_nodes_get_properties(void **state)
{
    (void)state;
    expect(
        "(;SZ[5]KM[0]RU[Chinese]\n;B[cc]\n)\n", 1,
        "(;SZ[5]KM[0]RU[Chinese]SBKV[50.00]SBKS[0.00]LZOP[Ponnuki 50.0 10 0.0 5.0\n"
        "move A1 visits 9 winrate 5000 prior 2500 scoreMean 0.00 pv A1 B1]V[0.0]"
        "C[Ponnuki: Black: 0 % best moves, mean loss 1.00 points.\n"
        "Ponnuki: The game is even, win rate of Black 50.0 %. Expected: Black A1 B1.]"
        "PNK[SBKV SBKS LZOP V C]\n"
        ";B[cc]SBKV[50.00]SBKS[-1.00]LZ[Ponnuki 50.0 10 1.0 5.0\n"
        "move A1 visits 9 winrate 5000 prior 2500 scoreMean -0.00 pv A1 B1]V[-1.0]"
        "C[Ponnuki: Move 1, Black C3: lost 1.0 points; better: A1 B1.\n"
        "Ponnuki: White leads by 1.0 points, win rate of Black 50.0 %. Expected: "
        "White A1 B1.]PNK[SBKV SBKS LZ V C]\n)\n");
}

// The part of an annotated record from a text on.
static const char *from(const LongText *text, const char *part)
{
    const char *found = strstr(text->text.bytes, part);
    if (found == NULL)
        fail_msg("no %s in %s", part, text->text.bytes);
    return found;
}

static void test_comments_are_added_to(void **state)
{
    (void)state;
    static const char RECORD[] = "(;SZ[5];B[cc]C[odd \\] end]\n;W[bb]C[];B[aa] C[ ])";
    LongText out = annotate(RECORD, 1);
    from(&out, "C[odd \\] end\n\nPonnuki: Move 1, Black C3: lost");
    from(&out, ";W[bb]C[Ponnuki: Move 2");
    from(&out, ";B[aa] C[ \n\nPonnuki: Move 3");
    LongText back = cleaned(out.text.bytes);
    assert_string_equal(back.text.bytes, RECORD);
    long_text_free(&back);
    long_text_free(&out);
}

static void test_what_people_add_to_a_comment_stays(void **state)
{
    (void)state;
    LongText out = annotate("(;SZ[5];B[cc]C[before])", 1);
    char record[8192];
    const char *end = from(&out, "B1.]SBKV[");
    int length = (int)(strchr(end, ']') - out.text.bytes);
    snprintf(record, sizeof record, "%.*s\nafter%s", length, out.text.bytes,
             strchr(end, ']'));
    LongText back = cleaned(record);
    assert_string_equal(back.text.bytes, "(;SZ[5];B[cc]C[before\n\nafter])");
    long_text_free(&back);
    long_text_free(&out);
}

static void test_mistakes_are_marked(void **state)
{
    (void)state;
    static const struct {
        double loss;
        const char *mark;
    } CASES[] = {{3, "DO[]"}, {6, "BM[1]"}, {12, "BM[2]"}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        LongText out = annotate("(;SZ[5];B[cc])", CASES[i].loss);
        from(&out, CASES[i].mark);
        long_text_free(&out);
    }
    LongText small = annotate("(;SZ[5];B[cc])", 2.9);
    assert_null(strstr(small.text.bytes, "DO["));
    long_text_free(&small);
}

static void test_judgements_of_people_stay(void **state)
{
    (void)state;
    LongText out = annotate("(;SZ[5];B[cc]TE[1]V[7];W[bb]V[x]IT[])", 12);
    from(&out, ";B[cc]TE[1]V[7]SBKV[");
    assert_null(strstr(out.text.bytes, "BM["));
    assert_null(strstr(out.text.bytes, "V[-12.0]"));
    LongText back = cleaned(out.text.bytes);
    assert_string_equal(back.text.bytes, "(;SZ[5];B[cc]TE[1]V[7];W[bb]V[x]IT[])");
    long_text_free(&back);
    long_text_free(&out);
}

static void test_analyses_of_other_programs_are_replaced(void **state)
{
    (void)state;
    LongText out = annotate("(;SZ[5];B[cc]SBKV[12.3]LZ[other 1 2\nmove A1];W[bb])", 0);
    assert_null(strstr(out.text.bytes, "12.3"));
    assert_null(strstr(out.text.bytes, "other"));
    from(&out, ";B[cc]SBKV[50.00]");
    long_text_free(&out);
}

// Removes all properties but those of the moves, the first node's, and their names.
static void keep_moves(LongText *out)
{
    char *to = out->text.bytes;
    bool is_kept = true;
    for (const char *c = out->text.bytes; *c != '\0'; c++) {
        if (strchr("(;)", *c) != NULL)
            is_kept = true;
        if (is_kept)
            *to++ = *c;
        if (*c == ']') { // skip all others of the node
            is_kept = false;
            for (int depth = 0; c[1] != '\0'; c++) {
                if (c[1] == '[')
                    depth = 1;
                else if (c[1] == ']')
                    depth = 0;
                else if (depth == 0 && strchr("(;)", c[1]) != NULL)
                    break;
            }
        }
    }
    *to = '\0';
}

// What variations a review adds to a record in which each move is a mistake.
static void expect_tree(const char *record, const char *wanted)
{
    LongText out = annotate(record, 4), back = cleaned(out.text.bytes);
    assert_string_equal(back.text.bytes, record);
    keep_moves(&out);
    assert_string_equal(out.text.bytes, wanted);
    long_text_free(&out);
    long_text_free(&back);
}

static void test_better_lines_become_variations(void **state)
{
    (void)state;
    expect_tree("(;SZ[5];B[cc];W[bb])",
                "(;SZ[5](;B[cc](;W[bb])(;W[ae];B[be]))(;B[ae];W[be]))");
}

static void test_variations_stand_behind_those_of_the_record(void **state)
{
    (void)state;
    expect_tree("(;SZ[5](;B[cc](;W[bb])(;W[dd]))(;B[ee]))",
                "(;SZ[5](;B[cc](;W[bb])(;W[ae];B[be])(;W[dd]))(;B[ae];W[be])(;B[ee]))");
    expect_tree("(;SZ[5];B[cc](;W[bb])(;W[dd]))",
                "(;SZ[5](;B[cc](;W[bb])(;W[ae];B[be])(;W[dd]))(;B[ae];W[be]))");
}

static void test_a_move_in_the_first_node_gets_no_variation(void **state)
{
    (void)state;
    expect_tree("(;SZ[5]B[cc])", "(;SZ[5])");
}

static void test_a_variation_that_was_changed_stays(void **state)
{
    (void)state;
    LongText out = annotate("(;SZ[5];B[cc])", 4);
    char record[8192];
    const char *end = strstr(out.text.bytes, ";W[be]");
    assert_non_null(end);
    snprintf(record, sizeof record, "%.*sC[mine]%s", (int)(end + 6 - out.text.bytes),
             out.text.bytes, end + 6);
    LongText back = cleaned(record);
    assert_non_null(strstr(back.text.bytes, "(;SZ[5](;B[cc])(;B[ae]"));
    assert_non_null(strstr(back.text.bytes, ";W[be]C[mine])"));
    long_text_free(&back);
    long_text_free(&out);
}

static void test_a_record_that_is_cut_off_gets_no_variations(void **state)
{
    (void)state;
    LongText out = annotate("(;SZ[5];B[cc];W[bb]", 4);
    LongText back = cleaned(out.text.bytes);
    assert_string_equal(back.text.bytes, "(;SZ[5];B[cc];W[bb]");
    assert_null(strchr(out.text.bytes + 1, '('));
    long_text_free(&back);
    long_text_free(&out);
}

static void test_other_encodings_stay(void **state)
{
    (void)state;
    // Characters of Shift-JIS whose second byte is that of `\` or `]`.
    static const char RECORD[] = "(;SZ[5]CA[Shift_JIS]PB[\x83\x5c]C[\x95\x5c \x97\x5d];"
                                 "B[cc]C[\x95\x5c];W[dd])";
    LongText out = annotate(RECORD, 4), back = cleaned(out.text.bytes);
    assert_string_equal(back.text.bytes, RECORD);
    from(&out, "C[\x95\x5c\n\nPonnuki: Move 1");
    long_text_free(&out);
    long_text_free(&back);
}

static void test_only_the_main_line_of_the_first_game_is_changed(void **state)
{
    (void)state;
    static const char REST[] = "(;W[aa]C[other];B[bb]))\n(;SZ[9];B[ee])\n";
    char record[256];
    snprintf(record, sizeof record, "(;SZ[5];B[cc](;W[bb])%s", REST);
    LongText out = annotate(record, 0);
    size_t length = out.text.length, rest = sizeof REST - 1;
    assert_string_equal(out.text.bytes + length - rest, REST);
    long_text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes_get_properties),
        cmocka_unit_test(test_comments_are_added_to),
        cmocka_unit_test(test_what_people_add_to_a_comment_stays),
        cmocka_unit_test(test_mistakes_are_marked),
        cmocka_unit_test(test_judgements_of_people_stay),
        cmocka_unit_test(test_analyses_of_other_programs_are_replaced),
        cmocka_unit_test(test_better_lines_become_variations),
        cmocka_unit_test(test_variations_stand_behind_those_of_the_record),
        cmocka_unit_test(test_a_move_in_the_first_node_gets_no_variation),
        cmocka_unit_test(test_a_variation_that_was_changed_stays),
        cmocka_unit_test(test_a_record_that_is_cut_off_gets_no_variations),
        cmocka_unit_test(test_other_encodings_stay),
        cmocka_unit_test(test_only_the_main_line_of_the_first_game_is_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
