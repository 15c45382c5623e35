// SPDX-License-Identifier: MIT
#include "life_death_corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "area.h"
#include "benson.h"
#include "diagram.h"
#include "local_search.h"

enum {
    LINE_SIZE = 256,
    PICTURE_SIZE = 1024,
    VISITS_MAX = 20000, // of a claim
};

// A position while it is read.
typedef struct Draft {
    LifeDeathCase position;
    char score[LINE_SIZE], komi[LINE_SIZE], agreed[LINE_SIZE];
    char fights[FIGHTS_MAX][LINE_SIZE];
    char picture[PICTURE_SIZE];
    bool begun;
} Draft;

const char *fate_name(Fate fate)
{
    static const char *const NAMES[FATE_COUNT] = {"alive", "seki", "dead", "open"};
    return NAMES[fate];
}

// Half points of "7.5".
static bool read_half_points(const char *text, int *half_points)
{
    char *end;
    double points = strtod(text, &end);
    *half_points = (int)(2 * points);
    return end != text && *end == '\0' && *half_points == 2 * points;
}

// Half points of "B+3.5", "W+7", "0".
static bool read_result(const char *text, int *result)
{
    Color winner = EMPTY;
    char name[2] = {text[0], '\0'};
    if (strcmp(text, "0") == 0) {
        *result = 0;
        return true;
    }
    if (!color_from_text(name, &winner) || text[1] != '+' ||
        !read_half_points(text + 2, result))
        return false;
    *result = winner == BLACK ? *result : -*result;
    return true;
}

// Reads "seki C1 D1, dead A1".
static bool read_fight(char *text, const Position *pos, Fight *fight)
{
    int fate = FATE_COUNT;
    memset(fight, 0, sizeof *fight);
    for (char *word = strtok(text, " ,"); word != NULL; word = strtok(NULL, " ,")) {
        Point stone;
        int named = 0;
        while (named < FATE_COUNT && strcmp(word, fate_name((Fate)named)) != 0)
            named++;
        if (named < FATE_COUNT) {
            fate = named;
            continue;
        }
        if (fate == FATE_COUNT ||
            !point_from_vertex(word, pos->columns, pos->rows, &stone) ||
            position_at(pos, stone) == EMPTY)
            return false;
        bitboard_add(&fight->stones[fate], stone);
    }
    return fate < FATE_COUNT;
}

// Reads "A1 B2", or "-".
static bool read_stones(char *text, const Position *pos, Bitboard *stones)
{
    *stones = bitboard_empty();
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        Point stone;
        if (strcmp(word, "-") == 0)
            continue;
        if (!point_from_vertex(word, pos->columns, pos->rows, &stone) ||
            position_at(pos, stone) == EMPTY)
            return false;
        bitboard_add(stones, stone);
    }
    return true;
}

// What is wrong with a draft that is complete, or NULL.
static const char *finish(Draft *draft)
{
    LifeDeathCase *position = &draft->position;
    Color first = position->play == EMPTY ? BLACK : position->play;
    if (position->name[0] == '\0')
        return "no name";
    if (!diagram_read(draft->picture, first, &position->pos))
        return "no board";
    if (!read_half_points(draft->komi, &position->komi))
        return "no komi";
    if (position->has_score && !read_result(draft->score, &position->result))
        return "no score";
    if (!read_stones(draft->agreed, &position->pos, &position->agreed))
        return "no agreed stones";
    if (position->fight_count == 0)
        return "no fight";
    for (int i = 0; i < position->fight_count; i++)
        if (!read_fight(draft->fights[i], &position->pos, &position->fights[i]))
            return "no stones in a fight";
    return NULL;
}

static bool copy_value(const char *value, char *copy, size_t size)
{
    int length = snprintf(copy, size, "%s", value);
    return length > 0 && (size_t)length < size;
}

