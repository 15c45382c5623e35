// SPDX-License-Identifier: MIT
#include "message.h"

#include <math.h>
#include <string.h>

#include "packed_numbers.h"

enum { MAGIC = 0x4d4b4e50, CHECKSUM_AT = 5 }; // "PNKM"

// Where numbers of an answer end. Beyond, something is wrong with the rank.
static const float CHANCE_MAX = 1.01F, POINTS_MAX = 4000;

WireWriter message_begin(MessageKind kind, unsigned char *bytes, size_t capacity)
{
    WireWriter writer = {.capacity = capacity};
    writer.bytes = bytes;
    wire_put(&writer, MAGIC, 4);
    wire_put(&writer, kind, 1);
    wire_put(&writer, 0, 4);
    return writer;
}

bool message_seal(const WireWriter *writer)
{
    if (writer->failed)
        return false;
    WireWriter head = {.bytes = writer->bytes + CHECKSUM_AT, .capacity = 4};
    wire_put(&head,
             wire_checksum(writer->bytes + MESSAGE_HEAD, writer->size - MESSAGE_HEAD),
             4);
    return true;
}

bool message_open(const unsigned char *bytes, size_t size, MessageKind *kind,
                  WireReader *reader)
{
    *reader = (WireReader){.bytes = bytes, .left = size};
    wire_demand(reader, wire_get(reader, 4) == MAGIC);
    uint64_t number = wire_get(reader, 1);
    wire_demand(reader, number >= 1 && number < MESSAGE_KINDS);
    uint32_t sum = (uint32_t)wire_get(reader, 4);
    *kind = (MessageKind)number;
    return !reader->failed &&
           wire_demand(reader, sum == wire_checksum(reader->bytes, reader->left));
}

bool message_is_done(const WireReader *reader)
{
    return !reader->failed && reader->left == 0;
}

size_t message_of_job(MessageKind kind, uint32_t job, unsigned char *bytes)
{
    WireWriter writer = message_begin(kind, bytes, MESSAGE_HEAD + 4);
    wire_put(&writer, job, 4);
    message_seal(&writer);
    return writer.size;
}

size_t message_of_kind(MessageKind kind, unsigned char *bytes)
{
    WireWriter writer = message_begin(kind, bytes, MESSAGE_HEAD);
    message_seal(&writer);
    return writer.size;
}

void hello_write(WireWriter *writer, const Hello *hello)
{
    wire_put(writer, MESSAGE_VERSION, 2);
    wire_put(writer, (uint64_t)hello->threads, 2);
    for (int i = 0; i < MESSAGE_HOST_SIZE - 1; i++)
        wire_put(writer, (unsigned char)hello->host[i], 1);
}

size_t message_of_hello(int threads, const char *host, unsigned char *bytes)
{
    Hello hello = {.threads = threads};
    size_t length = strlen(host);
    memcpy(hello.host, host,
           length < MESSAGE_HOST_SIZE ? length : MESSAGE_HOST_SIZE - 1);
    WireWriter writer = message_begin(MESSAGE_HELLO, bytes, HELLO_BYTES);
    hello_write(&writer, &hello);
    message_seal(&writer);
    return writer.size;
}

bool hello_read(WireReader *reader, Hello *hello)
{
    wire_demand(reader, wire_get(reader, 2) == MESSAGE_VERSION);
    hello->threads = (int)wire_get(reader, 2);
    wire_demand(reader, hello->threads >= 1 && hello->threads <= MESSAGE_THREADS_MAX);
    memset(hello->host, 0, sizeof hello->host);
    bool is_over = false;
    for (int i = 0; i < MESSAGE_HOST_SIZE - 1; i++) {
        char c = (char)wire_get(reader, 1);
        is_over = is_over || c == '\0';
        if (!is_over)
            hello->host[i] = (char)(c > ' ' && c <= '~' ? c : '?');
    }
    return message_is_done(reader);
}

void leaf_order_write(WireWriter *writer, const LeafOrder *leaf)
{
    wire_put(writer, leaf->flight, 4);
    wire_put(writer, leaf->index, 8);
    wire_put(writer, leaf->is_known, 1);
    wire_put(writer, (uint64_t)leaf->length, 2);
    for (int i = 0; i < leaf->length; i++)
        wire_put(writer, leaf->moves[i], 2);
}

bool leaf_order_read(WireReader *reader, LeafOrder *leaf)
{
    leaf->flight = (uint32_t)wire_get(reader, 4);
    leaf->index = wire_get(reader, 8);
    uint64_t is_known = wire_get(reader, 1);
    leaf->is_known = is_known == 1;
    leaf->length = (int)wire_get(reader, 2);
    if (!wire_demand(reader,
                     is_known <= 1 && leaf->length >= 1 && leaf->length < PATH_LIMIT))
        return false;
    for (int i = 0; i < leaf->length; i++) {
        leaf->moves[i] = (Point)wire_get(reader, 2);
        wire_demand(reader, leaf->moves[i] < POINT_LIMIT);
    }
    return !reader->failed;
}

