// SPDX-License-Identifier: MIT
//
// The head of people's moves: its arithmetic, what it is told of ranks, and files that
// are none.
#include "human_network.h"

#include "isa.h"
#include "network_fixture.h"
#include "picture.h"

enum { POSITIONS = 6, HEAD_BYTES_MAX = 1 << 16, CHANNELS = 16, BEGIN = 32 };

static NetworkFile file; // too large for the stack

// A file of a head, and what it gets from ranks: by channel, and for a pass.
typedef struct Head {
    float told[CHANNELS][HUMAN_NUMBERS], told_pass[HUMAN_NUMBERS];
    float factor[HUMAN_NUMBERS]; // of the logits, for each number
    float more;                  // added to all biases
    float scale;                 // 1 more than it: times the logits of points
    unsigned char bytes[HEAD_BYTES_MAX];
    size_t size;
} Head;

static void put(Head *head, uint64_t number, int count)
{
    for (int i = 0; i < count; i++)
        head->bytes[head->size++] = (unsigned char)(number >> (8 * i));
}

static void put_float(Head *head, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(head, bits, 4);
}

static void put_floats(Head *head, const float *numbers, int count)
{
    for (int i = 0; i < count; i++)
        put_float(head, numbers[i]);
}

static void seal(Head *head)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < head->size; i++)
        hash = (hash ^ head->bytes[i]) * 0x100000001b3;
    put(head, hash, 8);
}

// The head that is the network's own policy, but for what ranks change.
static void write_head(Head *head)
{
    int inputs = file.channels;
    head->size = 0;
    put(head, 0x004e4d55484e4f50, 8); // PONHUMN
    const int numbers[] = {HUMAN_VERSION, HUMAN_NUMBERS, inputs, CHANNELS};
    for (int i = 0; i < 4; i++)
        put(head, (uint64_t)numbers[i], 4);
    for (int i = 8; i > 0; i--)
        put(head, file.bytes[file.size - (size_t)i], 1);
    for (int i = 0; i < CHANNELS * inputs; i++)
        put(head, (uint8_t)file.heads.weights[i], 1);
    put_floats(head, file.heads.scale, CHANNELS);
    for (int i = 0; i < CHANNELS; i++)
        put_float(head, file.heads.bias[i] + head->more);
    put_floats(head, file.policy_pool, 2 * CHANNELS * inputs);
    put_floats(head, &head->told[0][0], CHANNELS * HUMAN_NUMBERS);
    for (int j = 0; j < CHANNELS; j++)
        put_float(head, (1 + head->scale) * file.policy_out[j]);
    for (int i = 0; i < HUMAN_NUMBERS; i++)
        for (int j = 0; j < CHANNELS; j++)
            put_float(head, head->factor[i] * file.policy_out[j]);
    put_floats(head, file.policy_pass, 2 * inputs);
    put_floats(head, head->told_pass, HUMAN_NUMBERS);
    put_float(head, file.pass_bias[0] + head->more);
    seal(head);
}

static void make_network(Rng *rng)
{
    file = (NetworkFile){.version = 2,
                         .blocks = 2,
                         .channels = 32,
                         .policy = CHANNELS,
                         .value = 8,
                         .hidden = 8};
    file_make(&file, rng);
}

static HumanFiles files_of(const Head *head)
{
    return (HumanFiles){file.bytes, file.size, head->bytes, head->size};
}

static HumanNetwork *read_human(const Head *head, const Isa *isa)
{
    const char *error;
    HumanFiles files = files_of(head);
    HumanNetwork *network = human_network_read(&files, isa, &error);
    assert_null(error);
    assert_non_null(network);
    return network;
}

static void ask(const Head *head, const InputFeatures *features, Rank rank,
                float policy[POINT_LIMIT])
{
    HumanNetwork *network = read_human(head, isa_best());
    HumanMemory *memory = human_memory_new(network);
    assert_non_null(memory);
    human_network_show(network, memory, features, rank);
    human_memory_policy(memory, policy);
    human_memory_delete(memory);
    human_network_delete(network);
}

