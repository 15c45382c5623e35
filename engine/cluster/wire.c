// SPDX-License-Identifier: MIT
#include "wire.h"

#include <string.h>

enum { BITS = 8 };

void wire_put(WireWriter *writer, uint64_t number, int bytes)
{
    writer->failed = writer->failed || writer->capacity - writer->size < (size_t)bytes;
    for (int i = 0; i < bytes && !writer->failed; i++)
        writer->bytes[writer->size++] = (unsigned char)(number >> (BITS * i));
}

void wire_put_float(WireWriter *writer, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    wire_put(writer, bits, 4);
}

void wire_put_set(WireWriter *writer, const Bitboard *set, int columns, int rows)
{
    unsigned byte = 0;
    int bit = 0;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            byte |= (unsigned)bitboard_test(set, point_at(column, row + 1)) << bit;
            if (++bit == BITS) {
                wire_put(writer, byte, 1);
                byte = 0;
                bit = 0;
            }
        }
    if (bit > 0)
        wire_put(writer, byte, 1);
}

uint64_t wire_get(WireReader *reader, int bytes)
{
    uint64_t number = 0;
    if (!wire_demand(reader, reader->left >= (size_t)bytes))
        return 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)reader->bytes[i] << (BITS * i);
    reader->bytes += bytes;
    reader->left -= (size_t)bytes;
    return number;
}

int32_t wire_get_signed(WireReader *reader)
{
    return (int32_t)(uint32_t)wire_get(reader, 4);
}

float wire_get_float(WireReader *reader)
{
    uint32_t bits = (uint32_t)wire_get(reader, 4);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

Bitboard wire_get_set(WireReader *reader, int columns, int rows)
{
    Bitboard set = bitboard_empty();
    unsigned byte = 0;
    int bit = BITS;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            if (bit == BITS) {
                byte = (unsigned)wire_get(reader, 1);
                bit = 0;
            }
            if ((byte >> bit++ & 1) != 0)
                bitboard_add(&set, point_at(column, row + 1));
        }
    return set;
}

bool wire_demand(WireReader *reader, bool is_valid)
{
    if (!is_valid)
        reader->failed = true;
    return !reader->failed;
}

uint32_t wire_checksum(const unsigned char *bytes, size_t size)
{
    uint32_t sum = 2166136261U;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 16777619U;
    return sum;
}