void answers_head_write(WireWriter *writer, const AnswersHead *head)
{
    wire_put(writer, head->job, 4);
    wire_put(writer, (uint64_t)head->columns, 1);
    wire_put(writer, (uint64_t)head->rows, 1);
    wire_put(writer, (uint64_t)head->waiting, 2);
    wire_put(writer, head->is_dry, 1);
}

bool answers_head_read(WireReader *reader, AnswersHead *head)
{
    head->job = (uint32_t)wire_get(reader, 4);
    head->columns = (int)wire_get(reader, 1);
    head->rows = (int)wire_get(reader, 1);
    head->waiting = (int)wire_get(reader, 2);
    uint64_t is_dry = wire_get(reader, 1);
    head->is_dry = is_dry == 1;
    return wire_demand(reader, is_dry <= 1 && head->columns >= 1 &&
                                   head->columns <= BOARD_SIZE_MAX && head->rows >= 1 &&
                                   head->rows <= BOARD_SIZE_MAX);
}

static void write_output(WireWriter *writer, const AnswersHead *head,
                         const NetworkOutput *output)
{
    wire_put_float(writer, output->win);
    wire_put_float(writer, output->score);
    wire_put_float(writer, output->win_error);
    wire_put_float(writer, output->score_error);
    wire_put_float(writer, output->score_mean);
    wire_put_float(writer, output->score_stdev);
    wire_put(writer, packed_upper_half(output->policy[PASS]), 2);
    for (int row = 1; row <= head->rows; row++)
        for (int column = 0; column < head->columns; column++) {
            Point p = point_at(column, row);
            wire_put(writer, packed_upper_half(output->policy[p]), 2);
            wire_put(writer, packed_owner(output->owner[p]), 1);
        }
}

static float get_within(WireReader *reader, float low, float high)
{
    float number = wire_get_float(reader);
    // Not a number is in no range.
    return wire_demand(reader, number >= low && number <= high) ? number : 0;
}

static float get_policy(WireReader *reader)
{
    float number = packed_of_upper_half((uint16_t)wire_get(reader, 2));
    return wire_demand(reader, number >= 0 && number <= CHANCE_MAX) ? number : 0;
}

static void read_output(WireReader *reader, const AnswersHead *head,
                        NetworkOutput *output)
{
    output->win = get_within(reader, 1 - CHANCE_MAX, CHANCE_MAX);
    output->score = get_within(reader, -POINTS_MAX, POINTS_MAX);
    output->win_error = get_within(reader, 0, POINTS_MAX);
    output->score_error = get_within(reader, 0, POINTS_MAX);
    output->score_mean = get_within(reader, -POINTS_MAX, POINTS_MAX);
    output->score_stdev = get_within(reader, 0, POINTS_MAX);
    output->no_result = 0; // as the cache has it
    output->variance_time = -1;
    output->policy[PASS] = get_policy(reader);
    for (int row = 1; row <= head->rows; row++)
        for (int column = 0; column < head->columns; column++) {
            Point p = point_at(column, row);
            output->policy[p] = get_policy(reader);
            output->owner[p] = packed_of_owner((uint8_t)wire_get(reader, 1));
        }
}

void leaf_answer_write(WireWriter *writer, const AnswersHead *head,
                       const LeafAnswer *answer)
{
    wire_put(writer, answer->flight, 4);
    wire_put(writer, answer->is_playout, 1);
    if (!answer->is_playout) {
        write_output(writer, head, &answer->output);
        return;
    }
    for (Color color = BLACK; color <= WHITE; color++)
        wire_put_set(writer, &answer->playout.owner[color], head->columns, head->rows);
}

bool leaf_answer_read(WireReader *reader, const AnswersHead *head, LeafAnswer *answer)
{
    memset(answer, 0, sizeof *answer);
    answer->flight = (uint32_t)wire_get(reader, 4);
    uint64_t is_playout = wire_get(reader, 1);
    answer->is_playout = is_playout == 1;
    if (!wire_demand(reader, is_playout <= 1))
        return false;
    if (!answer->is_playout) {
        read_output(reader, head, &answer->output);
        return !reader->failed;
    }
    Bitboard *owner = answer->playout.owner;
    for (Color color = BLACK; color <= WHITE; color++)
        owner[color] = wire_get_set(reader, head->columns, head->rows);
    Bitboard both = bitboard_intersection(owner[BLACK], owner[WHITE]);
    answer->playout.score =
        bitboard_count(&owner[BLACK]) - bitboard_count(&owner[WHITE]);
    return wire_demand(reader, bitboard_is_empty(&both));
}
