// SPDX-License-Identifier: MIT
#include "review_table.h"

#include "review_words.h"

enum {
    TABLE_MISTAKES_MAX = 3, // of each player
    LINE_MAX_SHOWN = 6,
    SENTENCE_SIZE = 256,
};

static void add_players(const Review *review, LongText *out)
{
    const RecordFacts *facts = &review->game->facts;
    for (Color player = BLACK; player <= WHITE; player++) {
        const char *name = facts->names[player], *rank = facts->ranks[player];
        long_text_printf(out, "%s%s%s%s%s%s", player == BLACK ? "" : ", ",
                         review_player(player), name[0] != '\0' ? ": " : "", name,
                         name[0] != '\0' && rank[0] != '\0' ? " " : "",
                         name[0] != '\0' ? rank : "");
    }
    long_text_add(out, "\n");
}

static void add_facts(const Review *review, LongText *out)
{
    const ReviewGame *game = review->game;
    long_text_printf(out, "%dx%d, komi %g, %s rules, %llu visits a position\n\n",
                     game->columns, game->rows, game->komi / 2.0, game->rules.name,
                     (unsigned long long)review->positions[0].visits);
}

static void add_numbers(const char *name, int black, int white, LongText *out)
{
    long_text_printf(out, "%-32s %9d %9d\n", name, black, white);
}

static void add_sums(const Review *review, LongText *out)
{
    const ReviewSums *black = &review->sides[BLACK].all;
    const ReviewSums *white = &review->sides[WHITE].all;
    long_text_printf(out, "%-32s %9s %9s\n", "", "Black", "White");
    add_numbers("moves", black->moves, white->moves, out);
    long_text_printf(out, "%-32s %7.0f %% %7.0f %%\n", "best moves",
                     100 * review_best_part(black), 100 * review_best_part(white));
    long_text_printf(out, "%-32s %9.2f %9.2f\n", "mean loss in points",
                     review_mean_loss(black), review_mean_loss(white));
    for (LossGrade grade = LOSS_INACCURACY; grade < LOSS_GRADES; grade++) {
        char name[64];
        Text text = text_over(name, sizeof name);
        text_printf(&text, "%s (from %g points)", review_grade_name(grade),
                    review_grade_points(grade));
        add_numbers(name, review->sides[BLACK].grades[grade],
                    review->sides[WHITE].grades[grade], out);
    }
}

static void add_mistake(const Review *review, const ReviewedMove *move, LongText *out)
{
    char bytes[SENTENCE_SIZE];
    Text text = text_over(bytes, sizeof bytes);
    review_write_move(move, &text);
    text_add(&text, ": ");
    review_write_loss(move, &text);
    text_add(&text, "; ");
    review_write_better(review, move, LINE_MAX_SHOWN, &text);
    long_text_printf(out, "%s\n", bytes);
}

static void add_mistakes(const Review *review, Color player, LongText *out)
{
    const ReviewSide *side = &review->sides[player];
    for (int i = 0; i < side->biggest_count && i < TABLE_MISTAKES_MAX; i++)
        add_mistake(review, &review->moves[side->biggest[i]], out);
}

void review_table_write(const Review *review, const char *name, LongText *out)
{
    long_text_printf(out, "%s\n", name);
    add_players(review, out);
    add_facts(review, out);
    add_sums(review, out);
    if (review->sides[BLACK].biggest_count + review->sides[WHITE].biggest_count == 0)
        return;
    long_text_add(out, "\n");
    add_mistakes(review, BLACK, out);
    add_mistakes(review, WHITE, out);
}
