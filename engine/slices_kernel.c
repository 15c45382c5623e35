// SPDX-License-Identifier: MIT
//
// The loop that keeps the slices playing: compiled once per instruction set, with LANES
// and SLICES_PLAY given by the build.
#include "slices.h"

#include "playout.h"
#include "slice_board.h"
#include "slice_draw.h"

// Results are handed over after so many steps, and one more for so many points: their
// areas are found together.
enum { POINTS_TO_DELIVERY = 25, STEPS_TO_DELIVERY = 12 };

static void start_grid(Slices *s, const LaneLayout *layout)
{
    memset(s, 0, sizeof *s);
    s->columns = layout->columns;
    s->rows = layout->rows;
    s->stride = layout->columns + 1;
    s->count_bits = 32 - __builtin_clz((unsigned)(s->columns * s->rows));
    memset(s->edge[1], 0xff, sizeof s->edge[1]);
    s->edge[0][0] = s->edge[0][s->columns - 1] = UINT64_MAX;
    memset(s->own, 0xff, sizeof s->own);
    memset(s->alive, 0xff, sizeof s->alive);
    for (int row = 0; row < s->rows; row++)
        for (int c = 0; c < s->columns; c++) {
            int p = slice_at(s, c, row);
            s->own[p] = s->alive[p] = (Vec){0};
            s->empty[p] = ~(Vec){0};
        }
}

static int cap_of(const Slices *s)
{
    return PLAYOUT_LENGTH_FACTOR * s->columns * s->rows;
}

// Games that begin in the same position, to be set up together.
typedef struct Beginners {
    Vec games;
    Bitboard stones[2];
    Point ko;
    Color to_play;
    bool has_passed;
} Beginners;

static bool begins_like(const Beginners *games, const Position *pos)
{
    return games->ko == pos->ko && games->to_play == (Color)pos->to_play &&
           games->has_passed == (pos->passes > 0) &&
           bitboard_equal(&games->stones[BLACK], &pos->stones[BLACK]) &&
           bitboard_equal(&games->stones[WHITE], &pos->stones[WHITE]);
}

// The games' bit of a set becomes the same for all of them.
INLINED void set_games(Vec *set, Vec games, bool is_in)
{
    *set = is_in ? *set | games : *set & ~games;
}

static void set_up(Slices *s, const Beginners *begun)
{
    const Bitboard *own = &begun->stones[begun->to_play];
    const Bitboard *enemy = &begun->stones[!begun->to_play];
    int more = cap_of(s) - 1;
    for (int row = 0; row < s->rows; row++)
        for (int c = 0; c < s->columns; c++) {
            Point p = point_at(c, row + 1);
            int at = slice_at(s, c, row);
            bool is_own = bitboard_test(own, p), is_enemy = bitboard_test(enemy, p);
            set_games(&s->own[at], begun->games, is_own);
            set_games(&s->empty[at], begun->games, !is_own && !is_enemy);
            set_games(&s->barred[at], begun->games, p == begun->ko);
        }
    for (int i = 0; i < SLICE_TURN_BITS; i++)
        set_games(&s->more_turns[i], begun->games, (more >> i & 1) != 0);
    set_games(&s->has_passed, begun->games, begun->has_passed);
    set_games(&s->is_white, begun->games, begun->to_play == WHITE);
    s->is_active |= begun->games;
}

// Begins another game in that place; false if there is none.
static bool begin(Slices *s, int game, const LaneClient *client, Beginners *begun)
{
    LaneStart start = {.last = NO_POINT, .second_last = NO_POINT};
    if (!client->next(client->object, &start))
        return false;
    const Position *pos = start.position;
    Rng rng = rng_seeded(start.seed, start.stream);
    s->rng_state[game / LANES][game % LANES] = rng.state;
    s->rng_increment[game / LANES][game % LANES] = rng.increment;
    s->id[game] = start.id;
    if (!begins_like(begun, pos)) {
        set_up(s, begun);
        *begun = (Beginners){{0},
                             {pos->stones[BLACK], pos->stones[WHITE]},
                             pos->ko,
                             (Color)pos->to_play,
                             pos->passes > 0};
    }
    slice_add(&begun->games, game);
    return true;
}

