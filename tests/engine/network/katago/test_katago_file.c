// SPDX-License-Identifier: MIT
//
// The folder of the cases is the argument.
#include "katago_file.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "byte_source.h"
#include "katago_case.h"
#include "layer_sound.h"

static const char *folder;

// The bytes of a file, unpacked, and a NUL behind them.
typedef struct Bytes {
    char *text;
    size_t size;
} Bytes;

static Bytes unpacked_case(const char *name)
{
    enum { SIZE_MAX_OF_CASE = 1 << 20 };
    char path[KATAGO_CASE_PATH];
    katago_case_path(folder, name, path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    ByteSource source = byte_source_of_file(file);
    Bytes bytes = {calloc(1, SIZE_MAX_OF_CASE), 0};
    while (byte_source_take(&source, bytes.text + bytes.size, 1))
        bytes.size++;
    assert_null(source.error);
    byte_source_close(&source);
    fclose(file);
    return bytes;
}

static KatagoModel *open_case(const char *name)
{
    char path[KATAGO_CASE_PATH], error[KATAGO_ERROR_SIZE] = "";
    katago_case_path(folder, name, path);
    KatagoModel *model = katago_model_open(path, error);
    if (model == NULL)
        fail_msg("%s: %s", name, error);
    return model;
}

static bool is_sound(const KatagoModel *model)
{
    const KatagoArrays *arrays = &model->arrays;
    int inputs[] = {arrays->planes, arrays->globals, arrays->metadata};
    return layer_list_is_sound(&model->list, inputs, 3);
}

// The largest difference of an output.
static double difference(const KatagoPosition *position, int array)
{
    double most = 0;
    for (size_t i = 0; i < layer_values_size(&position->given, array); i++)
        most = fmax(most, fabs(position->given.arrays[array][i] -
                               position->wanted.arrays[array][i]));
    return most;
}

static int check_positions(const char *name, const KatagoModel *model)
{
    int outputs[KATAGO_CASE_OUTPUTS], count = 0;
    FILE *file = katago_case_positions(folder, name);
    assert_non_null(file);
    katago_case_outputs(model, outputs);
    KatagoPosition position;
    for (; katago_case_read(file, model, &position); count++) {
        layer_values_compute(&position.given);
        for (int i = 0; i < KATAGO_CASE_OUTPUTS; i++) {
            double found = difference(&position, outputs[i]);
            if (!(found < 1e-5))
                fail_msg("%s: output %d differs by %g", name, i, found);
        }
        katago_case_free(&position);
    }
    fclose(file);
    return count;
}

static void test_networks_compute_what_is_written(void **state)
{
    (void)state;
    for (int i = 0; KATAGO_CASES[i] != NULL; i++) {
        KatagoModel *model = open_case(KATAGO_CASES[i]);
        assert_true(is_sound(model));
        assert_true(check_positions(KATAGO_CASES[i], model) == 2);
        katago_model_delete(model);
    }
}

static void test_what_is_known_of_a_network(void **state)
{
    (void)state;
    KatagoModel *old = open_case("v06.bin"), *new = open_case("v17-grouped.bin.gz");
    KatagoModel *players = open_case("v15-players.bin.gz");
    assert_string_equal(old->name, "tiny-net");
    assert_int_equal(old->version, 6);
    assert_int_equal(old->input_version, 5);
    assert_int_equal(katago_model_channels(old, old->arrays.planes), 13);
    assert_int_equal(katago_model_channels(old, old->arrays.globals), 12);
    assert_int_equal(old->arrays.metadata, NO_ARRAY);
    assert_int_equal(old->blocks, 1);
    assert_int_equal(old->channels, 8);
    assert_true(old->multipliers.win_error == 0.25F && old->multipliers.lead == 20);
    assert_false(old->pass_alive_suicide);
    assert_int_equal(new->input_version, 7);
    assert_int_equal(new->blocks, 3);
    assert_true(new->pass_alive_suicide);
    assert_true(new->multipliers.lead == 23 && new->multipliers.score_error == 150);
    assert_int_equal(katago_model_channels(players, players->arrays.metadata), 192);
    assert_false(players->pass_alive_suicide);
    katago_model_delete(old);
    katago_model_delete(new);
    katago_model_delete(players);
}

static void assert_same_numbers(const float *a, const float *b, size_t count)
{
    assert_true((a == NULL) == (b == NULL));
    if (a != NULL)
        assert_memory_equal(a, b, count * sizeof *a);
}

static void test_written_numbers_are_the_same_as_binary_ones(void **state)
{
    (void)state;
    KatagoModel *binary = open_case("v17-grouped.bin.gz");
    KatagoModel *written = open_case("v17-written.txt.gz");
    assert_int_equal(binary->list.layer_count, written->list.layer_count);
    assert_int_equal(binary->weights, written->weights);
    for (int i = 0; i < binary->list.layer_count; i++) {
        const Layer *a = &binary->list.layers[i], *b = &written->list.layers[i];
        size_t channels = (size_t)katago_model_channels(binary, a->input.array);
        assert_int_equal(a->kind, b->kind);
        assert_same_numbers(a->input.scale, b->input.scale, channels);
        assert_same_numbers(a->input.bias, b->input.bias, channels);
        if (a->kind == LAYER_LINEAR)
            assert_same_numbers(a->linear.weights, b->linear.weights,
                                (size_t)(a->linear.inputs * a->linear.outputs *
                                         a->linear.columns * a->linear.rows));
    }
    katago_model_delete(binary);
    katago_model_delete(written);
}

// Why bytes are refused. They lie where a sanitizer sees a byte too many.
static void assert_refused(const char *bytes, size_t size, const char *why)
{
    char error[KATAGO_ERROR_SIZE];
    memset(error, 'x', sizeof error);
    unsigned char *exact = malloc(size > 0 ? size : 1);
    memcpy(exact, bytes, size);
    KatagoModel *model = katago_model_read(exact, size, error);
    free(exact);
    assert_null(model);
    assert_non_null(memchr(error, '\0', sizeof error));
    assert_true(error[0] != '\0' && strchr(error, '\n') == NULL);
    if (why != NULL)
        assert_string_equal(error, why);
}

// A text, of which one part is replaced by another.
static Bytes replaced(const Bytes *bytes, const char *old, const char *new)
{
    const char *at = strstr(bytes->text, old);
    if (at == NULL)
        fail_msg("%s should be in the file", old);
    size_t before = (size_t)(at - bytes->text), grown = strlen(new);
    Bytes found = {calloc(1, bytes->size + grown + 1), 0};
    memcpy(found.text, bytes->text, before);
    memcpy(found.text + before, new, grown);
    size_t rest = bytes->size - before - strlen(old);
    memcpy(found.text + before + grown, at + strlen(old), rest);
    found.size = before + grown + rest;
    return found;
}

typedef struct Refusal {
    const char *name, *old, *new, *why;
} Refusal;

static const Refusal REFUSALS[] = {
    {"v03.txt", "tiny-net", "tiny/net",
     "it seems to be no network: it does not begin with a name"},
    {"v03.txt", "\n3\n22", "\n2\n22", "its model version is 2; it should be 3 to 17"},
    {"v17-written.txt.gz", "\n17\n22\n", "\n18\n22\n",
     "its model version is 18; it should be 3 to 17"},
    {"v03.txt", "\n3\n22", "\n3x\n22",
     "its model version is '3x', which is no whole number"},
    {"v03.txt", "\n22\n14\n", "\n22\n19\n",
     "its number of globals is 19; it should be 14"},
    {"v05.txt.gz", "\n22\n14\n", "\n99999999999999999999\n14\n",
     "its number of planes is 99999999999999999999; it should be 22"},
    {"v14.txt.gz", "\n0.25\n", "\n-1\n",
     "a multiplier is '-1', which is no positive number"},
    {"v14.txt.gz", "\n0.25\n", "\ninf\n",
     "a multiplier is 'inf', which is no positive number"},
    {"v17-written.txt.gz", "\n150\n0\n", "\n150\n2\n",
     "the version of its metadata encoder is 2; it should be 0 to 1"},
    {"v17-written.txt.gz", "\n150\n0\n1\n0\n", "\n150\n0\n1\n7\n",
     "an option that is not known here is 7; it should be 0"},
    {"v03.txt", "trunk\n2\n", "trunk\n0\n",
     "trunk: its number of blocks is 0; it should be 1 to 1024"},
    {"v03.txt", "trunk\n2\n", "trunk\n3\n", "norm is a block that is not known here"},
    {"v03.txt", "trunk\n2\n8\n", "trunk\n2\n9000\n",
     "trunk: its number of channels is 9000; it should be 1 to 8192"},
    {"v03.txt", "trunk\n2\n8\n", "trunk\n2\n7\n",
     "conv: its number of outputs is 8; it should be 7"},
    {"v03.txt", "conv\n3\n3\n22\n", "conv\n3\n4\n22\n",
     "conv: its number of columns is 4, which is not odd"},
    {"v03.txt", "conv\n3\n3\n22\n", "conv\n39\n3\n22\n",
     "conv: its number of rows is 39; it should be 1 to 37"},
    {"v03.txt", "conv\n3\n3\n22\n", "conv\n3\n3\n21\n",
     "conv: its number of inputs is 21; it should be 22"},
    {"v03.txt", "\n22\n8\n1\n1\n", "\n22\n8\n0\n1\n",
     "conv: its dilation is 0; it should be 1 to 18"},
    {"v03.txt", "ordinary_block", "strange_block",
     "strange_block is a block that is not known here"},
    {"v14.txt.gz", "ACTIVATION_SILU", "ACTIVATION_TANH",
     "act: ACTIVATION_TANH is an activation that is not known here"},
    {"v03.txt", "norm\n8\n0.001\n", "norm\n8\n0\n",
     "norm: its epsilon is '0', which is no positive number"},
    {"v03.txt", "norm\n8\n0.001\n1\n", "norm\n8\n0.001\n2\n",
     "norm: whether it has a scale or a bias is 2; it should be 0 to 1"},
    {"v17-written.txt.gz", "name\n4\n2\n6\n3\n", "name\n4\n3\n6\n3\n",
     "name: 4 heads cannot share 3 key heads"},
    {"v17-written.txt.gz", "name\n4\n2\n6\n3\n", "name\n4\n2\n5\n3\n",
     "name: queries of 5 numbers have no pairs"},
    {"v17-written.txt.gz", "name\n4\n2\n6\n3\n", "name\n4\n2\n2049\n3\n",
     "name: the size of a query is 2049; it should be 1 to 2048"},
    {"v17-written.txt.gz", "frequencies\n2\n3\n2\n", "frequencies\n2\n3\n1\n",
     "frequencies: its number of directions is 1; it should be 2"},
    {"v17-written.txt.gz", "name\n8\n10\n1\n", "name\n8\n10\n0\n",
     "name: feed-forward blocks without a gate are not known"},
    {"v17-written.txt.gz", "policy\n2\n", "policy\n3\n",
     "policy: its number of policies is 3; it should be 2 or 4"},
    {"v17-written.txt.gz", "value\n0\n0\n0\n", "value\n0\n0\n1\n",
     "value: an option that is not known here is 1; it should be 0"},
    {"v17-unturned.txt.gz", "last\n8\n1e-05\n1\n0\n", "last\n8\n1e-05\n1\n4\n",
     "last: its number of groups is 4; it should be 0"},
    {"v17-unturned.txt.gz", "nested_bottleneck_block\nname\n2\n",
     "nested_bottleneck_block\nname\n2000000000\n",
     "name: its number of blocks is 2000000000; it should be 1 to 1024"},
    {"v14.txt.gz", "bias\n9\n", "bias\n8\n",
     "bias: its number of channels is 8; it should be 9"},
};

static void test_what_is_wrong_is_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REFUSALS / sizeof REFUSALS[0]; i++) {
        const Refusal *refusal = &REFUSALS[i];
        Bytes whole = unpacked_case(refusal->name);
        Bytes wrong = replaced(&whole, refusal->old, refusal->new);
        assert_refused(wrong.text, wrong.size, refusal->why);
        free(wrong.text);
        free(whole.text);
    }
}

