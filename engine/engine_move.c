// SPDX-License-Identifier: MIT
//
// Choosing a move: one request, one result. What a request may change is decided at its
// end. Until then the searches see a copy of the game.
#include <math.h>
#include <string.h>

#include "best_move.h"
#include "engine_internal.h"
#include "pass_trial.h"
#include "people_move.h"
#include "stopwatch.h"
#include "symmetry.h"

// The limit is lower for a network of KataGo's, which is hundreds of times slower.
enum { REPRODUCE_PLAYOUTS = 10000, REPRODUCE_KATAGO = 50, REPRODUCE_SEED = 1 };

// How much of the chance to win a pass may cost. If no other move gains anything, the
// search knows little of what follows each of them, and its values go up and down.
static const double PASS_DROP = 0.25;

// Below this temperature moves that are as good are not drawn any more.
static const double LOT_TEMPERATURE = 0.15;

typedef enum PassSafety { PASS_IS_SAFE, PASS_IS_DOUBTED, PASS_IS_REFUTED } PassSafety;

// A move that is being chosen.
typedef struct Choice {
    Engine *engine;
    const MoveRequest *request;
    // A copy of the game. During the cleanup all its stones count. A pass is tried on
    // it.
    Game *game;
    bool is_cleanup;    // a pass may leave no dead enemy stone on the board
    Analysis *analysis; // what the listener hears; NULL: there is none
    int workers;        // threads that search, at most
    MoveTime time;
    SearchSeeds seeds;
    Resignation resignation; // the player's, this move included
    RecentChances recent;    // before this move
    double white_doubling;   // White's playout doubling advantage
    PeopleMove people;       // what they would play
    // The network's policy of the position, where there is one, and the chance of the
    // chosen move in it or in that of people; negative: there is none.
    bool has_policy;
    float policy[POINT_LIMIT];
    double chance;
} Choice;

static bool may_play(const Choice *choice, Point move)
{
    const MoveRequest *request = choice->request;
    return request->listener == NULL ||
           !move_filter_has(request->listener->filter, request->player, move, 1);
}

static const atomic_bool *stop_of(const Choice *choice)
{
    const atomic_bool *cancel = choice->request->cancel;
    return cancel != NULL ? cancel : &choice->engine->stop;
}

// Searches the game for this player's move. The listener hears of the searches for the
// move of the request only.
static bool think(Choice *choice, Search *search, Color player, SearchLimits limits,
                  SearchReport *report)
{
    const MoveRequest *request = choice->request;
    SearchOrder order = {.observer = NULL};
    if (choice->analysis != NULL && player == request->player)
        order = analysis_search_order(choice->analysis);
    order.player = player;
    order.profile = choice->engine->options.profile;
    order.doubling = (float)choice->white_doubling;
    order.limits = time_manager_in_time(&choice->time, limits, stopwatch_now());
    order.seed = engine_next_seed(&choice->seeds);
    order.stop = stop_of(choice);
    order.workers = engine_workers(choice->engine, &order.limits, choice->workers);
    order.is_reproducible = request->purpose == MOVE_REPRODUCE;
    return search_run(search, choice->game, &order, report);
}

static PassDecision pass_decision_for(const Choice *choice)
{
    return (PassDecision){choice->game, choice->request->player, choice->engine->judge,
                          choice->is_cleanup};
}

// The player's chance to win after a pass, by a search of the position after it. The
// search leaves its report in `reply`. 0 if there was none.
static double chance_after_pass(Choice *choice, Search *search, SearchLimits limits)
{
    Color player = choice->request->player;
    SearchReport *reply = &choice->engine->reply;
    double chance = 0;
    if (game_play(choice->game, player, PASS) != MOVE_OK)
        return 0;
    if (think(choice, search, color_other(player), limits, reply) &&
        reply->playouts > 0)
        chance = 1 - reply->win_rate;
    game_undo(choice->game);
    return chance;
}

