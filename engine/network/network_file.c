// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layer_builder.h"
#include "network_internal.h"

enum { FILE_BYTES_MAX = 1 << 28 };

// default.net, which the build turns into a source file.
extern const size_t DEFAULT_NETWORK_SIZE;
extern const uint64_t DEFAULT_NETWORK[];

static Runtime *new_runtime(const LayerList *list, const NetworkArrays *arrays,
                            const Isa *isa)
{
    const int outputs[] = {arrays->policy, arrays->pass, arrays->values, arrays->hidden,
                           arrays->owner};
    return runtime_new(list, outputs, sizeof outputs / sizeof outputs[0],
                       runtime_kernel(isa, PRECISION_EXACT));
}

Network *network_read(const unsigned char *bytes, size_t size, const Isa *isa,
                      const char **error)
{
    NetworkShape shape;
    NetworkArrays arrays;
    LayerList list;
    *error = network_read_layers(bytes, size, &shape, &arrays, &list);
    if (*error != NULL)
        return NULL;
    Network *network = calloc(1, sizeof *network);
    if (network != NULL) {
        network->shape = shape;
        network->arrays = arrays;
        network->runtime = new_runtime(&list, &arrays, isa);
        network->file = malloc(size);
    }
    layer_list_free(&list);
    if (network != NULL && network->runtime != NULL && network->file != NULL) {
        memcpy(network->file, bytes, size);
        network->file_size = size;
        return network;
    }
    *error = "out of memory";
    network_delete(network);
    return NULL;
}

// The bytes of a file, or NULL; then errno says why. The caller frees them.
static unsigned char *read_bytes(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    if (file == NULL)
        return NULL;
    bool is_folder = getc(file) == EOF && ferror(file); // which has an end to seek, too
    if (!is_folder && fseek(file, 0, SEEK_END) == 0 && ftell(file) >= 0) {
        *size = (size_t)ftell(file);
        rewind(file);
        errno = EFBIG;
        bytes = *size <= FILE_BYTES_MAX ? malloc(*size + 1) : NULL;
    }
    if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

bool network_is_own_file(const char *path)
{
    unsigned char begin[NETWORK_MAGIC_SIZE];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return true;
    bool is_own = fread(begin, sizeof begin, 1, file) != 1 || network_has_magic(begin);
    fclose(file);
    return is_own;
}

Network *network_open(const char *path, const Isa *isa, const char **error)
{
    size_t size;
    unsigned char *bytes = read_bytes(path, &size);
    if (bytes == NULL) {
        *error = strerror(errno);
        return NULL;
    }
    Network *network = network_read(bytes, size, isa, error);
    free(bytes);
    return network;
}

Network *network_default(const Isa *isa)
{
    const char *error;
    return network_read((const unsigned char *)DEFAULT_NETWORK, DEFAULT_NETWORK_SIZE,
                        isa, &error);
}

Network *network_for_isa(const Network *network, const Isa *isa)
{
    const char *error;
    return network_read(network->file, network->file_size, isa, &error);
}

void network_delete(Network *network)
{
    if (network == NULL)
        return;
    runtime_delete(network->runtime);
    free(network->file);
    free(network);
}

const unsigned char *network_bytes(const Network *network, size_t *size)
{
    *size = network->file_size;
    return network->file;
}

int network_version(const Network *network)
{
    return (int)network->shape.version;
}

void network_describe(const Network *network, char text[NETWORK_TEXT_SIZE])
{
    const NetworkShape *shape = &network->shape;
    snprintf(text, NETWORK_TEXT_SIZE, "%u %sblocks of %u channels%s",
             (unsigned)shape->blocks, shape->inner > 0 ? "nested " : "",
             (unsigned)shape->channels, shape->attention > 0 ? ", attention" : "");
}