// The head of the nested block of this network fits into itself.
static void test_blocks_are_not_nested_without_end(void **state)
{
    (void)state;
    Bytes text = unpacked_case("v14.txt.gz");
    char *begin = strstr(text.text, "nested_bottleneck_block");
    char *end = strstr(text.text, "ordinary_block");
    assert_true(begin != NULL && end > begin);
    size_t length = (size_t)(end - begin);
    char *head = calloc(1, length + 1), *two = calloc(1, 2 * length + 1);
    memcpy(head, begin, length);
    memcpy(two, head, length);
    memcpy(two + length, head, length);
    for (int nested = 2; nested <= 9; nested++) {
        Bytes deeper = replaced(&text, head, two);
        free(text.text);
        text = deeper;
        assert_refused(text.text, text.size,
                       nested <= 8 ? NULL
                                   : "name: more than 8 blocks are in each other");
    }
    free(head);
    free(two);
    free(text.text);
}

// Replaces the first weight of the text.
static void assert_weight_is_refused(const char *weight, const char *why)
{
    Bytes whole = unpacked_case("v03.txt");
    char *at = strstr(whole.text, "\n8\n1\n1\n");
    assert_non_null(at);
    at += strlen("\n8\n1\n1\n");
    size_t length = strcspn(at, " ");
    char old[64];
    assert_true(length < sizeof old);
    memcpy(old, at, length);
    old[length] = '\0';
    Bytes wrong = replaced(&whole, old, weight);
    assert_refused(wrong.text, wrong.size, why);
    free(wrong.text);
    free(whole.text);
}

