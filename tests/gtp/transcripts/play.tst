# SPDX-License-Identifier: MIT
# Moves, captures, undo, and the picture of the board.

boardsize 5
komi 0.5

# Either player at any time, any case.
play b c3
play BLACK C4
play White d3
play w PASS
play W pass
list_stones b
#? [C3 C4]
list_stones WHITE
#? [D3]

# What cannot be played changes nothing.
play b C3
#? [\? illegal move: occupied]
play b F1
#? [\? illegal move: not a point of this board]
play b A6
#? [\? illegal move: not a point of this board]
play b T19
#? [\? illegal move: not a point of this board]
play b I5
#? [\? syntax error: `I5` must be a point from A1 to E5 \(no column I\) or pass]
play b A0
#? [\? syntax error: `A0` must be a point from A1 to E5 \(no column I\) or pass]
play b A01
#? [\? syntax error: `A01` must be a point from A1 to E5 \(no column I\) or pass]
play b A1x
#? [\? syntax error: `A1x` must be a point from A1 to E5 \(no column I\) or pass]
play b 11
#? [\? syntax error: `11` must be a point from A1 to E5 \(no column I\) or pass]
play b xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
#? [\? syntax error: `x{40}\.\.\.` must be .*]
# It is not cut within a letter.
play b xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxé
#? [\? syntax error: `x{39}\.\.\.` must be .*]
play b ""
#? [\? syntax error: `` must be a point from A1 to E5 \(no column I\) or pass]
play x A1
#? [\? syntax error: `x` must be b, w, black or white]
play empty A1
#? [\? syntax error: `empty` must be b, w, black or white]
play b
#? [\? syntax error: play takes COLOR VERTEX]
play A1
#? [\? syntax error: play takes COLOR VERTEX]
play
#? [\? syntax error: play takes COLOR VERTEX]
play b A1 B1
#? [\? syntax error: play takes COLOR VERTEX]
list_stones b
#? [C3 C4]

# Some controllers report a resignation; it is no move.
play w resign
#? []
undo
undo
list_stones w
#? [D3]
undo
list_stones w
#? []
undo
undo
undo
#? [\? cannot undo: not enough moves]

# gg-undo: all or nothing.
play b A1
play w B1
play b C1
gg-undo 4
#? [\? cannot undo: not enough moves]
list_stones b
#? [A1 C1]
gg-undo 2
list_stones b
#? [A1]
list_stones w
#? []
gg-undo 0
list_stones b
#? [A1]
undo x
#? [\? syntax error: undo takes no arguments]
gg-undo x
#? [\? syntax error: `x` must be a whole number, at least 0]
gg-undo 99999999999999999999
#? [\? cannot undo: not enough moves]
gg-undo -1
#? [\? syntax error: `-1` must be a whole number, at least 0]
gg-undo
list_stones b
#? []
gg-undo
#? [\? cannot undo: not enough moves]

# A capture, and its undoing.
play b A1
play w A2
play w B1
list_stones b
#? []
showboard
#? [\n   A B C D E\n 5 \. \. \. \. \.  5\n 4 \. \. \. \. \.  4\n 3 \. \. \. \. \.  3\n 2 O \. \. \. \.  2\n 1 \.\(O\)\. \. \.  1\n   A B C D E\nblack to play, moves 3, captures: black 0, white 1\nrules tromp-taylor, komi 0\.5]
undo
list_stones b
#? [A1]
showboard
#? [\n   A B C D E\n 5 \. \. \. \. \.  5\n 4 \. \. \. \. \.  4\n 3 \. \. \. \. \.  3\n 2\(O\)\. \. \. \.  2\n 1 X \. \. \. \.  1\n   A B C D E\nblack to play, moves 2, captures: black 0, white 0\nrules tromp-taylor, komi 0\.5]

# Questions about legality.
clear_board
play b B1
play b A2
is_legal w A1
#? [0]
is_legal b A1
#? [1]
is_legal b B1
#? [0]
is_legal b F1
#? [0]
is_legal b pass
#? [1]
is_legal b Z
#? [\? syntax error: `Z` must be a point from A1 to E5 \(no column I\) or pass]
is_legal x A1
#? [\? syntax error: `x` must be b, w, black or white]
is_legal b
#? [\? syntax error: is_legal takes COLOR VERTEX]
all_legal w
#? [C1 D1 E1 B2 C2 D2 E2 A3 B3 C3 D3 E3 A4 B4 C4 D4 E4 A5 B5 C5 D5 E5]
all_legal x
#? [\? syntax error: `x` must be b, w, black or white]
list_stones
#? [\? syntax error: list_stones takes COLOR]
