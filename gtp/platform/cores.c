// SPDX-License-Identifier: MIT
#define _GNU_SOURCE    // NOLINT: the name is given; for what is only in Linux
#undef _POSIX_C_SOURCE // elsewhere it hides what is in no standard
#include "cores.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#include <sys/types.h>
#endif

#include "cores_internal.h"

enum { PATH_SIZE = 4096, LIST_SIZE = 64 };

// The processor that stands for the core of this one: the first of those that share it.
// A list of them is such as `0,64` or `0-1`.
static int leader_of(const char *folder, int processor)
{
    char path[PATH_SIZE], list[LIST_SIZE] = "", *end = list;
    snprintf(path, sizeof path, "%s/cpu%d/topology/thread_siblings_list", folder,
             processor);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return processor;
    bool has_list = fgets(list, sizeof list, file) != NULL;
    fclose(file);
    long leader = has_list ? strtol(list, &end, 10) : 0;
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
    return cores_of("/sys/devices/system/cpu", is_usable);
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
