// SPDX-License-Identifier: MIT
#include "life_search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "life_board.h"
#include "rng.h"

enum {
    ENTRIES = 1 << 18, // of the table; a power of two
    BUCKET = 4,        // entries that a node may be in
    DEPTH_MAX = 120,   // turns; a longer line is left undecided
    HUNTS_MAX = 3,     // the target, its captors, and the captors of these
    PROVEN = 1 << 28,  // a proof number that means: never
    MOVES_MAX = LIFE_FIELD_MAX + 1,
    LOCAL_PASS = -1,
};

// A position of the search. The hunter succeeds as soon as one of the hunted stones is
// captured. Exception: if the capturing stones can be captured in turn, they become the
// hunted stones.
typedef struct LifeNode {
    LifeStones stones;
    LifeSet hunted;
    uint64_t forbidden; // sum of hashes of the colorings that may not come back
    uint8_t owner;      // of the hunted stones
    uint8_t hunts;      // number of hunts so far
    uint8_t to_play;
    uint8_t passes;
} LifeNode;

// Proof numbers: the least number of positions to decide for a proof. `proof` is for a
// proof that the player to move succeeds, `disproof` for a proof that it does not.
typedef struct Numbers {
    uint32_t proof, disproof;
} Numbers;

typedef struct LifeEntry {
    LifeNode node;
    uint32_t age;  // of the problem; 0: none
    uint32_t work; // nodes that were visited for it
    Numbers numbers;
} LifeEntry;

typedef struct LifeChild {
    LifeNode node;
    Numbers numbers;
    bool is_final; // its numbers never change
    // Number of colorings that may not come back from here on (begins_ko).
    int forbidden;
    int8_t move;
} LifeChild;

struct LifeSearch {
    LifeEntry *entries;
    uint32_t age;
    LifeBoard board;
    bool for_good;              // as in LifeProblem
    LifeSet place;              // as in LifeProblem
    int work;                   // nodes left
    LifeStones line[DEPTH_MAX]; // the colorings down to the node being searched
    LifeChild children[DEPTH_MAX][MOVES_MAX]; // of the nodes of the line
    int depth;
    // The colorings of the line that may not come back (see begins_ko). They are part
    // of a node, so what is known of a node holds in all lines that lead to it.
    LifeStones forbidden[2 * DEPTH_MAX];
    int forbidden_count;
};

LifeSearch *life_search_new(void)
{
    LifeSearch *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    search->entries = calloc(ENTRIES, sizeof *search->entries);
    if (search->entries == NULL) {
        life_search_delete(search);
        return NULL;
    }
    return search;
}

void life_search_delete(LifeSearch *search)
{
    if (search == NULL)
        return;
    free(search->entries);
    free(search);
}

static uint64_t hash_of(const LifeStones *stones)
{
    return rng_mix(rng_mix(stones->of[BLACK]) ^ stones->of[WHITE]);
}

static bool same_stones(const LifeStones *a, const LifeStones *b)
{
    return a->of[BLACK] == b->of[BLACK] && a->of[WHITE] == b->of[WHITE];
}

static bool is_entry_of(const LifeSearch *search, const LifeEntry *entry,
                        const LifeNode *node)
{
    const LifeNode *kept = &entry->node;
    return entry->age == search->age && kept->to_play == node->to_play &&
           kept->passes == node->passes && kept->hunts == node->hunts &&
           kept->hunted == node->hunted && kept->forbidden == node->forbidden &&
           same_stones(&kept->stones, &node->stones);
}

// The entry of a node: the one it has already, or the one where the least work would be
// lost.
static LifeEntry *entry_of(const LifeSearch *search, const LifeNode *node)
{
    uint64_t key = rng_mix(hash_of(&node->stones) ^ node->hunted);
    key = rng_mix(key ^ node->forbidden);
    key =
        rng_mix(key ^ (uint64_t)(node->hunts * 16 + node->to_play * 4 + node->passes));
    LifeEntry *bucket = &search->entries[key % ENTRIES / BUCKET * BUCKET];
    LifeEntry *least = bucket;
    for (LifeEntry *entry = bucket; entry < bucket + BUCKET; entry++) {
        if (is_entry_of(search, entry, node))
            return entry;
        uint32_t work = entry->age == search->age ? entry->work : 0;
        if (least->age == search->age && work < least->work)
            least = entry;
    }
    return least;
}

