# SPDX-License-Identifier: MIT
# options: --rules cgos --accept-illegal
# The controller's word is law, but a stone needs an empty point.

boardsize 5
play b B3
play w D4
play b C4
play w D2
play b C2
play w E3
play b D3
play w C3
is_legal b D3
#? [0]
play b D3
#? []
list_stones w
#? [D2 E3 D4]
undo
list_stones w
#? [D2 C3 E3 D4]
play b C3
#? [\? illegal move: occupied]
play b F1
#? [\? illegal move: not a point of this board]
play b A1
play w B1
play w B2
play w A3
play b A2
#? []
is_legal b A1
#? [0]
list_stones b
#? [C2 B3 C4]