// May the player pass? Playouts alone must leave the chance that the advice demands.
// They miss what has to be read. The search that chooses moves knows already which
// replies are better than they look. So it must not find that one of them throws the
// win away, which refutes the pass. If it doubts the win without knowing why, that does
// not count.
static PassSafety safety_of_pass(Choice *choice, const PassDecision *decision,
                                 SearchLimits limits, double chance)
{
    Engine *engine = choice->engine;
    PassTrial trial = {decision, &engine->report, &engine->reply};
    search_clear(engine->pass_search); // of what another pass had in it
    if (chance_after_pass(choice, engine->pass_search, limits) < chance)
        return PASS_IS_DOUBTED;
    if (chance_after_pass(choice, engine->search, limits) <
            engine->report.win_rate - PASS_DROP &&
        pass_trial_refutes(&trial))
        return PASS_IS_REFUTED;
    return pass_trial_wastes_points(&trial) ? PASS_IS_DOUBTED : PASS_IS_SAFE;
}

// The time of a playout of the last search on one thread, without the network.
static double playout_seconds(const Engine *engine)
{
    const SearchReport *report = &engine->report;
    double playing = report->seconds * report->workers - report->network_seconds;
    return report->playouts > 0 ? playing / (double)report->playouts : INFINITY;
}

// Are `seconds` enough to judge chains? The thread may have to wait for its turn.
static bool can_judge(const Choice *choice, double seconds)
{
    return time_manager_can_judge(&choice->time, seconds - choice->engine->report.delay,
                                  playout_seconds(choice->engine));
}

// Turns the report of a search into a move, and decides whether to pass.
static Point decide(Choice *choice)
{
    const SearchReport *report = &choice->engine->report;
    PassDecision decision = pass_decision_for(choice);
    if (!can_judge(choice, choice->time.deadline - stopwatch_now()))
        return pass_decision_unjudged_move(&decision, report);
    SearchLimits limits = time_manager_for_pass(choice->time.limits);
    PassAdvice advice = pass_decision_advise(&decision, report);
    if (advice.pass_chance == ENDING_PASS)
        return PASS;
    PassSafety safety = PASS_IS_DOUBTED;
    if (advice.pass_chance < ENDING_NO_PASS)
        safety = safety_of_pass(choice, &decision, limits, advice.pass_chance);
    if (safety == PASS_IS_SAFE)
        return PASS;
    // What refutes a pass is news to the judge.
    bool is_news = safety == PASS_IS_REFUTED && report->best != PASS;
    return is_news || pass_trial_knows_better(&decision, report) ? report->best
                                                                 : advice.move;
}

// Would a pass end the game and win it? Asked only if there is time to judge chains.
static bool wins_by_pass(const Choice *choice, const PassDecision *decision)
{
    bool is_judged = choice->game->rules.dead_stones || choice->is_cleanup;
    double seconds = TIME_MANAGER_JUDGING_SHARE * choice->time.limits.seconds;
    return may_play(choice, PASS) && (!is_judged || can_judge(choice, seconds)) &&
           pass_decision_wins_by_pass(decision);
}

// The report of a pass that wins, as if the only playout had left everything as it is.
static void report_won_pass(const PassDecision *decision, SearchReport *report)
{
    Bitboard owner[2];
    memset(report, 0, sizeof *report);
    report->player = decision->player;
    report->best = PASS;
    report->win_rate = report->playout_rate = 1;
    report->score = 0.5 * pass_decision_result(decision);
    pass_decision_owner(decision, owner);
    report->ownership_playouts = 1;
    for (Color color = BLACK; color <= WHITE; color++)
        for (Point p = bitboard_first(&owner[color]); p;
             p = bitboard_next(&owner[color], p))
            report->ownership[p] = color == BLACK ? 1 : -1;
}

// Searches for the move. Errors: false when memory is exhausted.
static bool search_move(Choice *choice)
{
    SearchReport *report = &choice->engine->report;
    SearchLimits limits = choice->time.limits;
    if (pass_decision_may_pass(&choice->game->position, report))
        limits = time_manager_before_pass(limits, playout_seconds(choice->engine));
    if (!think(choice, choice->engine->search, choice->request->player, limits, report))
        return false;
    // Searches of what follows a pass forget it.
    const NetworkOutput *output = search_root_output(choice->engine->search);
    choice->has_policy = output != NULL;
    if (output != NULL)
        memcpy(choice->policy, output->policy, sizeof choice->policy);
    return true;
}

