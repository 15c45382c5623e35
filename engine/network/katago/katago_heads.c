// SPDX-License-Identifier: MIT
#include "katago_heads.h"

void katago_read_options(KatagoFileReader *reader, int count)
{
    for (int i = 0; i < count; i++)
        token_reader_integer(&reader->tokens, 0, 0, "an option that is not known here");
}

// The number of policies, which the head of newer files tells.
static int policy_outputs(KatagoFileReader *reader)
{
    token_reader_part(&reader->tokens);
    if (reader->version == KATAGO_VERSION_Q_VALUES)
        return 4;
    if (reader->version < KATAGO_VERSION_HEAD_OPTIONS)
        return reader->version >= KATAGO_VERSION_OPTIMISM ? 2 : 1;
    int outputs = token_reader_integer(&reader->tokens, 2, 4, "its number of policies");
    if (outputs == 3)
        token_reader_fail(&reader->tokens,
                          "its number of policies is 3; it should be 2 or 4");
    katago_read_options(reader, 3);
    return outputs;
}

// The pass: one dense layer, or in newer files two.
static KatagoArray read_pass(KatagoFileReader *reader, KatagoArray pooled, int outputs)
{
    LayerInput input = katago_plain_input(pooled);
    KatagoArray pass = katago_array_of_board(reader, outputs);
    if (reader->version < KATAGO_VERSION_OPTIONS) {
        LinearLayer dense = katago_read_dense(reader, pooled.channels, outputs);
        katago_add_linear(reader, input, dense, pass);
        return pass;
    }
    KatagoArray hidden = katago_add_biased(reader, input, pooled.channels, 0);
    LayerInput active = katago_read_active(reader, hidden);
    LinearLayer second = katago_read_dense(reader, hidden.channels, outputs);
    katago_add_linear(reader, active, second, pass);
    katago_release(reader, hidden);
    return pass;
}

KatagoPolicyArrays katago_read_policy_head(KatagoFileReader *reader, KatagoTrunk trunk)
{
    int outputs = policy_outputs(reader);
    KatagoArray inner = katago_add_convolution(reader, trunk.input, trunk.channels);
    KatagoArray wide = katago_add_convolution(reader, trunk.input, trunk.channels);
    LayerInput wide_input = katago_read_norm(reader, wide);
    KatagoArray pooled =
        katago_add_pool(reader, wide_input, wide.channels, POOL_MAXIMUM);
    katago_add_bias(reader, pooled, inner);
    LayerInput input = katago_read_norm(reader, inner);
    LinearLayer last = katago_read_convolution(reader, inner.channels, outputs);
    KatagoPolicyArrays found = {.points = katago_array_by_point(reader, outputs)};
    katago_add_linear(reader, input, last, found.points);
    found.pass = read_pass(reader, pooled, outputs);
    katago_release(reader, inner);
    katago_release(reader, wide);
    katago_release(reader, pooled);
    return found;
}

static int score_outputs(const KatagoFileReader *reader)
{
    if (reader->version >= KATAGO_VERSION_ERRORS)
        return 6;
    if (reader->version >= KATAGO_VERSION_LEAD)
        return 4;
    return reader->version >= KATAGO_VERSION_SCORE_STDEV ? 2 : 1;
}

KatagoValueArrays katago_read_value_head(KatagoFileReader *reader, KatagoTrunk trunk)
{
    KatagoValueArrays found;
    token_reader_part(&reader->tokens);
    if (reader->version >= KATAGO_VERSION_HEAD_OPTIONS)
        katago_read_options(reader, 3);
    KatagoArray inner = katago_add_convolution(reader, trunk.input, trunk.channels);
    LayerInput input = katago_read_norm(reader, inner);
    KatagoArray pooled = katago_add_pool(reader, input, inner.channels, POOL_SQUARE);
    KatagoArray hidden =
        katago_add_biased(reader, katago_plain_input(pooled), pooled.channels, 0);
    LayerInput active = katago_read_active(reader, hidden);
    found.value = katago_add_biased(reader, active, hidden.channels, 3);
    found.score =
        katago_add_biased(reader, active, hidden.channels, score_outputs(reader));
    LinearLayer owner = katago_read_convolution(reader, inner.channels, 1);
    found.ownership = katago_array_by_point(reader, 1);
    katago_add_linear(reader, input, owner, found.ownership);
    katago_release(reader, inner);
    katago_release(reader, pooled);
    katago_release(reader, hidden);
    return found;
}