static void test_weights_are_numbers(void **state)
{
    (void)state;
    const char *infinite = "conv: a weight is infinite or not a number";
    assert_weight_is_refused("nan", infinite);
    assert_weight_is_refused("-inf", infinite);
    assert_weight_is_refused("1e39", infinite);
    assert_weight_is_refused("one", "conv: a weight is 'one'");
    assert_weight_is_refused("0.5x", "conv: a weight is '0.5x'");
    Bytes binary = unpacked_case("v06.bin");
    static const char NOT_A_NUMBER[] = "\0\0\xc0\x7f";
    char *at = memchr(binary.text, '@', binary.size);
    memcpy(at + strlen("@BIN@") + 8, NOT_A_NUMBER, 4);
    assert_refused(binary.text, binary.size, infinite);
    memcpy(at, "@XIN@", 5);
    assert_refused(binary.text, binary.size,
                   "conv: there are bytes where weights should begin");
    free(binary.text);
}

static void test_a_variance_is_positive(void **state)
{
    (void)state;
    Bytes binary = unpacked_case("v06.bin");
    char *norm = NULL;
    for (char *at = binary.text; norm == NULL; at++)
        norm = memcmp(at, "norm\n8\n", 7) == 0 ? at : NULL;
    char *mean = memchr(norm, '@', 100);
    float variance = -1;
    memcpy(mean + 2 * strlen("@BIN@") + 8 * sizeof(float) + 1, &variance,
           sizeof variance);
    assert_refused(binary.text, binary.size,
                   "norm: a variance is negative, or numbers of the batch norm are too "
                   "large");
    free(binary.text);
}