static bool is_resigned(Choice *choice)
{
    bool is_lost =
        resignation_is_lost(&choice->resignation, choice->game,
                            &choice->engine->options.params, &choice->engine->report);
    return is_lost && !choice->is_cleanup && may_play(choice, RESIGN);
}

// Is the move to be one of people?
static bool is_one_of_people(Choice *choice)
{
    return !choice->is_cleanup &&
           people_move_is_possible(&choice->people, choice->game) &&
           people_move_is_due(&choice->people, engine_next_seed(&choice->seeds));
}

// The move that people would make, in place of the engine's.
static Point play_as_people(Choice *choice, Point best)
{
    double chances[POINT_LIMIT];
    people_move_chances(&choice->people, choice->game, &choice->engine->report,
                        chances);
    for (Point p = 0; p < POINT_LIMIT; p++)
        if (chances[p] > 0 && !may_play(choice, p))
            chances[p] = 0;
    return people_move_draw(&choice->people, chances, best);
}

// The report of a pass in a game that has ended without a result.
static void report_void(const Choice *choice, SearchReport *report)
{
    memset(report, 0, sizeof *report);
    report->player = choice->request->player;
    report->best = PASS;
    report->win_rate = report->playout_rate = 0.5;
}

// The temperature of a lot among moves. A position that was set up is as late as it has
// stones.
static double lot_temperature(const Choice *choice)
{
    const Game *game = choice->game;
    const Position *pos = &game->position;
    int stones = pos->columns * pos->rows - pos->empty_count;
    int turn = stones > game->move_count ? stones : game->move_count;
    return imitation_temperature(&choice->engine->options.imitation, turn, pos);
}

// One of the moves that are as good as the search's best one, so that games differ. The
// lot is for early moves, or for all if the temperature does not fall.
static Point draw_alike(Choice *choice, Point move)
{
    SearchReport *report = &choice->engine->report;
    double temperature = lot_temperature(choice);
    if (move != report->best || move == PASS || temperature < LOT_TEMPERATURE)
        return move;
    Rng rng = rng_seeded(engine_next_seed(&choice->seeds), 0);
    int drawn =
        best_move_draw(report->candidates, report->candidate_count, temperature, &rng);
    Point other = report->candidates[drawn].move;
    if (other == PASS || !may_play(choice, other))
        return move;
    search_report_choose(report, drawn);
    return other;
}

// The move, PASS or RESIGN to answer with.
static Point choose(Choice *choice)
{
    PassDecision decision = pass_decision_for(choice);
    SearchReport *report = &choice->engine->report;
    if (game_is_void(choice->game) && may_play(choice, PASS)) {
        report_void(choice, report);
        return PASS;
    }
    if (wins_by_pass(choice, &decision)) {
        report_won_pass(&decision, report);
        choice->resignation.lost_streak = 0;
        return PASS;
    }
    // People are asked before the search, which then ends in time.
    bool is_people = is_one_of_people(choice) &&
                     people_move_ask(&choice->people, choice->game, decision.player);
    if (!search_move(choice))
        return PASS;
    if (is_resigned(choice))
        return RESIGN;
    Point move = decide(choice);
    move = may_play(choice, move) ? move : report->best;
    if (is_people && !people_move_leaves(&choice->people, report, move)) {
        move = play_as_people(choice, move);
        choice->chance = (double)choice->people.policy[move];
        return move;
    }
    move = draw_alike(choice, move);
    if (choice->has_policy)
        choice->chance = (double)choice->policy[move];
    return move;
}

