// SPDX-License-Identifier: MIT
#include "katago_profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANK_LEAST = -19, // 20 kyu
    YEAR_OLD = 2016,  // of openings before AlphaZero's, and after
    MONTH_OLD = 9,
    YEAR_NEW = 2020,
    MONTH_NEW = 3,
    YEAR_FIRST = 1800,
    YEAR_MODERN = 2021, // the first of the source of modern games
    YEAR_LAST = 2023,
};

// Places among the numbers. 9 dan sets the first number of its part, 8 dan the first
// two, and so on.
enum {
    PLACE_HUMAN = 0, // of the player and of the opponent, as all pairs here
    PLACE_RANKS = 6,
    RANKS = 34,
    PLACE_RATED = 74,
    PLACE_CLOCK_UNKNOWN = 75,
    PLACE_CLOCK_BYOYOMI = 79,
    PLACE_MAIN_TIME = 82,
    PLACE_PERIOD_TIME,
    PLACE_PERIODS,
    PLACE_CANADIAN,
    PLACE_AREA,
    PLACE_DATE, // a cosine and a sine for each of so many periods
    DATE_PERIODS = 32,
    PLACE_SOURCE = PLACE_DATE + 2 * DATE_PERIODS,
    AREA_USUAL = 361, // points
};

// The clock of games on KGS: byo-yomi with so many periods.
static const double KGS_SECONDS = 1200, KGS_PERIOD_SECONDS = 30;
enum { KGS_PERIODS = 5 };

// Reads a rank that these networks know. Returns what is behind it. NULL: there is
// none.
static const char *read_rank(const char *text, Rank *rank)
{
    const char *rest = rank_read(text, rank);
    return rest != NULL && *rank >= RANK_LEAST && *rank <= RANK_9_DAN ? rest : NULL;
}

KatagoProfile katago_profile_of_rank(Rank rank)
{
    return (KatagoProfile){.source = KATAGO_SOURCE_KGS,
                           .rank = {rank, rank},
                           .year = YEAR_NEW,
                           .month = MONTH_NEW};
}

Rank katago_profile_rank(const KatagoProfile *profile, Color player)
{
    if (profile->source == KATAGO_SOURCE_NONE)
        return RANK_UNKNOWN;
    bool is_amateur = profile->source == KATAGO_SOURCE_KGS;
    return is_amateur ? profile->rank[player] : RANK_PROFESSIONAL;
}

// Opening styles differ before and after AlphaZero.
static bool read_ranks(const char *text, bool is_old, KatagoProfile *profile)
{
    Rank rank = RANK_1_DAN;
    const char *rest = read_rank(text, &rank);
    KatagoProfile read = katago_profile_of_rank(rank);
    if (is_old) {
        read.year = YEAR_OLD;
        read.month = MONTH_OLD;
    }
    if (rest != NULL && *rest == '_')
        rest = read_rank(rest + 1, &read.rank[WHITE]);
    if (rest == NULL || *rest != '\0')
        return false;
    *profile = read;
    return true;
}

static bool read_year(const char *text, KatagoProfile *profile)
{
    char *end;
    long year = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || year < YEAR_FIRST ||
        year > YEAR_LAST)
        return false;
    bool is_modern = year >= YEAR_MODERN;
    *profile =
        (KatagoProfile){.source = is_modern ? KATAGO_SOURCE_GO4GO : KATAGO_SOURCE_GOGOD,
                        .rank = {RANK_9_DAN, RANK_9_DAN},
                        .year = (int)year,
                        .month = 6};
    return true;
}

// What follows the beginning of a name. NULL: it begins otherwise.
static const char *after(const char *name, const char *beginning)
{
    size_t length = strlen(beginning);
    return strncmp(name, beginning, length) == 0 ? name + length : NULL;
}

bool katago_profile_read(const char *name, KatagoProfile *profile)
{
    const char *rest;
    if (name[0] == '\0' || strcmp(name, "_") == 0) {
        *profile = (KatagoProfile){.source = KATAGO_SOURCE_NONE};
        return true;
    }
    if ((rest = after(name, "proyear_")) != NULL)
        return read_year(rest, profile);
    if ((rest = after(name, "preaz_")) != NULL)
        return read_ranks(rest, true, profile);
    rest = after(name, "rank_");
    return rest != NULL && read_ranks(rest, false, profile);
}

