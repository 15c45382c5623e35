// SPDX-License-Identifier: MIT
#include "network_option.h"

#include <stdio.h>

#include "lanes.h"

Network *network_option_open(const char *program, const char *net, const char *isa)
{
    const LaneKernel *lanes = lanes_kernel(isa);
    if (lanes == NULL) {
        fprintf(stderr, "%s: this machine has no %s\n", program, isa);
        return NULL;
    }
    const ConvolutionKernel *kernel = convolution_kernel(lanes->isa);
    const char *error = "not enough memory";
    Network *network =
        net != NULL ? network_open(net, kernel, &error) : network_default(kernel);
    if (network == NULL)
        fprintf(stderr, "%s: %s: %s\n", program, net != NULL ? net : "its own network",
                error);
    return network;
}
