// SPDX-License-Identifier: MIT
#include "charset.h"

#include <string.h>

#ifdef HAVE_ICONV
#include <iconv.h>
#endif

// The number of bytes of a character of UTF-8 that begins so; 0: none does.
static size_t length_by(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first < 0xE0)
        return 2;
    if (first >= 0xE0 && first < 0xF0)
        return 3;
    return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

static bool is_utf8(const char *string)
{
    while (*string != '\0') {
        size_t length = length_by((unsigned char)*string);
        if (length == 0)
            return false;
        for (size_t i = 1; i < length; i++)
            if (!text_goes_on(string[i])) // nor does a NUL
                return false;
        string += length;
    }
    return true;
}

static void add_latin1(const char *string, Text *text)
{
    for (; *string != '\0'; string++) {
        unsigned char c = (unsigned char)*string;
        if (c >= 0x80) {
            text_add_char(text, (char)(0xC0 | c >> 6));
            c = 0x80 | (c & 0x3F);
        }
        text_add_char(text, (char)c);
    }
}

#ifdef HAVE_ICONV

// What cannot be read ends the text. Errors: false, nothing appended, if the name is
// not known.
static bool add_converted(const char *charset, const char *string, Text *text)
{
    char bytes[1024];
    char *from = (char *)string, *to = bytes; // iconv does not write there
    size_t left = strlen(string), room = sizeof bytes - 1;
    if (charset[0] == '\0') // iconv would take it for the locale's
        return false;
    iconv_t converter = iconv_open("UTF-8", charset);
    if (converter == (iconv_t)-1)
        return false;
    iconv(converter, &from, &left, &to, &room);
    iconv_close(converter);
    *to = '\0';
    text_add(text, bytes);
    return true;
}

#else

static bool add_converted(const char *charset, const char *string, Text *text)
{
    (void)charset, (void)string, (void)text;
    return false;
}

#endif

void charset_to_utf8(const char *charset, const char *string, Text *text)
{
    if (is_utf8(string))
        text_add(text, string);
    else if (!add_converted(charset, string, text))
        add_latin1(string, text);
}
