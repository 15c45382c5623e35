# SPDX-License-Identifier: MIT
# options: --seed 1 --playouts 100 --rules cgos
# A game as the Python client of CGOS leads it: what it sends was recorded from a game
# against its server.

boardsize 9
#? []
komi 7.0
#? []
time_settings 40 0 0
#? []
cgos-opponent_name GNUGo
#? []
cgos-opponent_rating 1800?
#? []
clear_board
#? []
play b e5
#? []
time_left w 40 0
#? []
cgos-genmove_analyze w
#? [\n\{"winrate":[01]\.\d{4},"score":-?\d+\.\d\d,"visits":\d+,"moves":\[\{"move":"([A-HJ]\d)",("[a-z]+":[^,{}]+,?)+\}(,\{("[a-z]+":[^,{}]+,?)+\})*\],"ownership":"[A-Za-z0-9+/]{81}"\}\nplay \1]
# Time left is told in whole seconds, and may be less than nothing.
play b d7
#? []
time_left w 0 0
#? []
cgos-genmove_analyze w
#? [\n\{.*\}\nplay [A-HJ]\d]
play b pass
#? []
time_left w -1 0
#? []
cgos-genmove_analyze w
#? [\n\{.*\}\nplay ([A-HJ]\d|pass)]
cgos-gameover B+Time
#? []

# The next game is one on which the connection was lost: all moves at once.
boardsize 9
komi 7.0
time_settings 40 0 0
cgos-opponent_name PonnukiB
cgos-opponent_rating 1800
clear_board
play b e5
play w e7
play b d7
play w f5
play b f6
play w f4
time_left b 31 0
cgos-genmove_analyze b
#? [\n\{.*\}\nplay [A-HJ]\d]
list_stones w
#? [F4 F5 E7]
list_stones b
#? [[A-HJ1-9]+ [A-HJ1-9]+ [A-HJ1-9]+ [A-HJ1-9]+]
cgos-gameover Draw
#? []

# Suicide is illegal here, and so is a repetition, also for what the server sends.
clear_board
play b a2
play b b1
play w a1
#? [\? illegal move: suicide]
# Two passes end a game; resignations and forfeits are told without a score.
play b pass
play w pass
final_score
#? [B\+74]
cgos-gameover W+Resign
#? []
cgos-gameover BForfeit
#? []
# Without a rating; a name may hold anything but spaces.
cgos-opponent_name Zen-13.4_19k
#? []
cgos-opponent_rating
#? []
