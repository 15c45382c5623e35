# SPDX-License-Identifier: MIT
# Handicap: the table of GTP 2, free placement, and what is refused.

boardsize 19
fixed_handicap 2
#? [D4 Q16]
showboard
#? [(?s).*\nwhite to play, moves 0, .*]
undo
#? [\? cannot undo: not enough moves]
fixed_handicap 2
#? [\? board not empty]
clear_board
fixed_handicap 3
#? [D4 Q16 D16]
clear_board
fixed_handicap 4
#? [D4 Q16 D16 Q4]
clear_board
fixed_handicap 5
#? [D4 Q16 D16 Q4 K10]
clear_board
fixed_handicap 6
#? [D4 Q16 D16 Q4 D10 Q10]
clear_board
fixed_handicap 7
#? [D4 Q16 D16 Q4 D10 Q10 K10]
clear_board
fixed_handicap 8
#? [D4 Q16 D16 Q4 D10 Q10 K4 K16]
clear_board
fixed_handicap 9
#? [D4 Q16 D16 Q4 D10 Q10 K4 K16 K10]
clear_board
fixed_handicap 10
#? [\? invalid number of stones: `10` must be a whole number from 2 to 9 on this board]
fixed_handicap 1
#? [\? invalid number of stones: `1` must be a whole number from 2 to 9 on this board]
fixed_handicap 0
#? [\? invalid number of stones: `0` must be a whole number from 2 to 9 on this board]
fixed_handicap 99999999999999999999
#? [\? invalid number of stones: `99999999999999999999` must be a whole number from 2 to 9 on this board]
place_free_handicap 99999999999999999999
#? [\? invalid number of stones: `99999999999999999999` must be a whole number from 2 to 360 on this board]
fixed_handicap two
#? [\? syntax error: `two` must be a whole number from 2 to 9 on this board]
fixed_handicap
#? [\? syntax error: fixed_handicap takes STONES]
play b D4
fixed_handicap 2
#? [\? board not empty]
clear_board
play b pass
fixed_handicap 2
#? [\? board not empty]

boardsize 13
fixed_handicap 9
#? [D4 K10 D10 K4 D7 K7 G4 G10 G7]
boardsize 9
fixed_handicap 9
#? [C3 G7 C7 G3 C5 G5 E3 E7 E5]
boardsize 11
fixed_handicap 5
#? [C3 J9 C9 J3 F6]
boardsize 14
fixed_handicap 4
#? [D4 L11 D11 L4]
boardsize 14
fixed_handicap 5
#? [\? invalid number of stones: `5` must be a whole number from 2 to 4 on this board]
boardsize 8
fixed_handicap 5
#? [\? invalid number of stones: `5` must be a whole number from 2 to 4 on this board]
fixed_handicap 4
#? [C3 F6 C6 F3]
boardsize 7
fixed_handicap 5
#? [\? invalid number of stones: `5` must be a whole number from 2 to 4 on this board]
fixed_handicap 4
#? [C3 E5 C5 E3]
boardsize 6
fixed_handicap 2
#? [\? invalid number of stones: this board takes none; try place_free_handicap]
boardsize 6 13
fixed_handicap 2
#? [\? invalid number of stones: this board takes none; try place_free_handicap]
boardsize 13 7
fixed_handicap 2
#? [D3 K5]

# Given points. Nothing is placed when one of them is bad.
boardsize 9
set_free_handicap D4 D4
#? [\? bad vertex list: D4 is named twice]
set_free_handicap D4 pass
#? [\? bad vertex list: `pass` must be a point from A1 to J9 \(no column I\)]
set_free_handicap D4 K1
#? [\? bad vertex list: `K1` must be a point from A1 to J9 \(no column I\)]
set_free_handicap D4 nowhere
#? [\? bad vertex list: `nowhere` must be a point from A1 to J9 \(no column I\)]
set_free_handicap
#? [\? syntax error: set_free_handicap takes VERTEX VERTEX\.\.\.]
list_stones b
#? []
set_free_handicap d4 F6 A1
#? []
list_stones b
#? [A1 D4 F6]
set_free_handicap A2 A3
#? [\? board not empty]
list_stones b
#? [A1 D4 F6]
play w E5
undo
undo
#? [\? cannot undo: not enough moves]

# LizGoban tries a single stone, as KataGo takes it. It is no handicap, and White moves.
clear_board
set_free_handicap D4
#? []
list_stones b
#? [D4]
showboard
#? [(?s).*\nwhite to play, moves 0, .*]
printsgf
#? [(?s)(?!.*HA\[).*AB\[df\].*]

# All but one point is the most.
boardsize 2
set_free_handicap A1 A2 B1
#? []
clear_board
set_free_handicap A1 A2 B1 B2
#? [\? bad vertex list: this board takes at most 3 stones]
boardsize 2 1
set_free_handicap A1 B1
#? [\? bad vertex list: this board takes at most 1 stone]
place_free_handicap 2
#? [\? invalid number of stones: this board takes none]
boardsize 10
set_free_handicap A1 B1 C1 D1 E1 F1 G1 H1 J1 K1 A2 B2 C2 D2 E2 F2 G2 H2 J2 K2 A3 B3 C3 D3 E3 F3 G3 H3 J3 K3 A4 B4 C4 D4 E4 F4 G4 H4 J4 K4 A5 B5 C5 D5 E5 F5 G5 H5 J5 K5 A6 B6 C6 D6 E6 F6 G6 H6 J6 K6
#? []
is_legal w A1
#? [0]
is_legal w A7
#? [1]

# The engine's own placement has exactly as many stones.
boardsize 19
place_free_handicap 9
#? [([A-HJ-T]\d+ ){8}[A-HJ-T]\d+]
place_free_handicap 2
#? [\? board not empty]
clear_board
place_free_handicap 15
#? [([A-HJ-T]\d+ ){14}[A-HJ-T]\d+]
showboard
#? [(?s).*\nwhite to play, moves 0, .*]
boardsize 9
place_free_handicap 1
#? [\? invalid number of stones: `1` must be a whole number from 2 to 80 on this board]
place_free_handicap 81
#? [\? invalid number of stones: `81` must be a whole number from 2 to 80 on this board]
place_free_handicap x
#? [\? syntax error: `x` must be a whole number from 2 to 80 on this board]
list_stones b
#? []
