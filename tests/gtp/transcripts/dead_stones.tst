# SPDX-License-Identifier: MIT
# options: --rules chinese --seed 1
# Rules under which dead stones are removed before the count.

boardsize 7
komi 0.5
set_position b D1 b D2 b D3 b D4 b D5 b D6 b D7 w E1 w E2 w E3 w E4 w E5 w E6 w E7 w A7 b G1
final_status_list dead
#? [G1\nA7]
final_status_list alive
#? [D1 D2 D3 D4 D5 D6 D7\nE1 E2 E3 E4 E5 E6 E7]
final_status_list seki
#? []
final_status A7
#? [dead]
final_status A1
#? [black_territory]
final_status G2
#? [white_territory]
final_score
#? [B\+6\.5]