static bool read_key(const char *key, const char *value, Draft *draft)
{
    LifeDeathCase *position = &draft->position;
    if (strcmp(key, "name") == 0)
        return copy_value(value, position->name, sizeof position->name);
    if (strcmp(key, "score") == 0)
        return position->has_score = copy_value(value, draft->score, LINE_SIZE);
    if (strcmp(key, "agreed") == 0)
        return position->is_agreed = copy_value(value, draft->agreed, LINE_SIZE);
    if (strcmp(key, "komi") == 0)
        return copy_value(value, draft->komi, sizeof draft->komi);
    if (strcmp(key, "play") == 0)
        return color_from_text(value, &position->play);
    if (strcmp(key, "threats") == 0)
        return color_from_text(value, &position->threats);
    if (strcmp(key, "fight") == 0)
        return position->fight_count < FIGHTS_MAX &&
               copy_value(value, draft->fights[position->fight_count++], LINE_SIZE);
    position->recorded |= strcmp(key, "from") == 0 && strstr(value, "record") != NULL;
    return strcmp(key, "from") == 0 || strcmp(key, "why") == 0;
}

// Takes a line of a position in.
static bool read_line(char *line, Draft *draft)
{
    char *colon = strstr(line, ": ");
    draft->begun = true;
    if (colon == NULL) {
        size_t length = strlen(draft->picture), room = PICTURE_SIZE - length;
        int added = snprintf(draft->picture + length, room, "%s\n", line);
        return added > 0 && (size_t)added < room;
    }
    *colon = '\0';
    return read_key(line, colon + 2, draft);
}

static void begin(Draft *draft)
{
    memset(draft, 0, sizeof *draft);
    draft->position.play = draft->position.threats = EMPTY;
}

// Appends a position. What is wrong, or NULL.
static const char *add_position(LifeDeathList *list, Draft *draft)
{
    const char *wrong = finish(draft);
    if (wrong != NULL)
        return wrong;
    size_t count = (size_t)list->count + 1;
    void *positions =
        aligned_new(_Alignof(LifeDeathCase), count * sizeof(LifeDeathCase));
    if (positions == NULL)
        return "no memory";
    if (list->count > 0)
        memcpy(positions, list->positions, (size_t)list->count * sizeof(LifeDeathCase));
    aligned_delete(list->positions);
    list->positions = positions;
    list->positions[list->count++] = draft->position;
    begin(draft);
    return NULL;
}

// Appends the positions of a file. What is wrong, or NULL; *line is where.
static const char *read_stream(FILE *stream, LifeDeathList *list, int *line)
{
    Draft draft;
    char text[LINE_SIZE];
    const char *wrong = NULL;
    begin(&draft);
    for (*line = 1; wrong == NULL && fgets(text, sizeof text, stream) != NULL;
         ++*line) {
        text[strcspn(text, "\r\n")] = '\0';
        if (text[0] == '\0' && draft.begun)
            wrong = add_position(list, &draft);
        else if (text[0] != '\0' && text[0] != '#' && !read_line(text, &draft))
            wrong = "unknown line";
    }
    return wrong == NULL && draft.begun ? add_position(list, &draft) : wrong;
}

static void keep_every(LifeDeathList *list, int step)
{
    int kept = 0;
    for (int i = 0; i < list->count; i += step)
        list->positions[kept++] = list->positions[i];
    list->count = kept;
}

bool life_death_read(int count, char *const paths[], LifeDeathList *list)
{
    static const char EVERY[] = "--every=";
    int step = 1;
    *list = (LifeDeathList){NULL, 0};
    for (int i = 0; i < count; i++) {
        int line = 0;
        if (strncmp(paths[i], EVERY, strlen(EVERY)) == 0) {
            step = atoi(paths[i] + strlen(EVERY));
            continue;
        }
        const char *wrong = "cannot be opened";
        FILE *stream = fopen(paths[i], "r");
        if (stream != NULL) {
            wrong = read_stream(stream, list, &line);
            fclose(stream);
        }
        if (wrong != NULL) {
            fprintf(stderr, "%s:%d: %s\n", paths[i], line, wrong);
            life_death_free(list);
            return false;
        }
    }
    keep_every(list, step > 0 ? step : 1);
    return list->count > 0;
}

void life_death_free(LifeDeathList *list)
{
    aligned_delete(list->positions);
    *list = (LifeDeathList){NULL, 0};
}

