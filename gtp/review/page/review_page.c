// SPDX-License-Identifier: MIT
#include "review_page.h"

#include <stdlib.h>
#include <string.h>

#include "page_board.h"
#include "page_graph.h"
#include "page_style.h"
#include "review_words.h"

enum { SENTENCE_SIZE = 512, LINE_MAX_SHOWN = 10 };

static const char *const PHASE_NAMES[REVIEW_PHASES] = {"opening", "middle game",
                                                       "endgame"};

// The name of a player for people; the color, if the record has none.
static void add_player(const Review *review, Color player, LongText *page)
{
    const RecordFacts *facts = &review->game->facts;
    const char *name = facts->names[player];
    long_text_add_html(page, name[0] != '\0' ? name : review_player(player));
    if (name[0] != '\0' && facts->ranks[player][0] != '\0') {
        long_text_add(page, " ");
        long_text_add_html(page, facts->ranks[player]);
    }
}

static void add_title(const Review *review, LongText *page)
{
    add_player(review, BLACK, page);
    long_text_add(page, " – ");
    add_player(review, WHITE, page);
}

static void add_head(const Review *review, LongText *page)
{
    long_text_add(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                        "<meta charset=\"utf-8\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width, "
                        "initial-scale=1\">\n"
                        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    add_title(review, page);
    long_text_add(page, "</title>\n<style>\n");
    long_text_add(page, PAGE_STYLE);
    long_text_add(page, "</style>\n</head>\n<body>\n");
}

// Appends ` · TEXT` for a fact that the record has.
static void add_fact(const char *fact, LongText *page)
{
    if (fact[0] == '\0')
        return;
    long_text_add(page, " · ");
    long_text_add_html(page, fact);
}

static void add_facts(const Review *review, LongText *page)
{
    const ReviewGame *game = review->game;
    long_text_printf(page, "<p class=\"facts\">%d×%d · komi %g · %s rules",
                     game->columns, game->rows, game->komi / 2.0, game->rules.name);
    if (game->facts.handicap > 0)
        long_text_printf(page, " · handicap %d", game->facts.handicap);
    add_fact(game->facts.event, page);
    add_fact(game->facts.date, page);
    if (game->facts.result[0] != '\0') {
        long_text_add(page, " · result ");
        long_text_add_html(page, game->facts.result);
    }
    long_text_printf(page, " · %llu visits a position</p>\n",
                     (unsigned long long)review->positions[0].visits);
}

static void add_row(const char *name, LongText *page)
{
    long_text_printf(page, "<tr><th scope=\"row\">%s</th>", name);
}

static void add_parts(const Review *review, LongText *page)
{
    add_row("moves", page);
    for (Color player = BLACK; player <= WHITE; player++)
        long_text_printf(page, "<td>%d</td>", review->sides[player].all.moves);
    long_text_add(page, "</tr>\n");
    add_row("best moves", page);
    for (Color player = BLACK; player <= WHITE; player++)
        long_text_printf(page, "<td>%.0f %%</td>",
                         100 * review_best_part(&review->sides[player].all));
    long_text_add(page, "</tr>\n");
    add_row("mean loss in points", page);
    for (Color player = BLACK; player <= WHITE; player++)
        long_text_printf(page, "<td>%.2f</td>",
                         review_mean_loss(&review->sides[player].all));
    long_text_add(page, "</tr>\n");
}

static void add_grades(const Review *review, LongText *page)
{
    for (LossGrade grade = LOSS_INACCURACY; grade < LOSS_GRADES; grade++) {
        long_text_printf(page,
                         "<tr><th scope=\"row\">%s <small>from %g "
                         "points</small></th>",
                         review_grade_name(grade), review_grade_points(grade));
        for (Color player = BLACK; player <= WHITE; player++)
            long_text_printf(page, "<td>%d</td>", review->sides[player].grades[grade]);
        long_text_add(page, "</tr>\n");
    }
}

static void add_phase(const Review *review, int phase, LongText *page)
{
    int first = phase == 0 ? 1 : review->phase_ends[phase - 1] + 1;
    if (first > review->move_count)
        return;
    long_text_printf(page,
                     "<tr><th scope=\"row\">… in the %s <small>from move "
                     "%d</small></th>",
                     PHASE_NAMES[phase], first);
    for (Color player = BLACK; player <= WHITE; player++)
        long_text_printf(page, "<td>%.2f</td>",
                         review_mean_loss(&review->sides[player].phases[phase]));
    long_text_add(page, "</tr>\n");
}

static void add_summary(const Review *review, LongText *page)
{
    long_text_add(page, "<table class=\"summary\">\n<thead><tr><td></td>"
                        "<th scope=\"col\">Black</th><th scope=\"col\">White</th></tr>"
                        "</thead>\n<tbody>\n");
    add_parts(review, page);
    for (int phase = 0; phase < REVIEW_PHASES; phase++)
        add_phase(review, phase, page);
    add_grades(review, page);
    long_text_add(page, "</tbody>\n</table>\n");
}

// Who led by how much before the move and after it, and the win rate of its player.
static void add_change(const Review *review, const ReviewedMove *move, LongText *page)
{
    const ReviewPosition *before = review_before(review, move);
    const ReviewPosition *after = review_after(review, move);
    char bytes[SENTENCE_SIZE];
    Text text = text_over(bytes, sizeof bytes);
    double sign = move->player == BLACK ? 1 : -1, base = move->player == BLACK ? 0 : 1;
    review_write_score(before->lead, &text);
    text_add(&text, " → ");
    review_write_score(after->lead, &text);
    long_text_printf(page, "Lead: %s. Win rate of %s: %.0f&nbsp;%% → %.0f&nbsp;%%.",
                     bytes, review_player(move->player),
                     100 * (base + sign * before->win_rate),
                     100 * (base + sign * after->win_rate));
}

static void add_mistake(const Review *review, const ReviewedMove *move, Game *game,
                        LongText *page)
{
    char bytes[SENTENCE_SIZE], vertex[VERTEX_SIZE];
    Text text = text_over(bytes, sizeof bytes);
    point_to_vertex(move->point, vertex);
    review_write_loss(move, &text);
    long_text_printf(page,
                     "<section class=\"mistake\" id=\"move-%d\">\n<h3>Move %d: %s "
                     "%s</h3>\n<p>It %s.<br>",
                     move->number, move->number, review_player(move->player), vertex,
                     bytes);
    add_change(review, move, page);
    text_clear(&text);
    review_write_line(&review_before(review, move)->moves[0], LINE_MAX_SHOWN, &text);
    long_text_printf(page, "</p>\n<p>Better: <b>%s</b></p>\n", bytes);
    page_board_write(review, move, game, page);
    long_text_add(page, "</section>\n");
}

// The moves that get a board, in the order of the game.
static int choose_mistakes(const Review *review, int chosen[2 * PAGE_MISTAKES_MAX])
{
    int count = 0;
    for (Color player = BLACK; player <= WHITE; player++) {
        const ReviewSide *side = &review->sides[player];
        for (int i = 0; i < side->biggest_count && i < PAGE_MISTAKES_MAX; i++) {
            int place = count++;
            for (; place > 0 && chosen[place - 1] > side->biggest[i]; place--)
                chosen[place] = chosen[place - 1];
            chosen[place] = side->biggest[i];
        }
    }
    return count;
}

// Goes on with the game up to the position before the move. Errors: false when memory
// is exhausted.
static bool go_before(const Review *review, const ReviewedMove *move, int *turn,
                      Game *game)
{
    while (*turn < move->turn)
        if (!review_game_play(review->game, (*turn)++, game))
            return false;
    return true;
}

static void add_mistakes(const Review *review, const int chosen[], int count,
                         LongText *page)
{
    Game game = {.komi = 0};
    int turn = 0;
    bool done = review_game_begin(review->game, &game);
    long_text_add(page, "<h2>The biggest mistakes</h2>\n");
    if (count == 0)
        long_text_add(page, "<p>There are none.</p>\n");
    else
        long_text_add(page, "<p>A red ring marks the move that was played. The numbers "
                            "show the better line.</p>\n");
    long_text_add(page, "<div class=\"mistakes\">\n");
    for (int i = 0; i < count && done; i++) {
        const ReviewedMove *move = &review->moves[chosen[i]];
        done = go_before(review, move, &turn, &game);
        if (done)
            add_mistake(review, move, &game, page);
    }
    long_text_add(page, "</div>\n");
    page->text.truncated = page->text.truncated || !done;
    game_free(&game);
}

static void add_move(const Review *review, const ReviewedMove *move, LongText *page)
{
    const ReviewPosition *after = review_after(review, move);
    char bytes[SENTENCE_SIZE], vertex[VERTEX_SIZE];
    Text text = text_over(bytes, sizeof bytes);
    point_to_vertex(move->point, vertex);
    review_write_score(after->lead, &text);
    long_text_printf(page,
                     "<tr%s><th scope=\"row\">%d</th><td>%s %s</td><td>%.1f</td>"
                     "<td>%s</td><td>%.0f %%</td></tr>\n",
                     move->grade >= LOSS_MISTAKE ? " class=\"bad\"" : "", move->number,
                     review_player(move->player), vertex,
                     move->points > 0 ? move->points : 0, bytes, 100 * after->win_rate);
}

static void add_moves(const Review *review, LongText *page)
{
    if (review->move_count == 0)
        return;
    long_text_add(page,
                  "<details>\n<summary>All moves</summary>\n<table class=\"moves\">\n"
                  "<thead><tr><th scope=\"col\">move</th><th scope=\"col\">played</th>"
                  "<th scope=\"col\">lost</th><th scope=\"col\">lead</th>"
                  "<th scope=\"col\">win rate</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < review->move_count; i++)
        add_move(review, &review->moves[i], page);
    long_text_add(page, "</tbody>\n</table>\n</details>\n");
}

void review_page_write(const Review *review, const char *name, const char *version,
                       LongText *page)
{
    int chosen[2 * PAGE_MISTAKES_MAX];
    int count = choose_mistakes(review, chosen);
    add_head(review, page);
    long_text_add(page, "<main>\n<h1>");
    add_title(review, page);
    long_text_add(page, "</h1>\n");
    add_facts(review, page);
    page_graph_write(review, chosen, count, page);
    add_summary(review, page);
    add_mistakes(review, chosen, count, page);
    add_moves(review, page);
    long_text_add(page, "</main>\n<footer>Review of ");
    long_text_add_html(page, name);
    long_text_printf(page, " by Ponnuki %s</footer>\n</body>\n</html>\n", version);
}
