// SPDX-License-Identifier: MIT
//
// What the sandbox forbids is tried, in a process of its own each time and there in a
// thread that is started later; outside the sandbox the same attempt succeeds.
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): for what is tried
#include "sandbox.h"

#include <errno.h>
#include <linux/landlock.h>
#include <pthread.h>
#include <seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sandbox_attempts.h"

enum { PATIENCE = 30, MESSAGE_SIZE = 256, PATH_SIZE = 64 }; // seconds; bytes; bytes

typedef enum Where { OUTSIDE, WITHOUT_FOLDER, WITHOUT_LANDLOCK, WITH_FOLDER } Where;

// The child of a test.

// As if the kernel did not know the call.
static bool forget_call(long number)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    bool done = filter != NULL &&
                seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), (int)number, 0) == 0 &&
                seccomp_load(filter) == 0;
    seccomp_release(filter);
    return done;
}

static bool enter(Where where)
{
    char bytes[MESSAGE_SIZE];
    Text message = text_over(bytes, sizeof bytes);
    const char *const folders[] = {NULL, where == WITH_FOLDER ? "inner" : NULL};
    if (where == OUTSIDE)
        return true;
    if (where == WITHOUT_LANDLOCK && !forget_call(SYS_landlock_create_ruleset))
        return false;
    return sandbox_enter(folders, 2, &message);
}

static void *run_attempt(void *attempt)
{
    return ((const Attempt *)attempt)->succeeds() ? attempt : NULL;
}

static int try_in_child(const char *top, Attempt attempt, Where where)
{
    pthread_t thread;
    void *succeeded = NULL;
    alarm(PATIENCE);
    if (chdir(top) != 0 || !enter(where) ||
        pthread_create(&thread, NULL, run_attempt, &attempt) != 0)
        return NOT_ENTERED;
    pthread_join(thread, &succeeded);
    return succeeded != NULL ? SUCCEEDED : REFUSED;
}

static bool write_file(const char *path)
{
    FILE *file = fopen(path, "w");
    return file != NULL && fputs("a file", file) >= 0 && fclose(file) == 0;
}

// A folder with the files `file` and `inner/file`, and the way to it.
static void make_top(char top[PATH_SIZE])
{
    char path[PATH_SIZE];
    strcpy(top, "/tmp/sandbox-XXXXXX");
    assert_non_null(mkdtemp(top));
    snprintf(path, sizeof path, "%.32s/file", top);
    assert_true(write_file(path));
    snprintf(path, sizeof path, "%.32s/inner", top);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%.32s/inner/file", top);
    assert_true(write_file(path));
    snprintf(path, sizeof path, "%.32s/inner/link", top);
    assert_int_equal(symlink("../file", path), 0);
}

static void remove_top(const char *top)
{
    static const char *const NAMES[] = {"inner/file", "inner/link", "inner/other",
                                        "inner/new",  "inner",      "file",
                                        "new",        "other",      "folder"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%.32s/%s", top, NAMES[i]);
        remove(path);
    }
    assert_int_equal(rmdir(top), 0);
}

// How it ends there; a status of its own for what killed it.
static int try(Attempt attempt, Where where)
{
    char top[PATH_SIZE];
    make_top(top);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(try_in_child(top, attempt, where));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    remove_top(top);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

static bool has_landlock(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0,
                   LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

// What succeeds outside, and little does not, is refused inside.
static void assert_refuses(Where where)
{
    int tried = 0, count = 0;
    for (int i = 0; ATTEMPTS[i].name != NULL; i++) {
        count++;
        if (try(ATTEMPTS[i], OUTSIDE) != SUCCEEDED) {
            print_message("# %s does not work here anyway\n", ATTEMPTS[i].name);
            continue;
        }
        tried++;
        int end = try(ATTEMPTS[i], where);
        if (end != REFUSED)
            fail_msg("%s ends with %d", ATTEMPTS[i].name, end);
    }
    assert_true(tried > count / 2);
}

static void test_nothing_is_left(void **state)
{
    (void)state;
    assert_refuses(WITHOUT_FOLDER);
}

static void test_nothing_is_left_where_there_is_no_landlock(void **state)
{
    (void)state;
    assert_refuses(WITHOUT_LANDLOCK);
}

static void test_nothing_is_left_beside_a_folder(void **state)
{
    (void)state;
    assert_refuses(WITH_FOLDER);
}

static void test_threads_go_on(void **state)
{
    (void)state;
    assert_int_equal(try(THREADS_ATTEMPT, WITHOUT_FOLDER), SUCCEEDED);
    assert_int_equal(try(THREADS_ATTEMPT, WITHOUT_LANDLOCK), SUCCEEDED);
}

static void test_the_folder_is_open(void **state)
{
    (void)state;
    assert_int_equal(try(FILES_ATTEMPT, WITH_FOLDER), SUCCEEDED);
    assert_int_equal(try(FILES_ATTEMPT, WITHOUT_FOLDER), REFUSED);
}

// Enters a sandbox that cannot be; true if that fails with such a message.
static bool fails(const char *folder, long forgotten, const char *wanted)
{
    char bytes[MESSAGE_SIZE];
    Text message = text_over(bytes, sizeof bytes);
    return (forgotten < 0 || forget_call(forgotten)) &&
           !sandbox_enter(&folder, 1, &message) &&
           strncmp(bytes, wanted, strlen(wanted)) == 0;
}

static bool fails_without_landlock(void)
{
    return fails("inner", SYS_landlock_create_ruleset,
                 "--sandbox-dir needs Landlock (Linux 5.13 or later): ");
}

static bool fails_without_seccomp(void)
{
    return fails(NULL, SYS_seccomp, "cannot install the system call filter: ");
}

static bool fails_without_folder(void)
{
    return fails("missing", -1, "missing: No such file or directory");
}

static bool fails_with_a_file(void)
{
    return fails("file", -1, "file: Not a directory");
}

static void test_there_is_no_half_of_a_sandbox(void **state)
{
    (void)state;
    const Attempt attempts[] = {{"no Landlock", fails_without_landlock},
                                {"no seccomp", fails_without_seccomp},
                                {"no folder", fails_without_folder},
                                {"a file", fails_with_a_file}};
    for (size_t i = 0; i < sizeof attempts / sizeof attempts[0]; i++)
        if (try(attempts[i], OUTSIDE) != SUCCEEDED)
            fail_msg("%s", attempts[i].name);
}

int main(void)
{
    attempts_aim_at(getpid());
    const struct CMUnitTest all_tests[] = {
        cmocka_unit_test(test_nothing_is_left),
        cmocka_unit_test(test_nothing_is_left_where_there_is_no_landlock),
        cmocka_unit_test(test_threads_go_on),
        cmocka_unit_test(test_nothing_is_left_beside_a_folder),
        cmocka_unit_test(test_the_folder_is_open),
        cmocka_unit_test(test_there_is_no_half_of_a_sandbox),
    };
    const struct CMUnitTest tests_without_folder[] = {all_tests[0], all_tests[1],
                                                      all_tests[2]};
    // What cmocka prints for a test that skips itself is a failure to Meson.
    if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0) {
        puts("1..0 # SKIP this kernel has no seccomp");
        return EXIT_SUCCESS;
    }
    if (has_landlock())
        return cmocka_run_group_tests_name("sandbox", all_tests, NULL, NULL);
    puts("# this kernel has no Landlock: the tests of folders are left out");
    return cmocka_run_group_tests_name("sandbox", tests_without_folder, NULL, NULL);
}