// The symmetries after which the board looks the same and the move is legal, the one
// that changes nothing included; see symmetry_set.
static unsigned symmetries_for(const Choice *choice, Point move)
{
    const Position *pos = &choice->game->position;
    unsigned found = symmetry_set(pos);
    for (int symmetry = 1; symmetry < SYMMETRY_COUNT && found != 1; symmetry++) {
        Point turned = symmetry_turn(move, pos->columns, pos->rows, symmetry);
        // Superko may forbid it, as earlier colorings need not be symmetric.
        if (game_check(choice->game, choice->request->player, turned) != MOVE_OK)
            found &= ~(1u << symmetry);
    }
    return found;
}

// Where the board looks the same after a symmetry, what it makes of a move is as good.
// One of these moves is drawn, so that games differ; only its part of the tree is lost.
// A listener has heard of the move itself.
static Point turn_by_lot(Choice *choice, Point move)
{
    int columns = choice->game->position.columns, rows = choice->game->position.rows;
    if (!point_is_on_board(move, columns, rows) || choice->analysis != NULL)
        return move;
    unsigned symmetries = symmetries_for(choice, move);
    if (symmetries == 1)
        return move;
    Rng rng = rng_seeded(engine_next_seed(&choice->seeds), 0);
    int symmetry;
    do
        symmetry = (int)rng_below(&rng, SYMMETRY_COUNT);
    while ((symmetries >> symmetry & 1) == 0);
    search_report_turn(&choice->engine->report, columns, rows, symmetry);
    return symmetry_turn(move, columns, rows, symmetry);
}

// The end of the time that is meant for the move. 0: there is none.
static double planned_end(const MoveTime *time)
{
    double planned = time->limits.plan.seconds;
    return planned > 0 ? time->started + planned : time->deadline;
}

// Lets a move wait that would come too soon for people, as long as it has time.
static void delay(Choice *choice)
{
    const MoveDelay *wanted = &choice->engine->options.delay;
    if (wanted->scale <= 0 || choice->chance < 0)
        return;
    Rng rng = rng_seeded(engine_next_seed(&choice->seeds), 0);
    double until = stopwatch_now() + move_delay_seconds(wanted, choice->chance, &rng);
    double end = planned_end(&choice->time);
    move_delay_wait(end > 0 ? fmin(until, end) : until, stop_of(choice));
}

// The move by the position alone: nothing that the engine remembers counts.
static Point choose_reproducibly(Choice *choice)
{
    Search *search = choice->engine->search;
    search_clear(search);
    Point move = search_move(choice) ? decide(choice) : PASS;
    search_clear(search);
    return move;
}

// Does time limit a move?
static bool is_timed(const Engine *engine)
{
    return engine->options.seconds > 0 ||
           time_control_is_limited(&engine->manager.clocks);
}

// The limits that do not come from a clock. If the answer must be reproducible, it may
// not depend on the speed of the machine.
static SearchLimits limits_asked(const Engine *engine, MovePurpose purpose)
{
    SearchLimits limits = engine_limits(engine);
    bool is_counted = limits.playouts > 0 || limits.visits > 0;
    if (purpose == MOVE_REPRODUCE && !is_counted && !is_timed(engine))
        limits.playouts =
            engine->options.katago != NULL ? REPRODUCE_KATAGO : REPRODUCE_PLAYOUTS;
    return limits;
}

// How many threads search, at most. On several threads no answer is reproducible, and
// with a time limit none is on one thread either.
static int workers_wanted(const Engine *engine, MovePurpose purpose)
{
    bool is_alone = purpose == MOVE_REPRODUCE && !engine->options.threads_chosen &&
                    !is_timed(engine);
    return is_alone ? 1 : engine->options.threads;
}

// Does the game go on after its end? Then dead stones have to be captured.
static bool goes_on(const Game *game)
{
    return game->rules.dead_stones &&
           (game_is_over(game) || pass_decision_is_disputed(game));
}

// What earlier moves thought of the game decides how much thought this one needs, and
// how strong the players are taken to be.
static void use_recent_chances(Choice *choice)
{
    const EngineOptions *options = &choice->engine->options;
    const Game *game = &choice->engine->game;
    Color player = choice->request->player;
    double factor = search_factor(&options->factors, game, player, &choice->recent);
    choice->time.limits = search_factor_limits(choice->time.limits, factor);
    choice->white_doubling = doubling_next(&options->doubling, game, player,
                                           &choice->recent, choice->white_doubling);
}

