// SPDX-License-Identifier: MIT
#include "label.h"

#include <math.h>
#include <string.h>

#include "color.h"

enum {
    USUAL_KOMI = 15, // half points
    PLY_MAX = RECORD_MOVES_MAX,
    KEY_PART = 1 << 16,            // a key is coded in parts of 16 bits
    WIN_PART = 313,                // chances in one of 2^LABEL_WIN_BITS classes
    STEPS_A_FACTOR = 64,           // steps for a factor of two, at most
    STEPS_MAX = 14,                // factors of two by which a chance can be below 1
    ERROR_STEPS = 16,              // of 1 + an error, for each factor of two
    OWNER_SPAN = 2 * OPINION_UNIT, // from White's to Black's
};

const LabelPrecision LABEL_TRAINING = {.owner_levels = 5,
                                       .chance_steps = 6,
                                       .optimism_steps = 3,
                                       .moves = 16,
                                       .chance_min = 10,
                                       .lead_step = 4};
const LabelPrecision LABEL_TESTING = {.owner_levels = 201,
                                      .chance_steps = 32,
                                      .optimism_steps = 32,
                                      .moves = OPINION_MOVES_MAX,
                                      .chance_min = 1,
                                      .lead_step = 1};

const char *label_source_name(LabelSource source)
{
    static const char *const NAMES[LABEL_SOURCE_COUNT] = {
        "record", "deviation", "search", "late", "opening", "policy", "lost"};
    return NAMES[source];
}

bool label_precision_is_sound(const LabelPrecision *precision)
{
    return precision->owner_levels >= 2 && precision->owner_levels <= 201 &&
           precision->chance_steps >= 1 && precision->chance_steps <= STEPS_A_FACTOR &&
           precision->optimism_steps >= 1 &&
           precision->optimism_steps <= STEPS_A_FACTOR && precision->moves >= 1 &&
           precision->moves <= OPINION_MOVES_MAX && precision->lead_step >= 1;
}

