// SPDX-License-Identifier: MIT
#include "history.h"

#include <assert.h>
#include <string.h>

#include "aligned.h"

enum { FIRST_CAPACITY = 256 };

void history_begin(History *history)
{
    memset(history, 0, sizeof *history);
}

void history_free(History *history)
{
    aligned_delete(history->entries);
    history_begin(history);
}

void history_clear(History *history)
{
    history->length = 0;
    memset(history->bucket, 0, sizeof history->bucket);
}

bool history_reserve(History *history, uint32_t wanted)
{
    if (wanted <= history->capacity)
        return true;
    uint32_t capacity = history->capacity ? history->capacity : FIRST_CAPACITY;
    while (capacity < wanted)
        capacity *= 2;
    HistoryEntry *entries =
        aligned_new(_Alignof(HistoryEntry), capacity * sizeof *entries);
    if (entries == NULL)
        return false;
    if (history->length > 0)
        memcpy(entries, history->entries, history->length * sizeof *entries);
    aligned_delete(history->entries);
    history->entries = entries;
    history->capacity = capacity;
    return true;
}

bool history_push(History *history, const Position *pos, Color left_by)
{
    if (!history_reserve(history, history->length + 1))
        return false;
    uint32_t *bucket = &history->bucket[pos->hash % HISTORY_BUCKETS];
    HistoryEntry *entry = &history->entries[history->length++];
    entry->stones[BLACK] = pos->stones[BLACK];
    entry->stones[WHITE] = pos->stones[WHITE];
    entry->hash = pos->hash;
    entry->circumstances =
        (uint8_t)(LEFT_BY_BLACK << left_by | BLACK_TO_PLAY << pos->to_play);
    entry->older = *bucket;
    *bucket = history->length;
    return true;
}

void history_set_to_play(History *history, Color player)
{
    assert(history->length > 0);
    HistoryEntry *entry = &history->entries[history->length - 1];
    int rest = entry->circumstances & ~(BLACK_TO_PLAY | WHITE_TO_PLAY);
    entry->circumstances = (uint8_t)(rest | BLACK_TO_PLAY << player);
}

void history_pop(History *history)
{
    assert(history->length > 0);
    const HistoryEntry *entry = &history->entries[--history->length];
    history->bucket[entry->hash % HISTORY_BUCKETS] = entry->older;
}

bool history_copy(History *to, const History *from)
{
    if (!history_reserve(to, from->length))
        return false;
    to->length = from->length;
    if (from->length > 0)
        memcpy(to->entries, from->entries, from->length * sizeof *from->entries);
    memcpy(to->bucket, from->bucket, sizeof to->bucket);
    return true;
}

bool history_is_same_coloring(const HistoryEntry *a, const HistoryEntry *b)
{
    return a->hash == b->hash && bitboard_equal(&a->stones[BLACK], &b->stones[BLACK]) &&
           bitboard_equal(&a->stones[WHITE], &b->stones[WHITE]);
}

uint32_t history_newest_like(const History *history, uint32_t entry)
{
    uint64_t hash = history->entries[entry].hash;
    uint32_t i = history->bucket[hash % HISTORY_BUCKETS];
    while (i > entry + 1)
        i = history->entries[i - 1].older;
    return i;
}

static bool is_same_situation(const HistoryEntry *a, const HistoryEntry *b)
{
    unsigned players = BLACK_TO_PLAY | WHITE_TO_PLAY;
    return history_is_same_coloring(a, b) &&
           ((a->circumstances ^ b->circumstances) & players) == 0;
}

int history_count_situation(const History *history, uint32_t first, uint32_t entry)
{
    const HistoryEntry *entries = history->entries;
    int count = 0;
    for (uint32_t i = history_newest_like(history, entry); i > first;
         i = entries[i - 1].older)
        count += is_same_situation(&entries[i - 1], &entries[entry]);
    return count;
}

uint32_t history_last_pass(const History *history)
{
    const HistoryEntry *entries = history->entries;
    uint32_t i = history->length - 1;
    while (i > 0 && !history_is_same_coloring(&entries[i - 1], &entries[i]))
        i--;
    return i;
}

// Do the colorings agree, now that the hashes do?
static bool is_coloring(const HistoryEntry *entry, const Position *pos)
{
    return bitboard_equal(&entry->stones[BLACK], &pos->stones[BLACK]) &&
           bitboard_equal(&entry->stones[WHITE], &pos->stones[WHITE]);
}

bool history_is_repetition(const History *history, const Position *pos, Point p,
                           unsigned circumstances)
{
    return history_is_repetition_since(history, 0, pos, p, circumstances);
}

bool history_is_repetition_since(const History *history, uint32_t first,
                                 const Position *pos, Point p, unsigned circumstances)
{
    if (p == PASS)
        return false;
    uint64_t hash = position_hash_after(pos, p);
    Position after;
    bool played = false;
    uint32_t i = history->bucket[hash % HISTORY_BUCKETS];
    for (; i > first; i = history->entries[i - 1].older) {
        const HistoryEntry *entry = &history->entries[i - 1];
        if (entry->hash != hash || !(entry->circumstances & circumstances))
            continue;
        if (!played) {
            after = *pos;
            position_play(&after, p);
            played = true;
        }
        if (is_coloring(entry, &after))
            return true;
    }
    return false;
}