// Pre: what engine_reserve takes is there.
static Choice begin_choice(Engine *engine, const MoveRequest *request, double asked_at)
{
    MovePurpose purpose = request->purpose;
    Choice choice = {
        .engine = engine,
        .request = request,
        .game = &engine->scratch,
        .chance = -1,
        .workers = workers_wanted(engine, purpose),
        .seeds = engine->seeds,
        .time = time_manager_begin(&engine->manager, &engine->game, request->player,
                                   limits_asked(engine, purpose), asked_at)};
    choice.is_cleanup = purpose == MOVE_CLEANUP ||
                        (purpose != MOVE_REPRODUCE && goes_on(&engine->game));
    choice.game->rules.dead_stones &= !choice.is_cleanup;
    if (purpose == MOVE_REPRODUCE)
        choice.seeds = (SearchSeeds){REPRODUCE_SEED, 0};
    choice.people =
        people_move_begin(&engine->options, &engine->game, purpose == MOVE_REPRODUCE);
    people_move_limit(&choice.people, &choice.time.limits);
    if (game_stamp_is_passed(&engine->after_move, &engine->game)) {
        choice.resignation = engine->resignation[request->player];
        if (purpose != MOVE_REPRODUCE) {
            choice.recent = engine->recent;
            choice.white_doubling = engine->white_doubling;
        }
    }
    use_recent_chances(&choice);
    if (request->listener != NULL) {
        choice.analysis = &engine->analysis;
        analysis_begin(choice.analysis, request->listener, true);
    }
    return choice;
}

// Plays the move, and learns from it.
static MoveError play(const Choice *choice, Point move)
{
    Engine *engine = choice->engine;
    Color player = choice->request->player;
    MoveError error = MOVE_OK;
    if (!game_stamp_is_passed(&engine->after_move, &engine->game)) // moves taken back
        engine_forget_course(engine);
    engine->resignation[player] = choice->resignation;
    engine->white_doubling = choice->white_doubling;
    recent_chances_add(&engine->recent, player, engine->report.win_rate);
    engine_resign(engine, move == RESIGN ? player : EMPTY);
    game_stamp_clear(&engine->cleaned_up);
    if (move != RESIGN) {
        error = game_play(&engine->game, player, move);
        game_stamp_take(&engine->after_move, &engine->game, color_other(player));
        if (choice->request->purpose == MOVE_CLEANUP)
            engine->cleaned_up = engine->after_move;
    }
    engine_mark_for_pondering(engine, move != RESIGN && error == MOVE_OK);
    time_manager_end(&engine->manager, &choice->time, engine->report.win_rate,
                     stopwatch_now());
    return error;
}

MoveError engine_genmove(Engine *engine, const MoveRequest *request, MoveResult *result)
{
    double asked_at =
        stopwatch_now(); // to reserve can mean to wait for the last search
    MovePurpose purpose = request->purpose;
    *result = (MoveResult){.move = NO_POINT, .report = &engine->report};
    if (!engine_reserve(engine))
        return MOVE_NO_MEMORY;
    engine_enter_game(engine);
    atomic_store(&engine->stop, false);
    Choice choice = begin_choice(engine, request, asked_at);
    Point move = purpose == MOVE_REPRODUCE ? choose_reproducibly(&choice)
                                           : turn_by_lot(&choice, choose(&choice));
    bool is_played = purpose == MOVE_PLAY || purpose == MOVE_CLEANUP;
    if (is_played)
        delay(&choice);
    if (purpose != MOVE_REPRODUCE)
        engine->seeds = choice.seeds;
    if (request->cancel != NULL && atomic_load(request->cancel))
        return MOVE_OK;
    if (choice.analysis != NULL)
        analysis_conclude(choice.analysis, &engine->report, move);
    result->move = move;
    result->analysis = choice.analysis;
    return is_played ? play(&choice, move) : MOVE_OK;
}
