# SPDX-License-Identifier: MIT
# options: --seed 1 --playouts 300 --rules japanese
# What other rules count: territory and prisoners, a bonus for a handicap, a tax, a
# button; and games without a result.

# Four columns of Black and five of White. Three dead stones of each are on the board.
boardsize 9
komi 6.5
set_position b D1 b D2 b D3 b D4 b D5 b D6 b D7 b D8 b D9 b B2 b B4 b B6 b B8 b H6 b J5 b J4 w E1 w E2 w E3 w E4 w E5 w E6 w E7 w E8 w E9 w G2 w G4 w G6 w G8 w A6 w A7 w B5
final_score
#? [W\+15\.5]
# The same by area; White has placed as many stones as Black.
kata-set-rules chinese
final_score
#? [W\+15\.5]
# A move inside costs a point, unless the other player passes or answers inside, too.
kata-set-rules japanese
play b A1
final_score
#? [W\+16\.5]
play w pass
play b pass
final_score
#? [W\+16\.5]
kata-set-rules chinese
final_score
#? [W\+15\.5]

# A handicap of three stones and half a point of komi. By Chinese rules White gets three
# points more, by AGA rules two.
boardsize 5
komi 0.5
kata-set-rules cgos
set_free_handicap C1 C3 C5
final_score
#? [B\+24\.5]
kata-set-rules chinese
final_score
#? [B\+21\.5]
kata-set-rules aga
final_score
#? [B\+22\.5]
# One stone is no handicap.
clear_board
kata-set-rules chinese
play b C3
final_score
#? [B\+24\.5]

# The first pass takes half a point.
kata-set-rules aga-button
clear_board
komi 7
play b C3
play w pass
final_score
#? [B\+17\.5]

# Three kos. Superko ends the cycle; without it the third time ends the game.
kata-set-rules japanese
boardsize 12 5
komi 6.5
set_position b B4 w C4 b F4 w G4 b K4 w L4 b A3 w B3 w D3 b E3 b G3 w H3 b J3 w K3 w M3 b B2 w C2 b F2 w G2 b K2 w L2
play b C3
play w F3
play b L3
play w B3
play b G3
play w K3
printsgf
#? [(?s)(?!.*RE\[).*]
play b C3
play w F3
play b L3
play w B3
play b G3
play w K3
final_score
#? [0]
genmove b
#? [pass]
undo
printsgf
#? [(?s).*RE\[Void\].*]
undo
undo
kata-set-rules chinese-kgs
undo
undo
undo
undo
undo
play w K3
#? [\? illegal move: superko]

# The last ko, at E5, is worth a point: Black wins with it, and White without it.
kata-set-rules japanese
boardsize 9
komi -8.5
set_position b D9 b D8 b D7 b D6 b D4 b D3 b D2 b D1 b B8 b B6 b B4 b B2 b C5 w E9 w E8 w E7 w E6 w E4 w E3 w E2 w E1 w D5 w F5 w G8 w G6 w G4 w G2
reg_genmove b
#? [E5]
gogui-setup_player w
reg_genmove w
#? [E5]
# Black has taken it. After the end it cannot be taken back, so it must be connected if a
# point decides. Otherwise the stone is lost.
komi -8.5
set_position b D9 b D8 b D7 b D6 b D4 b D3 b D2 b D1 b B8 b B6 b B4 b B2 b C5 b E5 w E9 w E8 w E7 w E6 w E4 w E3 w E2 w E1 w F5 w H5 w G8 w G6 w G4 w G2
play w pass
final_score
#? [W\+0\.5]
final_status_list dead
#? [E5]
reg_genmove b
#? [D5]
play b D5
final_score
#? [B\+0\.5]
komi -9.5
undo
play b pass
final_score
#? [B\+0\.5]
# Play has gone on after two passes: what is on the board lives.
play w pass
play b A1
final_status_list dead
#? []
