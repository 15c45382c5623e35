// SPDX-License-Identifier: MIT
#include "version.h"

#include "commands.h"
#include "commit.h"
#include "network.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static void write_network(const Isa *isa, Text *text)
{
    Network *network = network_default(isa);
    char shape[NETWORK_TEXT_SIZE];
    if (network == NULL)
        return; // no memory
    network_describe(network, shape);
    text_printf(text, "network: %s, file version %d, built in\n", shape,
                network_version(network));
    network_delete(network);
}

void version_write(const Isa *isa, Text *text)
{
    text_printf(text, "ponnuki %s\n", commands_version());
    text_printf(text, "commit: %s\n", PONNUKI_COMMIT);
    text_printf(text, "compiler: %s, for %s\n", COMPILER, PONNUKI_MACHINE);
    text_printf(text, "instruction set: %s\n", isa->name);
    write_network(isa, text);
}