// With the weights of the network's own policy it says the same, bit for bit, with
// every kernel.
static void test_the_head_of_the_policy(void **state)
{
    (void)state;
    static Head head;
    Rng rng = rng_seeded(5, 1);
    make_network(&rng);
    write_head(&head);
    for (int j = 0; isa_at(j) != NULL; j++) {
        const char *error;
        Network *network = network_read(file.bytes, file.size, isa_at(j), &error);
        HumanNetwork *human = read_human(&head, isa_at(j));
        NetworkMemory *memory = network_memory_new(network);
        HumanMemory *human_memory = human_memory_new(human);
        assert_true(memory != NULL && human_memory != NULL);
        for (int i = 0; i < POSITIONS; i++) {
            NetworkOutput output;
            float policy[POINT_LIMIT];
            int columns = 1 + (int)rng_below(&rng, 19);
            InputFeatures features =
                make_features(&rng, columns, 1 + (int)rng_below(&rng, 19));
            network_evaluate(network, memory, &features, 0, &output);
            human_network_show(human, human_memory, &features, 3);
            human_memory_policy(human_memory, policy);
            assert_memory_equal(policy, output.policy, sizeof policy);
        }
        human_memory_delete(human_memory);
        network_memory_delete(memory);
        human_network_delete(human);
        network_delete(network);
    }
    file_free(&file);
}

static void assert_same(const float a[POINT_LIMIT], const float b[POINT_LIMIT])
{
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (!(fabsf(a[p] - b[p]) < 1e-5f))
            fail_msg("%f and %f at %d", (double)a[p], (double)b[p], p);
}

// What a rank adds is the same as larger biases.
static void test_what_is_told_of_a_rank(void **state)
{
    (void)state;
    static Head told, more;
    float policy[POINT_LIMIT], wanted[POINT_LIMIT];
    static const struct {
        Rank rank;
        float numbers[HUMAN_NUMBERS];
    } CASES[] = {
        {RANK_UNKNOWN, {0, 0, 0}},
        {RANK_1_KYU, {1, 0, 0}},
        {5, {1, 0.5f, 0}},
        {-5, {1, -0.5f, 0}},
        {-29, {1, -0.9f, 0}}, // as 10 kyu
        {RANK_PROFESSIONAL, {1, 1, 1}},
    };
    static const float WEIGHTS[HUMAN_NUMBERS] = {0.4f, 0.8f, -0.3f};
    Rng rng = rng_seeded(6, 1);
    make_network(&rng);
    InputFeatures features = make_features(&rng, 9, 7);
    for (int i = 0; i < CHANNELS; i++)
        memcpy(told.told[i], WEIGHTS, sizeof WEIGHTS);
    memcpy(told.told_pass, WEIGHTS, sizeof WEIGHTS);
    write_head(&told);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        more.more = 0;
        for (int j = 0; j < HUMAN_NUMBERS; j++)
            more.more += WEIGHTS[j] * CASES[i].numbers[j];
        write_head(&more);
        ask(&told, &features, CASES[i].rank, policy);
        ask(&more, &features, RANK_UNKNOWN, wanted);
        assert_same(policy, wanted);
    }
    file_free(&file);
}

// The numbers of a rank may also change what the channels are worth.
static void test_what_a_rank_changes(void **state)
{
    (void)state;
    static Head told, scaled;
    float policy[POINT_LIMIT], wanted[POINT_LIMIT];
    Rng rng = rng_seeded(8, 1);
    make_network(&rng);
    InputFeatures features = make_features(&rng, 7, 9);
    told.factor[0] = 0.25f;
    told.factor[1] = 0.5f;
    told.factor[2] = -0.125f;
    scaled.scale = 0.625f; // 0.25 + 0.5 - 0.125
    write_head(&told);
    write_head(&scaled);
    ask(&told, &features, RANK_PROFESSIONAL, policy);
    ask(&scaled, &features, RANK_UNKNOWN, wanted);
    assert_same(policy, wanted);
    ask(&told, &features, RANK_UNKNOWN, wanted);
    assert_memory_not_equal(policy, wanted, sizeof policy);
    file_free(&file);
}

