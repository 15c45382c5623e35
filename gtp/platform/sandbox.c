// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // NOLINT: the name is given; for what is only in Linux
#include "sandbox.h"

#ifdef HAVE_SECCOMP

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The accesses that Landlock controls: all that its first version knows. Later versions
// control more; the filter refuses those without Landlock.
static const __u64 WATCHED_ACCESS =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
    LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM;

// The accesses allowed in the folders.
static const __u64 FOLDER_ACCESS =
    LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE |
    LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_REG;

// The calls that threads, memory, clocks and open files need. Only the one that gets a
// file's status can name a file.
static const int INNER_CALLS[] = {
    SCMP_SYS(brk),
    SCMP_SYS(clock_getres),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(close),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(fdatasync),
    SCMP_SYS(fstat),
    SCMP_SYS(fsync),
    SCMP_SYS(futex),
    SCMP_SYS(getpid),
    SCMP_SYS(getrandom),
    SCMP_SYS(getrusage),
    SCMP_SYS(gettid),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(lseek),
    SCMP_SYS(madvise),
    SCMP_SYS(membarrier),
    SCMP_SYS(mmap),
    SCMP_SYS(mprotect),
    SCMP_SYS(mremap),
    SCMP_SYS(munmap),
    SCMP_SYS(nanosleep),
    SCMP_SYS(newfstatat),
    SCMP_SYS(pipe),
    SCMP_SYS(pipe2),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(pread64),
    SCMP_SYS(read),
    SCMP_SYS(readv),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(rseq),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigpending),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigtimedwait),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_yield),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(sysinfo),
    SCMP_SYS(write),
    SCMP_SYS(writev),
};

// The calls that files in the folders need. Landlock decides which files.
static const int FILE_CALLS[] = {
    SCMP_SYS(open),      SCMP_SYS(openat), SCMP_SYS(rename),   SCMP_SYS(renameat),
    SCMP_SYS(renameat2), SCMP_SYS(unlink), SCMP_SYS(unlinkat),
};

static int count_of(const char *const folders[], int count)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += folders[i] != NULL;
    return found;
}

static bool fail(Text *message, const char *what, int trouble)
{
    text_printf(message, "%s: %s", what, strerror(trouble));
    return false;
}

static bool allow_folder(int rules, const char *folder, Text *message)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = FOLDER_ACCESS};
    rule.parent_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return fail(message, folder, errno);
    long status =
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    int trouble = errno;
    close(rule.parent_fd);
    return status == 0 || fail(message, folder, trouble);
}

static bool restrict_files(int rules, const char *const folders[], int count,
                           Text *message)
{
    for (int i = 0; i < count; i++)
        if (folders[i] != NULL && !allow_folder(rules, folders[i], message))
            return false;
    return syscall(SYS_landlock_restrict_self, rules, 0) == 0 ||
           fail(message, "cannot restrict file access with Landlock", errno);
}

// Allows only the files in the folders. If there are no folders, a kernel without
// Landlock is good enough, because the filter refuses all files.
static bool enter_landlock(const char *const folders[], int count, Text *message)
{
    const struct landlock_ruleset_attr watched = {.handled_access_fs = WATCHED_ACCESS};
    long rules = syscall(SYS_landlock_create_ruleset, &watched, sizeof watched, 0);
    if (rules < 0 && count_of(folders, count) == 0)
        return true;
    if (rules < 0)
        return fail(message, "--sandbox-dir needs Landlock (Linux 5.13 or later)",
                    errno);
    bool done = restrict_files((int)rules, folders, count, message);
    close((int)rules);
    return done;
}

static bool allow_calls(scmp_filter_ctx filter, const int calls[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) != 0)
            return false;
    return true;
}

static struct scmp_arg_cmp is_equal(unsigned argument, uint64_t value)
{
    return (struct scmp_arg_cmp){.arg = argument, .op = SCMP_CMP_EQ, .datum_a = value};
}

// Allows calls that are harmless with certain arguments. These are threads but no
// processes, signals to this process (abort), and the status of files and terminals.
static bool allow_harmless_arguments(scmp_filter_ctx filter)
{
    const uint32_t allow = SCMP_ACT_ALLOW;
    const struct scmp_arg_cmp is_thread = {.arg = 0,
                                           .op = SCMP_CMP_MASKED_EQ,
                                           .datum_a = CLONE_THREAD,
                                           .datum_b = CLONE_THREAD};
    return seccomp_rule_add(filter, allow, SCMP_SYS(clone), 1, is_thread) == 0 &&
           // The filter cannot see its arguments. A library that is told that the call
           // is missing uses the older one.
           seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
           seccomp_rule_add(filter, allow, SCMP_SYS(tgkill), 1,
                            is_equal(0, (uint64_t)getpid())) == 0 &&
           seccomp_rule_add(filter, allow, SCMP_SYS(prlimit64), 2, is_equal(0, 0),
                            is_equal(2, 0)) == 0 &&
           seccomp_rule_add(filter, allow, SCMP_SYS(fcntl), 1, is_equal(1, F_GETFL)) ==
               0 &&
           seccomp_rule_add(filter, allow, SCMP_SYS(ioctl), 1, is_equal(1, TCGETS)) ==
               0 &&
           seccomp_rule_add(filter, allow, SCMP_SYS(ioctl), 1,
                            is_equal(1, TIOCGWINSZ)) == 0;
}

static bool fill_filter(scmp_filter_ctx filter, bool with_files)
{
    return allow_calls(filter, INNER_CALLS,
                       sizeof INNER_CALLS / sizeof INNER_CALLS[0]) &&
           (!with_files || allow_calls(filter, FILE_CALLS,
                                       sizeof FILE_CALLS / sizeof FILE_CALLS[0])) &&
           allow_harmless_arguments(filter);
}

// Refuses, with EPERM, every call that is not known to be harmless.
static bool enter_filter(bool with_files, Text *message)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL || !fill_filter(filter, with_files)) {
        seccomp_release(filter);
        return fail(message, "cannot build the system call filter", ENOMEM);
    }
    int trouble = -seccomp_load(filter);
    seccomp_release(filter);
    return trouble == 0 ||
           fail(message, "cannot install the system call filter", trouble);
}

bool sandbox_enter(const char *const folders[], int count, Text *message)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return fail(message, "cannot drop privileges (PR_SET_NO_NEW_PRIVS)", errno);
    return enter_landlock(folders, count, message) &&
           enter_filter(count_of(folders, count) > 0, message);
}

#else

bool sandbox_enter(const char *const folders[], int count, Text *message)
{
    (void)folders, (void)count;
    text_add(message,
             "not available: this program was built without libseccomp or not for "
             "Linux");
    return false;
}

#endif
