// SPDX-License-Identifier: MIT
//
// How well a network, as the program computes it, foretells recorded games. Prints sums
// over the samples of one file, a name and a number a line, for evaluate.py.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_record.h"
#include "network.h"
#include "network_option.h"
#include "record_stream.h"
#include "sample.h"
#include "symmetry.h"

enum { PER_GAME_MAX = 512, FIRST = 5 };

static const char USAGE[] =
    "usage: evaluate [OPTIONS] FILE\n"
    "  --net FILE     another network than the one in the program\n"
    "  --isa NAME     instruction set, the fastest\n"
    "  --per-game N   moments taken of a game, at most 512, 8\n"
    "  --positions N  end after so many; 0: read the whole file, 0\n"
    "  --seed N       1\n"
    "  --ways N       the mean of what it says when it is shown the board in so many\n"
    "                 of the eight symmetries, 1; a search looks at its root in all\n"
    "  --held-out     only the games that are never trained on\n"
    "  --print        no sums, but of each position the probability of the move,\n"
    "                 that of winning, the score, the probability of the move by\n"
    "                 the optimistic policy, and the errors of winning and score\n";

typedef struct EvaluationOptions {
    const char *net, *isa, *path;
    long per_game, positions, seed, ways;
    bool held_out, print;
} EvaluationOptions;

// Sums over samples; of some only where what is asked is known.
typedef struct SampleSums {
    double positions, first, among_first, entropy;
    double decided, right, brier;
    double scored, points;
    double owned, owner;
} SampleSums;

typedef struct EvaluationJob {
    const EvaluationOptions *options;
    const Network *network;
    NetworkMemory *memory;
    LadderReader *ladders;
    Game game;
    Rng rng;
    SampleSums sums;
} EvaluationJob;

static bool read_number(const char *text, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && *number >= 0;
}

static bool read_option(const char *name, const char *value, EvaluationOptions *options)
{
    if (strcmp(name, "--net") == 0)
        options->net = value;
    else if (strcmp(name, "--isa") == 0)
        options->isa = value;
    else if (strcmp(name, "--per-game") == 0)
        return read_number(value, &options->per_game) && options->per_game > 0 &&
               options->per_game <= PER_GAME_MAX;
    else if (strcmp(name, "--positions") == 0)
        return read_number(value, &options->positions);
    else if (strcmp(name, "--seed") == 0)
        return read_number(value, &options->seed);
    else if (strcmp(name, "--ways") == 0)
        return read_number(value, &options->ways) && options->ways > 0 &&
               options->ways <= SYMMETRY_COUNT;
    else
        return false;
    return true;
}

static bool read_options(int argc, char **argv, EvaluationOptions *options)
{
    *options = (EvaluationOptions){.per_game = 8, .seed = 1, .ways = 1};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--held-out") == 0)
            options->held_out = true;
        else if (strcmp(argv[i], "--print") == 0)
            options->print = true;
        else if (strncmp(argv[i], "--", 2) != 0 && options->path == NULL)
            options->path = argv[i];
        else if (i + 1 == argc || !read_option(argv[i], argv[i + 1], options))
            return false;
        else
            i++;
    }
    return options->path != NULL;
}

static void add_move(const Sample *sample, const NetworkOutput *output,
                     SampleSums *sums)
{
    float probability = output->policy[sample->moves[0]];
    int better = 0;
    for (Point p = 0; p < POINT_LIMIT; p++)
        better += output->policy[p] > probability;
    sums->positions++;
    sums->first += better == 0;
    sums->among_first += better < FIRST;
    // A move onto a point that superko forbids has no probability.
    sums->entropy -= log(probability > 1e-9f ? (double)probability : 1e-9);
}

static void add_result(const Sample *sample, const NetworkOutput *output,
                       SampleSums *sums)
{
    if ((sample->flags & SAMPLE_OUTCOME_KNOWN) && sample->outcome != 0) {
        double won = 0.5 + 0.5 * sample->outcome / OPINION_UNIT;
        double win = (double)output->win;
        sums->decided++;
        sums->right += (win > 0.5) == (won > 0.5);
        sums->brier += (win - won) * (win - won);
    }
    if (sample->flags & SAMPLE_SCORE_KNOWN) {
        sums->scored++;
        sums->points +=
            fabs((double)output->score - (double)sample->score / OPINION_POINT);
    }
}

