// SPDX-License-Identifier: MIT
//
// What the sandbox forbids is tried, in a process of its own each time and there in a
// thread that is started later; outside the sandbox the same attempt succeeds.
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): for what is tried
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <pthread.h>
#include <seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE = 30, MESSAGE_SIZE = 256, PATH_SIZE = 64 }; // seconds; bytes; bytes

// How the child of a test ended.
enum { SUCCEEDED, REFUSED, NOT_ENTERED };

typedef enum Where { OUTSIDE, WITHOUT_FOLDER, WITHOUT_LANDLOCK, WITH_FOLDER } Where;

// Whom the attempts are aimed at; inside they cannot even ask for its number.
static pid_t parent;

// Attempts, which run in a folder of their own (see make_top) and may have the one in
// it. True if they succeed.

static bool open_and_close(const char *path, int flags)
{
    int file = open(path, flags, 0600);
    return file >= 0 && close(file) == 0;
}

static bool read_root(void)
{
    return open_and_close("/", O_RDONLY | O_DIRECTORY);
}

static bool write_null(void)
{
    return open_and_close("/dev/null", O_WRONLY);
}

static bool read_file(void)
{
    return open_and_close("file", O_RDONLY);
}

static bool make_file(void)
{
    return open_and_close("new", O_WRONLY | O_CREAT | O_EXCL);
}

static bool read_by_a_way_round(void)
{
    return open_and_close("inner/../file", O_RDONLY);
}

static bool read_by_a_link(void)
{
    return open_and_close("inner/link", O_RDONLY);
}

static bool open_path(void)
{
    int folder = openat(AT_FDCWD, ".", O_RDONLY | O_DIRECTORY);
    return folder >= 0 && close(folder) == 0;
}

static bool open_newest_way(void)
{
    const uint64_t how[3] = {O_RDONLY, 0, 0};
    return syscall(SYS_openat2, AT_FDCWD, "file", how, sizeof how) >= 0;
}

static bool truncate_file(void)
{
    return truncate("file", 0) == 0;
}

static bool remove_file(void)
{
    return unlink("file") == 0;
}

static bool rename_file(void)
{
    return rename("file", "other") == 0;
}

static bool bring_file_in(void)
{
    return rename("file", "inner/other") == 0;
}

static bool link_file(void)
{
    return link("file", "inner/other") == 0;
}

static bool make_symbolic_link(void)
{
    return symlink("/", "inner/other") == 0;
}

static bool change_mode(void)
{
    return chmod("file", 0600) == 0;
}

static bool make_folder(void)
{
    return mkdir("folder", 0700) == 0;
}

static bool make_socket(void)
{
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}

static bool make_local_socket(void)
{
    return socket(AF_UNIX, SOCK_DGRAM, 0) >= 0;
}

