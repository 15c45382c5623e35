// SPDX-License-Identifier: MIT
//
// Arguments in JSON, as Jansson reads them, and the rules in them.
#include "flat_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules_fields.h"

enum { TEXT_SIZE = 512 };

// All fields as `key=value;`, and how the reading has ended.
static FlatJsonStep read_all(const char *json, Text *fields)
{
    char key[FLAT_JSON_WORD_SIZE], value[FLAT_JSON_WORD_SIZE];
    FlatJson object;
    FlatJsonStep step = FLAT_JSON_MALFORMED;
    bool done = flat_json_begin(&object, json);
    while (done && (step = flat_json_next(&object, key, value)) == FLAT_JSON_FIELD)
        text_printf(fields, "%s=%s;", key, value);
    flat_json_end(&object);
    return step;
}

static void assert_fields(const char *json, const char *wanted)
{
    char bytes[TEXT_SIZE];
    Text fields = text_over(bytes, sizeof bytes);
    assert_int_equal(read_all(json, &fields), FLAT_JSON_END);
    assert_string_equal(bytes, wanted);
}

static void assert_malformed(const char *json)
{
    char bytes[TEXT_SIZE];
    Text fields = text_over(bytes, sizeof bytes);
    assert_int_equal(read_all(json, &fields), FLAT_JSON_MALFORMED);
}

static void test_strings_numbers_and_truth_values(void **state)
{
    (void)state;
    assert_fields("{}", "");
    assert_fields(" {\"a\" : \"b c\" , \"n\":-12,\"x\":2.5,\"t\":true,\"f\":false}",
                  "a=b c;n=-12;x=2.5;t=true;f=false;");
    assert_fields("{\"a\":\"P\\u004f\\\"\"}", "a=PO\";");
    assert_fields("{\"a\":1,\"a\":2}", "a=2;");
}

static void test_all_else_is_malformed(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "",       "x",          "[]",           "{\"a\":}",      "{\"a\":1",
        "{a:1}",  "{\"a\":b}",  "{\"a\":null}", "{\"a\":[1]}",   "{\"a\":{}}",
        "{} {}",  "{\"a\":1,}", "{\"a\":NaN}",  "{\"a\":1e999}", "{\"a\":\"\xff\"}",
        "{'a':1}"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++)
        assert_malformed(TEXTS[i]);
}

static void test_long_words_are_malformed(void **state)
{
    (void)state;
    char json[TEXT_SIZE], word[FLAT_JSON_WORD_SIZE + 1];
    for (size_t length = FLAT_JSON_WORD_SIZE - 1; length <= FLAT_JSON_WORD_SIZE;
         length++) {
        char bytes[TEXT_SIZE];
        Text fields = text_over(bytes, sizeof bytes);
        memset(word, 'x', length);
        word[length] = '\0';
        FlatJsonStep wanted =
            length < FLAT_JSON_WORD_SIZE ? FLAT_JSON_END : FLAT_JSON_MALFORMED;
        snprintf(json, sizeof json, "{\"a\":\"%s\"}", word);
        assert_int_equal(read_all(json, &fields), wanted);
        snprintf(json, sizeof json, "{\"%s\":1}", word);
        assert_int_equal(read_all(json, &fields), wanted);
    }
}

static void test_rules_in_an_object(void **state)
{
    (void)state;
    char bytes[TEXT_SIZE];
    Text error = text_over(bytes, sizeof bytes);
    RulesObject object;
    assert_true(rules_object_read("{\"scoring\":\"TERRITORY\",\"komi\":-6.5,"
                                  "\"suicide\":false}",
                                  &object, &error));
    assert_true(object.rules.territory && object.rules.tax == TAX_SEKI);
    assert_true(object.has_komi && object.komi == -13);
    assert_false(object.rules.suicide);
    assert_true(rules_object_read("{\"tax\":\"none\",\"scoring\":\"TERRITORY\"}",
                                  &object, &error));
    assert_true(object.rules.tax == TAX_NONE && !object.has_komi);
    assert_int_equal(error.length, 0);
    assert_false(rules_object_read("{\"komi\":7.25}", &object, &error));
    assert_string_equal(bytes,
                        "unknown rules: komi must be a multiple of 0.5 from -400 to "
                        "400");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings_numbers_and_truth_values),
        cmocka_unit_test(test_all_else_is_malformed),
        cmocka_unit_test(test_long_words_are_malformed),
        cmocka_unit_test(test_rules_in_an_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