// Gives games to the places that have none, as far as there are any. Returns how many.
static int fill(Slices *s, const LaneClient *client)
{
    Beginners begun = {.games = {0}};
    int count = 0;
    for (int word = 0; word < LANES; word++)
        for (uint64_t idle = ~s->is_active[word]; idle != 0; idle &= idle - 1) {
            int game = slice_game(word, __builtin_ctzll(idle));
            if (!begin(s, game, client, &begun)) {
                set_up(s, &begun);
                return count;
            }
            count++;
        }
    set_up(s, &begun);
    return count;
}

// Counts the turns of the games that made one; some are over.
INLINED void end_turns(Slices *s, const Choice *choice, Vec played)
{
    Vec at_cap = take_one(s->more_turns, SLICE_TURN_BITS, played);
    s->is_over |= (choice->passes & s->has_passed) | at_cap;
    s->has_passed = vec_select(played, choice->passes, s->has_passed);
    s->is_white ^= played;
}

// Tells a test what a game has tried.
static void report_trial(const Slices *s, int game, const Choice *choice, bool played,
                         const LaneClient *client)
{
    bool is_white = slice_test(&s->is_white, game);
    LaneTrial trial = {.id = s->id[game],
                       .player = is_white != played ? WHITE : BLACK,
                       .move = PASS,
                       .played = played};
    for (int row = 0; row < s->rows; row++)
        for (int c = 0; c < s->columns; c++) {
            int at = slice_at(s, c, row);
            Point p = point_at(c, row + 1);
            bool is_own = slice_test(&s->own[at], game);
            if (is_own || !slice_test(&s->empty[at], game))
                bitboard_add(&trial.stones[is_own == is_white], p);
            if (slice_test(&s->candidates[row][c], game))
                bitboard_add(&trial.candidates, p);
            if (slice_test(&choice->row[1 + row], game) &&
                slice_test(&choice->column[1 + c], game))
                trial.move = p;
        }
    trial.drawn_from = trial.candidates;
    client->watch(client->object, &trial);
}

static void report_trials(const Slices *s, const Choice *choice, Vec played,
                          const LaneClient *client)
{
    Vec tried = choice->moves | choice->passes;
    for (int game = 0; game < SLICE_GAMES; game++)
        if (slice_test(&tried, game))
            report_trial(s, game, choice, slice_test(&played, game), client);
}

static uint64_t count_games(Vec set)
{
    Vec ones = vec_count(set);
    uint64_t sum = 0;
    for (int i = 0; i < LANES; i++)
        sum += ones[i];
    return sum;
}

// Every game tries a move.
static void step(Slices *s, const LaneClient *client, LaneWork *work)
{
    Choice choice;
    Outcome outcome;
    find_strong(s);
    find_candidates(s);
    draw(s, &choice);
    place_stones(s, &choice);
    settle(s, &choice, &outcome);
    Vec played = commit(s, &choice, &outcome);
    end_turns(s, &choice, played);
    work->slots += SLICE_GAMES;
    work->trials += count_games(choice.moves | choice.passes);
    work->turns += count_games(played);
    if (client->watch != NULL)
        report_trials(s, &choice, played, client);
}

// A set of points in all games, laid out like the stones; guards are not in it.
typedef struct PointSet {
    Vec points[SLICE_POINTS];
} PointSet;

static void clear(const Slices *s, PointSet *set)
{
    memset(set->points, 0, (size_t)((s->rows + 2) * s->stride + 1) * sizeof(Vec));
}

// Adds to a set what it reaches of the empty points of a row: from the row before in
// the order of the sweep, and along the row in that order. Returns the games in which
// it found any.
INLINED Vec sweep_reach(const Slices *s, PointSet *set, int row, int order)
{
    int p = slice_at(s, order > 0 ? 0 : s->columns - 1, row);
    Vec gained = {0};
    for (int i = 0; i < s->columns; i++, p += order) {
        Vec from = set->points[p - order] | set->points[p - order * s->stride];
        Vec more = s->empty[p] & from & ~set->points[p];
        set->points[p] |= more;
        gained |= more;
    }
    return gained;
}

