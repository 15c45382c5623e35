# SPDX-License-Identifier: MIT
# options: --seed 1 --playouts 300
# What kgsGtp asks: rules, and play to settle what is dead.

kgs-rules korean
#? [\? unknown rules: `korean` must be one of chinese, japanese, aga, new_zealand]
kgs-rules japanese
#? []
kata-get-rules
#? [.*"scoring":"TERRITORY".*]
kgs-rules
#? [\? syntax error: kgs-rules takes chinese \| japanese \| aga \| new_zealand]
kgs-rules aga
#? []
showboard
#? [(?s).*\nrules aga, komi 7\.5]
kgs-rules new_zealand
#? []
kgs-rules chinese
#? []
showboard
#? [(?s).*\nrules chinese-kgs, komi 7\.5]

boardsize 7
komi 0.5
set_position b D1 b D2 b D3 b D4 b D5 b D6 b D7 w E1 w E2 w E3 w E4 w E5 w E6 w E7 w A7 b B2 b B6 w F4 b G1
final_status_list dead
#? [G1\nA7]
play b pass
play w pass
final_score
#? [B\+6\.5]
# White says that A7 lives.
kgs-genmove_cleanup b
#? [A6|B7]
play w pass
kgs-genmove_cleanup b
#? [A6|B7]
list_stones w
#? [E1 E2 E3 E4 F4 E5 E6 E7]
play w pass
kgs-genmove_cleanup b
#? [pass]
# What has not been captured by now is alive.
final_status_list dead
#? []
final_status G1
#? [alive]
kgs-game_over
#? []
list_stones b
#? [.*D1.*]
kgs-genmove_cleanup x
#? [\? syntax error: `x` must be b, w, black or white]
