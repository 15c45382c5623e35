// SPDX-License-Identifier: MIT
#include "atari_stakes.h"

#include <string.h>

// The stones of the player's largest chain that the opponent, who is to move, can
// capture now. The chain of the point `safe` does not count.
static int capturable(const Position *pos, Color player, Point safe)
{
    Bitboard atari = position_atari_stones(pos);
    int most = 0;
    atari = bitboard_intersection(atari, pos->stones[player]);
    for (Point p = bitboard_first(&atari); p; p = bitboard_next(&atari, p)) {
        Point liberty;
        if (pos->chain[p] != p || (safe != NO_POINT && pos->chain[safe] == p))
            continue; // each chain once, at its representative
        int size = pos->chain_size[p];
        if (size > most && position_in_atari(pos, p, &liberty) && liberty != pos->ko)
            most = size;
    }
    return most;
}

void atari_stakes(const Position *pos, Color player, int stakes[POINT_LIMIT])
{
    Position before = *pos;
    position_give_turn(&before, player);
    memset(stakes, 0, POINT_LIMIT * sizeof *stakes);
    for (int i = 0; i < before.empty_count; i++) {
        Point p = before.empty[i];
        if (!position_can_play(&before, p))
            continue;
        Position after = before;
        int captured = position_play(&after, p);
        stakes[p] = captured - capturable(&after, player, captured > 0 ? p : NO_POINT);
    }
}
