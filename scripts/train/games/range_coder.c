// SPDX-License-Identifier: MIT
#include "range_coder.h"

#include <assert.h>
#include <string.h>

enum {
    CHANCE_BITS = 16,
    CHANCE_ONE = 1 << CHANCE_BITS,
    CHANCE_MIN = 48, // nothing becomes so sure that its opposite costs much
    SEEN_MAX = 40,   // a model is the mean of about so many bits
    BYTE = 8,
    RANGE_MIN = 1 << 24, // below it another byte is due
    TOP = 24,            // bits below the highest byte
    CODE_BYTES = 4,      // that are read ahead
    LENGTH_BITS = 5,
};

void models_init(BitModel models[], int count)
{
    for (int i = 0; i < count; i++)
        models[i] = (BitModel){.chance = CHANCE_ONE / 2};
}

void coder_write(RangeCoder *coder, uint8_t bytes[], size_t size)
{
    *coder = (RangeCoder){.range = UINT32_MAX, .size = size, .held = 1};
    coder->bytes = bytes;
}

static uint8_t read_byte(RangeCoder *coder)
{
    return coder->position < coder->size ? coder->source[coder->position++] : 0;
}

void coder_read(RangeCoder *coder, const uint8_t bytes[], size_t size)
{
    *coder = (RangeCoder){
        .reading = true, .range = UINT32_MAX, .source = bytes, .size = size};
    for (int i = 0; i < CODE_BYTES; i++)
        coder->code = coder->code << BYTE | read_byte(coder);
}

static void write_byte(RangeCoder *coder, uint8_t byte)
{
    if (!coder->begun)
        coder->begun = true;
    else if (coder->position < coder->size)
        coder->bytes[coder->position++] = byte;
    else
        coder->full = true;
}

// Moves the highest byte out. While it is 255 a carry from below may still run through.
static void shift_low(RangeCoder *coder)
{
    bool carry = coder->low > UINT32_MAX;
    if (carry || coder->low < 0xff000000u) {
        for (uint8_t byte = coder->kept; coder->held > 0; coder->held--) {
            write_byte(coder, (uint8_t)(byte + carry));
            byte = 0xff;
        }
        coder->kept = (uint8_t)(coder->low >> TOP);
    }
    coder->held++;
    coder->low = (coder->low & 0x00ffffffu) << BYTE;
}

bool coder_finish(RangeCoder *coder, size_t *size)
{
    assert(!coder->reading);
    // The number in the range that ends with most zeros, which need not be written.
    coder->low = (coder->low + RANGE_MIN - 1) & ~(uint64_t)(RANGE_MIN - 1);
    for (int i = 0; i <= CODE_BYTES; i++)
        shift_low(coder);
    while (coder->position > 0 && coder->bytes[coder->position - 1] == 0)
        coder->position--;
    *size = coder->position;
    return !coder->full;
}

// Takes the part [start, start + width) of the range.
static void narrow_range(RangeCoder *coder, uint32_t start, uint32_t width)
{
    if (coder->reading)
        coder->code -= start;
    else
        coder->low += start;
    coder->range = width;
    while (coder->range < RANGE_MIN) {
        coder->range <<= BYTE;
        if (coder->reading)
            coder->code = coder->code << BYTE | read_byte(coder);
        else
            shift_low(coder);
    }
}

// Moves the chance towards the bit, by less the more it has seen.
static void learn(BitModel *model, int bit)
{
    int chance = model->chance, goal = bit ? CHANCE_ONE - CHANCE_MIN : CHANCE_MIN;
    model->chance = (uint16_t)(chance + (goal - chance) / (model->seen + 2));
    if (model->seen < SEEN_MAX)
        model->seen++;
}

int coder_bit(RangeCoder *coder, BitModel *model, int bit)
{
    uint32_t bound = (coder->range >> CHANCE_BITS) * model->chance;
    if (coder->reading)
        bit = coder->code < bound;
    if (bit)
        narrow_range(coder, 0, bound);
    else
        narrow_range(coder, bound, coder->range - bound);
    learn(model, bit);
    return bit;
}

int coder_uniform(RangeCoder *coder, int count, int number)
{
    assert(count > 0 && count <= CHANCE_ONE);
    uint32_t step = coder->range / (uint32_t)count;
    if (coder->reading) {
        uint32_t found = coder->code / step;
        number = found < (uint32_t)count ? (int)found : count - 1;
    }
    assert(number >= 0 && number < count);
    narrow_range(coder, (uint32_t)number * step, step);
    return number;
}

int coder_tree(RangeCoder *coder, BitModel models[], int bits, int number)
{
    int node = 1;
    for (int i = bits - 1; i >= 0; i--)
        node = 2 * node + coder_bit(coder, &models[node], number >> i & 1);
    return node - (1 << bits);
}

static int length_of(int number)
{
    int length = 0;
    while (number >> length > 0)
        length++;
    return length;
}

int coder_number(RangeCoder *coder, BitModel models[], int number)
{
    assert(coder->reading || number >= 0);
    int length = coder_tree(coder, models, LENGTH_BITS,
                            coder->reading ? 0 : length_of(number + 1));
    int found = 1;
    for (int i = length - 2; i >= 0; i--) {
        int bit = (number + 1) >> i & 1;
        bit = i == length - 2
                  ? coder_bit(coder, &models[(1 << LENGTH_BITS) + length], bit)
                  : coder_uniform(coder, 2, bit);
        found = 2 * found + bit;
    }
    return found - 1;
}

int coder_signed(RangeCoder *coder, BitModel models[], int number)
{
    int code = number >= 0 ? 2 * number : -2 * number - 1;
    code = coder_number(coder, models, coder->reading ? 0 : code);
    return code % 2 == 0 ? code / 2 : -(code + 1) / 2;
}
