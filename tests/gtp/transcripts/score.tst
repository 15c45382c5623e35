# SPDX-License-Identifier: MIT
# Tromp-Taylor scoring: every stone on the board is alive.

boardsize 5
komi 0
final_score
#? [0]
komi 7
final_score
#? [W\+7]
komi 7.5
final_score
#? [W\+7\.5]
komi -0.5
final_score
#? [B\+0\.5]
komi -12
final_score
#? [B\+12]

komi 0.5
final_status_list alive
#? []
final_status_list black_territory
#? []
final_status_list dame
#? [A1 B1 C1 D1 E1 A2 B2 C2 D2 E2 A3 B3 C3 D3 E3 A4 B4 C4 D4 E4 A5 B5 C5 D5 E5]

# Black has the left, White the right, and there is a line of dame between them.
play b B1
play w D1
play b B2
play w D2
play b B3
play w D3
play b B4
play w D4
play b B5
play w D5
final_score
#? [W\+0\.5]
play b C3
final_score
#? [B\+0\.5]
# Alone behind the lines, yet alive.
play w A5
final_score
#? [W\+5\.5]
final_status_list alive
#? [B1 B2 B3 C3 B4 B5\nD1 D2 D3 D4 D5\nA5]
final_status_list dead
#? []
final_status_list seki
#? []
final_status_list black_territory
#? []
final_status_list white_territory
#? [E1 E2 E3 E4 E5]
final_status_list dame
#? [A1 C1 A2 C2 A3 A4 C4 C5]
final_status_list living
#? [\? syntax error: final_status_list takes alive \| dead \| seki \| black_territory \| white_territory \| dame]
final_status_list
#? [\? syntax error: final_status_list takes alive \| dead \| seki \| black_territory \| white_territory \| dame]
final_status a5
#? [alive]
final_status E1
#? [white_territory]
final_status A1
#? [dame]
final_status F1
#? [\? invalid coordinate: `F1` must be a point from A1 to E5 \(no column I\)]
final_status pass
#? [\? invalid coordinate: `pass` must be a point from A1 to E5 \(no column I\)]
final_status
#? [\? syntax error: final_status takes VERTEX]