void katago_profile_write(const KatagoProfile *profile, Text *text)
{
    if (profile->source == KATAGO_SOURCE_NONE)
        return;
    if (profile->source != KATAGO_SOURCE_KGS) {
        text_printf(text, "proyear_%d", profile->year);
        return;
    }
    text_add(text, profile->year == YEAR_OLD ? "preaz" : "rank");
    text_add(text, "_");
    rank_write(profile->rank[BLACK], text);
    if (profile->rank[WHITE] == profile->rank[BLACK])
        return;
    text_add(text, "_");
    rank_write(profile->rank[WHITE], text);
}

bool katago_profile_is_same(const KatagoProfile *a, const KatagoProfile *b)
{
    return a->source == b->source && a->year == b->year && a->month == b->month &&
           a->rank[BLACK] == b->rank[BLACK] && a->rank[WHITE] == b->rank[WHITE];
}

// Days from 1970-01-01 to the first day of a month. Source: Hinnant, "chrono-compatible
// low-level date algorithms", for years from March to February.
static int days_since_1970(int year, int month)
{
    enum { YEARS = 400, DAYS = 146097, DAYS_UNTIL_1970 = 719468 };
    int from_march = (month + 9) % 12;
    year -= month <= 2;
    int era = year / YEARS, of_era = year % YEARS;
    int of_year = (153 * from_march + 2) / 5;
    return era * DAYS + of_era * 365 + of_era / 4 - of_era / 100 + of_year -
           DAYS_UNTIL_1970;
}

static void fill_clock(const KatagoProfile *profile, float numbers[])
{
    bool is_known = profile->source == KATAGO_SOURCE_KGS;
    double seconds = is_known ? KGS_SECONDS : 0;
    double period = is_known ? KGS_PERIOD_SECONDS : 0;
    int periods = is_known ? KGS_PERIODS : 0, canadian_moves = 0;
    numbers[is_known ? PLACE_CLOCK_BYOYOMI : PLACE_CLOCK_UNKNOWN] = 1;
    numbers[PLACE_MAIN_TIME] = (float)(0.4 * (log(seconds + 60) - 6.5));
    numbers[PLACE_PERIOD_TIME] = (float)(0.3 * (log(period + 1) - 3));
    numbers[PLACE_PERIODS] = (float)(0.5 * (log(periods + 2) - 1.5));
    numbers[PLACE_CANADIAN] = (float)(0.25 * (log(canadian_moves + 2) - 1.5));
}

// The periods grow from a week to about 1,500 years.
static void fill_date(const KatagoProfile *profile, float numbers[])
{
    const double growth = pow(80000, 1.0 / (DATE_PERIODS - 1)), circle = 2 * acos(-1);
    double period = 7, days = days_since_1970(profile->year, profile->month);
    for (int i = 0; i < DATE_PERIODS; i++) {
        numbers[PLACE_DATE + 2 * i] = (float)cos(days / period * circle);
        numbers[PLACE_DATE + 2 * i + 1] = (float)sin(days / period * circle);
        period *= growth;
    }
}

void katago_profile_fill(const KatagoProfile *profile, Color player, int points,
                         float numbers[KATAGO_METADATA])
{
    memset(numbers, 0, KATAGO_METADATA * sizeof *numbers);
    for (int i = 0; i < 2; i++) {
        Rank rank = profile->rank[i == 0 ? player : color_other(player)];
        numbers[PLACE_HUMAN + i] = 1;
        for (int j = 0; j <= RANK_9_DAN - rank; j++)
            numbers[PLACE_RANKS + i * RANKS + j] = 1;
    }
    // Whether such games are rated is known of professionals only: they are.
    numbers[PLACE_RATED] = profile->source == KATAGO_SOURCE_KGS ? 0.5f : 0;
    fill_clock(profile, numbers);
    numbers[PLACE_AREA] = (float)(0.5 * log((double)points / AREA_USUAL));
    fill_date(profile, numbers);
    numbers[PLACE_SOURCE + (int)profile->source] = 1;
}
