// SPDX-License-Identifier: MIT
#include "katago_phase.h"

enum {
    PASSES_TO_END = 2,
    REPETITIONS_MAX = 3, // a coloring that often: no result, if superko does not forbid
};

// Has the player passed before when the board was as in that entry?
static bool has_passed_at(const History *history, uint32_t first, uint32_t entry,
                          Color player)
{
    const HistoryEntry *entries = history->entries;
    for (uint32_t i = history_newest_like(history, entry); i > first + 1;
         i = entries[i - 1].older)
        if (entries[i - 1].circumstances & LEFT_BY_BLACK << player &&
            history_is_same_coloring(&entries[i - 1], &entries[entry]) &&
            history_is_same_coloring(&entries[i - 2], &entries[entry]))
            return true;
    return false;
}

// Does a pass lift what repetitions forbid?
static bool passes_lift_ko(const Rules *rules)
{
    return rules->ko == KO_SIMPLE || rules->ko == KO_SPIGHT;
}

KatagoPhase katago_phase_begin(const Rules *rules, const History *history,
                               uint32_t entry)
{
    const Bitboard *stones = history->entries[entry].stones;
    int black = bitboard_count(&stones[BLACK]), white = bitboard_count(&stones[WHITE]);
    return (KatagoPhase){.rules = rules,
                         .first_repeated = entry,
                         .first_passed = entry,
                         .stones_played = black - white,
                         .black_moves = white == 0 ? black : 0,
                         .last_player = EMPTY,
                         .white_has_played = white > 0,
                         .has_button = rules->button};
}

void katago_phase_set_player(KatagoPhase *phase, const History *history, uint32_t entry,
                             Color player)
{
    if (phase->last_player != player)
        return;
    int stones_played = phase->stones_played; // captured ones, too
    *phase = katago_phase_begin(phase->rules, history, entry);
    phase->stones_played = stones_played;
}

// A pass that takes the button: after it no earlier coloring counts.
static void take_button(KatagoPhase *phase, uint32_t entry, Color player)
{
    phase->has_button = false;
    phase->button_points = player == WHITE ? 1 : -1;
    phase->passes = 0;
    phase->first_repeated = phase->first_passed = entry;
}

// Consecutive passes that there are after one more. By Spight's rules they do not
// count.
static int passes_after(const KatagoPhase *phase)
{
    return phase->rules->ko == KO_SPIGHT ? 0 : phase->passes + 1;
}

// Returns whether the pass ended the phase.
static bool pass(KatagoPhase *phase, const History *history, uint32_t entry,
                 Color player)
{
    if (phase->has_button) {
        take_button(phase, entry, player);
        return false;
    }
    bool ends =
        katago_phase_pass(phase, history, entry - 1, player) != KATAGO_PASS_GOES_ON;
    if (passes_lift_ko(phase->rules))
        phase->first_repeated = entry;
    phase->passes = passes_after(phase);
    return ends;
}

// Returns whether the coloring has been repeated once too often.
static bool play_turn(KatagoPhase *phase, const History *history, uint32_t entry,
                      Color player)
{
    phase->passes = 0;
    phase->stones_played += player == BLACK ? 1 : -1;
    if (player == WHITE)
        phase->white_has_played = true;
    else if (!phase->white_has_played)
        phase->black_moves++;
    return phase->rules->ko == KO_SIMPLE &&
           history_count_situation(history, phase->first_repeated, entry) >=
               REPETITIONS_MAX;
}

void katago_phase_play(KatagoPhase *phase, const History *history, uint32_t entry,
                       Color player, Point move)
{
    katago_phase_set_player(phase, history, entry - 1, player);
    if (phase->is_over && phase->turns > 1)
        phase->turns = 1; // the game goes on nevertheless
    phase->turns++;
    phase->last_player = player;
    phase->is_over = move == PASS ? pass(phase, history, entry, player)
                                  : play_turn(phase, history, entry, player);
}

KatagoPass katago_phase_pass(const KatagoPhase *phase, const History *history,
                             uint32_t entry, Color player)
{
    const Rules *rules = phase->rules;
    int passes = passes_after(phase);
    bool repeats = passes_lift_ko(rules) &&
                   has_passed_at(history, phase->first_passed, entry, player);
    if (passes < PASSES_TO_END && !repeats)
        return KATAGO_PASS_GOES_ON;
    bool is_friendly = rules->friendly_pass && !rules->territory &&
                       passes == PASSES_TO_END && !repeats;
    return is_friendly ? KATAGO_PASS_ENDS_FRIENDLY : KATAGO_PASS_ENDS;
}

// Several moves in a row at the beginning are handicap stones; a single one is not.
static int handicap_points(const KatagoPhase *phase)
{
    if (phase->black_moves < 2)
        return 0;
    switch (phase->rules->bonus) {
    case BONUS_NONE:
        return 0;
    case BONUS_N:
        return phase->black_moves;
    case BONUS_N_MINUS_ONE:
        return phase->black_moves - 1;
    }
    return 0;
}

int katago_phase_bonus(const KatagoPhase *phase)
{
    int points = handicap_points(phase);
    if (phase->rules->territory) // as if each stone cost the player a point
        points += phase->stones_played;
    return 2 * points + phase->button_points;
}