// The chains at these stones.
static Bitboard chains_at(const Position *pos, const Bitboard *stones)
{
    Bitboard chains = bitboard_empty();
    for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p))
        chains = bitboard_union(chains, position_chain(pos, p));
    return chains;
}

Bitboard life_death_chains(const LifeDeathCase *position, Fate fate)
{
    Bitboard chains = bitboard_empty();
    for (int i = 0; i < position->fight_count; i++) {
        const Bitboard *stones = &position->fights[i].stones[fate];
        chains = bitboard_union(chains, chains_at(&position->pos, stones));
    }
    Bitboard agreed = chains_at(&position->pos, &position->agreed);
    if (fate == FATE_DEAD)
        chains = bitboard_union(chains, agreed);
    return chains;
}

// A fight with its search.
typedef struct Proof {
    const LifeDeathCase *position;
    const Fight *fight;
    LocalSearch *search;
    Bitboard region;
    bool tell;           // what is not proven
    Bitboard kept[2];    // by Color: living stones that are never taken off
    Bitboard lasting[2]; // the other living stones
} Proof;

// False, and notes what is not proven.
static bool not_proven(const Proof *proof, const char *what, Point stone)
{
    char vertex[VERTEX_SIZE];
    point_to_vertex(stone, vertex);
    if (proof->tell)
        printf("# %s: %s: %s is not proven\n", proof->position->name, vertex, what);
    return false;
}

static Bitboard living(const Proof *proof, Color player)
{
    Bitboard stones = bitboard_union(proof->fight->stones[FATE_ALIVE],
                                     proof->fight->stones[FATE_SEKI]);
    return bitboard_intersection(stones, proof->position->pos.stones[player]);
}

static LocalAnswer ask(const Proof *proof, LocalClaim *claim, Color first)
{
    claim->first = first;
    claim->master = proof->position->threats;
    return local_search_ask(proof->search, claim);
}

// The worst answer, over all players that may begin.
static LocalAnswer ask_all(const Proof *proof, LocalClaim *claim)
{
    LocalAnswer worst = LOCAL_YES;
    for (Color first = BLACK; first <= WHITE && worst == LOCAL_YES; first++)
        if (proof->position->play == EMPTY || proof->position->play == first)
            worst = ask(proof, claim, first);
    return worst;
}

// Is a claim proven, whichever player may begin?
static bool holds(const Proof *proof, LocalClaim *claim)
{
    return ask_all(proof, claim) == LOCAL_YES;
}

// Tells the living stones that are never taken off from the others.
static void part_living(Proof *proof)
{
    for (Color player = BLACK; player <= WHITE; player++) {
        Bitboard stones = living(proof, player);
        for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p)) {
            LocalClaim claim = {.player = player, .keep = bitboard_of(p)};
            Bitboard *part = holds(proof, &claim) ? proof->kept : proof->lasting;
            bitboard_add(&part[player], p);
        }
    }
}

static int chain_stones(const Proof *proof, Point stone)
{
    const Position *pos = &proof->position->pos;
    return pos->chain_size[pos->chain[stone]];
}

// The stones of chains with so many stones or more.
static Bitboard of_size(const Proof *proof, const Bitboard *stones, int size)
{
    Bitboard large = bitboard_empty();
    for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p))
        if (chain_stones(proof, p) >= size)
            bitboard_add(&large, p);
    return large;
}

static int smallest_chain(const Proof *proof, const Bitboard *stones)
{
    int smallest = POINT_COUNT_MAX;
    for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p))
        if (chain_stones(proof, p) < smallest)
            smallest = chain_stones(proof, p);
    return smallest;
}

static int largest_chain(const Proof *proof, const Bitboard *stones)
{
    int largest = 0;
    for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p))
        if (chain_stones(proof, p) > largest)
            largest = chain_stones(proof, p);
    return largest;
}

// Does a player keep all living stones at once? A stone that may be taken off has to be
// the player's again in the end. Otherwise it has to cost the other player a chain that
// could have been kept and that is no smaller.
static bool lives(const Proof *proof, Color player)
{
    const Bitboard *lasting = &proof->lasting[player];
    LocalClaim claim = {.player = player, .keep = proof->kept[player], .own = *lasting};
    if (!bitboard_is_empty(lasting))
        claim.take = of_size(proof, &proof->kept[color_other(player)],
                             largest_chain(proof, lasting));
    Bitboard stones = living(proof, player);
    return bitboard_is_empty(&stones) || holds(proof, &claim) ||
           not_proven(proof, "life", bitboard_first(&stones));
}