static void test_files_that_are_cut_off_are_refused(void **state)
{
    (void)state;
    enum { LAST = 12, STEP = 61 }; // within the last number of a text nothing is missed
    for (int i = 0; KATAGO_CASES[i] != NULL; i++) {
        Bytes whole = unpacked_case(KATAGO_CASES[i]);
        for (size_t size = 0; size + LAST < whole.size; size += STEP)
            assert_refused(whole.text, size, NULL);
        free(whole.text);
    }
    Bytes whole = unpacked_case("v06.bin");
    assert_refused(whole.text, whole.size - 5, "conv: the file ends too soon");
    free(whole.text);
}

static void test_nothing_follows_a_network(void **state)
{
    (void)state;
    char error[KATAGO_ERROR_SIZE];
    Bytes whole = unpacked_case("v06.bin");
    memcpy(whole.text + whole.size, " \n\n", 3);
    KatagoModel *model =
        katago_model_read((unsigned char *)whole.text, whole.size + 3, error);
    assert_non_null(model);
    katago_model_delete(model);
    whole.text[whole.size + 3] = 'x';
    assert_refused(whole.text, whole.size + 4, "there is more in it than a network");
    free(whole.text);
}

static Bytes packed_case(const char *name)
{
    enum { SIZE_MAX_OF_CASE = 1 << 16 };
    char path[KATAGO_CASE_PATH];
    katago_case_path(folder, name, path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    Bytes bytes = {calloc(1, SIZE_MAX_OF_CASE), 0};
    bytes.size = fread(bytes.text, 1, SIZE_MAX_OF_CASE, file);
    fclose(file);
    return bytes;
}

static void test_damaged_packing_is_noticed(void **state)
{
    (void)state;
    Bytes packed = packed_case("v04.bin.gz");
    char error[KATAGO_ERROR_SIZE];
    KatagoModel *model =
        katago_model_read((unsigned char *)packed.text, packed.size, error);
    assert_non_null(model);
    katago_model_delete(model);
    for (size_t size = 2; size < packed.size; size += 7)
        assert_refused(packed.text, size, NULL);
    assert_refused(packed.text, packed.size - 4, "it is cut off");
    packed.text[packed.size - 7] ^= 1; // of the checksum
    assert_refused(packed.text, packed.size, "it is damaged: it cannot be unpacked");
    packed.text[packed.size - 7] ^= 1;
    packed.text[12] = (char)0xff; // of the first block
    assert_refused(packed.text, packed.size, NULL);
    free(packed.text);
}

static void test_what_is_no_network_is_refused(void **state)
{
    (void)state;
    static const char WORD[] =
        "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
        "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
        "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww 3";
    char blanks[5000];
    memset(blanks, ' ', sizeof blanks);
    static const char *const AS = "it seems to be no network: ";
    const struct {
        const char *bytes;
        size_t size;
        const char *fault;
    } CASES[] = {
        {"", 0, "the file ends too soon"},
        {"\0\1", 2, "there are bytes where a word should be"},
        {WORD, sizeof WORD - 1, "there is a word without an end"},
        {blanks, sizeof blanks, "there are only blanks where a word should be"},
        {"# Ponnuki\n", 10, "it does not begin with a name"},
        {"(;GM[1]FF[4]SZ[19])\n", 20, "it does not begin with a name"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char error[KATAGO_ERROR_SIZE];
        snprintf(error, sizeof error, "%s%s", AS, CASES[i].fault);
        assert_refused(CASES[i].bytes, CASES[i].size, error);
    }
}

static void test_what_the_system_says(void **state)
{
    (void)state;
    char path[KATAGO_CASE_PATH], error[KATAGO_ERROR_SIZE] = "";
    katago_case_path(folder, "none.bin.gz", path);
    assert_null(katago_model_open(path, error));
    assert_string_equal(error, strerror(ENOENT));
    assert_null(katago_model_open(folder, error)); // which is no file
    assert_true(error[0] != '\0');
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_networks_compute_what_is_written),
        cmocka_unit_test(test_what_is_known_of_a_network),
        cmocka_unit_test(test_written_numbers_are_the_same_as_binary_ones),
        cmocka_unit_test(test_what_is_wrong_is_said),
        cmocka_unit_test(test_blocks_are_not_nested_without_end),
        cmocka_unit_test(test_weights_are_numbers),
        cmocka_unit_test(test_a_variance_is_positive),
        cmocka_unit_test(test_files_that_are_cut_off_are_refused),
        cmocka_unit_test(test_nothing_follows_a_network),
        cmocka_unit_test(test_damaged_packing_is_noticed),
        cmocka_unit_test(test_what_is_no_network_is_refused),
        cmocka_unit_test(test_what_the_system_says),
    };
    folder = argc == 2 ? argv[1] : "";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
