// SPDX-License-Identifier: MIT
#include "sample.h"

#include <assert.h>
#include <string.h>

#include "area.h"
#include "byte_order.h"
#include "katago_features.h"
#include "replay.h"
#include "symmetry.h"

enum {
    USUAL_KOMI = 15, // half points
    HANDICAP_KOMI = 1,
    KOMI_LEAST = 10, // of those that are common
    KOMI_CHOICES = 8,
    ANY_KOMI_PERCENT = 15,
    USUAL_KOMI_PERCENT = 30,
    KOMI_SPREADS = 4, // so many numbers up to KOMI_SPREAD are added to make any komi,
    KOMI_SPREAD = 21, // which gives a standard deviation of 12 points
    LATER_TURNS = 24, // that a move off the game may be taken from
    OFF_MAX = 3,      // moves off the game
};

// Chooses `wanted` of the turns first .. end-1, or all of them if there are no more, in
// order. Source: Knuth, The Art of Computer Programming 3.4.2, algorithm S.
static int choose_turns(int first, int end, int wanted, Rng *rng, int turns[])
{
    int count = 0;
    for (int turn = first; turn < end && count < wanted; turn++)
        if ((int)rng_below(rng, (uint32_t)(end - turn)) < wanted - count)
            turns[count++] = turn;
    return count;
}

// What the network sees of the moment, and nothing else.
static void fill_inputs(LadderReader *ladders, const Game *game, int komi,
                        bool komi_known, Sample *sample)
{
    InputFeatureView view = input_features_view(game, ladders);
    view.komi = komi;
    view.komi_known = komi_known;
    memset(sample, 0, sizeof *sample);
    input_features_extract(&view, &sample->features);
    sample->turn = (uint16_t)game->move_count;
    sample->rank = RANK_UNKNOWN;
    sample->size = (uint8_t)game->position.columns;
}

static void show(const TeacherView *teacher, const Game *game, int komi, Sample *sample)
{
    KatagoFeatures features;
    KatagoView view = katago_view(game, teacher->rules);
    view.komi = komi;
    view.pass_alive_suicide = teacher->pass_alive_suicide;
    katago_features_extract(&view, teacher->reader, &features);
    katago_pack(&features, (Color)game->position.to_play, sample->size, sample->shown);
}

// Any komi now and then, so that all are known, and that it matters.
static int draw_komi(const GameRecord *record, Rng *rng)
{
    int draw = (int)rng_below(rng, 100), komi = USUAL_KOMI;
    if (draw < ANY_KOMI_PERCENT) {
        for (int i = 0; i < KOMI_SPREADS; i++)
            komi += (int)rng_below(rng, 2 * KOMI_SPREAD + 1) - KOMI_SPREAD;
        return komi;
    }
    if (record_set_up(record) > 0)
        return record->komi_known ? record->komi : HANDICAP_KOMI;
    if (draw < ANY_KOMI_PERCENT + USUAL_KOMI_PERCENT)
        return USUAL_KOMI;
    return KOMI_LEAST + (int)rng_below(rng, KOMI_CHOICES);
}

// A moment of a game: before that turn.
typedef struct Moment {
    const GameRecord *record;
    int turn;
} Moment;

// One that the game makes later, or any point.
static Point draw_off(Moment moment, Rng *rng)
{
    const GameRecord *record = moment.record;
    int rest = record->move_count - moment.turn - 1;
    if (rest > 0 && rng_below(rng, 2) == 0) {
        int among = rest < LATER_TURNS ? rest : LATER_TURNS;
        return record->moves[moment.turn + 1 + (int)rng_below(rng, (uint32_t)among)];
    }
    int size = record->size;
    return point_at((int)rng_below(rng, (uint32_t)size),
                    1 + (int)rng_below(rng, (uint32_t)size));
}

// Plays some moves off the game. Returns how many.
static int wander(Moment moment, Game *game, Rng *rng)
{
    int played = 0;
    do {
        Point move = draw_off(moment, rng);
        Color player = (Color)game->position.to_play;
        if (move == PASS || game_play_lenient(game, player, move) != MOVE_OK)
            break;
        played++;
    } while (played < OFF_MAX && rng_below(rng, 2) == 0);
    return played;
}

