// SPDX-License-Identifier: MIT
#include "block_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "byte_order.h"

enum { MAGIC_BYTES = 8, SUMMED = 8 }; // the first bytes of a block's head are summed

static const uint8_t FILE_HEAD[BLOCK_HEAD] = "PNKBLOCK\x01";

static uint64_t add_to_checksum(uint64_t sum, const uint8_t bytes[], size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    return sum;
}

static uint64_t checksum(const uint8_t head[], const uint8_t bytes[], size_t size)
{
    uint64_t sum = add_to_checksum(0xcbf29ce484222325u, head, SUMMED);
    return add_to_checksum(sum, bytes, size);
}

bool block_file_begins(const uint8_t bytes[], size_t size)
{
    return size >= MAGIC_BYTES && memcmp(bytes, FILE_HEAD, MAGIC_BYTES) == 0;
}

bool block_reader_take(BlockReader *reader, const uint8_t bytes[], size_t size,
                       const char **error)
{
    *reader = (BlockReader){.bytes = bytes, .size = size, .position = BLOCK_HEAD};
    if (!block_file_begins(bytes, size))
        *error = "not a file of games or labels";
    else if (size < BLOCK_HEAD || memcmp(bytes, FILE_HEAD, BLOCK_HEAD) != 0)
        *error = "a file of games or labels of another version";
    else
        return true;
    return false;
}

// The bytes of an open file; NULL with errno if that fails. An empty file has none.
static const uint8_t *map_file(int file, size_t *size)
{
    static const uint8_t NOTHING[1];
    struct stat status;
    if (fstat(file, &status) != 0)
        return NULL;
    *size = (size_t)status.st_size;
    if (*size == 0)
        return NOTHING;
    void *bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    return bytes == MAP_FAILED ? NULL : bytes;
}

static void unmap_file(const uint8_t *bytes, size_t size)
{
    if (size > 0)
        munmap((void *)(uintptr_t)bytes, size);
}

bool block_reader_open(BlockReader *reader, const char *path, const char **error)
{
    size_t size = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    const uint8_t *bytes = file >= 0 ? map_file(file, &size) : NULL;
    int reason = errno;
    if (file >= 0)
        close(file);
    if (bytes == NULL) {
        *error = strerror(reason);
        return false;
    }
    if (block_reader_take(reader, bytes, size, error)) {
        reader->mapped = true;
        return true;
    }
    unmap_file(bytes, size);
    return false;
}

bool block_reader_next(BlockReader *reader, StoredBlock *block)
{
    size_t left = reader->size - reader->position;
    const uint8_t *head = reader->bytes + reader->position;
    if (left < BLOCK_HEAD)
        return false;
    block->size = get_number(head, 4);
    block->kind = (int)get_number(head + 4, 2);
    block->count = (int)get_number(head + 6, 2);
    block->bytes = head + BLOCK_HEAD;
    if (block->size > BLOCK_BYTES_MAX || block->size > left - BLOCK_HEAD ||
        checksum(head, block->bytes, block->size) != get_number(head + SUMMED, 8))
        return false;
    reader->position += BLOCK_HEAD + block->size;
    return true;
}

void block_reader_close(BlockReader *reader)
{
    if (reader->mapped)
        unmap_file(reader->bytes, reader->size);
    *reader = (BlockReader){.bytes = NULL};
}

static bool write_all(int file, struct iovec parts[2])
{
    for (int i = 0; i < 2;) {
        ssize_t written = writev(file, &parts[i], 2 - i);
        if (written < 0 && errno != EINTR)
            return false;
        size_t done = written > 0 ? (size_t)written : 0;
        for (; i < 2 && done >= parts[i].iov_len; i++)
            done -= parts[i].iov_len;
        if (i < 2) {
            parts[i].iov_base = (uint8_t *)parts[i].iov_base + done;
            parts[i].iov_len -= done;
        }
    }
    return true;
}

// Where the last sound block ends: 0 if not even the head of the file has been written.
static bool measure(const uint8_t bytes[], size_t size, uint64_t *length,
                    const char **error)
{
    BlockReader reader;
    StoredBlock block;
    *length = 0;
    if (size < BLOCK_HEAD && memcmp(bytes, FILE_HEAD, size) == 0)
        return true;
    if (!block_reader_take(&reader, bytes, size, error))
        return false;
    while (block_reader_next(&reader, &block))
        continue;
    *length = reader.position;
    return true;
}

static bool find_end(BlockWriter *writer, const char **error)
{
    size_t size = 0;
    const uint8_t *bytes = map_file(writer->file, &size);
    if (bytes == NULL)
        return false;
    bool good = measure(bytes, size, &writer->length, error);
    unmap_file(bytes, size);
    return good;
}

static bool begin_file(BlockWriter *writer)
{
    uint8_t head[BLOCK_HEAD];
    memcpy(head, FILE_HEAD, sizeof head);
    struct iovec parts[2] = {{head, sizeof head}, {head, 0}};
    writer->length = sizeof head;
    return write_all(writer->file, parts);
}

static bool open_writer(BlockWriter *writer, const char *path, const char **error)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    writer->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (writer->file < 0)
        return false;
    if (fcntl(writer->file, F_SETLK, &lock) != 0) {
        *error = "another program appends to it";
        return false;
    }
    return find_end(writer, error) &&
           ftruncate(writer->file, (off_t)writer->length) == 0 &&
           lseek(writer->file, 0, SEEK_END) >= 0 &&
           (writer->length > 0 || begin_file(writer));
}

bool block_writer_open(BlockWriter *writer, const char *path, const char **error)
{
    *writer = (BlockWriter){.file = -1};
    *error = NULL;
    if (open_writer(writer, path, error))
        return true;
    if (*error == NULL)
        *error = strerror(errno);
    block_writer_close(writer);
    return false;
}

bool block_writer_add(BlockWriter *writer, const StoredBlock *block)
{
    uint8_t head[BLOCK_HEAD];
    assert(block->size <= BLOCK_BYTES_MAX && block->count <= UINT16_MAX);
    put_number(block->size, 4, head);
    put_number((uint64_t)block->kind, 2, head + 4);
    put_number((uint64_t)block->count, 2, head + 6);
    put_number(checksum(head, block->bytes, block->size), 8, head + SUMMED);
    struct iovec parts[2] = {{head, sizeof head},
                             {(void *)(uintptr_t)block->bytes, block->size}};
    if (!write_all(writer->file, parts) || fdatasync(writer->file) != 0)
        return false;
    writer->length += BLOCK_HEAD + block->size;
    return true;
}

void block_writer_close(BlockWriter *writer)
{
    if (writer->file >= 0)
        close(writer->file);
    writer->file = -1;
}
