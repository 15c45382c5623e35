# SPDX-License-Identifier: MIT
# options: --playouts 300 --seed 1 --accept-illegal
# Japanese games as kgsGtp leads them. In rated ones the engine's list of dead stones is
# final, and there is no clean-up.

kgs-rules japanese
#? []
kata-get-rules
#? [.*"scoring":"TERRITORY".*]
boardsize 7
#? []
clear_board
#? []
komi 6.5
#? []
kgs-time_settings byoyomi 6000 300 5
#? []
gogui-play_sequence b D1 w E1 b D2 w E2 b D3 w E3 b D4 w E4 b D5 w E5 b D6 w E6
play b D7
time_left b 300 5
#? []
play w E7
gogui-play_sequence b B2 w A7 b B6 w F4 b G1
play w pass
time_left b 280 4
#? []
# A7 is dead. Its capture would cost a point.
genmove b
#? [pass]
final_status_list dead
#? [G1\nA7]
# Black has seven points more by area, and has placed one stone more.
final_score
#? [W\+0\.5]
# A pass is taken back and played again: nothing is different.
undo
#? []
undo
#? []
play w pass
play b pass
final_status_list dead
#? [G1\nA7]
final_status_list alive
#? [D1 [\s\S]*]
final_score
#? [W\+0\.5]
kgs-game_over
#? []

# White is the engine. With nothing left to play, it passes first.
kgs-rules japanese
boardsize 7
clear_board
komi 6.5
kgs-time_settings absolute 3000
gogui-play_sequence b D1 w E1 b D2 w E2 b D3 w E3 b D4 w E4 b D5 w E5 b D6 w E6 b D7 w E7
gogui-play_sequence b B2 w F2 b B6 w F6 b B4
time_left w 2000 0
genmove w
#? [pass]
play b pass
final_status_list dead
#? []
# An invasion that must be answered, and one that need not be.
undo
play b F4
genmove w
#? [[FG][345]|pass]
play b pass
kgs-game_over
#? []

# A handicap has no bonus where territory is counted.
kgs-rules japanese
boardsize 9
clear_board
komi 0.5
kgs-time_settings canadian 600 300 10
set_free_handicap C3 G7 C7
#? []
genmove w
#? [[A-HJ]\d]
undo
final_score
#? [B\+77\.5]
# The next game by other rules counts area again.
kgs-rules chinese
boardsize 9
clear_board
komi 0.5
set_free_handicap C3 G7 C7
final_score
#? [B\+77\.5]
kata-get-rules
#? [.*"scoring":"AREA".*]
