// SPDX-License-Identifier: MIT
#include "packed_text.h"

bool packed_text_is_there(void)
{
    return false;
}

bool packed_text_write(const char *bytes, size_t length, LongText *text)
{
    (void)bytes, (void)length, (void)text;
    return false;
}
