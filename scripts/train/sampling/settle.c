// SPDX-License-Identifier: MIT
#include "settle.h"

#include <stdlib.h>

#include "isa.h"
#include "playout_stats.h"

enum { USUAL_KOMI = 13 }; // half points

void settler_init(Settler *settler, int playouts)
{
    Params params = PARAMS_DEFAULT;
    settler->lanes = isa_best()->lanes;
    settler->playouts = playouts;
    playout_policy_init(&settler->policy, &params);
}

bool settler_find(const Settler *settler, const GameRecord *record, const Position *pos,
                  Bitboard owner[2])
{
    if (!record->outcome_known || record->outcome == 0)
        return false;
    PlayoutStatsOrder order = {.lanes = settler->lanes,
                               .policy = &settler->policy,
                               .root = pos,
                               .playouts = (uint64_t)settler->playouts,
                               .seed = pos->hash};
    PlayoutStats stats;
    playout_stats_take(&order, &stats);
    owner[BLACK] = owner[WHITE] = bitboard_empty();
    int lead = 0;
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        int owned = stats.owned[p];
        lead += owned;
        // Five of six against one leaves four of six.
        if (3 * abs(owned) >= 2 * settler->playouts)
            bitboard_add(&owner[owned > 0 ? BLACK : WHITE], p);
    }
    int komi = record->komi_known ? record->komi : USUAL_KOMI;
    return (2 * lead - komi * settler->playouts) * record->outcome > 0;
}
