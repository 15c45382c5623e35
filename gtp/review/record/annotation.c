// SPDX-License-Identifier: MIT
#include "annotation.h"

#include <string.h>

#include "katrain_analysis.h"
#include "node_properties.h"
#include "own_lines.h"
#include "record_edits.h"
#include "record_map.h"
#include "review_words.h"

enum { NAMES_SIZE = 128 };

// A review that is being written.
typedef struct Writing {
    const Review *review;
    RecordMap map;
    RecordEdits edits;
    bool failed; // no memory
} Writing;

// A node that is being written.
typedef struct NodeWriting {
    Writing *writing;
    const RecordNode *node;
    int turn;                 // whose position is told
    const ReviewedMove *move; // NULL: the first node
    LongText properties;      // that are added at its end
    char bytes[NAMES_SIZE];
    Text names; // of what is added, for PNK
} NodeWriting;

static void add_name(NodeWriting *node, const char *name)
{
    text_printf(&node->names, node->names.length > 0 ? " %s" : "%s", name);
}

static void remove_part(NodeWriting *node, const char *name)
{
    const RecordPart *part = record_node_part(node->node, name);
    if (part != NULL)
        record_edits_remove(&node->writing->edits, part->start, part->end);
}

// Begins a property, in place of that of another program.
static void begin_property(NodeWriting *node, const char *name)
{
    remove_part(node, name);
    add_name(node, name);
    long_text_add(&node->properties, name);
}

static void add_rates(NodeWriting *node)
{
    const ReviewPosition *position = &node->writing->review->positions[node->turn];
    begin_property(node, "SBKV");
    long_text_printf(&node->properties, "[%.2f]", 100 * position->win_rate);
    begin_property(node, "SBKS");
    long_text_printf(&node->properties, "[%.2f]", position->lead);
    begin_property(node, node->move != NULL ? "LZ" : "LZOP");
    node_properties_lizzie(position, &node->properties);
    if (record_node_part(node->node, "V") != NULL)
        return;
    add_name(node, "V");
    long_text_printf(&node->properties, "V[%.1f]", position->lead);
}

static void add_katrain(NodeWriting *node)
{
    Writing *writing = node->writing;
    if (!katrain_analysis_is_there()) {
        remove_part(node, "KT"); // it would contradict the rest
        return;
    }
    if (node->move == NULL) {
        begin_property(node, "KTV");
        long_text_add(&node->properties, "[1.0]");
    }
    begin_property(node, "KT");
    if (!katrain_analysis_write(writing->review, node->turn, &node->properties))
        writing->failed = true;
}

// Marks a mistake, unless the record judges the move itself.
static void add_mark(NodeWriting *node)
{
    static const char *const JUDGEMENTS[] = {"BM", "DO", "TE", "IT"};
    if (node->move == NULL || node->move->grade < LOSS_MISTAKE)
        return;
    for (size_t i = 0; i < sizeof JUDGEMENTS / sizeof JUDGEMENTS[0]; i++)
        if (record_node_part(node->node, JUDGEMENTS[i]) != NULL)
            return;
    bool is_bad = node->move->grade >= LOSS_BLUNDER;
    begin_property(node, is_bad ? "BM" : "DO");
    if (!is_bad)
        long_text_add(&node->properties, "[]");
    else
        long_text_add(&node->properties,
                      node->move->grade == LOSS_BIG_BLUNDER ? "[2]" : "[1]");
}

static void add_comment(NodeWriting *node)
{
    Writing *writing = node->writing;
    const RecordPart *comment = record_node_part(node->node, "C");
    char bytes[NODE_COMMENT_SIZE];
    Text text = text_over(bytes, sizeof bytes);
    if (node->move != NULL)
        node_properties_move_comment(writing->review, node->move, &text);
    else
        node_properties_first_comment(writing->review, &text);
    if (comment == NULL) {
        add_name(node, "C");
        long_text_printf(&node->properties, "C[%s]", bytes);
        return;
    }
    if (comment->value < comment->value_end)
        record_edits_insert(&writing->edits, comment->value_end, "\n\n");
    record_edits_insert(&writing->edits, comment->value_end, bytes);
}

