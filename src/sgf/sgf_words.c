// SPDX-License-Identifier: MIT
#include "sgf_words.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "sgf_encoding.h"

enum { SPELLINGS_MAX = 5, FIRST_SECOND_BYTE = 0x40 };

typedef struct Sign {
    const char *meaning;
    const char *spellings[SPELLINGS_MAX]; // bytes, in UTF-8 first
} Sign;

// After UTF-8 come Shift-JIS, GBK, Big5 and EUC-JP, or EUC-KR, where they differ, or
// Latin-1. No spelling in one of them is that of another meaning in another one.
static const Sign SIGNS[] = {
    {"0", {"\351\233\266", "\227\353", "\301\343", "\271s", "\316\355"}},
    {"0", {"\343\200\207", "\201Z", "\251\226", "\241\273"}},
    {"1", {"\344\270\200", "\210\352", "\322\273", "\244@", "\260\354"}},
    {"2", {"\344\272\214", "\223\361", "\266\376", "\244G", "\306\363"}},
    {"3", {"\344\270\211", "\216O", "\310\375", "\244T", "\273\260"}},
    {"4", {"\345\233\233", "\216l", "\313\304", "\245|", "\273\315"}},
    {"5", {"\344\272\224", "\214\334", "\316\345", "\244\255", "\270\336"}},
    {"6", {"\345\205\255", "\230Z", "\301\371", "\244\273", "\317\273"}},
    {"7", {"\344\270\203", "\216\265", "\306\337", "\244C", "\274\267"}},
    {"8", {"\345\205\253", "\224\252", "\260\313", "\244K", "\310\254"}},
    {"9", {"\344\271\235", "\213\343", "\276\305", "\244E", "\266\345"}},
    {".", {"\357\274\216", "\201D", "\243\256", "\241D", "\241\245"}},
    {",", {"\357\274\214", "\201C", "\243\254", "\241A", "\241\244"}},
    {"/", {"\357\274\217", "\201^", "\243\257", "\242A", "\241\277"}},
    {"-", {"\357\274\215", "\243\255", "\241\320"}},
    {" 1/2 ", {"\302\275", "\275"}},
    {" 1/4 ", {"\302\274", "\274"}},
    {" 3/4 ", {"\302\276", "\276"}},
    {" half ", {"\345\215\212", "\224\274", "\260\353", "\245b", "\310\276"}},
    {" half ", {"\353\260\230", "\271\335"}},
    {" stones ", {"\345\255\220", "\216q", "\327\323", "\244l", "\273\322"}},
    {" of ", {"\345\210\206", "\225\252", "\267\326", "\244\300", "\312\254"}},
    {" no ", {"\346\227\240", "\316\336"}},
    {" no ", {"\347\204\241", "\226\263", "\265L", "\314\265"}},
    {" black ", {"\351\273\221", "\272\332", "\266\302"}},
    {" black ", {"\351\273\222", "\215\225", "\271\365"}},
    {" black ", {"\355\235\221", "\310\346"}},
    {" white ", {"\347\231\275", "\224\222", "\260\327", "\245\325", "\307\362"}},
    {" white ", {"\353\260\261", "\271\351"}},
    {" resignation ", {"\347\233\230", "\305\314"}},
    {" resignation ", {"\347\233\244", "\275L", "\224\325", "\310\327"}},
    {" resignation ", {"\346\212\274", "\211\237", "\262\241"}},
    {" resignation ", {"\352\263\204", "\260\350"}},
    {" wins ", {"\350\203\234", "\312\244"}},
    {" wins ", {"\345\213\235", "\217\237", "\263\323", "\276\241"}},
    {" wins ", {"\354\212\271", "\275\302"}},
};

// The figures of two bytes: the first, and the second one of 0. Source: the rows of
// JIS X 0208 in Shift-JIS, of GB2312 (and all EUC), and of Big5.
static const unsigned char WIDE_ZEROS[][2] = {{0x82, 0x4f}, {0xa3, 0xb0}, {0xa2, 0xaf}};

// A figure as wide as a Chinese character; adds it. Returns its bytes, 0 if it is none.
static size_t add_wide_figure(const char *value, bool is_utf8, Text *words)
{
    const unsigned char *bytes = (const unsigned char *)value;
    static const unsigned char UTF8_ZERO[] = {0xef, 0xbc, 0x90};
    if (is_utf8) {
        if (memcmp(value, UTF8_ZERO, 2) != 0 || bytes[2] < 0x90 || bytes[2] > 0x99)
            return 0;
        text_add_char(words, (char)('0' + bytes[2] - 0x90));
        return 3;
    }
    for (size_t i = 0; i < sizeof WIDE_ZEROS / sizeof WIDE_ZEROS[0]; i++) {
        int figure = bytes[1] - WIDE_ZEROS[i][1];
        if (bytes[0] == WIDE_ZEROS[i][0] && figure >= 0 && figure <= 9) {
            text_add_char(words, (char)('0' + figure));
            return 2;
        }
    }
    return 0;
}

// Does the value begin with it? A sign of one byte, of Latin-1, may be part of another
// one if a byte follows that can be.
static bool begins_with(const char *value, const char *spelling)
{
    size_t length = strlen(spelling);
    return strncmp(value, spelling, length) == 0 &&
           (length > 1 || (unsigned char)value[1] < FIRST_SECOND_BYTE);
}

// The bytes of a sign with which the value begins; 0: with none of its spellings.
static size_t spelling_length(const char *value, const Sign *sign, bool is_utf8)
{
    int first = is_utf8 ? 0 : 1, end = is_utf8 ? 1 : SPELLINGS_MAX;
    for (int i = first; i < end && sign->spellings[i] != NULL; i++)
        if (begins_with(value, sign->spellings[i]))
            return strlen(sign->spellings[i]);
    return 0;
}

// A sign; adds what it means. Returns its bytes, 0 if it is none of ours.
static size_t add_sign(const char *value, bool is_utf8, Text *words)
{
    for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++) {
        size_t length = spelling_length(value, &SIGNS[i], is_utf8);
        if (length == 0)
            continue;
        text_add(words, SIGNS[i].meaning);
        return length;
    }
    return 0;
}

// Bytes of a character that we do not know.
static size_t unknown_length(const char *value, bool is_utf8)
{
    size_t length = 1;
    if (is_utf8)
        while ((value[length] & 0xc0) == 0x80)
            length++;
    else if ((unsigned char)value[1] >= FIRST_SECOND_BYTE)
        length = 2;
    return length;
}

void sgf_words_read(const char *value, Text *words)
{
    bool is_utf8 = sgf_is_utf8(value, strlen(value));
    while (*value != '\0') {
        if ((unsigned char)*value < 0x80) {
            text_add_char(words, (char)tolower((unsigned char)*value++));
            continue;
        }
        size_t length = add_wide_figure(value, is_utf8, words);
        if (length == 0)
            length = add_sign(value, is_utf8, words);
        if (length == 0) {
            length = unknown_length(value, is_utf8);
            text_add_char(words, ' ');
        }
        value += length;
    }
}