// The numbers of a node before it is visited: capturing the hunted stones takes as many
// moves as they have liberties.
static Numbers guess(const LifeSearch *search, const LifeNode *node)
{
    LifeSet beside, own = node->stones.of[node->owner];
    LifeSet empty =
        search->board.all & ~(node->stones.of[BLACK] | node->stones.of[WHITE]);
    LifeSet first = node->hunted & -node->hunted;
    life_reach(&search->board, first, own, &beside);
    uint32_t liberties = (uint32_t)__builtin_popcountll(beside & empty);
    liberties += liberties == 0; // no stone is hunted, but a place is invaded
    return node->to_play == node->owner ? (Numbers){1, liberties}
                                        : (Numbers){liberties, 1};
}

static Numbers look_up(const LifeSearch *search, const LifeNode *node)
{
    const LifeEntry *entry = entry_of(search, node);
    return is_entry_of(search, entry, node) ? entry->numbers : guess(search, node);
}

// Stores the numbers of a node after `work` more nodes of work.
static void keep(LifeSearch *search, const LifeNode *node, Numbers numbers, int work)
{
    LifeEntry *entry = entry_of(search, node);
    if (is_entry_of(search, entry, node))
        work += (int)entry->work;
    *entry = (LifeEntry){*node, search->age, (uint32_t)work, numbers};
}

static Numbers decided(bool is_reached)
{
    return is_reached ? (Numbers){0, PROVEN} : (Numbers){PROVEN, 0};
}

// Is the other player unable to make an eye in the place? `safe` are the owner's stones
// that are safe. Every point that is or may become empty must lie beside them or the
// wall.
static bool keeps_place(const LifeSearch *search, const LifeNode *node, LifeSet safe)
{
    const LifeBoard *board = &search->board;
    Color owner = (Color)node->owner;
    LifeSet beside;
    life_reach(board, safe, safe, &beside);
    beside |= safe | board->wall[owner] | node->stones.of[color_other(owner)];
    return (search->place & ~beside) == 0;
}

// Is it true that nothing can capture the hunted stones any more, nor live in the
// place?
static bool hunted_are_safe(const LifeSearch *search, const LifeNode *node)
{
    LifeSet safe =
        life_unconditional(&search->board, &node->stones, (Color)node->owner);
    return (node->hunted & ~safe) == 0 && keeps_place(search, node, safe);
}

// After a capture of hunted stones: hunts the adjacent chains that captured them and
// may be captured in turn. False: there are none.
static bool hunt_in_turn(const LifeSearch *search, LifeNode *node)
{
    const LifeBoard *board = &search->board;
    Color hunter = color_other((Color)node->owner);
    LifeSet own = node->stones.of[hunter], beside;
    if (node->hunts >= HUNTS_MAX)
        return false;
    life_reach(board, node->hunted, node->hunted, &beside);
    LifeSet chains = life_reach(board, beside & own, own, NULL);
    node->hunted = chains & ~life_unconditional(board, &node->stones, hunter);
    node->owner = (uint8_t)hunter;
    node->hunts++;
    return node->hunted != 0;
}

// Has the owner of the hunted stones succeeded? Pre: they are still there after two
// passes.
static bool owner_succeeds(const LifeSearch *search, const LifeNode *node)
{
    LifeSet other = node->stones.of[color_other((Color)node->owner)];
    bool lives_for_good = !search->for_good || node->hunts > 1;
    return lives_for_good && (search->place & other) == 0;
}