// The position from which a variation goes out is that of the node before.
static bool can_branch(const Writing *writing, const ReviewedMove *move,
                       const RecordNode *node)
{
    const ReviewTurn *before = &writing->review->game->turns[move->turn - 1];
    return writing->map.is_sound && node != &writing->map.nodes[0] &&
           (before->is_move || move->turn == 1) &&
           record_map_close(&writing->map, node->start) < writing->map.length;
}

static bool is_picked(const Review *review, const ReviewedMove *move)
{
    const ReviewSide *side = &review->sides[move->player];
    if (move->grade < LOSS_MISTAKE)
        return false;
    for (int i = 0; i < side->biggest_count; i++)
        if (&review->moves[side->biggest[i]] == move)
            return true;
    return false;
}

// Opens a parenthesis before a node that gets a variation, if there is none.
static void open_branch(NodeWriting *node)
{
    Writing *writing = node->writing;
    if (node->move == NULL || !is_picked(writing->review, node->move) ||
        !can_branch(writing, node->move, node->node))
        return;
    bool is_first = record_map_open(&writing->map, node->node) < node->node->start;
    add_name(node, is_first ? "beside" : "open");
    if (!is_first)
        record_edits_insert(&writing->edits, node->node->start, "(");
}

// Adds the better line beside a node, and closes the parenthesis before it.
static void close_branch(Writing *writing, const ReviewedMove *move,
                         const RecordNode *node)
{
    LongText line = {.text = {.bytes = NULL}};
    if (!is_picked(writing->review, move) || !can_branch(writing, move, node))
        return;
    bool is_first = record_map_open(&writing->map, node) < node->start;
    size_t close = record_map_close(&writing->map, node->start);
    if (!is_first)
        long_text_add(&line, ")");
    node_properties_variation(writing->review, move, &line);
    writing->failed = writing->failed || line.text.truncated;
    if (!writing->failed)
        record_edits_insert(&writing->edits, close + is_first, line.text.bytes);
    long_text_free(&line);
}

static void write_node(Writing *writing, const RecordNode *at, int turn,
                       const ReviewedMove *move)
{
    NodeWriting node = {.writing = writing, .node = at, .turn = turn, .move = move};
    node.names = text_over(node.bytes, sizeof node.bytes);
    open_branch(&node);
    add_rates(&node);
    add_katrain(&node);
    add_mark(&node);
    add_comment(&node);
    long_text_printf(&node.properties, "PNK[%s]", node.bytes);
    writing->failed = writing->failed || node.properties.text.truncated;
    if (!writing->failed)
        record_edits_insert(&writing->edits, at->end, node.properties.text.bytes);
    long_text_free(&node.properties);
}

static void write_nodes(Writing *writing)
{
    const Review *review = writing->review;
    const RecordNode *first = &writing->map.nodes[0], *written = NULL;
    if (review->move_count == 0 ||
        review->game->turns[review->moves[0].turn].node != first->start) {
        write_node(writing, first, 0, NULL);
        written = first;
    }
    for (int i = 0; i < review->move_count; i++) {
        const ReviewedMove *move = &review->moves[i];
        const RecordNode *node =
            record_map_find(&writing->map, review->game->turns[move->turn].node);
        if (node != NULL && node != written)
            write_node(writing, node, move->turn, move);
        written = node;
    }
    for (int i = review->move_count; i-- > 0;) {
        const ReviewedMove *move = &review->moves[i];
        const RecordNode *node =
            record_map_find(&writing->map, review->game->turns[move->turn].node);
        if (node != NULL)
            close_branch(writing, move, node);
    }
}

bool annotation_write(const Review *review, const char *record, size_t length,
                      LongText *out)
{
    Writing writing = {.review = review};
    bool done = record_map_make(&writing.map, record, length);
    if (done && writing.map.count > 0)
        write_nodes(&writing);
    done = done && !writing.failed &&
           record_edits_apply(&writing.edits, record, length, out);
    record_edits_free(&writing.edits);
    record_map_free(&writing.map);
    return done;
}
