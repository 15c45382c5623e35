// SPDX-License-Identifier: MIT
#define _GNU_SOURCE    // NOLINT: the name is given; for what is only in Linux
#undef _POSIX_C_SOURCE // elsewhere it hides what is in no standard
#include "cores.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#include <sys/types.h>
#endif

#include "cores_internal.h"

enum { PATH_SIZE = 4096, LINE_SIZE = 64 };

// Reads the beginning of a file's first line. False: there is none.
static bool read_line(const char *path, char line[LINE_SIZE])
{
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    bool has_line = fgets(line, LINE_SIZE, file) != NULL;
    fclose(file);
    return has_line;
}

// The processor that stands for the core of this one: the first of those that share it.
// A list of them is such as `0,64` or `0-1`.
static int leader_of(const char *folder, int processor)
{
    char path[PATH_SIZE], list[LINE_SIZE] = "", *end;
    snprintf(path, sizeof path, "%s/cpu%d/topology/thread_siblings_list", folder,
             processor);
    if (!read_line(path, list))
        return processor;
    long leader = strtol(list, &end, 10);
    return end > list && leader >= 0 && leader < PROCESSORS_MAX ? (int)leader
                                                                : processor;
}

int cores_of(const char *folder, const bool is_usable[PROCESSORS_MAX])
{
    bool is_counted[PROCESSORS_MAX] = {false};
    int cores = 0;
    for (int i = 0; i < PROCESSORS_MAX; i++) {
        if (!is_usable[i])
            continue;
        int leader = leader_of(folder, i);
        cores += !is_counted[leader];
        is_counted[leader] = true;
    }
    return cores;
}

// The limit of a group, whose file says `max 100000` or such as `150000 100000`: this
// much time in each period.
static int limit_of_group(const char *folder, const char *group)
{
    char path[PATH_SIZE], line[LINE_SIZE], *end;
    snprintf(path, sizeof path, "%s%s/cpu.max", folder, group);
    if (!read_line(path, line))
        return INT_MAX;
    long long time = strtoll(line, &end, 10);
    long long period = strtoll(end, NULL, 10);
    if (time <= 0 || period <= 0 || time / period >= INT_MAX)
        return INT_MAX;
    return (int)((time - 1) / period) + 1;
}

// Finds the name of the group in a line such as `0::/name`. Lines of other numbers are
// about older kinds of groups.
static void read_group(const char *path, char group[PATH_SIZE])
{
    static const char MARK[] = "0::";
    group[0] = '\0';
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return;
    char line[PATH_SIZE];
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, MARK, strlen(MARK)) == 0)
            snprintf(group, PATH_SIZE, "%s", line + strlen(MARK));
    fclose(file);
    group[strcspn(group, "\n")] = '\0';
}

int cores_granted(const char *folder, const char *path)
{
    char group[PATH_SIZE], *slash;
    read_group(path, group);
    int least = limit_of_group(folder, group);
    while ((slash = strrchr(group, '/')) != NULL) {
        *slash = '\0';
        int limit = limit_of_group(folder, group);
        least = limit < least ? limit : least;
    }
    return least;
}

#ifdef __linux__
// 0: unknown.
static int count(void)
{
    cpu_set_t sets[PROCESSORS_MAX / CPU_SETSIZE];
    bool is_usable[PROCESSORS_MAX];
    if (sched_getaffinity(0, sizeof sets, sets) != 0)
        return 0;
    for (size_t i = 0; i < PROCESSORS_MAX; i++)
        is_usable[i] = CPU_ISSET_S(i, sizeof sets, sets);
    int cores = cores_of("/sys/devices/system/cpu", is_usable);
    int granted = cores_granted("/sys/fs/cgroup", "/proc/self/cgroup");
    return cores < granted ? cores : granted;
}
#elif defined(__APPLE__)
static int count(void)
{
    int cores = 0;
    size_t size = sizeof cores;
    return sysctlbyname("hw.physicalcpu", &cores, &size, NULL, 0) == 0 ? cores : 0;
}
#else
static int count(void)
{
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
}
#endif

int cores_count(void)
{
    int cores = count();
    return cores > 1 ? cores : 1;
}