// Is the winner known, hunter or hunted? If so, *numbers are those of the node. After a
// capture it changes the hunted stones.
static bool is_decided(const LifeSearch *search, LifeNode *node, Numbers *numbers)
{
    Color winner = (Color)node->owner;
    if ((node->hunted & ~node->stones.of[winner]) != 0) {
        winner = color_other(winner);
        if (search->place == 0 && hunt_in_turn(search, node))
            return false;
    } else if (node->to_play == node->owner || !hunted_are_safe(search, node)) {
        // A move of the hunter makes nothing safe.
        if (node->passes < 2)
            return false;
        if (!owner_succeeds(search, node))
            winner = color_other(winner);
    }
    *numbers = decided(winner == node->to_play);
    return true;
}

static bool is_forbidden(const LifeSearch *search, const LifeStones *stones)
{
    for (int i = search->forbidden_count - 1; i >= 0; i--)
        if (same_stones(&search->forbidden[i], stones))
            return true;
    return false;
}

// Has a lone stone captured, and no liberties but where its captives were? Then play
// may come back to the coloring before that capture. If one stone can be returned for
// several, play may come back to the coloring before that one, too. Returns how many
// of these two apply.
static int begins_ko(const LifeSearch *search, const LifeNode *node,
                     const LifeChild *child)
{
    const LifeBoard *board = &search->board;
    const LifeStones *before = &node->stones, *after = &child->node.stones;
    Color player = (Color)node->to_play, other = color_other(player);
    LifeSet captured = before->of[other] & ~after->of[other];
    LifeSet near = board->neighbors[child->move];
    if (captured == 0 || (near & ~captured & ~after->of[other]) != 0 ||
        (board->wall[player] >> child->move & 1) != 0)
        return 0;
    bool is_single = (captured & (captured - 1)) == 0;
    return is_single || search->depth == 0 ? 1 : 2;
}

// Completes a child. Pre: its move and stones are set.
static void finish_child(const LifeSearch *search, LifeChild *child)
{
    LifeNode *node = &child->node;
    node->to_play = (uint8_t)color_other((Color)node->to_play);
    node->passes = child->move == LOCAL_PASS ? (uint8_t)(node->passes + 1) : 0;
    child->is_final = is_decided(search, node, &child->numbers);
}

// The moves of a node. Returns their number.
static int find_children(const LifeSearch *search, const LifeNode *node,
                         LifeChild children[])
{
    const LifeBoard *board = &search->board;
    Color player = (Color)node->to_play;
    LifeSet empty = board->all & ~(node->stones.of[BLACK] | node->stones.of[WHITE]);
    int count = 0;
    for (; empty != 0; empty &= empty - 1) {
        int point = __builtin_ctzll(empty);
        LifeChild *child = &children[count];
        child->node = *node;
        LifeStones *stones = &child->node.stones;
        if (!life_is_idle(board, stones, player, point) &&
            life_play(board, stones, player, point) && !is_forbidden(search, stones)) {
            child->move = (int8_t)point;
            child->forbidden = begins_ko(search, node, child);
            if (child->forbidden >= 1)
                child->node.forbidden += hash_of(&node->stones);
            if (child->forbidden >= 2)
                child->node.forbidden += hash_of(&search->line[search->depth - 1]);
            finish_child(search, child);
            count++;
        }
    }
    children[count].node = *node;
    children[count].move = LOCAL_PASS;
    children[count].forbidden = 0;
    finish_child(search, &children[count]);
    return count + 1;
}

// The summary of the children of a node.
typedef struct Summary {
    Numbers numbers;    // of the node
    int best;           // the child to look at next
    uint32_t second;    // what the second best child needs
    uint32_t undecided; // number of undecided children
} Summary;