void label_models_init(LabelModels *models, const LabelPrecision *precision)
{
    memset(models, 0, sizeof *models);
    models->precision = *precision;
    models_init(&models->same_game, 1);
    models_init(&models->optimistic_known, 1);
    models_init(&models->errors_known, 1);
    models_init(models->plies, NUMBER_MODELS);
    models_init(models->steps, NUMBER_MODELS);
    models_init(models->tails, NUMBER_MODELS);
    models_init(models->komi, NUMBER_MODELS);
    models_init(models->counts, NUMBER_MODELS);
    models_init(models->lead, NUMBER_MODELS);
    models_init(models->falls[0], LABEL_RANKS * NUMBER_MODELS);
    models_init(models->optimism[0], LABEL_RANKS * NUMBER_MODELS);
    models_init(models->size, 1 << LABEL_SIZE_BITS);
    models_init(models->source, 1 << LABEL_SOURCE_BITS);
    models_init(models->win, 1 << LABEL_WIN_BITS);
    models_init(models->errors[0], 3 << LABEL_ERROR_BITS);
    models_init(models->owner[0][0][0][0],
                (int)(sizeof models->owner / sizeof(BitModel)));
    models_init(models->level[0], LABEL_OWNER_CLASSES << LABEL_LEVEL_BITS);
    move_models_init(&models->tail_moves);
    move_models_init(&models->moves);
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static int bounded(int number, int least, int most)
{
    return number < least ? least : lesser(number, most);
}

static void code_game(RangeCoder *coder, LabelModels *models, Label *label)
{
    GameKey key = 0;
    bool same = label->game == models->game && models->game != 0;
    if (coder_bit(coder, &models->same_game, same)) {
        label->game = models->game;
        return;
    }
    for (int shift = 0; shift < GAME_KEY_BITS; shift += 16) {
        int part = (int)(label->game >> shift & (KEY_PART - 1));
        key |= (GameKey)coder_uniform(coder, KEY_PART, part) << shift;
    }
    label->game = key;
}

static void code_tail(RangeCoder *coder, LabelModels *models, Label *label)
{
    int count = coder_number(coder, models->tails, label->tail_count);
    label->tail_count = lesser(count, LABEL_TAIL_MAX);
    models->tail_moves.before = NO_POINT;
    for (int i = 0; i < label->tail_count; i++)
        label->tail[i] =
            move_code(coder, &models->tail_moves, label->size, label->tail[i]);
}

void label_code_place(RangeCoder *coder, LabelModels *models, Label *label)
{
    GameKey before = models->game;
    code_game(coder, models, label);
    label->size = coder_tree(coder, models->size, LABEL_SIZE_BITS, label->size);
    label->size = bounded(label->size, 1, BOARD_SIZE_MAX);
    if (label->game == before)
        label->ply =
            models->ply + coder_signed(coder, models->steps, label->ply - models->ply);
    else
        label->ply = coder_number(coder, models->plies, label->ply);
    label->ply = bounded(label->ply, 0, PLY_MAX);
    code_tail(coder, models, label);
    label->komi =
        USUAL_KOMI + coder_signed(coder, models->komi, label->komi - USUAL_KOMI);
    label->source = (LabelSource)lesser(
        coder_tree(coder, models->source, LABEL_SOURCE_BITS, (int)label->source),
        LABEL_SOURCE_COUNT - 1);
    models->game = label->game;
    models->ply = label->ply;
}

// How often a chance, of OPINION_UNIT, has to be halved from 1, in steps.
static int steps_of_chance(int chance, int steps)
{
    double whole = chance > 0 ? chance : 0.5;
    return bounded((int)lround(-log2(whole / OPINION_UNIT) * steps), 0,
                   STEPS_MAX * steps);
}

static uint16_t chance_of_steps(int count, int steps)
{
    return (uint16_t)lround(OPINION_UNIT * exp2(-(double)count / steps));
}

// The optimistic chance, as it differs from the one that is known.
static void code_optimism(RangeCoder *coder, LabelModels *models, int rank,
                          uint16_t chance, uint16_t *optimistic)
{
    int unit = models->precision.optimism_steps;
    int known = steps_of_chance(chance, unit);
    int steps = steps_of_chance(*optimistic, unit);
    steps = known + coder_signed(coder, models->optimism[rank], steps - known);
    *optimistic = chance_of_steps(bounded(steps, 0, STEPS_MAX * unit), unit);
}

static void code_policy(RangeCoder *coder, LabelModels *models, int size,
                        Opinion *opinion)
{
    int unit = models->precision.chance_steps, before = 0;
    int count = coder_number(coder, models->counts, opinion->move_count);
    opinion->move_count = lesser(count, OPINION_MOVES_MAX);
    opinion->optimistic_known =
        coder_bit(coder, &models->optimistic_known, opinion->optimistic_known);
    for (int i = 0; i < opinion->move_count; i++) {
        int rank = lesser(i, LABEL_RANKS - 1);
        uint16_t *chance = &opinion->chances[i];
        opinion->moves[i] = move_code(coder, &models->moves, size, opinion->moves[i]);
        int steps = steps_of_chance(*chance, unit);
        before += coder_number(coder, models->falls[rank],
                               coder->reading ? 0 : steps - before);
        before = lesser(before, STEPS_MAX * unit);
        *chance = chance_of_steps(before, unit);
        if (opinion->optimistic_known)
            code_optimism(coder, models, rank, *chance, &opinion->optimistic[i]);
    }
}

static int code_win(RangeCoder *coder, LabelModels *models, int win)
{
    int part = coder_tree(coder, models->win, LABEL_WIN_BITS, win / WIN_PART);
    win = part * WIN_PART + coder_uniform(coder, WIN_PART, win % WIN_PART);
    return lesser(win, OPINION_UNIT);
}

// An error, counted in `unit`, the finer the smaller it is.
static int code_error(RangeCoder *coder, BitModel models[], int unit, int error)
{
    double steps = ERROR_STEPS * log2(1 + (double)error / unit);
    int number = bounded((int)lround(steps), 0, (1 << LABEL_ERROR_BITS) - 1);
    number = coder_tree(coder, models, LABEL_ERROR_BITS, coder->reading ? 0 : number);
    return (int)lround(unit * (exp2((double)number / ERROR_STEPS) - 1));
}

static void code_numbers(RangeCoder *coder, LabelModels *models, Opinion *opinion)
{
    int step = models->precision.lead_step;
    opinion->win = code_win(coder, models, opinion->win);
    int lead = (int)lround((double)opinion->lead / step);
    opinion->lead =
        step * bounded(coder_signed(coder, models->lead, lead), -INT16_MAX, INT16_MAX);
    opinion->errors_known =
        coder_bit(coder, &models->errors_known, opinion->errors_known);
    if (!opinion->errors_known)
        return;
    opinion->deviation =
        code_error(coder, models->errors[0], OPINION_POINT, opinion->deviation);
    opinion->win_error =
        code_error(coder, models->errors[1], OPINION_UNIT / 1000, opinion->win_error);
    opinion->score_error =
        code_error(coder, models->errors[2], OPINION_POINT, opinion->score_error);
}

// The first level of a class.
static int first_level(int class, int classes, int levels)
{
    return (class * levels + classes - 1) / classes;
}

static int bits_for(int count)
{
    int bits = 0;
    while (1 << bits < count)
        bits++;
    return bits;
}

// The level of an owner, whose class those of two neighbors tell, and the stone.
static int code_level(RangeCoder *coder, LabelModels *models, BitModel near[],
                      int level)
{
    int levels = models->precision.owner_levels;
    int classes = lesser(levels, LABEL_OWNER_CLASSES);
    int class = coder_tree(coder, near, LABEL_CLASS_BITS, level * classes / levels);
    class = lesser(class, classes - 1);
    int first = first_level(class, classes, levels);
    int bits = bits_for(first_level(class + 1, classes, levels) - first);
    level = first + coder_tree(coder, models->level[class], bits, level - first);
    return lesser(level, levels - 1);
}

// What has been coded of the chain through a point. If the point is empty, what has
// been coded of a chain to the right or above, which has other stones before it.
static int class_of_chain(const Position *pos, const uint8_t chains[], Point p)
{
    const Point places[] = {p, (Point)(p + 1), (Point)(p + POINT_STRIDE)};
    for (int i = 0; i < 3; i++)
        if (position_at(pos, places[i]) != EMPTY)
            return chains[pos->chain[places[i]]];
    return 0;
}

static void code_owners(RangeCoder *coder, LabelModels *models, const Position *pos,
                        Opinion *opinion)
{
    // One more than the classes of points and, by their representatives, of chains.
    uint8_t seen[POINT_LIMIT] = {0}, chains[POINT_LIMIT] = {0};
    int levels = models->precision.owner_levels;
    int classes = lesser(levels, LABEL_OWNER_CLASSES);
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        int owner = opinion->owner[p] + OPINION_UNIT;
        int level = (owner * (levels - 1) + OPINION_UNIT) / OWNER_SPAN; // the nearest
        BitModel *near =
            models->owner[position_at(pos, p)][class_of_chain(pos, chains, p)]
                         [seen[p - 1]][seen[p - POINT_STRIDE]];
        level = code_level(coder, models, near, coder->reading ? 0 : level);
        opinion->owner[p] = (int16_t)(level * OWNER_SPAN / (levels - 1) - OPINION_UNIT);
        seen[p] = (uint8_t)(level * classes / levels + 1);
        chains[pos->chain[p]] = seen[p];
    }
}

void label_code_opinion(RangeCoder *coder, LabelModels *models, const Position *pos,
                        Point last, Opinion *opinion)
{
    models->moves.before = last == PASS ? NO_POINT : last;
    code_policy(coder, models, pos->columns, opinion);
    code_numbers(coder, models, opinion);
    code_owners(coder, models, pos, opinion);
}