// Does a player take these dead stones? The player has to own the places in the end,
// and to keep the living chains that are no smaller. If the space is too large to
// search that, and there are no such chains, it is enough to take one off.
static bool takes(const Proof *proof, Color player, const Bitboard *dead)
{
    Bitboard mine = living(proof, player);
    LocalClaim claim = {.player = player, .own = *dead};
    claim.keep = of_size(proof, &mine, smallest_chain(proof, dead));
    LocalAnswer answer = bitboard_is_empty(dead) ? LOCAL_YES : ask_all(proof, &claim);
    if (answer != LOCAL_UNKNOWN)
        return answer == LOCAL_YES;
    Bitboard lost = bitboard_intersection(proof->fight->stones[FATE_DEAD],
                                          proof->position->pos.stones[player]);
    claim.own = bitboard_empty();
    claim.take = *dead;
    return bitboard_count(dead) == 1 && bitboard_is_empty(&claim.keep) &&
           bitboard_is_empty(&lost) && holds(proof, &claim);
}

// Does a player take all the other's dead stones? If it does not matter who begins,
// they may be taken one by one.
static bool kills(const Proof *proof, Color player)
{
    const Position *pos = &proof->position->pos;
    Bitboard dead = bitboard_intersection(proof->fight->stones[FATE_DEAD],
                                          pos->stones[color_other(player)]);
    if (takes(proof, player, &dead))
        return true;
    for (Point p = bitboard_first(&dead); p; p = bitboard_next(&dead, p)) {
        Bitboard stone = bitboard_of(p);
        if (proof->position->play != EMPTY || !takes(proof, player, &stone))
            return not_proven(proof, "death", p);
    }
    return true;
}

// Is it refuted that a player who begins gets this point and never loses a living
// stone?
static bool cannot_get(const Proof *proof, Color player, Point point)
{
    LocalClaim claim = {.player = player,
                        .first = player,
                        .master = proof->position->threats,
                        .keep = living(proof, player),
                        .own = bitboard_of(point)};
    return local_search_ask(proof->search, &claim) == LOCAL_NO;
}

// Is there a point that neither can get, beside chains of both in seki?
static bool is_seki(const Proof *proof)
{
    const Position *pos = &proof->position->pos;
    Bitboard seki = chains_at(pos, &proof->fight->stones[FATE_SEKI]);
    Bitboard shared = position_empty(pos);
    for (Color player = BLACK; player <= WHITE; player++) {
        Bitboard stones = bitboard_intersection(seki, pos->stones[player]);
        shared = bitboard_intersection(shared, bitboard_neighbors(&stones));
    }
    if (bitboard_is_empty(&seki))
        return true;
    for (Point p = bitboard_first(&shared); p; p = bitboard_next(&shared, p))
        if (cannot_get(proof, BLACK, p) && cannot_get(proof, WHITE, p))
            return true;
    return not_proven(proof, "seki", bitboard_first(&seki));
}

// The chains beside the region.
static Bitboard walls_of(const Proof *proof)
{
    const Position *pos = &proof->position->pos;
    Bitboard beside = bitboard_neighbors(&proof->region);
    beside = bitboard_difference(beside, proof->region);
    return chains_at(pos, &beside);
}

// Has the chain two liberties elsewhere?
static bool has_room(const Proof *proof, Point stone)
{
    Bitboard liberties = position_liberties(&proof->position->pos, stone);
    liberties = bitboard_difference(liberties, proof->region);
    return bitboard_count(&liberties) >= 2;
}

// Do the chains around the region live whatever happens? Where this is agreed they need
// two liberties elsewhere, so that none of them can be taken from there at once.
static bool walls_live(const Proof *proof)
{
    const Position *pos = &proof->position->pos;
    Bitboard walls = walls_of(proof);
    for (Color player = BLACK; player <= WHITE; player++) {
        Bitboard alive = benson_alive(pos, player);
        walls = bitboard_difference(walls, alive);
    }
    for (Point p = bitboard_first(&walls); p; p = bitboard_next(&walls, p))
        if (!proof->position->is_agreed || !has_room(proof, p))
            return not_proven(proof, "life of the surroundings", p);
    return true;
}

