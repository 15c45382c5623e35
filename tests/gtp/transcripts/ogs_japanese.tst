# SPDX-License-Identifier: MIT
# options: --rules japanese --playouts 300 --seed 1 --accept-illegal --lag 0.5
# A Japanese game as gtp2ogs leads it. It tells no rules and asks for no dead stones. The
# server counts, so nothing may be left that it could misjudge.

list_commands
#? [[\s\S]*kgs-time_settings[\s\S]*]
kata-list_time_settings
#? [.*fischer-capped.*]
boardsize 9
#? []
clear_board
#? []
komi 6.5
#? []
place_free_handicap 3
#? [[A-HJ]\d [A-HJ]\d [A-HJ]\d]

# Black has four columns and White five, but for a dame at E1. B5 and H5 are dead.
boardsize 9
clear_board
komi 6.5
play black d2
play white e2
play black d3
play white e3
play black d4
play white e4
play black d5
play white e5
play black d6
play white e6
play black d7
play white e7
play black d8
play white e8
play black d9
play white e9
play black b3
play white g3
play black b7
play white g7
play black h5
play white b5
play black d1
kata-time_settings fischer-capped 1200 300 3000 -1
#? []
time_left black 950 0
#? []
time_left white 1200 0
#? []
# The dame, or a pass: neither loses anything.
genmove white
#? [E1|pass]
undo
play white e1
play black pass
genmove white
#? [pass]
final_score
#? [W\+15\.5]

# With a pool of programs each turn begins with the whole game.
boardsize 9
clear_board
komi 6.5
play black d1
play white e1
play black d2
play white e2
play black d3
play white e3
play black d4
play white e4
play black d5
play white e5
play black d6
play white e6
play black d7
play white e7
play black d8
play white e8
play black d9
play white e9
play black b3
play white g3
play black b7
play white g7
play black pass
time_left white 900 0
genmove white
#? [pass]
final_score
#? [W\+15\.5]
