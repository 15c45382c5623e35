// SPDX-License-Identifier: MIT
//
// Lines of records for cmocka tests of scripts/train. Includes cmocka.
#ifndef RECORD_FIXTURE_H
#define RECORD_FIXTURE_H

#include <stdlib.h>

#include "game_record.h"
#include "picture.h"

// Black A2, White A1, which B1 captures, White E5, and two passes.
static const char *const SHORT_GAME = "5 0.5 0 B+0.5 - - adaebeeatttt";

// A letter for each point of 2x2: White's, no player's, Black's, and nearly Black's.
static const char *const OPINION = "2 7.5 0 ? - - bbtt 6500 -3 aa5000,tt250,ba1 akut";

// Reads a line; the caller frees the record. Fails the test if the line cannot be read.
static inline GameRecord *read_line(const char *line)
{
    GameRecord *record = malloc(sizeof *record);
    assert_non_null(record);
    RecordError error = record_read(line, record);
    if (error != RECORD_OK)
        fail_msg("%s: %s", line, record_error_text(error));
    return record;
}

#endif
