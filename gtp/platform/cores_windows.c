// SPDX-License-Identifier: MIT
#include "cores.h"

#include <stdbool.h>
#include <stdlib.h>
#include <windows.h>

// The processors that the process may use, as a mask of a group of processors. A mask
// of 0: they are all of the machine, or in several groups. A process in one group has
// its first thread there, too.
static GROUP_AFFINITY usable_processors(void)
{
    GROUP_AFFINITY usable;
    DWORD_PTR mask, machine;
    if (!GetThreadGroupAffinity(GetCurrentThread(), &usable) ||
        !GetProcessAffinityMask(GetCurrentProcess(), &mask, &machine))
        return (GROUP_AFFINITY){.Mask = 0};
    usable.Mask = mask;
    return usable;
}

static bool is_usable(const PROCESSOR_RELATIONSHIP *core, const GROUP_AFFINITY *usable)
{
    const GROUP_AFFINITY *own = &core->GroupMask[0]; // a core is in one group
    return usable->Mask == 0 ||
           (own->Group == usable->Group && (own->Mask & usable->Mask) != 0);
}

// Counts the usable cores among records of different sizes.
static int count(const char *records, size_t length)
{
    GROUP_AFFINITY usable = usable_processors();
    int cores = 0;
    while (length > 0) {
        const SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX *record = (const void *)records;
        cores += is_usable(&record->Processor, &usable);
        records += record->Size;
        length -= record->Size;
    }
    return cores;
}

int cores_count(void)
{
    DWORD length = 0;
    int cores = 0;
    GetLogicalProcessorInformationEx(RelationProcessorCore, NULL, &length);
    void *records = malloc(length);
    if (records != NULL &&
        GetLogicalProcessorInformationEx(RelationProcessorCore, records, &length))
        cores = count(records, length);
    free(records);
    return cores > 1 ? cores : 1;
}