// Has some stone another fate if the other player begins?
static bool depends(const Proof *proof)
{
    const Position *pos = &proof->position->pos;
    Color play = proof->position->play, other = color_other(play);
    const Bitboard *stones = &proof->fight->stones[FATE_DEAD];
    Bitboard mine = living(proof, play);
    for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p)) {
        LocalClaim kept = {.player = other, .keep = bitboard_of(p)};
        if (position_at(pos, p) == other && ask(proof, &kept, other) == LOCAL_YES)
            return true;
    }
    for (Point p = bitboard_first(&mine); p; p = bitboard_next(&mine, p)) {
        LocalClaim taken = {.player = other, .take = bitboard_of(p)};
        if (ask(proof, &taken, other) == LOCAL_YES)
            return true;
    }
    return not_proven(proof, "another fate if the other begins",
                      bitboard_first(stones));
}

static bool prove_fates(Proof *proof)
{
    part_living(proof);
    return walls_live(proof) && lives(proof, BLACK) && lives(proof, WHITE) &&
           kills(proof, BLACK) && kills(proof, WHITE) && is_seki(proof) &&
           (proof->position->play == EMPTY || depends(proof));
}

static bool prove_fight(const LifeDeathCase *position, const Fight *fight, bool tell)
{
    Bitboard stones = bitboard_empty();
    for (int fate = 0; fate < FATE_COUNT; fate++)
        stones = bitboard_union(stones, fight->stones[fate]);
    Proof proof = {.position = position,
                   .fight = fight,
                   .tell = tell,
                   .search = local_search_new(&position->pos, &stones, VISITS_MAX),
                   .region = local_region(&position->pos, &stones)};
    if (proof.search == NULL)
        return not_proven(&proof, "a region this large", bitboard_first(&stones));
    bool proven = prove_fates(&proof);
    local_search_delete(proof.search);
    return proven;
}

// Is the score that of the board without the dead stones?
static bool score_is_right(const LifeDeathCase *position, bool tell)
{
    Position cleared = position->pos;
    Bitboard dead = life_death_chains(position, FATE_DEAD);
    const Bitboard left[2] = {
        bitboard_difference(position->pos.stones[BLACK], dead),
        bitboard_difference(position->pos.stones[WHITE], dead),
    };
    bool right = !position->has_score ||
                 (position_setup(&cleared, left, BLACK) &&
                  2 * area_score(&cleared) - position->komi == position->result);
    if (!right && tell)
        printf("# %s: the score is %.1f\n", position->name,
               area_score(&cleared) - position->komi / 2.0);
    return right;
}

bool life_death_prove(const LifeDeathCase *position, bool tell)
{
    bool proven = score_is_right(position, tell);
    for (int i = 0; i < position->fight_count && proven; i++)
        proven = prove_fight(position, &position->fights[i], tell);
    return proven;
}

bool life_death_stands(const LifeDeathCase *position, const Position *later)
{
    LifeDeathCase after = *position;
    Bitboard left = bitboard_empty();
    after.pos = *later;
    after.play = EMPTY;
    for (Color color = BLACK; color <= WHITE; color++)
        left = bitboard_union(left, bitboard_intersection(later->stones[color],
                                                          position->pos.stones[color]));
    for (int i = 0; i < after.fight_count; i++) {
        Bitboard *stones = after.fights[i].stones;
        stones[FATE_ALIVE] = bitboard_union(stones[FATE_ALIVE], stones[FATE_SEKI]);
        stones[FATE_SEKI] = bitboard_empty();
        stones[FATE_DEAD] = bitboard_intersection(stones[FATE_DEAD], left);
        Bitboard lost = bitboard_difference(stones[FATE_ALIVE], left);
        if (!bitboard_is_empty(&lost) || !prove_fight(&after, &after.fights[i], false))
            return false;
    }
    return true;
}