static void assert_refused(const Head *head, const char *wanted)
{
    const char *error;
    HumanFiles files = files_of(head);
    assert_null(human_network_read(&files, isa_best(), &error));
    assert_string_equal(error, wanted);
}

// Changes a byte of the file, and its checksum.
static void change(Head *head, size_t place, unsigned char byte)
{
    write_head(head);
    head->bytes[place] = byte;
    head->size -= 8;
    seal(head);
}

static void test_other_files_are_refused(void **state)
{
    (void)state;
    static Head head;
    Rng rng = rng_seeded(7, 1);
    make_network(&rng);
    write_head(&head);
    head.bytes[100] ^= 1;
    assert_refused(&head, "damaged file (wrong checksum)");
    head.size = 20;
    assert_refused(&head, "not a Ponnuki human head (bad magic)");
    change(&head, 0, 'Q');
    assert_refused(&head, "not a Ponnuki human head (bad magic)");
    change(&head, 8, HUMAN_VERSION + 1);
    assert_refused(&head, "file version not supported by this program");
    change(&head, 12, HUMAN_NUMBERS + 1);
    assert_refused(&head, "file version not supported by this program");
    change(&head, 16, 48);
    assert_refused(&head, "made for another network");
    change(&head, BEGIN - 1, (unsigned char)(head.bytes[BEGIN - 1] + 1));
    assert_refused(&head, "made for another network");
    change(&head, 20, 8);
    assert_refused(&head, "its channels are not a multiple of 16, up to 128");
    change(&head, 20, 144);
    assert_refused(&head, "its channels are not a multiple of 16, up to 128");
    change(&head, 20, 32);
    assert_refused(&head, "damaged file (wrong length)");
    write_head(&head);
    head.size -= 8;
    put(&head, 0, 1);
    seal(&head);
    assert_refused(&head, "damaged file (wrong length)");
    write_head(&head);
    file.bytes[200] ^= 1;
    assert_refused(&head, "damaged file (wrong checksum)");
    file_free(&file);
}

// That of the program, on the empty board: what everybody knows.
static void test_the_head_of_the_program(void **state)
{
    (void)state;
    HumanNetwork *network = human_network_default(isa_best());
    HumanMemory *memory = human_memory_new(network);
    assert_true(network != NULL && memory != NULL);
    InputFeatures features;
    memset(&features, 0, sizeof features);
    features.planes[PLANE_BOARD] = bitboard_board(19, 19);
    features.globals[GLOBAL_BLACK] = features.globals[GLOBAL_KOMI_KNOWN] = 1;
    features.globals[GLOBAL_KOMI] = -13;
    float before[POINT_LIMIT] = {0}, policy[POINT_LIMIT];
    static const Rank RANKS[] = {RANK_UNKNOWN, -9, 1, 9, RANK_PROFESSIONAL};
    for (size_t i = 0; i < sizeof RANKS / sizeof RANKS[0]; i++) {
        double corners = 0, sum = 0;
        human_network_show(network, memory, &features, RANKS[i]);
        human_memory_policy(memory, policy);
        for (Point p = 0; p < POINT_LIMIT; p++)
            sum += (double)policy[p];
        for (int j = 0; j < 16; j++) {
            int column = 2 + j % 2 + (j & 4 ? 13 : 0),
                row = 3 + j / 2 % 2 + (j & 8 ? 13 : 0);
            corners += (double)policy[point_at(column, row)];
        }
        assert_true(fabs(sum - 1) < 1e-4);
        assert_true(corners > 0.6);
        assert_memory_not_equal(policy, before, sizeof policy);
        memcpy(before, policy, sizeof before);
    }
    human_memory_delete(memory);
    human_network_delete(network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_head_of_the_policy),
        cmocka_unit_test(test_what_is_told_of_a_rank),
        cmocka_unit_test(test_what_a_rank_changes),
        cmocka_unit_test(test_other_files_are_refused),
        cmocka_unit_test(test_the_head_of_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
