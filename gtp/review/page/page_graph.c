// SPDX-License-Identifier: MIT
#include "page_graph.h"

#include <math.h>
#include <stdlib.h>

#include "review_words.h"

// The drawing, in its own units.
enum { LEFT = 84, RIGHT = 704, TOP = 12, BOTTOM = 264, WIDTH = 720, HEIGHT = 300 };

// A graph: what it shows of a position, and over what range.
typedef struct Graph {
    const Review *review;
    double (*value)(const ReviewPosition *position);
    double low, zero, high;
} Graph;

static double value_of_lead(const ReviewPosition *position)
{
    return position->lead;
}

static double value_of_rate(const ReviewPosition *position)
{
    return 100 * position->win_rate;
}

// Where a position stands. Position 0 is at the left edge.
static double x_of(const Graph *graph, int number)
{
    int moves = graph->review->move_count > 0 ? graph->review->move_count : 1;
    return LEFT + (double)(RIGHT - LEFT) * number / moves;
}

static double y_of(const Graph *graph, double value)
{
    double part = (value - graph->low) / (graph->high - graph->low);
    return BOTTOM - (BOTTOM - TOP) * part;
}

static double value_at(const Graph *graph, int turn)
{
    return graph->value(&graph->review->positions[turn]);
}

// The turn whose position is shown for a number of moves. The last one counts.
static bool is_shown(const Graph *graph, int turn)
{
    const ReviewGame *game = graph->review->game;
    return turn + 1 == game->turn_count || game->turns[turn + 1].is_move;
}

static void add_points(const Graph *graph, LongText *page)
{
    const ReviewGame *game = graph->review->game;
    for (int turn = 0; turn < game->turn_count; turn++)
        if (is_shown(graph, turn))
            long_text_printf(page, " %.1f,%.1f", x_of(graph, game->turns[turn].number),
                             y_of(graph, value_at(graph, turn)));
}

// The area between the curve and the middle, on one side of it.
static void add_area(const Graph *graph, const char *name, Color player, LongText *page)
{
    const ReviewGame *game = graph->review->game;
    double middle = y_of(graph, graph->zero);
    double edge = player == BLACK ? TOP : BOTTOM;
    long_text_printf(page,
                     "<clipPath id=\"%s-%s\"><rect x=\"%d\" y=\"%.1f\" width=\"%d\" "
                     "height=\"%.1f\"/></clipPath>\n",
                     name, player == BLACK ? "black" : "white", LEFT,
                     edge < middle ? edge : middle, RIGHT - LEFT, fabs(edge - middle));
    long_text_printf(
        page, "<polygon class=\"of-%s\" clip-path=\"url(#%s-%s)\" points=\"%d,%.1f",
        player == BLACK ? "black" : "white", name, player == BLACK ? "black" : "white",
        LEFT, middle);
    add_points(graph, page);
    long_text_printf(page, " %.1f,%.1f\"/>\n", x_of(graph, game->move_count), middle);
}

static void add_rule(const Graph *graph, double value, const char *label,
                     LongText *page)
{
    double y = y_of(graph, value);
    long_text_printf(page,
                     "<line class=\"%s\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                     "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" "
                     "dominant-baseline=\"middle\">%s</text>\n",
                     fabs(value - graph->zero) < 1e-9 ? "zero" : "rule", LEFT, RIGHT, y,
                     y, LEFT - 6, y, label);
}

