// SPDX-License-Identifier: MIT
#include "katrain_analysis.h"

#include <string.h>

#include "packed_text.h"

// The order that KaTrain gives to a move of which it knows by the position after it.
enum { ORDER_OF_OTHERS = 999 };

bool katrain_analysis_is_there(void)
{
    return packed_text_is_there();
}

uint16_t katrain_half_float(float number)
{
    enum { MANTISSA = 23, HALF_MANTISSA = 10, BIAS = 127, HALF_BIAS = 15 };
    enum { EXPONENT_MAX = 31, CUT = MANTISSA - HALF_MANTISSA };
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000;
    uint32_t mantissa = (bits & 0x7FFFFF) | 0x800000;
    int exponent = (int)(bits >> MANTISSA & 0xFF) - BIAS + HALF_BIAS;
    int cut = exponent > 0 ? CUT : CUT + 1 - exponent; // subnormals lose more
    if (exponent >= EXPONENT_MAX)
        return (uint16_t)(sign | EXPONENT_MAX << HALF_MANTISSA);
    if (cut > MANTISSA + 1)
        return (uint16_t)sign;
    uint32_t half = (mantissa + (1U << (cut - 1)) - 1 + (mantissa >> cut & 1)) >> cut;
    if (exponent > 0) // the leading bit raises the exponent by one
        half += (uint32_t)(exponent - 1) << HALF_MANTISSA;
    return (uint16_t)(sign | half);
}

// Floats of 16 bits, the low byte first.
static bool pack_floats(const float numbers[], int count, LongText *text)
{
    char bytes[2 * (POINT_COUNT_MAX + 1)];
    for (int i = 0; i < count; i++) {
        uint16_t half = katrain_half_float(numbers[i]);
        bytes[2 * i] = (char)(half & 0xFF);
        bytes[2 * i + 1] = (char)(half >> 8);
    }
    return packed_text_write(bytes, 2 * (size_t)count, text);
}

static void write_line(const Point line[], int length, LongText *text)
{
    long_text_add(text, "\"pv\":[");
    for (int i = 0; i < length; i++) {
        char vertex[VERTEX_SIZE];
        point_to_vertex(line[i], vertex);
        long_text_printf(text, i == 0 ? "\"%s\"" : ",\"%s\"", vertex);
    }
    long_text_add(text, "]");
}

static void write_numbers(double win_rate, double lead, unsigned long long visits,
                          LongText *text)
{
    long_text_printf(text,
                     "\"visits\":%llu,\"winrate\":%.4f,\"scoreLead\":%.2f,"
                     "\"scoreSelfplay\":%.2f,\"utility\":%.4f",
                     visits, win_rate, lead, lead, 2 * win_rate - 1);
}

static void write_move(const ReviewMove *move, int order, LongText *text)
{
    char vertex[VERTEX_SIZE];
    point_to_vertex(move->move, vertex);
    long_text_printf(text, "%s\"%s\":{\"move\":\"%s\",\"order\":%d,",
                     order > 0 ? "," : "", vertex, vertex, order);
    write_numbers(move->win_rate, move->lead, move->visits, text);
    long_text_printf(text, ",\"lcb\":%.4f,\"prior\":%.5f,", move->low_rate,
                     move->prior);
    write_line(move->line, move->line_length, text);
    long_text_add(text, "}");
}

static bool has_move(const ReviewPosition *position, Point point)
{
    for (int i = 0; i < position->move_count; i++)
        if (position->moves[i].move == point)
            return true;
    return false;
}

// The move that was played, if the search has not named it, by the position after it.
static void write_played(const Review *review, int turn, LongText *text)
{
    const ReviewPosition *before = &review->positions[turn], *after = before + 1;
    if (turn + 1 == review->game->turn_count || !review->game->turns[turn + 1].is_move)
        return;
    Point point = review->game->turns[turn + 1].point, line[1 + REVIEW_LINE_MAX];
    int length = 1;
    char vertex[VERTEX_SIZE];
    if (has_move(before, point))
        return;
    point_to_vertex(point, vertex);
    line[0] = point;
    for (int i = 0; after->move_count > 0 && i < after->moves[0].line_length; i++)
        line[length++] = after->moves[0].line[i];
    long_text_printf(text, "%s\"%s\":{\"move\":\"%s\",\"order\":%d,",
                     before->move_count > 0 ? "," : "", vertex, vertex,
                     ORDER_OF_OTHERS);
    write_numbers(after->win_rate, after->lead, after->visits, text);
    long_text_add(text, ",");
    write_line(line, length, text);
    long_text_add(text, "}");
}

static void write_json(const Review *review, int turn, LongText *text)
{
    const ReviewPosition *position = &review->positions[turn];
    long_text_add(text, "{\"moves\":{");
    for (int i = 0; i < position->move_count; i++)
        write_move(&position->moves[i], i, text);
    write_played(review, turn, text);
    long_text_printf(text, "},\"root\":{\"currentPlayer\":\"%s\",",
                     position->player == BLACK ? "B" : "W");
    write_numbers(position->win_rate, position->lead, position->visits, text);
    long_text_printf(text, ",\"scoreStdev\":%.2f},\"completed\":true}",
                     position->deviation);
}

bool katrain_analysis_write(const Review *review, int turn, LongText *text)
{
    const ReviewPosition *position = &review->positions[turn];
    int points = review->game->columns * review->game->rows;
    LongText json = {.text = {.bytes = NULL}};
    write_json(review, turn, &json);
    long_text_add(text, "[");
    bool done = pack_floats(position->owners, points, text);
    long_text_add(text, "][");
    done = done && pack_floats(position->policy, points + 1, text);
    long_text_add(text, "][");
    done = done && !json.text.truncated &&
           packed_text_write(json.text.bytes, json.text.length, text);
    long_text_add(text, "]");
    long_text_free(&json);
    return done;
}
