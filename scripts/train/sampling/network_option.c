// SPDX-License-Identifier: MIT
#include "network_option.h"

#include <stdio.h>

#include "isa.h"

Network *network_option_open(const char *program, const char *net, const char *isa)
{
    const Isa *chosen = isa != NULL ? isa_named(isa) : isa_best();
    if (chosen == NULL) {
        fprintf(stderr, "%s: this machine has no %s\n", program, isa);
        return NULL;
    }
    const char *error = "not enough memory";
    Network *network =
        net != NULL ? network_open(net, chosen, &error) : network_default(chosen);
    if (network == NULL)
        fprintf(stderr, "%s: %s: %s\n", program, net != NULL ? net : "its own network",
                error);
    return network;
}
