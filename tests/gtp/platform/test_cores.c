// SPDX-License-Identifier: MIT
//
// Cores are counted by files of Linux. Here they stand in a folder of the test.
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): for nftw
#include "cores.h"

#include <ftw.h>
#include <limits.h>
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

// Writes a file of the test's folder. Folders above it are made.
static void write_file(const char *name, const char *text)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL;
         *slash++ = '/') {
        *slash = '\0';
        mkdir(path, 0777);
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) != EOF);
    assert_int_equal(fclose(file), 0);
}

// Writes which processors share a core with this one.
static void write_siblings(int processor, const char *list)
{
    char name[PATH_SIZE];
    snprintf(name, sizeof name, "cpu%d/topology/thread_siblings_list", processor);
    write_file(name, list);
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

// What is granted to a process of the group that `group` names.
static int granted(const char *group)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/self", folder);
    write_file("self", group);
    return cores_granted(folder, path);
}

static void test_a_group_may_be_granted_less(void **state)
{
    (void)state;
    assert_int_equal(cores_granted(folder, "/no/such/file"), INT_MAX);
    assert_int_equal(granted("0::/\n"), INT_MAX);
    static const struct {
        const char *limit;
        int wanted;
    } CASES[] = {{"max 100000\n", INT_MAX},
                 {"200000 100000\n", 2},
                 {"200001 100000\n", 3},
                 {"1000 100000\n", 1},
                 {"50000 10000\n", 5},
                 {"0 100000\n", INT_MAX},
                 {"100000\n", INT_MAX},
                 {"100000 0\n", INT_MAX},
                 {"", INT_MAX},
                 {"9223372036854775807 1\n", INT_MAX}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        write_file("cpu.max", CASES[i].limit);
        assert_int_equal(granted("0::/\n"), CASES[i].wanted);
        assert_int_equal(granted(""), CASES[i].wanted);
        assert_int_equal(granted("0::/unseen/group\n"), CASES[i].wanted);
    }
}

static void test_groups_above_count(void **state)
{
    (void)state;
    write_file("a/cpu.max", "300000 100000\n");
    write_file("a/b/cpu.max", "max 100000\n");
    write_file("a/b/c/cpu.max", "500000 100000\n");
    write_file("d/cpu.max", "100000 100000\n");
    static const char OLD[] = "4:memory:/d\n1:cpu:/d\n10::/d\n";
    assert_int_equal(granted("0::/\n"), INT_MAX);
    assert_int_equal(granted("0::/a\n"), 3);
    assert_int_equal(granted("0::/a/b"), 3);
    assert_int_equal(granted("0::/a/b/c\n"), 3);
    assert_int_equal(granted("0::/d\n"), 1);
    assert_int_equal(granted(OLD), INT_MAX);
    write_file("a/cpu.max", "900000 100000\n");
    assert_int_equal(granted("4:memory:/d\n0::/a/b/c\n"), 5);
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
        cmocka_unit_test_setup_teardown(test_a_group_may_be_granted_less, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_groups_above_count, create, destroy),
        cmocka_unit_test(test_this_machine_has_a_core),
    };
    return cmocka_run_group_tests_name("cores", tests, NULL, NULL);
}