// The numbers of moves below the graph.
static void add_numbers(const Graph *graph, LongText *page)
{
    static const int STEPS[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 20000};
    enum { LABELS_MAX = 6, STEP_COUNT = sizeof STEPS / sizeof STEPS[0] };
    int moves = graph->review->move_count, index = 0;
    while (index + 1 < STEP_COUNT && moves / STEPS[index] > LABELS_MAX)
        index++;
    for (int number = STEPS[index]; number <= moves; number += STEPS[index])
        long_text_printf(page,
                         "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                         x_of(graph, number), HEIGHT - 6, number);
}

static void add_dots(const Graph *graph, const int marked[], int count, LongText *page)
{
    for (int i = 0; i < count; i++) {
        const ReviewedMove *move = &graph->review->moves[marked[i]];
        char bytes[128];
        Text text = text_over(bytes, sizeof bytes);
        review_write_move(move, &text);
        text_add(&text, " ");
        review_write_loss(move, &text);
        long_text_printf(page,
                         "<a href=\"#move-%d\"><circle class=\"dot of-%s\" cx=\"%.1f\" "
                         "cy=\"%.1f\" r=\"7\"><title>%s</title></circle></a>\n",
                         move->number, move->player == BLACK ? "black" : "white",
                         x_of(graph, move->number),
                         y_of(graph, value_at(graph, move->turn)), bytes);
    }
}

static void begin(const char *name, const char *title, const char *description,
                  LongText *page)
{
    long_text_printf(
        page,
        "<figure class=\"graph\">\n<figcaption>%s</figcaption>\n"
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title "
        "%s-text\">\n<title id=\"%s-title\">%s</title>\n"
        "<desc id=\"%s-text\">%s</desc>\n"
        "<rect class=\"field\" x=\"%d\" y=\"%d\" width=\"%d\" "
        "height=\"%d\"/>\n",
        title, WIDTH, HEIGHT, name, name, name, title, name, description, LEFT, TOP,
        RIGHT - LEFT, BOTTOM - TOP);
}

static void draw(const Graph *graph, const char *name, const int marked[], int count,
                 LongText *page)
{
    add_area(graph, name, BLACK, page);
    add_area(graph, name, WHITE, page);
    long_text_add(page, "<polyline class=\"curve\" points=\"");
    add_points(graph, page);
    long_text_add(page, "\"/>\n");
    add_numbers(graph, page);
    add_dots(graph, marked, count, page);
    long_text_add(page, "</svg>\n</figure>\n");
}

// The bound of the graph of leads: a round number of points.
static double bound_of(const Review *review)
{
    static const double BOUNDS[] = {2, 5, 10, 20, 30, 50, 100, 200};
    enum { COUNT = sizeof BOUNDS / sizeof BOUNDS[0] };
    double most = 0;
    int index = 0;
    for (int turn = 0; turn < review->game->turn_count; turn++)
        most = fmax(most, fabs(review->positions[turn].lead));
    while (index + 1 < COUNT && BOUNDS[index] < most)
        index++;
    return fmax(BOUNDS[index], most);
}

static void add_leads(const Review *review, const int marked[], int count,
                      LongText *page)
{
    double bound = bound_of(review);
    const Graph graph = {review, value_of_lead, -bound, 0, bound};
    begin("lead", "Lead in points",
          "Black leads where the curve is above the middle, White where it is below.",
          page);
    for (int half = 2; half >= -2; half--) {
        char label[32] = "0";
        Text text = text_over(label, sizeof label);
        if (half == 0)
            text_add(&text, "0");
        else
            text_printf(&text, "%c+%g", half > 0 ? 'B' : 'W', bound / 2 * abs(half));
        add_rule(&graph, bound / 2 * half, label, page);
    }
    draw(&graph, "lead", marked, count, page);
}

static void add_rates(const Review *review, const int marked[], int count,
                      LongText *page)
{
    const Graph graph = {review, value_of_rate, 0, 50, 100};
    begin(
        "rate", "Win rate of Black",
        "Black is likelier to win where the curve is above the middle, White where it "
        "is below.",
        page);
    for (int percent = 100; percent >= 0; percent -= 25) {
        char label[16];
        Text text = text_over(label, sizeof label);
        text_printf(&text, "%d %%", percent);
        add_rule(&graph, percent, label, page);
    }
    draw(&graph, "rate", marked, count, page);
}

void page_graph_write(const Review *review, const int marked[], int count,
                      LongText *page)
{
    add_leads(review, marked, count, page);
    add_rates(review, marked, count, page);
}
