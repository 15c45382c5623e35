// SPDX-License-Identifier: MIT
#include "node_properties.h"

#include "own_lines.h"
#include "review_words.h"
#include "sgf_point.h"

enum { COMMENT_LINE_MAX = 8 }; // moves of a line in a comment

static double movers_rate(const ReviewPosition *position, double rate)
{
    return position->player == BLACK ? rate : 1 - rate;
}

static double movers_lead(const ReviewPosition *position, double lead)
{
    return position->player == BLACK ? lead : -lead;
}

// The first line has the win rate of the player who has moved. The second one has the
// moves of the player to move; there chances are in hundredths of a percent.
void node_properties_lizzie(const ReviewPosition *position, LongText *text)
{
    long_text_printf(text, "[Ponnuki %.1f %llu %.1f %.1f\n",
                     100 - 100 * movers_rate(position, position->win_rate),
                     (unsigned long long)position->visits,
                     movers_lead(position, position->lead), position->deviation);
    for (int i = 0; i < position->move_count; i++) {
        const ReviewMove *move = &position->moves[i];
        char vertex[VERTEX_SIZE];
        point_to_vertex(move->move, vertex);
        long_text_printf(text,
                         "%smove %s visits %u winrate %d prior %d scoreMean %.2f pv",
                         i > 0 ? " info " : "", vertex, move->visits,
                         (int)(10000 * movers_rate(position, move->win_rate)),
                         (int)(10000 * move->prior), movers_lead(position, move->lead));
        for (int k = 0; k < move->line_length; k++) {
            point_to_vertex(move->line[k], vertex);
            long_text_printf(text, " %s", vertex);
        }
    }
    long_text_add(text, "]");
}

// Who leads, and what the search expects.
static void write_position(const ReviewPosition *position, Text *text)
{
    char bytes[NODE_COMMENT_SIZE];
    Text lead = text_over(bytes, sizeof bytes);
    review_write_lead(position->lead, &lead);
    if (bytes[0] == 't')
        bytes[0] = 'T';
    text_printf(text, "%s%s, win rate of Black %.1f %%.", OWN_LINE, bytes,
                100 * position->win_rate);
    if (position->move_count == 0)
        return;
    text_printf(text, " Expected: %s ", review_player(position->player));
    review_write_line(&position->moves[0], COMMENT_LINE_MAX, text);
    text_add_char(text, '.');
}

void node_properties_move_comment(const Review *review, const ReviewedMove *move,
                                  Text *text)
{
    text_add(text, OWN_LINE);
    review_write_move(move, text);
    text_add(text, ": ");
    review_write_loss(move, text);
    if (move->grade != LOSS_NONE && review_before(review, move)->move_count > 0) {
        text_add(text, "; ");
        review_write_better(review, move, COMMENT_LINE_MAX, text);
    }
    text_add(text, ".\n");
    write_position(review_after(review, move), text);
}

static void write_side(const Review *review, Color player, Text *text)
{
    const ReviewSums *sums = &review->sides[player].all;
    text_printf(text, "%s%s: %.0f %% best moves, mean loss %.2f points.\n", OWN_LINE,
                review_player(player), 100 * review_best_part(sums),
                review_mean_loss(sums));
}

void node_properties_first_comment(const Review *review, Text *text)
{
    for (Color player = BLACK; player <= WHITE; player++)
        if (review->sides[player].all.moves > 0)
            write_side(review, player, text);
    write_position(&review->positions[0], text);
}

void node_properties_variation(const Review *review, const ReviewedMove *move,
                               LongText *text)
{
    const ReviewMove *better = &review_before(review, move)->moves[0];
    int rows = review->game->rows;
    Color player = move->player;
    for (int i = 0; i < better->line_length; i++) {
        char letters[SGF_POINT_SIZE];
        sgf_point_write(better->line[i], rows, letters);
        long_text_printf(text, "%s;%c[%s]", i == 0 ? "(" : "",
                         player == BLACK ? 'B' : 'W', letters);
        if (i == 0)
            long_text_printf(
                text, "SBKV[%.2f]SBKS[%.2f]C[%sbetter than move %d.]PNK[line]",
                100 * better->win_rate, better->lead, OWN_LINE, move->number);
        player = color_other(player);
    }
    long_text_add(text, ")");
}