static bool make_socket_pair(void)
{
    int pair[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

static bool end_if_child(long process)
{
    if (process == 0)
        _exit(SUCCEEDED);
    return process > 0;
}

static bool fork_process(void)
{
    return end_if_child(fork());
}

static bool clone_process(void)
{
    return end_if_child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
}

static bool clone_process_anew(void)
{
    struct clone_args arguments = {.exit_signal = SIGCHLD};
    return end_if_child(syscall(SYS_clone3, &arguments, sizeof arguments));
}

static bool spawn_program(void)
{
    char name[] = "true";
    char *const words[] = {name, NULL};
    pid_t process;
    return posix_spawn(&process, "/bin/true", NULL, NULL, words, NULL) == 0;
}

// Ends as SUCCEEDED does.
static bool become_program(void)
{
    char name[] = "true";
    char *const words[] = {name, NULL};
    execve("/bin/true", words, NULL);
    return false;
}

static bool signal_parent(void)
{
    return kill(parent, 0) == 0;
}

static bool signal_group(void)
{
    return kill(0, 0) == 0;
}

static bool signal_thread(void)
{
    return syscall(SYS_tgkill, parent, parent, 0) == 0;
}

static bool queue_signal(void)
{
    const union sigval value = {0};
    return sigqueue(parent, 0, value) == 0;
}

static bool open_process(void)
{
    return syscall(SYS_pidfd_open, parent, 0) >= 0;
}

static bool trace_process(void)
{
    return ptrace(PTRACE_SEIZE, parent, NULL, NULL) == 0;
}

// Its memory is where ours is.
static bool read_process(void)
{
    char byte;
    const struct iovec here = {&byte, 1}, there = {__environ, 1};
    return process_vm_readv(parent, &here, 1, &there, 1, 0) == 1;
}

// Who gets a signal when there is something to read.
static bool name_owner(void)
{
    int ends[2];
    return pipe(ends) == 0 && fcntl(ends[0], F_SETOWN, parent) == 0;
}

static bool give_rights(void)
{
    return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;
}

typedef struct Attempt {
    const char *name;
    bool (*succeeds)(void);
} Attempt;

static const Attempt ATTEMPTS[] = {
    {"reading the root folder", read_root},
    {"writing to a device", write_null},
    {"reading a file", read_file},
    {"making a file", make_file},
    {"reading by a way round", read_by_a_way_round},
    {"reading by a link", read_by_a_link},
    {"opening a folder", open_path},
    {"openat2", open_newest_way},
    {"truncating a file", truncate_file},
    {"removing a file", remove_file},
    {"renaming a file", rename_file},
    {"bringing a file in", bring_file_in},
    {"linking a file", link_file},
    {"a symbolic link", make_symbolic_link},
    {"another mode", change_mode},
    {"making a folder", make_folder},
    {"a socket", make_socket},
    {"a local socket", make_local_socket},
    {"a pair of sockets", make_socket_pair},
    {"fork", fork_process},
    {"clone", clone_process},
    {"clone3", clone_process_anew},
    {"spawning a program", spawn_program},
    {"becoming a program", become_program},
    {"a signal to a process", signal_parent},
    {"a signal to the group", signal_group},
    {"a signal to a thread elsewhere", signal_thread},
    {"a signal with a value", queue_signal},
    {"a handle of a process", open_process},
    {"tracing a process", trace_process},
    {"reading a process", read_process},
    {"an owner of signals", name_owner},
    {"an option of the process", give_rights},
};

enum { ATTEMPT_COUNT = sizeof ATTEMPTS / sizeof ATTEMPTS[0] };

// What the sandbox leaves; true if all of it works.

static bool think_in_threads(void)
{
    bool done = raise(0) == 0;
    char *memory = malloc(64 << 20);
    done = done && memory != NULL && memset(memory, 1, 64 << 20) == memory;
    free(memory);
    int ends[2];
    return done && pipe(ends) == 0 && write(ends[1], "x", 1) == 1;
}

static bool use_folder(void)
{
    char bytes[2] = "";
    FILE *file = fopen("inner/new", "w");
    bool done = file != NULL && fputs("ok", file) >= 0 && fflush(file) == 0 &&
                fsync(fileno(file)) == 0 && fclose(file) == 0 &&
                rename("inner/new", "inner/file") == 0;
    file = fopen("inner/file", "r");
    return done && file != NULL && fread(bytes, 1, 2, file) == 2 &&
           memcmp(bytes, "ok", 2) == 0 && fclose(file) == 0 &&
           unlink("inner/file") == 0 && !read_file();
}

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
    int tried = 0;
    for (int i = 0; i < ATTEMPT_COUNT; i++) {
        if (try(ATTEMPTS[i], OUTSIDE) != SUCCEEDED) {
            print_message("# %s does not work here anyway\n", ATTEMPTS[i].name);
            continue;
        }
        tried++;
        int end = try(ATTEMPTS[i], where);
        if (end != REFUSED)
            fail_msg("%s ends with %d", ATTEMPTS[i].name, end);
    }
    assert_true(tried > ATTEMPT_COUNT / 2);
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
    const Attempt attempt = {"threads", think_in_threads};
    assert_int_equal(try(attempt, WITHOUT_FOLDER), SUCCEEDED);
    assert_int_equal(try(attempt, WITHOUT_LANDLOCK), SUCCEEDED);
}

static void test_the_folder_is_open(void **state)
{
    (void)state;
    const Attempt attempt = {"files", use_folder};
    assert_int_equal(try(attempt, WITH_FOLDER), SUCCEEDED);
    assert_int_equal(try(attempt, WITHOUT_FOLDER), REFUSED);
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
                 "files in a folder and no others need a Linux kernel with Landlock: ");
}

static bool fails_without_seccomp(void)
{
    return fails(NULL, SYS_seccomp, "the kernel refuses the filter of system calls: ");
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
    parent = getpid();
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
