// SPDX-License-Identifier: MIT
#include "finished_line.h"

#include <string.h>

#include "final_status.h"

void finished_lines_clear(FinishedLines *lines)
{
    for (int i = 0; i < FINISHED_LINES; i++)
        lines->lines[i].is_known = false;
}

FinishedLine *finished_lines_find(FinishedLines *lines, const Position *pos)
{
    FinishedLine *line = &lines->lines[pos->hash % FINISHED_LINES];
    bool is_same = line->is_known && line->hash == pos->hash &&
                   bitboard_equal(&line->stones[BLACK], &pos->stones[BLACK]) &&
                   bitboard_equal(&line->stones[WHITE], &pos->stones[WHITE]);
    if (!is_same)
        line->is_known = false;
    return line;
}

// The chains whose stones the network gives to the other player.
static Bitboard lost_chains(const Position *pos, const float owner[])
{
    Bitboard lost = bitboard_empty();
    for (Color player = BLACK; player <= WHITE; player++) {
        float sign = player == pos->to_play ? 1 : -1;
        Bitboard rest = pos->stones[player];
        while (!bitboard_is_empty(&rest)) {
            Bitboard chain = position_chain(pos, bitboard_first(&rest));
            float sum = 0;
            for (Point p = bitboard_first(&chain); p; p = bitboard_next(&chain, p))
                sum += sign * owner[p];
            if (sum < 0)
                lost = bitboard_union(lost, chain);
            rest = bitboard_difference(rest, chain);
        }
    }
    return lost;
}

void finished_line_count(FinishedLine *line, const Position *pos, const float owner[])
{
    Bitboard dead = lost_chains(pos, owner);
    final_status_keep_unsurrounded(pos, &dead);
    line->is_known = true;
    line->hash = pos->hash;
    memcpy(line->stones, pos->stones, sizeof line->stones);
    final_status_area(pos, &dead, line->owner);
    line->score =
        bitboard_count(&line->owner[BLACK]) - bitboard_count(&line->owner[WHITE]);
}