static void add_owner(const Sample *sample, const NetworkOutput *output,
                      SampleSums *sums)
{
    if (!(sample->flags & SAMPLE_OWNER_KNOWN))
        return;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        sums->owned += sample->owner[p] != 0;
        sums->owner +=
            sample->owner[p] != 0 && (output->owner[p] > 0) == (sample->owner[p] > 0);
    }
}

static void use_sample(EvaluationJob *evaluation, const Sample *sample)
{
    NetworkOutput output = {.win = 0}, one;
    int ways = (int)evaluation->options->ways;
    for (int symmetry = 0; symmetry < ways; symmetry++) {
        network_evaluate(evaluation->network, evaluation->memory, &sample->features,
                         symmetry, &one);
        network_add_output(&output, &one, 1 / (float)ways);
    }
    if (evaluation->options->print) {
        Point move = sample->moves[0];
        printf("%.9g %.9g %.9g %.9g %.9g %.9g\n", (double)output.policy[move],
               (double)output.win, (double)output.score,
               (double)output.optimistic[move], (double)output.win_error,
               (double)output.score_error);
        return;
    }
    add_move(sample, &output, &evaluation->sums);
    add_result(sample, &output, &evaluation->sums);
    add_owner(sample, &output, &evaluation->sums);
}

// A line of the file. One that is no record, or that cannot be played, is left out.
static void use_line(EvaluationJob *evaluation, const char *line)
{
    static GameRecord record; // too large for the stack
    static Sample samples[PER_GAME_MAX];
    SampleList list = {.samples = samples,
                       .wanted = (int)evaluation->options->per_game,
                       .ladders = evaluation->ladders};
    if ((evaluation->options->held_out && !record_is_held_out(line)) ||
        record_read(line, &record) != RECORD_OK ||
        sample_game(&record, &evaluation->game, &evaluation->rng, &list) != MOVE_OK)
        return;
    for (int i = 0; i < list.count; i++)
        use_sample(evaluation, &samples[i]);
}

static bool use_file(EvaluationJob *evaluation)
{
    static RecordStream stream;
    const EvaluationOptions *options = evaluation->options;
    if (!stream_open(&stream, options->path)) {
        fprintf(stderr, "evaluate: cannot read %s\n", options->path);
        return false;
    }
    bool enough = false;
    while (!enough && stream_next(&stream)) {
        use_line(evaluation, stream.line);
        enough = options->positions > 0 &&
                 evaluation->sums.positions >= (double)options->positions;
    }
    if (stream_close(&stream) || enough)
        return true;
    fprintf(stderr, "evaluate: %s is damaged\n", options->path);
    return false;
}

static void print_sums(const SampleSums *sums)
{
    printf("positions %.0f\nfirst %.0f\namong_first %.0f\nentropy %.6f\n",
           sums->positions, sums->first, sums->among_first, sums->entropy);
    printf("decided %.0f\nright %.0f\nbrier %.6f\n", sums->decided, sums->right,
           sums->brier);
    printf("scored %.0f\npoints %.3f\nowned %.0f\nowner %.0f\n", sums->scored,
           sums->points, sums->owned, sums->owner);
}

static bool run(const EvaluationOptions *options, const Network *network)
{
    EvaluationJob evaluation = {.options = options,
                                .network = network,
                                .memory = network_memory_new(network),
                                .ladders = ladder_reader_new(),
                                .rng = rng_seeded((uint64_t)options->seed, 0)};
    const Rules *rules = rules_default();
    if (evaluation.memory == NULL || evaluation.ladders == NULL ||
        !game_init(&evaluation.game, rules, 0, 19, 19)) {
        fputs("evaluate: not enough memory\n", stderr);
        return false;
    }
    bool good = use_file(&evaluation);
    if (good && !options->print)
        print_sums(&evaluation.sums);
    network_memory_delete(evaluation.memory);
    ladder_reader_delete(evaluation.ladders);
    game_free(&evaluation.game);
    return good;
}

int main(int argc, char **argv)
{
    EvaluationOptions options;
    if (!read_options(argc, argv, &options)) {
        fputs(USAGE, stderr);
        return 2;
    }
    Network *network = network_option_open("evaluate", options.net, options.isa);
    if (network == NULL)
        return 2;
    bool good = run(&options, network);
    network_delete(network);
    return good ? 0 : 1;
}