// The player needs a child that is lost for the other player. If many children are
// undecided, only the hardest counts in full, because they have much in common.
static Summary sum_up(const LifeSearch *search, LifeChild children[], int count)
{
    Summary sum = {.second = PROVEN};
    uint32_t least = PROVEN, hardest = 0;
    for (int i = 0; i < count; i++) {
        LifeChild *child = &children[i];
        if (!child->is_final)
            child->numbers = look_up(search, &child->node);
        if (child->numbers.disproof < least) {
            sum.second = least;
            least = child->numbers.disproof;
            sum.best = i;
        } else if (child->numbers.disproof < sum.second) {
            sum.second = child->numbers.disproof;
        }
        hardest = child->numbers.proof > hardest ? child->numbers.proof : hardest;
        sum.undecided += child->numbers.proof > 0;
    }
    if (least == 0)
        sum.numbers = decided(true);
    else
        sum.numbers =
            (Numbers){least, sum.undecided > 0 ? hardest + sum.undecided - 1 : 0};
    return sum;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// Searches a node until one of its numbers reaches its bound.
static void explore(LifeSearch *search, const LifeNode *node, Numbers bound)
{
    const int work = search->work--;
    Numbers numbers;
    LifeChild *children = search->children[search->depth];
    int count = find_children(search, node, children);
    search->line[search->depth++] = node->stones;
    for (;;) {
        Summary sum = sum_up(search, children, count);
        numbers = sum.numbers;
        if (numbers.proof >= bound.proof || numbers.disproof >= bound.disproof ||
            numbers.proof == 0 || numbers.disproof == 0 || search->work <= 0 ||
            search->depth >= DEPTH_MAX)
            break;
        Numbers next = {bound.disproof - (sum.undecided - 1),
                        lesser(bound.proof, sum.second + sum.second / 4 + 1)};
        const int forbidden = search->forbidden_count;
        for (int i = 0; i < children[sum.best].forbidden; i++)
            search->forbidden[search->forbidden_count++] =
                search->line[search->depth - 1 - i];
        explore(search, &children[sum.best].node, next);
        search->forbidden_count = forbidden;
    }
    search->depth--;
    keep(search, node, numbers, work - search->work);
}

// A move with which the player to move at the root succeeds. If one captures hunted
// stones, it is that one.
static Point winning_move(const LifeSearch *search, const LifeNode *root)
{
    LifeChild children[MOVES_MAX];
    Point winner = NO_POINT;
    int count = find_children(search, root, children);
    for (int i = 0; i < count; i++) {
        const LifeChild *child = &children[i];
        Numbers numbers =
            child->is_final ? child->numbers : look_up(search, &child->node);
        if (numbers.disproof != 0)
            continue;
        Point move =
            child->move == LOCAL_PASS ? PASS : search->board.points[child->move];
        if ((root->hunted & ~child->node.stones.of[root->owner]) != 0)
            return move;
        winner = winner == NO_POINT ? move : winner;
    }
    return winner;
}

// Sets up a problem. Returns its root.
static LifeNode set_up_problem(LifeSearch *search, const LifeProblem *problem)
{
    LifeNode root = {.to_play = (uint8_t)problem->first,
                     .owner = (uint8_t)problem->owner,
                     .hunts = 1};
    root.stones = life_board_init(&search->board, problem);
    root.hunted = life_board_set(&search->board, &problem->target);
    search->for_good = problem->for_good;
    search->place = life_board_set(&search->board, &problem->place);
    search->age++;
    search->forbidden_count = search->depth = 0;
    assert(root.hunted != 0 || search->place != 0);
    return root;
}

LifeAnswer life_search_ask(LifeSearch *search, const LifeProblem *problem, int *work,
                           Point *move)
{
    Numbers numbers;
    LifeNode root = set_up_problem(search, problem);
    *move = NO_POINT;
    search->work = *work;
    if (!is_decided(search, &root, &numbers)) {
        explore(search, &root, (Numbers){PROVEN, PROVEN});
        numbers = look_up(search, &root);
    }
    *work = search->work;
    if (numbers.proof != 0 && numbers.disproof != 0)
        return LIFE_UNKNOWN;
    bool is_reached = numbers.proof == 0;
    if (is_reached)
        *move = winning_move(search, &root);
    return is_reached == (problem->first == root.owner) ? LIFE_SAVED : LIFE_LOST;
}