static void take_question(Moment moment, Game *game, Rng *rng, const SampleList *list,
                          Sample *sample)
{
    const TeacherView *teacher = list->teacher;
    int komi = draw_komi(moment.record, rng);
    int off =
        (int)rng_below(rng, 100) < teacher->deviations ? wander(moment, game, rng) : 0;
    fill_inputs(list->ladders, game, komi, true, sample);
    show(teacher, game, komi, sample);
    while (off-- > 0)
        game_undo(game);
}

static int sign_of(const Game *game)
{
    return game->position.to_play == BLACK ? 1 : -1;
}

static void take_sample(const GameRecord *record, const Game *game, Point move,
                        const SampleList *list, Sample *sample)
{
    int sign = sign_of(game);
    fill_inputs(list->ladders, game, record->komi, record->komi_known, sample);
    sample->rank = (int8_t)record->rank[game->position.to_play];
    sample->moves[0] = move;
    sample->chances[0] = OPINION_UNIT;
    sample->move_count = 1;
    if (record->outcome_known) {
        sample->flags |= SAMPLE_OUTCOME_KNOWN;
        sample->outcome = (int16_t)(sign * OPINION_UNIT * record->outcome);
    }
    if (record->score_known) {
        sample->flags |= SAMPLE_SCORE_KNOWN;
        sample->score = (int16_t)(sign * record->score * OPINION_POINT / 2);
    }
}

// The moment after all moves, of which the record holds an opinion.
static void take_opinion(const GameRecord *record, const Game *game,
                         const SampleList *list, Sample *sample)
{
    const Opinion *opinion = &record->opinion;
    int sign = sign_of(game);
    fill_inputs(list->ladders, game, record->komi, record->komi_known, sample);
    if (list->teacher != NULL)
        show(list->teacher, game, record->komi, sample);
    sample->flags = SAMPLE_OUTCOME_KNOWN | SAMPLE_SCORE_KNOWN | SAMPLE_OWNER_KNOWN;
    sample->outcome = (int16_t)(sign * (2 * opinion->win - OPINION_UNIT));
    sample->score = (int16_t)(sign * opinion->lead);
    sample->move_count = (uint8_t)opinion->move_count;
    memcpy(sample->moves, opinion->moves, sizeof sample->moves);
    memcpy(sample->chances, opinion->chances, sizeof sample->chances);
    if (opinion->optimistic_known) {
        sample->flags |= SAMPLE_OPTIMISTIC_KNOWN;
        memcpy(sample->optimistic, opinion->optimistic, sizeof sample->optimistic);
    }
    if (opinion->errors_known) {
        sample->flags |= SAMPLE_ERRORS_KNOWN;
        sample->win_error = (uint16_t)opinion->win_error;
        sample->score_error = (uint16_t)opinion->score_error;
    }
    for (Point p = 0; p < POINT_LIMIT; p++)
        sample->owner[p] = (int16_t)(sign * opinion->owner[p]);
}

void sample_set_owners(SampleList *list, const Bitboard owner[2])
{
    for (int i = 0; i < list->count; i++) {
        Sample *sample = &list->samples[i];
        bool black = sample->features.globals[GLOBAL_BLACK];
        sample->flags |= SAMPLE_OWNER_KNOWN;
        for (Color color = BLACK; color <= WHITE; color++)
            for (Point p = bitboard_first(&owner[color]); p;
                 p = bitboard_next(&owner[color], p))
                sample->owner[p] =
                    black == (color == BLACK) ? OPINION_UNIT : -OPINION_UNIT;
    }
}

// The owners are known if two passes ended the game and counting the board gives the
// recorded score exactly. Then no dead stone was left. Else the players agreed on
// something that the record does not tell.
static void add_owners(const GameRecord *record, const Game *game, SampleList *list)
{
    const Position *pos = &game->position;
    if (!game_is_over(game) || !record->score_known || !record->komi_known ||
        record->score != 2 * area_score(pos) - record->komi)
        return;
    Bitboard owner[2];
    area_owner(pos, owner);
    sample_set_owners(list, owner);
}

