// SPDX-License-Identifier: MIT
#include "page_board.h"

#include "handicap.h"
#include "review_words.h"

// The drawing, in its own units.
enum { CELL = 20, MARGIN = 26 };

enum { NUMBERS_MAX = 9 }; // moves of a line that are drawn

static const double STONE_RADIUS = 9.5, STAR_RADIUS = 2.4, LAST_RADIUS = 4.5;

// A board that is being drawn.
typedef struct Drawing {
    const Position *pos;
    LongText *page;
} Drawing;

static int x_of(const Drawing *drawing, Point point)
{
    (void)drawing;
    return MARGIN + CELL * point_column(point);
}

static int y_of(const Drawing *drawing, Point point)
{
    return MARGIN + CELL * (drawing->pos->rows - point_row(point));
}

static void add_circle(const Drawing *drawing, const char *name, Point point,
                       double radius)
{
    long_text_printf(drawing->page,
                     "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"%g\"/>", name,
                     x_of(drawing, point), y_of(drawing, point), radius);
}

static void add_label(const Drawing *drawing, const char *name, int x, int y,
                      const char *label)
{
    long_text_printf(drawing->page,
                     "<text class=\"%s\" x=\"%d\" y=\"%d\" "
                     "dominant-baseline=\"central\">%s</text>",
                     name, x, y, label);
}

static void add_lines(const Drawing *drawing)
{
    const Position *pos = drawing->pos;
    int right = MARGIN + CELL * (pos->columns - 1);
    int bottom = MARGIN + CELL * (pos->rows - 1);
    long_text_add(drawing->page, "<path class=\"grid\" d=\"");
    for (int row = 0; row < pos->rows; row++)
        long_text_printf(drawing->page, "M%d %dH%d", MARGIN, MARGIN + CELL * row,
                         right);
    for (int column = 0; column < pos->columns; column++)
        long_text_printf(drawing->page, "M%d %dV%d", MARGIN + CELL * column, MARGIN,
                         bottom);
    long_text_add(drawing->page, "\"/>\n");
}

// The letters and numbers on two sides.
static void add_labels(const Drawing *drawing)
{
    const Position *pos = drawing->pos;
    for (int column = 0; column < pos->columns; column++) {
        Point point = point_at(column, 1);
        char vertex[VERTEX_SIZE];
        point_to_vertex(point, vertex);
        vertex[1] = '\0';
        add_label(drawing, "label", x_of(drawing, point), MARGIN / 2 - 2, vertex);
    }
    for (int row = 1; row <= pos->rows; row++) {
        Point point = point_at(0, row);
        char number[VERTEX_SIZE];
        point_to_vertex(point, number);
        add_label(drawing, "label", MARGIN / 2 - 2, y_of(drawing, point), number + 1);
    }
}

static void add_stars(const Drawing *drawing)
{
    const Position *pos = drawing->pos;
    Point points[HANDICAP_STONES_MAX];
    int count = handicap_limit(pos->columns, pos->rows);
    if (!handicap_points(pos->columns, pos->rows, count, points))
        return;
    for (int i = 0; i < count; i++)
        add_circle(drawing, "star", points[i], STAR_RADIUS);
}

static void add_stones(const Drawing *drawing)
{
    const Position *pos = drawing->pos;
    for (Color color = BLACK; color <= WHITE; color++) {
        const Bitboard *stones = &pos->stones[color];
        for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p))
            add_circle(drawing, color == BLACK ? "stone of-black" : "stone of-white", p,
                       STONE_RADIUS);
    }
    long_text_add(drawing->page, "\n");
}

static void add_numbered(const Drawing *drawing, Color color, Point point, int number)
{
    char label[12];
    Text text = text_over(label, sizeof label);
    text_printf(&text, "%d", number);
    add_circle(drawing, color == BLACK ? "stone of-black" : "stone of-white", point,
               STONE_RADIUS);
    add_label(drawing, color == BLACK ? "on-black" : "on-white", x_of(drawing, point),
              y_of(drawing, point), label);
}

// Draws a line up to the first move that is no point, or that is on a stone or on a
// move before it. Returns the points that are drawn.
static Bitboard add_line(const Drawing *drawing, const ReviewMove *move, Color color)
{
    Bitboard drawn = bitboard_empty();
    for (int i = 0; i < move->line_length && i < NUMBERS_MAX; i++) {
        Point point = move->line[i];
        if (point == PASS || position_at(drawing->pos, point) != EMPTY ||
            bitboard_test(&drawn, point))
            break;
        bitboard_add(&drawn, point);
        add_numbered(drawing, color, point, i + 1);
        color = color_other(color);
    }
    return drawn;
}

static void add_played(const Drawing *drawing, const ReviewedMove *move,
                       const Bitboard *drawn)
{
    if (move->point == PASS)
        return;
    if (!bitboard_test(drawn, move->point))
        add_circle(drawing, move->player == BLACK ? "stone of-black" : "stone of-white",
                   move->point, STONE_RADIUS);
    add_circle(drawing, "played", move->point, STONE_RADIUS);
}

static void begin(const Drawing *drawing, const ReviewedMove *move, const char *better)
{
    const Position *pos = drawing->pos;
    int width = 2 * MARGIN + CELL * (pos->columns - 1);
    int height = 2 * MARGIN + CELL * (pos->rows - 1);
    char vertex[VERTEX_SIZE];
    point_to_vertex(move->point, vertex);
    long_text_printf(drawing->page,
                     "<svg class=\"board\" viewBox=\"0 0 %d %d\" role=\"img\" "
                     "aria-labelledby=\"board-%d\">\n<title id=\"board-%d\">The board "
                     "before move %d. %s played %s; better is %s.</title>\n"
                     "<rect class=\"wood\" width=\"%d\" height=\"%d\" rx=\"4\"/>\n",
                     width, height, move->number, move->number, move->number,
                     review_player(move->player), vertex, better, width, height);
}

void page_board_write(const Review *review, const ReviewedMove *move, const Game *game,
                      LongText *page)
{
    const Drawing drawing = {&game->position, page};
    const ReviewMove *better = &review_before(review, move)->moves[0];
    Point last =
        game->move_count > 0 ? game->moves[game->move_count - 1].point : NO_POINT;
    char vertex[VERTEX_SIZE];
    point_to_vertex(better->move, vertex);
    begin(&drawing, move, vertex);
    add_lines(&drawing);
    add_labels(&drawing);
    add_stars(&drawing);
    add_stones(&drawing);
    if (last > RESIGN && position_at(drawing.pos, last) != EMPTY)
        add_circle(&drawing, "last", last, LAST_RADIUS);
    Bitboard drawn = add_line(&drawing, better, move->player);
    add_played(&drawing, move, &drawn);
    long_text_add(page, "\n</svg>\n");
}
