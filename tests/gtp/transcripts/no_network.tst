# SPDX-License-Identifier: MIT
# options: --no-net --playouts 20 --seed 1
# Without a network there is nothing that it could say.

kata-raw-nn 0
#? [\? no network in use: start the engine without --no-net]
kata-raw-nn x
#? [\? syntax error: kata-raw-nn takes .*]
kata-get-models
#? [\[\]]
ponnuki-rank 5k
#? [\? cannot set rank: `5k` must be max, as there is no network here]
boardsize 5
kata-search b
#? [[A-E][1-5]]
ponnuki-load_network
#? []
kata-get-models
#? [\[\{"name":.*\}\]]
kata-search b
#? [[A-E][1-5]]
ponnuki-rank 5k
#? []