MoveError sample_game(const GameRecord *record, Game *game, Rng *rng, SampleList *list)
{
    int turns[RECORD_MOVES_MAX], taken = 0;
    list->count = 0;
    MoveError error = replay_begin(record, game);
    if (error != MOVE_OK)
        return error;
    int wanted = record->labelled ? 0 : list->wanted;
    int chosen =
        choose_turns(record_set_up(record), record->move_count, wanted, rng, turns);
    for (int turn = record_set_up(record); turn < record->move_count; turn++) {
        if (taken < chosen && turns[taken] == turn) {
            Sample *sample = &list->samples[taken++];
            if (list->teacher != NULL)
                take_question((Moment){record, turn}, game, rng, list, sample);
            else
                take_sample(record, game, record->moves[turn], list, sample);
        }
        error = replay_turn(record, turn, game);
        if (error != MOVE_OK)
            return error;
    }
    list->count = taken;
    if (list->teacher == NULL)
        add_owners(record, game, list);
    if (record->labelled)
        take_opinion(record, game, list, &list->samples[list->count++]);
    return MOVE_OK;
}

size_t sample_packed_bytes(int size)
{
    size_t area = (size_t)size * (size_t)size;
    return PACKED_HEAD + area + (PLANE_COUNT * area + 7) / 8;
}

// Where a point is found in a symmetry.
static int index_of(Point p, int size, int symmetry)
{
    Point turned = symmetry_turn(p, size, size, symmetry);
    return (point_row(turned) - 1) * size + point_column(turned);
}

static void pack_number(int number, uint8_t bytes[])
{
    put_number((uint64_t)number, 2, bytes);
}

static void pack_set(const Bitboard *set, const uint16_t index[], int offset,
                     uint8_t bytes[])
{
    for (Point p = bitboard_first(set); p; p = bitboard_next(set, p)) {
        int bit = offset + index[p];
        bytes[bit / 8] = (uint8_t)(bytes[bit / 8] | 1 << bit % 8);
    }
}

void sample_pack(const Sample *sample, int symmetry, uint8_t bytes[])
{
    int size = sample->size, area = size * size;
    uint16_t index[POINT_LIMIT];
    assert(symmetry >= 0 && symmetry < SYMMETRY_COUNT);
    memset(bytes, 0, sample_packed_bytes(size));
    const Bitboard *board = &sample->features.planes[PLANE_BOARD];
    for (Point p = bitboard_first(board); p; p = bitboard_next(board, p))
        index[p] = (uint16_t)index_of(p, size, symmetry);
    for (int i = 0; i < GLOBAL_COUNT; i++)
        pack_number(sample->features.globals[i], bytes + 2 * i);
    uint8_t *head = bytes + 2 * GLOBAL_COUNT;
    pack_number(sample->score, head);
    pack_number(sample->outcome, head + 2);
    pack_number(sample->win_error, head + 4);
    pack_number(sample->score_error, head + 6);
    pack_number(sample->turn, head + 8);
    head[10] = sample->flags;
    head[11] = sample->move_count;
    head[12] = (uint8_t)sample->rank;
    for (int i = 0; i < sample->move_count; i++) {
        Point move = sample->moves[i];
        uint8_t *packed = head + 13 + 6 * i;
        pack_number(move == PASS ? area : index[move], packed);
        pack_number(sample->chances[i], packed + 2);
        pack_number(sample->optimistic[i], packed + 4);
    }
    uint8_t *owner = bytes + PACKED_HEAD, *planes = owner + area;
    for (Point p = bitboard_first(board); p; p = bitboard_next(board, p))
        owner[index[p]] = (uint8_t)(sample->owner[p] / (OPINION_UNIT / 100));
    for (int i = 0; i < PLANE_COUNT; i++)
        pack_set(&sample->features.planes[i], index, i * area, planes);
}
