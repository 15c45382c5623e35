// SPDX-License-Identifier: MIT
//
// Random networks of all versions, read from their files, against the reference, with
// every kernel of this machine; and files that are no networks.
#include "network.h"

#include "isa.h"
#include "network_reference.h"
#include "picture.h"
#include "playout_batch.h"

enum { NETWORKS = 4, POSITIONS = 12 };

static NetworkFile file; // too large for the stack

static void make_file(int version, Rng *rng)
{
    file.version = version;
    file.blocks = (int)rng_below(rng, FIXTURE_BLOCKS_MAX + 1);
    file.channels = CHANNEL_GROUP * (1 + (int)rng_below(rng, 3));
    file.policy = 1 + (int)rng_below(rng, 20);
    file.value = 1 + (int)rng_below(rng, 20);
    file.hidden = 1 + (int)rng_below(rng, 40);
    file.inner = file.attention = 0;
    if (version >= NETWORK_VERSION_BLOCKS) {
        int groups = file.channels / CHANNEL_GROUP;
        file.inner = CHANNEL_GROUP * (int)rng_below(rng, (uint32_t)groups + 1);
        file.attention = (int)rng_below(rng, 3);
    }
    file_make(&file, rng);
}

static Network *read_file(const Isa *isa)
{
    const char *error;
    Network *first = network_read(file.bytes, file.size, isa_named("generic"), &error);
    assert_null(error);
    Network *network = network_for_isa(first, isa);
    network_delete(first);
    assert_non_null(network);
    return network;
}

static void check_network(const Isa *isa, Rng *rng)
{
    Network *network = read_file(isa);
    NetworkMemory *memory = network_memory_new(network);
    assert_non_null(memory);
    NetworkOutput output, right;
    for (int i = 0; i < POSITIONS; i++) {
        int columns = 1 + (int)rng_below(rng, 19), rows = 1 + (int)rng_below(rng, 19);
        InputFeatures features = make_features(rng, columns, rows);
        network_evaluate(network, memory, &features, 0, &output);
        reference_evaluate(&file, &features, &right);
        assert_memory_equal(&output, &right, sizeof output);
    }
    network_memory_delete(memory);
    network_delete(network);
}

static void check_version(int version)
{
    Rng rng = rng_seeded(3, 1);
    for (int i = 0; i < NETWORKS; i++) {
        make_file(version, &rng);
        for (int j = 0; isa_at(j) != NULL; j++)
            check_network(isa_at(j), &rng);
        file_free(&file);
    }
}

static void test_all_kernels_agree_with_the_reference(void **state)
{
    (void)state;
    check_version(NETWORK_VERSION_ERRORS);
}

static void test_the_same_with_nested_blocks_and_attention(void **state)
{
    (void)state;
    check_version(NETWORK_VERSION_BLOCKS);
}

static void test_the_same_of_version_2(void **state)
{
    (void)state;
    check_version(2);
}

// What every kernel says, all of it the same; `output` gets it.
static void evaluate_with_all(const InputFeatures *features, NetworkOutput *output)
{
    for (int i = 0; isa_at(i) != NULL; i++) {
        NetworkOutput same;
        Network *network = read_file(isa_at(i));
        NetworkMemory *memory = network_memory_new(network);
        assert_non_null(memory);
        network_evaluate(network, memory, features, 0, i == 0 ? output : &same);
        if (i > 0)
            assert_memory_equal(&same, output, sizeof same);
        network_memory_delete(memory);
        network_delete(network);
    }
}

// The shapes that are trained; the reference has time for small boards.
static void test_larger_networks(void **state)
{
    static const int SHAPES[][4] = {
        {8, 96}, {10, 96}, {10, 128}, {6, 128, 64}, {6, 96, 48, 4}};
    (void)state;
    Rng rng = rng_seeded(4, 2);
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        NetworkOutput output, right;
        file = (NetworkFile){.version = NETWORK_VERSION,
                             .blocks = SHAPES[i][0],
                             .channels = SHAPES[i][1],
                             .policy = 16,
                             .value = 16,
                             .hidden = 96,
                             .inner = SHAPES[i][2],
                             .attention = SHAPES[i][3]};
        file_make(&file, &rng);
        InputFeatures large = make_features(&rng, 19, 19),
                      small = make_features(&rng, 7, 6);
        evaluate_with_all(&large, &output);
        evaluate_with_all(&small, &output);
        reference_evaluate(&file, &small, &right);
        assert_memory_equal(&output, &right, sizeof output);
        file_free(&file);
    }
}

// A unit of leaky ReLU hears its inputs everywhere, one of ReLU where it is not 0.
static void test_no_unit_is_dead(void **state)
{
    (void)state;
    Rng rng = rng_seeded(7, 1);
    int some_are_deaf = 0;
    for (int version = 2; version <= NETWORK_VERSION; version++) {
        NetworkOutput output;
        make_file(version, &rng);
        Network *network = read_file(isa_named("generic"));
        NetworkMemory *memory = network_memory_new(network);
        for (int i = 0; i < POSITIONS; i++) {
            InputFeatures features = make_features(&rng, 9, 9);
            network_evaluate(network, memory, &features, 0, &output);
            int live = network_live_units(memory);
            assert_true(live <= file.hidden);
            some_are_deaf += version == 2 && live < file.hidden;
            if (version > 2)
                assert_int_equal(live, file.hidden);
        }
        network_memory_delete(memory);
        network_delete(network);
        file_free(&file);
    }
    assert_true(some_are_deaf > 0);
}

