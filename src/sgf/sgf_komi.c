// SPDX-License-Identifier: MIT
#include "sgf_komi.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "sgf_name.h"
#include "sgf_words.h"

enum {
    WORDS_SIZE = 512, // room for the words of any value that a scan shows
    WORD_SIZE = 16,
    FOX_HUNDREDTHS_MIN = 25,
};

// What has been understood of a value.
typedef struct Amount {
    double number;
    bool is_known, is_whole; // whole: written without decimals
    bool is_negative, in_stones;
} Amount;

// Reads `6`, `6.5` or `6,5` and moves behind it. Errors: false, there is none.
static bool read_number(const char **at, Amount *amount)
{
    const char *c = *at;
    if (!isdigit((unsigned char)*c) && !(*c == '.' && isdigit((unsigned char)c[1])))
        return false;
    amount->number = 0;
    for (; isdigit((unsigned char)*c); c++)
        amount->number = 10 * amount->number + (*c - '0');
    amount->is_known = true;
    amount->is_whole = (*c != '.' && *c != ',') || !isdigit((unsigned char)c[1]);
    if (!amount->is_whole) {
        double unit = 1;
        for (c++; isdigit((unsigned char)*c); c++)
            amount->number += (unit /= 10) * (*c - '0');
    }
    *at = c;
    return true;
}

static const char *skip_spaces(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

// Reads `3/4`, or `4 of 3` as it is said in Chinese, and moves behind it. Errors:
// false.
static bool read_fraction(const char **at, double *fraction)
{
    Amount first, second;
    const char *c = *at;
    if (!read_number(&c, &first) || !first.is_whole)
        return false;
    c = skip_spaces(c);
    bool is_turned = strncmp(c, "of ", 3) == 0;
    if (!is_turned && *c != '/')
        return false;
    c = skip_spaces(c + (is_turned ? 3 : 1));
    if (!read_number(&c, &second))
        return false;
    double above = is_turned ? second.number : first.number;
    double below = is_turned ? first.number : second.number;
    if (below == 0)
        return false;
    *fraction = above / below;
    *at = c;
    return true;
}

// Reads letters, in small ones; of long words only the beginning.
static void read_word(const char **at, char word[WORD_SIZE])
{
    Text text = text_over(word, WORD_SIZE);
    for (; isalpha((unsigned char)**at); (*at)++)
        text_add_char(&text, **at);
}

static void set_number(Amount *amount, double number)
{
    amount->number = number;
    amount->is_known = amount->is_whole = true;
}

// Takes a word before the number, which may be the number itself.
static void heed_first_word(const char *word, Amount *amount)
{
    static const char *const NUMBERS[] = {"zero", "one", "two",   "three", "four",
                                          "five", "six", "seven", "eight", "nine"};
    static const char *const NOTHING[] = {"no", "nil", "without", NULL};
    for (int i = 0; i < 10; i++)
        if (strcmp(NUMBERS[i], word) == 0)
            set_number(amount, i);
    if (sgf_name_is_in(word, NOTHING))
        set_number(amount, 0);
    if (strcmp(word, "reverse") == 0)
        amount->is_negative = true;
    if (strcmp(word, "half") == 0) {
        set_number(amount, 0.5);
        amount->is_whole = false;
    }
}

// Looks for the number; moves behind it.
static void find_number(const char **at, Amount *amount)
{
    char word[WORD_SIZE], before = ' ';
    while (**at != '\0' && !amount->is_known) {
        if (read_fraction(at, &amount->number)) {
            amount->is_known = true;
        } else if (isalpha((unsigned char)**at)) {
            read_word(at, word);
            heed_first_word(word, amount);
            before = 'a';
        } else if (!read_number(at, amount)) {
            if (**at == '-' && !isalnum((unsigned char)before))
                amount->is_negative = true;
            before = *(*at)++;
        }
    }
}

static void add_part(Amount *amount, double part)
{
    amount->number += part;
    amount->is_whole = false;
}

// Takes what follows the number: the rest of it, and the unit.
static void read_rest(const char *at, Amount *amount)
{
    static const char *const STONES[] = {"stone", "stones", "zi", NULL};
    char word[WORD_SIZE];
    double fraction;
    while (*at != '\0') {
        if (isalpha((unsigned char)*at)) {
            read_word(&at, word);
            if (amount->is_whole && strcmp(word, "half") == 0)
                add_part(amount, 0.5);
            amount->in_stones = amount->in_stones || sgf_name_is_in(word, STONES);
        } else if (amount->is_whole && read_fraction(&at, &fraction)) {
            if (fraction < 1)
                add_part(amount, fraction);
        } else if (isdigit((unsigned char)*at)) {
            return; // another number says something else
        } else {
            at++;
        }
    }
}

static Amount read_amount(const char *value)
{
    Amount amount = {.is_known = false};
    char bytes[WORDS_SIZE], *rest;
    double number = strtod(value, &rest);
    if (rest != value && *rest == '\0') {
        set_number(&amount, number);
        amount.is_whole = strspn(value, "+-0123456789") == strlen(value);
        return amount;
    }
    Text words = text_over(bytes, sizeof bytes);
    sgf_words_read(value, &words);
    const char *at = bytes;
    find_number(&at, &amount);
    read_rest(at, &amount);
    if (amount.is_negative)
        amount.number = -amount.number;
    return amount;
}

// Does it end in .25 or .75?
static bool has_odd_quarter(double komi)
{
    int quarters = (int)(4 * komi);
    return quarters == 4 * komi && quarters % 2 != 0;
}

// Chinese komi may be in stones, which are two points each, because a quarter of a
// point does not exist. In hundredths, 200 to 400 are stones, such as 275, 325, 350 and
// 375. Larger numbers, such as 550, 650, 700 and 750, are points. Sources:
// getKomiOrDefault in sgf.cpp of KataGo, which has all of these numbers; SGFParser of
// LizzieYzy, which looks for no name of a server either; records of the Fox server for
// less than 200 (`KM[50]`: half a point).
bool sgf_komi_read(const char *value, bool is_fox, int *komi)
{
    Amount amount = read_amount(value);
    double points = amount.number;
    if (!amount.is_known || !(fabs(points) <= 100.0 * KOMI_MAX))
        return false;
    int least = is_fox ? FOX_HUNDREDTHS_MIN : SGF_HUNDREDTHS_MIN;
    if (amount.is_whole && abs((int)points) >= least && (int)points % 25 == 0) {
        points /= 100;
        amount.in_stones = amount.in_stones || (fabs(points) >= 2 && fabs(points) <= 4);
    }
    if (amount.in_stones || has_odd_quarter(points))
        points *= 2;
    return komi_from_points(points, komi);
}

bool sgf_komi_is_plain(const char *value, int komi)
{
    char *rest;
    double points = strtod(value, &rest);
    return rest != value && *rest == '\0' && 2 * points == komi;
}
