// SPDX-License-Identifier: MIT
#include "network_set.h"

#include <stdio.h>

// Opens the file. Errors: false, and `error` says what is wrong.
static bool open_file(const char *path, NetworkMeans means, NetworkSet *set,
                      char error[NETWORK_ERROR_SIZE])
{
    const char *what;
    if (!network_is_own_file(path)) {
        set->katago = katago_network_open(path, means.isa, means.precision, error);
        return set->katago != NULL;
    }
    set->network = network_open(path, means.isa, &what);
    if (set->network == NULL)
        snprintf(error, NETWORK_ERROR_SIZE, "%s", what);
    return set->network != NULL;
}

bool network_set_open(const char *path, NetworkMeans means, NetworkSet *set,
                      char error[NETWORK_ERROR_SIZE])
{
    *set = (NetworkSet){.network = NULL};
    if (path != NULL && !open_file(path, means, set, error))
        return false;
    if (set->network == NULL)
        set->network = network_default(means.isa);
    if (set->network != NULL)
        return true;
    snprintf(error, NETWORK_ERROR_SIZE, "out of memory");
    network_set_close(set);
    return false;
}

bool network_set_open_human(const char *path, NetworkMeans means, NetworkSet *set,
                            char error[NETWORK_ERROR_SIZE])
{
    KatagoNetwork *human = katago_network_open(path, means.isa, means.precision, error);
    if (human == NULL)
        return false;
    katago_network_delete(set->human);
    set->human = human;
    return true;
}

bool network_set_open_people(NetworkMeans means, NetworkSet *set)
{
    if (set->people == NULL)
        set->people = human_network_default(means.isa);
    return set->people != NULL;
}

void network_set_close(NetworkSet *set)
{
    katago_network_delete(set->katago);
    katago_network_delete(set->human);
    human_network_delete(set->people);
    network_delete(set->network);
    *set = (NetworkSet){.network = NULL};
}
