// SPDX-License-Identifier: MIT
#include "label_packer.h"

#include <assert.h>
#include <string.h>

void label_packer_begin(LabelPacker *packer, const LabelPrecision *precision)
{
    assert(label_precision_is_sound(precision));
    packer->count = 0;
    memset(packer->bytes, 0, LABEL_BLOCK_HEAD);
    packer->bytes[0] = precision->owner_levels;
    packer->bytes[1] = precision->chance_steps;
    packer->bytes[2] = precision->optimism_steps;
    packer->bytes[3] = precision->moves;
    packer->bytes[4] = precision->chance_min;
    packer->bytes[5] = precision->lead_step;
    label_models_init(&packer->models, precision);
    coder_write(&packer->coder, packer->bytes + LABEL_BLOCK_HEAD,
                LABEL_PACKER_BYTES - LABEL_BLOCK_HEAD);
}

static int larger_chance(const Opinion *opinion, int i)
{
    int chance = opinion->chances[i], optimistic = opinion->optimistic[i];
    return opinion->optimistic_known && optimistic > chance ? optimistic : chance;
}

static void swap_moves(Opinion *opinion, int i, int j)
{
    Point move = opinion->moves[i];
    uint16_t chance = opinion->chances[i], optimistic = opinion->optimistic[i];
    opinion->moves[i] = opinion->moves[j];
    opinion->chances[i] = opinion->chances[j];
    opinion->optimistic[i] = opinion->optimistic[j];
    opinion->moves[j] = move;
    opinion->chances[j] = chance;
    opinion->optimistic[j] = optimistic;
}

// Brings the moves to the front that are the likeliest in either policy, and leaves
// those out that the precision does not ask for.
static void choose_moves(Opinion *opinion, const LabelPrecision *precision)
{
    int kept = 0;
    for (; kept < opinion->move_count && kept < precision->moves; kept++) {
        for (int j = kept + 1; j < opinion->move_count; j++)
            if (larger_chance(opinion, j) > larger_chance(opinion, kept))
                swap_moves(opinion, kept, j);
        if (kept > 0 && larger_chance(opinion, kept) < precision->chance_min)
            break;
    }
    opinion->move_count = kept;
}

static void sort_moves(Opinion *opinion)
{
    for (int i = 1; i < opinion->move_count; i++)
        for (int j = i; j > 0 && opinion->chances[j] > opinion->chances[j - 1]; j--)
            swap_moves(opinion, j, j - 1);
}

void label_packer_add(LabelPacker *packer, Label *label, const Position *pos,
                      Point last, Opinion *opinion)
{
    assert(packer->count < LABELS_IN_BLOCK);
    choose_moves(opinion, &packer->models.precision);
    sort_moves(opinion);
    label_code_place(&packer->coder, &packer->models, label);
    label_code_opinion(&packer->coder, &packer->models, pos, last, opinion);
    packer->count++;
}

bool label_packer_finish(LabelPacker *packer, StoredBlock *block)
{
    size_t size;
    bool good = coder_finish(&packer->coder, &size);
    *block = (StoredBlock){.kind = BLOCK_LABELS,
                           .count = packer->count,
                           .bytes = packer->bytes,
                           .size = LABEL_BLOCK_HEAD + size};
    return good;
}