static void test_outputs_are_probabilities(void **state)
{
    (void)state;
    Rng rng = rng_seeded(4, 1);
    make_file(NETWORK_VERSION, &rng);
    Network *network = read_file(isa_named("generic"));
    NetworkMemory *memory = network_memory_new(network);
    NetworkOutput output;
    InputFeatures features = make_features(&rng, 9, 7);
    network_evaluate(network, memory, &features, 0, &output);
    float sum = output.policy[PASS], optimistic_sum = output.optimistic[PASS];
    for (Point p = POINT_STRIDE; p < POINT_LIMIT; p++) {
        bool open = bitboard_test(&features.planes[PLANE_BOARD], p) &&
                    !bitboard_test(&features.planes[PLANE_OWN], p) &&
                    !bitboard_test(&features.planes[PLANE_ENEMY], p) &&
                    !bitboard_test(&features.planes[PLANE_KO], p);
        assert_true(open ? output.policy[p] > 0 : output.policy[p] == 0);
        assert_true(open ? output.optimistic[p] > 0 : output.optimistic[p] == 0);
        assert_true(output.owner[p] >= -1 && output.owner[p] <= 1);
        sum += output.policy[p];
        optimistic_sum += output.optimistic[p];
    }
    assert_true(sum > 0.9999f && sum < 1.0001f);
    assert_true(optimistic_sum > 0.9999f && optimistic_sum < 1.0001f);
    assert_true(output.optimistic[PASS] != output.policy[PASS]);
    assert_true(output.win > 0 && output.win < 1);
    assert_true(output.win_error > 0 && output.score_error > 0);
    network_memory_delete(memory);
    network_delete(network);
    file_free(&file);
}

static void assert_refused(size_t size, const char *why)
{
    const char *error = NULL;
    assert_null(network_read(file.bytes, size, isa_named("generic"), &error));
    assert_string_equal(error, why);
}

static void seal_again(size_t size)
{
    file.size = size - 8;
    file_seal(&file);
}

static void test_what_is_no_network_is_refused(void **state)
{
    (void)state;
    static const char DAMAGED[] = "damaged file (wrong checksum)";
    Rng rng = rng_seeded(5, 1);
    make_file(NETWORK_VERSION, &rng);
    size_t size = file.size;
    assert_refused(0, "not a Ponnuki network file (bad magic)");
    assert_refused(20, "not a Ponnuki network file (bad magic)");
    assert_refused(size - 1, DAMAGED);
    file.bytes[size / 2] ^= 1;
    assert_refused(size, DAMAGED);
    file.bytes[size / 2] ^= 1;
    file.bytes[8]++;
    seal_again(size);
    assert_refused(size, "file version not supported by this program");
    file.bytes[8] = NETWORK_VERSION_OLDEST - 1;
    seal_again(size);
    assert_refused(size, "file version not supported by this program");
    file.bytes[8] = NETWORK_VERSION_OLDEST; // which is shorter
    seal_again(size);
    assert_refused(size, "damaged file (wrong length)");
    file.bytes[8] = NETWORK_VERSION;
    file.bytes[12]++;
    seal_again(size);
    assert_refused(size, "trained with other input planes than this program has");
    file.bytes[12]--;
    file.bytes[23] = 1; // blocks
    seal_again(size);
    assert_refused(size, "larger than this program supports");
    file.bytes[23] = 0;
    file.bytes[40] ^= 8; // inner channels
    seal_again(size);
    assert_refused(size, "its channels are not a multiple of 16");
    file.bytes[40] ^= 8;
    file.bytes[41] = 1;
    seal_again(size);
    assert_refused(size, "its nested blocks have more channels than the others");
    file.bytes[41] = 0;
    file.bytes[24] ^= 8; // channels
    seal_again(size);
    assert_refused(size, "its channels are not a multiple of 16");
    file.bytes[24] ^= 8;
    file.bytes[47] = 1; // heads of attention
    seal_again(size);
    assert_refused(size, "larger than this program supports");
    file.bytes[47] = 0;
    seal_again(size - 4);
    assert_refused(size - 4, "damaged file (wrong length)");
    seal_again(size);
    seal_again(size + 4);
    assert_refused(size + 4, "damaged file (wrong length)");
    file.bytes[0] = 'p';
    assert_refused(size, "not a Ponnuki network file (bad magic)");
    file_free(&file);
}

static void test_it_says_what_it_is(void **state)
{
    (void)state;
    char text[64];
    Rng rng = rng_seeded(6, 1);
    file = (NetworkFile){.version = 2,
                         .blocks = 3,
                         .channels = 32,
                         .policy = 4,
                         .value = 5,
                         .hidden = 6};
    file_make(&file, &rng);
    Network *network = read_file(isa_named("generic"));
    network_describe(network, text);
    assert_string_equal(text, "3 blocks of 32 channels");
    assert_int_equal(network_version(network), 2);
    network_delete(network);
    file_free(&file);
    file.version = NETWORK_VERSION_BLOCKS;
    file.inner = 16;
    file.attention = 1;
    file_make(&file, &rng);
    network = read_file(isa_named("generic"));
    network_describe(network, text);
    assert_string_equal(text, "3 nested blocks of 32 channels, attention");
    network_delete(network);
    file_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_kernels_agree_with_the_reference),
        cmocka_unit_test(test_the_same_with_nested_blocks_and_attention),
        cmocka_unit_test(test_the_same_of_version_2),
        cmocka_unit_test(test_larger_networks),
        cmocka_unit_test(test_no_unit_is_dead),
        cmocka_unit_test(test_outputs_are_probabilities),
        cmocka_unit_test(test_what_is_no_network_is_refused),
        cmocka_unit_test(test_it_says_what_it_is),
    };
    return cmocka_run_group_tests_name("network", tests, NULL, NULL);
}
