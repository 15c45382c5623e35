// SPDX-License-Identifier: MIT
//
// Cores are counted by the files of Linux about processors. Here they stand in a folder
// of the test.
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): for nftw
#include "cores.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cores_internal.h"

enum { PATH_SIZE = 256 };

static char folder[] = "/tmp/cores-XXXXXX";

static int create(void **state)
{
    (void)state;
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int delete_file(const char *path, const struct stat *status, int kind,
                       struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

static int destroy(void **state)
{
    (void)state;
    return nftw(folder, delete_file, 8, FTW_DEPTH | FTW_PHYS);
}

// Writes which processors share a core with this one.
static void write_siblings(int processor, const char *list)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/cpu%d", folder, processor);
    assert_int_equal(mkdir(path, 0777), 0);
    strcat(path, "/topology");
    assert_int_equal(mkdir(path, 0777), 0);
    strcat(path, "/thread_siblings_list");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(list, file) != EOF);
    assert_int_equal(fclose(file), 0);
}

// The number of cores that have one of the processors of a text such as "0 2 5".
static int cores_of_list(const char *processors)
{
    bool is_usable[PROCESSORS_MAX] = {false};
    char *end;
    for (const char *rest = processors; *rest != '\0'; rest = end)
        is_usable[strtol(rest, &end, 10)] = true;
    return cores_of(folder, is_usable);
}

static void test_processors_that_share_a_core_count_once(void **state)
{
    (void)state;
    static const char *const LISTS[] = {"0,4\n", "1,5\n", "2-3\n", "2-3\n",
                                        "0,4\n", "1,5\n", "6\n"};
    for (int i = 0; i < 7; i++)
        write_siblings(i, LISTS[i]);
    assert_int_equal(cores_of_list("0 1 2 3 4 5 6"), 4);
    assert_int_equal(cores_of_list("0 4"), 1);
    assert_int_equal(cores_of_list("4"), 1); // its leader may not be used
    assert_int_equal(cores_of_list("3 4 5"), 3);
    assert_int_equal(cores_of_list(""), 0);
}

static void test_a_processor_that_is_not_described_counts(void **state)
{
    (void)state;
    assert_int_equal(cores_of_list("0 1 2"), 3);
    write_siblings(1, "");
    write_siblings(2, "-1\n");
    write_siblings(3, "none\n");
    write_siblings(4, "99999999999999999999\n");
    write_siblings(5, "5-6\n");
    assert_int_equal(cores_of_list("1 2 3 4"), 4);
    assert_int_equal(cores_of_list("5 6"), 2);
}

static void test_the_last_processor_counts(void **state)
{
    (void)state;
    write_siblings(PROCESSORS_MAX - 1, "8190-8191\n");
    write_siblings(PROCESSORS_MAX - 2, "8190-8191\n");
    assert_int_equal(cores_of_list("8190 8191"), 1);
    assert_int_equal(cores_of_list("8189 8191"), 2);
}

static void test_this_machine_has_a_core(void **state)
{
    (void)state;
    assert_in_range(cores_count(), 1, sysconf(_SC_NPROCESSORS_CONF));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_processors_that_share_a_core_count_once,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_a_processor_that_is_not_described_counts,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_the_last_processor_counts, create,
                                        destroy),
        cmocka_unit_test(test_this_machine_has_a_core),
    };
    return cmocka_run_group_tests_name("cores", tests, NULL, NULL);
}
