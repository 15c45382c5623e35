// SPDX-License-Identifier: MIT
//
// The parts of cores.c that read files. Only for cores.c and its test.
#ifndef CORES_INTERNAL_H
#define CORES_INTERNAL_H

#include <stdbool.h>

enum { PROCESSORS_MAX = 8192 }; // of a Linux kernel

// The number of cores that have one of these processors, which are numbers of
// is_usable. `folder` has the files of Linux about processors, as
// /sys/devices/system/cpu. If the file of a processor cannot be read, the processor
// counts as a core. Source: Linux, Documentation/admin-guide/cputopology.rst.
int cores_of(const char *folder, const bool is_usable[PROCESSORS_MAX]);

// The number of processors whose time a process gets, rounded up; INT_MAX: there is no
// limit. Containers have such limits. `folder` has the files of control groups, as
// /sys/fs/cgroup. `path` is a file such as /proc/self/cgroup, which names the group of
// the process. The groups above it count, too. Source: Linux,
// Documentation/admin-guide/cgroup-v2.rst, cpu.max.
int cores_granted(const char *folder, const char *path);

#endif
