// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): for what is tried
#include "sandbox_attempts.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <spawn.h>
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
#include <unistd.h>

static pid_t parent;

void attempts_aim_at(pid_t process)
{
    parent = process;
}

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

const Attempt ATTEMPTS[] = {
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
    {NULL, NULL},
};

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

const Attempt THREADS_ATTEMPT = {"threads", think_in_threads};
const Attempt FILES_ATTEMPT = {"files", use_folder};
