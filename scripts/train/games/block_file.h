// SPDX-License-Identifier: MIT
//
// Files of blocks, to which programs append while they run. Each block has a checksum.
// If a file was cut off, or is being written, the whole blocks before that place are
// read. The next program that appends continues from there.
//
// A file begins with 16 bytes: "PNKBLOCK", then BLOCK_VERSION as uint32, then four zero
// bytes. A block begins with 16 bytes. These are the length of its content as uint32,
// its kind and the number of its items as uint16 each, and a checksum as uint64. The
// checksum (FNV-1a of 64 bits) covers these eight bytes and the content. All numbers
// are little-endian.
#ifndef BLOCK_FILE_H
#define BLOCK_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BLOCK_VERSION = 1,
    BLOCK_HEAD = 16,
    BLOCK_BYTES_MAX = 1 << 22, // content of a block
};

typedef enum BlockKind {
    BLOCK_GAMES = 1,   // packed_game.h
    BLOCK_LABELS = 2,  // label.h
    BLOCK_EXCLUDED = 3 // exclusion.h
} BlockKind;

typedef struct StoredBlock {
    int kind; // one of BlockKind, or a kind of a later version
    int count;
    const uint8_t *bytes;
    size_t size;
} StoredBlock;

// The bytes of a file, and the place up to which they have been read.
typedef struct BlockReader {
    const uint8_t *bytes;
    size_t size;
    size_t position; // end of the last block that was read
    bool mapped;     // the bytes are a mapped file
} BlockReader;

// Whether these are the first bytes of a file of blocks, of any version.
bool block_file_begins(const uint8_t bytes[], size_t size);

// Opens a file. Errors: false, and *error says why, such as "not a file of blocks".
bool block_reader_open(BlockReader *reader, const char *path, const char **error);

// Reads from bytes in memory, which must stay valid. Errors: as block_reader_open.
bool block_reader_take(BlockReader *reader, const uint8_t bytes[], size_t size,
                       const char **error);

// Reads the next block. Its bytes are valid until the reader is closed. False at the
// end, or where the file is damaged; if it is damaged, position < size.
bool block_reader_next(BlockReader *reader, StoredBlock *block);

void block_reader_close(BlockReader *reader);

// A file to which one program appends.
typedef struct BlockWriter {
    int file;
    uint64_t length; // length of the sound part
} BlockWriter;

// Opens the file or creates it. Cuts off an incomplete block at its end, and keeps
// other programs from appending. Errors: false, and *error says why. Pre: while this
// program appends, it opens the file in no other way, because closing that would let
// other programs in.
bool block_writer_open(BlockWriter *writer, const char *path, const char **error);

// Appends a block, and waits until it is on the disk. Errors: false; the file is as
// before, or damaged at its end. Pre: size <= BLOCK_BYTES_MAX, count <= 65535.
bool block_writer_add(BlockWriter *writer, const StoredBlock *block);

void block_writer_close(BlockWriter *writer);

#endif
