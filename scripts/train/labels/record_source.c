// SPDX-License-Identifier: MIT
#include "record_source.h"

#include <string.h>

bool source_is_blocks(const char *path)
{
    uint8_t bytes[BLOCK_HEAD];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return block_file_begins(bytes, size);
}

// Whether the file has labels; it is read from its beginning afterwards.
static bool has_labels(BlockReader *blocks)
{
    StoredBlock block;
    size_t begin = blocks->position;
    bool found = false;
    while (!found && block_reader_next(blocks, &block))
        found = block.kind == BLOCK_LABELS;
    blocks->position = begin;
    return found;
}

bool source_open(RecordSource *source, const char *path, const GameStore *store,
                 const char **what)
{
    memset(source, 0, sizeof *source);
    source->path = path;
    source->is_text = !source_is_blocks(path);
    if (source->is_text) {
        *what = "it cannot be read";
        return stream_open(&source->text, path);
    }
    label_reader_init(&source->labels, store);
    if (!block_reader_open(&source->blocks, path, what))
        return false;
    source->kind = has_labels(&source->blocks) ? BLOCK_LABELS : BLOCK_GAMES;
    return true;
}

static SourceStatus next_line(RecordSource *source, bool held_out, GameRecord *record,
                              const char **what)
{
    if (!stream_next(&source->text))
        return SOURCE_END;
    if (record_is_held_out(source->text.line) != held_out)
        return SOURCE_OTHER;
    RecordError error = record_read(source->text.line, record);
    *what = record_error_text(error);
    return error == RECORD_OK ? SOURCE_READ : SOURCE_WRONG;
}

// Goes to the next block of the kind that is wanted.
static bool next_block(RecordSource *source)
{
    source->position = 0;
    while (block_reader_next(&source->blocks, &source->block))
        if (source->block.kind == (int)source->kind)
            return true;
    source->block = (StoredBlock){.bytes = NULL};
    return false;
}

static SourceStatus next_game(RecordSource *source, bool held_out, GameRecord *record)
{
    const uint8_t *bytes;
    size_t size;
    bool is_held_out;
    while (!game_block_next(&source->block, &source->position, &bytes, &size))
        if (!next_block(source))
            return SOURCE_END;
    game_unpack(bytes, size, record, &is_held_out);
    return is_held_out == held_out ? SOURCE_READ : SOURCE_OTHER;
}

static SourceStatus next_label(RecordSource *source, bool held_out, GameRecord *record,
                               const char **what)
{
    Label label;
    LabelStatus status;
    while ((status = label_reader_next(&source->labels, &label, record)) == LABEL_END) {
        if (!next_block(source))
            return SOURCE_END;
        if (!label_reader_begin(&source->labels, &source->block)) {
            status = LABEL_WRONG;
            break;
        }
    }
    *what = label_status_text(status);
    if (status != LABEL_READ)
        return SOURCE_FAILED;
    return record_position_is_held_out(record) == held_out ? SOURCE_READ : SOURCE_OTHER;
}

SourceStatus source_next(RecordSource *source, bool held_out, GameRecord *record,
                         const char **what)
{
    if (source->is_text)
        return next_line(source, held_out, record, what);
    if (source->kind == BLOCK_GAMES)
        return next_game(source, held_out, record);
    return next_label(source, held_out, record, what);
}

unsigned long long source_line(const RecordSource *source)
{
    return source->is_text ? source->text.line_number : 0;
}

bool source_is_cut_off(const RecordSource *source)
{
    return !source->is_text && source->blocks.position < source->blocks.size;
}

bool source_close(RecordSource *source)
{
    if (source->is_text)
        return stream_close(&source->text);
    block_reader_close(&source->blocks);
    return true;
}
