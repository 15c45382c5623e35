# SPDX-License-Identifier: MIT
# options: --playouts 300 --seed 1 --accept-illegal
# Games as kgsGtp leads them: every kind of clock, a dispute about dead stones, an
# adjournment. Source: the documentation of kgsGtp, which is not open.

name
#? [Ponnuki]
protocol_version
#? [2]
# It crashes over a bot that lists kgs-chat, and is silent if it gets an error.
known_command kgs-chat
#? [false]
kgs-chat game joe Hello there, what is your rank?
#? [\? unknown command]
kgs-chat private joe hi
#? [\? unknown command]
known_command final_status_list
#? [true]
known_command kgs-genmove_cleanup
#? [true]
known_command kgs-game_over
#? [true]
known_command kgs-time_settings
#? [true]

# A rated game with dead stones of both colors. Black is the engine.
kgs-rules chinese
#? []
boardsize 7
#? []
clear_board
#? []
komi 0.5
#? []
kgs-time_settings byoyomi 6000 300 5
#? []
gogui-play_sequence b D1 w E1 b D2 w E2 b D3 w E3 b D4 w E4 b D5 w E5 b D6 w E6
play b D7
time_left b 300 5
#? []
play w E7
gogui-play_sequence b B2 w A7 b B6 w F4 b G1
time_left w 300 4
#? []
play w pass
time_left b 280 4
#? []
genmove b
#? [pass]
final_status_list dead
#? [G1\nA7]
# He passes again after having taken his pass back: nothing is different.
undo
#? []
undo
#? []
play w pass
play b pass
final_status_list dead
#? [G1\nA7]
# He says that A7 lives, takes his pass back, and play goes on until it is captured.
undo
undo
play w B3
kgs-genmove_cleanup b
#? [[A-D][1-7]]
play w pass
kgs-genmove_cleanup b
#? [[A-D][1-7]]
play w pass
kgs-genmove_cleanup b
#? [[A-D][1-7]]
play w pass
kgs-genmove_cleanup b
#? [[A-D][1-7]|pass]
play w pass
kgs-genmove_cleanup b
#? [[A-D][1-7]|pass]
play w pass
kgs-genmove_cleanup b
#? [pass]
list_stones w
#? [E1 E2 E3 E4 F4 E5 E6 E7]
# Two passes after that end the game: the list is empty, and everything counts.
final_status_list dead
#? []
final_status G1
#? [alive]
final_score
#? [B\+\d+\.5]
kgs-game_over
#? []

# The next game knows nothing of that.
kgs-rules aga
boardsize 7
clear_board
komi 6.5
kgs-time_settings none
#? []
set_position b D1 b D2 b D3 b D4 b D5 b D6 b D7 w E1 w E2 w E3 w E4 w E5 w E6 w E7 w A7 b B2 b B6 w F4 b G1
play b pass
play w pass
final_status_list dead
#? [G1\nA7]

# Absolute time; nothing is told of the clock before the first move.
kgs-rules new_zealand
boardsize 9
clear_board
komi 7.5
kgs-time_settings absolute 600
#? []
genmove b
#? [[A-HJ]\d]
time_left b 590 0
#? []
play w C3
time_left w 580 0
#? []
genmove b
#? [[A-HJ]\d]

# Canadian overtime, and a handicap that the server places.
kgs-rules chinese
boardsize 9
clear_board
komi 0.5
kgs-time_settings canadian 600 300 10
#? []
set_free_handicap C3 G7 C7
#? []
genmove w
#? [[A-HJ]\d]
time_left w 300 10
#? []
play b E5
time_left b 0 0
genmove w
#? [[A-HJ]\d]
undo
#? []
undo
#? []
genmove b
#? [[A-HJ]\d]
# An adjournment: the game goes on without another word.
kgs-game_over
#? []
genmove w
#? [[A-HJ]\d]
list_stones b
#? [C3 .*]

# What cannot be played is declined by an error.
kgs-rules ing
#? [\? unknown rules: `ing` must be one of chinese, japanese, aga, new_zealand]
boardsize 38
#? [\? unacceptable size: `38` must be a whole number from 1 to 19]