// Rule 3: the empty points that reach a set of stones. Most are beside one.
static void find_reach(const Slices *s, const PointSet *stones, PointSet *reach)
{
    Vec spaces = {0};
    clear(s, reach);
    for (int row = 0; row < s->rows; row++) {
        int p = slice_at(s, 0, row);
        for (int c = 0; c < s->columns; c++, p++) {
            const Vec *stone = &stones->points[p], *empty = &s->empty[p];
            reach->points[p] =
                *empty & (stone[-1] | stone[1] | stone[-s->stride] | stone[s->stride]);
            spaces |= *empty & (empty[1] | empty[s->stride]);
        }
    }
    while (vec_any(spaces & s->is_over)) {
        spaces = (Vec){0};
        for (int row = 0; row < s->rows; row++)
            spaces |= sweep_reach(s, reach, row, 1);
        for (int row = s->rows - 1; row >= 0; row--)
            spaces |= sweep_reach(s, reach, row, -1);
    }
}

// Rule 9: the areas of the player to move, [0], and of the other one, and how many
// points they have, in binary.
typedef struct Areas {
    Vec points[2][BOARD_SIZE_MAX][SLICE_ROW_PADDED];
    Vec count[2][SLICE_COUNT_BITS];
} Areas;

static void find_areas(const Slices *s, Areas *areas)
{
    PointSet stones[2], reach[2];
    clear(s, &stones[0]);
    clear(s, &stones[1]);
    for (int row = 0; row < s->rows; row++)
        for (int c = 0; c < s->columns; c++) {
            int p = slice_at(s, c, row);
            stones[0].points[p] = s->own[p];
            stones[1].points[p] = enemy_at(s, p);
        }
    for (int side = 0; side < 2; side++)
        find_reach(s, &stones[side], &reach[side]);
    memset(areas, 0, sizeof *areas);
    for (int side = 0; side < 2; side++)
        for (int row = 0; row < s->rows; row++) {
            int p = slice_at(s, 0, row);
            Vec *points = areas->points[side][row];
            for (int c = 0; c < s->columns; c++, p++)
                points[c] = stones[side].points[p] |
                            (reach[side].points[p] & ~reach[!side].points[p]);
            for (int c = 0; c < s->columns; c += SLICE_SEVEN)
                add_seven(areas->count[side], SLICE_COUNT_BITS, &points[c]);
        }
}

// The area of one side in a game.
static Bitboard area_in(const Slices *s, int game, const Areas *areas, int side)
{
    Bitboard area = bitboard_empty();
    for (int row = 0; row < s->rows; row++) {
        uint64_t columns = 0;
        for (int c = 0; c < s->columns; c++)
            columns |= (uint64_t)slice_test(&areas->points[side][row][c], game) << c;
        bitboard_add_row(&area, row + 1, columns);
    }
    return area;
}

// Hands the result of a game to the client.
static void deliver(const Slices *s, int game, const Areas *areas,
                    const LaneClient *client)
{
    bool is_white = slice_test(&s->is_white, game);
    // All bits, that is -1, if the last one has been made.
    int more = slice_number(s->more_turns, SLICE_TURN_BITS, game);
    int lead = slice_number(areas->count[0], SLICE_COUNT_BITS, game) -
               slice_number(areas->count[1], SLICE_COUNT_BITS, game);
    LaneResult result = {.id = s->id[game],
                         .score = is_white ? -lead : lead,
                         .length = (cap_of(s) - 1 - more) & SLICE_TURN_MASK};
    if (client->details)
        for (int side = 0; side < 2; side++)
            result.owner[side ^ is_white] = area_in(s, game, areas, side);
    client->done(client->object, &result);
}

// Delivers the games that are over. Returns their number.
static int finish(Slices *s, const LaneClient *client, LaneWork *work)
{
    int ended = 0;
    if (!vec_any(s->is_over))
        return 0;
    Areas areas;
    find_areas(s, &areas);
    for (int word = 0; word < LANES; word++)
        for (uint64_t over = s->is_over[word]; over != 0; over &= over - 1) {
            deliver(s, slice_game(word, __builtin_ctzll(over)), &areas, client);
            ended++;
        }
    s->is_active &= ~s->is_over;
    s->is_over = (Vec){0};
    work->games += (uint64_t)ended;
    return ended;
}

void SLICES_PLAY(const LaneLayout *layout, const LaneClient *client, LaneWork *work)
{
    Slices slices;
    start_grid(&slices, layout);
    int steps = STEPS_TO_DELIVERY + slices.columns * slices.rows / POINTS_TO_DELIVERY;
    int active = fill(&slices, client);
    while (active > 0) {
        for (int i = 0; i < steps; i++)
            step(&slices, client, work);
        int ended = finish(&slices, client, work);
        if (ended > 0)
            active += fill(&slices, client) - ended;
    }
}
