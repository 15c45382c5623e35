// SPDX-License-Identifier: MIT
//
// The input of the network, with a reader of ladders for the one time.
#ifndef FEATURES_FIXTURE_H
#define FEATURES_FIXTURE_H

#include <stdlib.h>

#include "input_features.h"

// `view` has no reader yet.
static inline InputFeatures features_of_view(InputFeatureView view)
{
    InputFeatures features;
    view.ladders = ladder_reader_new();
    if (view.ladders == NULL)
        abort();
    input_features_extract(&view, &features);
    ladder_reader_delete(view.ladders);
    return features;
}

static inline InputFeatures features_of_game(const Game *game)
{
    return features_of_view(input_features_view(game, NULL));
}

#endif
