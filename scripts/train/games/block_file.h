// SPDX-License-Identifier: MIT
//
// Files of blocks to which programs append while they run. Each block has a checksum,
// so a file that was cut off, or is being written, is read up to there, and the next
// program that appends goes on from there.
//
// A file begins with 16 bytes: "PNKBLOCK", then BLOCK_VERSION as uint32 and four bytes
// of zero. A block begins with 16 bytes: the length of its content as uint32, its kind
// and the number of its items as uint16 each, then the checksum of these eight bytes
// and of the content as uint64 (FNV-1a of 64 bits). All numbers are little-endian.
#ifndef BLOCK_FILE_H
#define BLOCK_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BLOCK_VERSION = 1,
    BLOCK_HEAD = 16,
    BLOCK_BYTES_MAX = 1 << 22, // of a content
};

typedef enum BlockKind {
    BLOCK_GAMES = 1,   // packed_game.h
    BLOCK_LABELS = 2,  // label.h
    BLOCK_EXCLUDED = 3 // exclusion.h
} BlockKind;

typedef struct Block {
    int kind; // one of BlockKind, or of a later version
    int count;
    const uint8_t *bytes;
    size_t size;
} Block;

// The bytes of a file, and how far they have been read.
typedef struct BlockReader {
    const uint8_t *bytes;
    size_t size;
    size_t position; // behind the last block that was read
    bool mapped;     // the bytes are those of a file
} BlockReader;

// Are these the first bytes of such a file, of any version?
bool block_file_begins(const uint8_t bytes[], size_t size);

// Opens a file. Errors: false, and *error is why, such as "not a file of blocks".
bool block_reader_open(BlockReader *reader, const char *path, const char **error);

// The same of bytes in memory, which must stay there.
bool block_reader_take(BlockReader *reader, const uint8_t bytes[], size_t size,
                       const char **error);

// The next block, whose bytes are valid until the reader is closed. False at the end,
// or where the file is damaged: then position < size.
bool block_reader_next(BlockReader *reader, Block *block);

void block_reader_close(BlockReader *reader);

// A file to which one program appends.
typedef struct BlockWriter {
    int file;
    uint64_t length; // of what is sound
} BlockWriter;

// Opens the file, or makes a new one, cuts off what is no whole block at its end, and
// keeps other programs from appending. Errors: false, and *error is why. Pre: this
// program opens the file no other way while it appends, as closing that would let
// others in.
bool block_writer_open(BlockWriter *writer, const char *path, const char **error);

// Appends a block, and waits until it is on the disk. Pre: size <= BLOCK_BYTES_MAX,
// count
// <= 65535. Errors: false if that fails; the file is as it was before, or damaged at
// its end.
bool block_writer_add(BlockWriter *writer, const Block *block);

void block_writer_close(BlockWriter *writer);

#endif
