// SPDX-License-Identifier: MIT
#include "network_set.h"

#include <stdio.h>

static bool open_katago(const char *path, NetworkMeans means, NetworkSet *set,
                        char error[NETWORK_ERROR_SIZE])
{
    set->katago = katago_network_open(path, means.isa, means.precision, error);
    if (set->katago == NULL)
        return false;
    set->network = network_default(means.isa);
    if (set->network != NULL)
        return true;
    snprintf(error, NETWORK_ERROR_SIZE, "out of memory");
    network_set_close(set);
    return false;
}

bool network_set_open(const char *path, NetworkMeans means, NetworkSet *set,
                      char error[NETWORK_ERROR_SIZE])
{
    const char *what = "out of memory";
    *set = (NetworkSet){NULL, NULL, NULL};
    if (path != NULL && !network_is_own_file(path))
        return open_katago(path, means, set, error);
    set->network = path != NULL ? network_open(path, means.isa, &what)
                                : network_default(means.isa);
    if (set->network == NULL)
        snprintf(error, NETWORK_ERROR_SIZE, "%s", what);
    return set->network != NULL;
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

void network_set_close(NetworkSet *set)
{
    katago_network_delete(set->katago);
    katago_network_delete(set->human);
    network_delete(set->network);
    *set = (NetworkSet){NULL, NULL, NULL};
}
