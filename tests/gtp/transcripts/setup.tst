# SPDX-License-Identifier: MIT
# Board size, komi, clearing the board, positions.

# The board is empty after boardsize; komi stays.
komi 5.5
play b Q16
boardsize 19
list_stones b
#? []
get_komi
#? [5\.5]
boardsize 9
#? []
get_komi
#? [5\.5]
play b E5
clear_board
#? []
list_stones b
#? []
get_komi
#? [5\.5]

# Nothing changes on an error.
play b E5
boardsize 20
#? [\? unacceptable size: `20` must be a whole number from 1 to 19]
boardsize 0
#? [\? unacceptable size: `0` must be a whole number from 1 to 19]
boardsize 25
#? [\? unacceptable size: `25` must be a whole number from 1 to 19]
boardsize 9 20
#? [\? unacceptable size: `20` must be a whole number from 1 to 19]
boardsize nine
#? [\? syntax error: `nine` must be a whole number from 1 to 19]
boardsize -9
#? [\? syntax error: `-9` must be a whole number from 1 to 19]
boardsize 9.5
#? [\? syntax error: `9\.5` must be a whole number from 1 to 19]
# A number is too large, however large it is.
boardsize 2147483648
#? [\? unacceptable size: `2147483648` must be a whole number from 1 to 19]
boardsize 99999999999999999999
#? [\? unacceptable size: `99999999999999999999` must be a whole number from 1 to 19]
boardsize 9 99999999999999999999
#? [\? unacceptable size: `99999999999999999999` must be a whole number from 1 to 19]
boardsize 99999999999999999999x
#? [\? syntax error: `99999999999999999999x` must be a whole number from 1 to 19]
rectangular_boardsize 99999999999999999999 9
#? [\? unacceptable size: `99999999999999999999` must be a whole number from 1 to 19]
boardsize
#? [\? syntax error: boardsize takes COLUMNS \[ROWS\]]
boardsize 9 9 9
#? [\? syntax error: boardsize takes COLUMNS \[ROWS\]]
rectangular_boardsize 9
#? [\? syntax error: rectangular_boardsize takes COLUMNS ROWS]
list_stones b
#? [E5]

# Every size from 1 to 19, and rectangles.
boardsize 1
all_legal b
#? []
boardsize 2
all_legal b
#? [A1 B1 A2 B2]
boardsize 4 2
all_legal w
#? [A1 B1 C1 D1 A2 B2 C2 D2]
rectangular_boardsize 1 3
all_legal w
#? [A1 A2 A3]
boardsize 19
is_legal b T19
#? [1]

# Komi is any number, kept in half points; more than 1000 points counts as 1000.
komi 0
get_komi
#? [0]
komi 7
get_komi
#? [7]
komi -3.5
get_komi
#? [-3\.5]
komi -0.5
get_komi
#? [-0\.5]
komi 6.50
get_komi
#? [6\.5]
komi 375
get_komi
#? [375]
komi 6.75
get_komi
#? [7]
komi 6.74
get_komi
#? [6\.5]
komi -6.75
get_komi
#? [-7]
komi +1e1
get_komi
#? [10]
komi 1000
get_komi
#? [1000]
komi -1e3
get_komi
#? [-1000]
komi 4.5
komi
#? [\? syntax error: komi takes POINTS]
komi seven
#? [\? syntax error: .*7\.5.*]
komi 6,5
#? [\? syntax error: `6,5` must be a number of points such as 7\.5 or -3]
komi 7.5x
#? [\? syntax error: .*7\.5.*]
komi nan
#? [\? syntax error: .*7\.5.*]
komi inf
#? [\? syntax error: .*7\.5.*]
komi 1e999
#? [\? syntax error: .*7\.5.*]
komi 1000.1
#? []
get_komi
#? [1000]
komi -1e9
#? []
get_komi
#? [-1000]
komi 4.5
komi 0x10
#? [\? syntax error: .*7\.5.*]
komi 1 2
#? [\? syntax error: komi takes POINTS]
get_komi
#? [4\.5]

# set_position replaces what is there; Black is to play.
boardsize 5
play b C3
set_position b A1 W b2 black E5 white D4
#? []
list_stones b
#? [A1 E5]
list_stones w
#? [B2 D4]
undo
#? [\? cannot undo: not enough moves]
get_komi
#? [4\.5]
set_position b A1 w A1
#? [\? bad vertex list: A1 is named twice]
set_position b A1 b A1
#? [\? bad vertex list: A1 is named twice]
set_position b pass
#? [\? bad vertex list: `pass` must be a point from A1 to E5 \(no column I\)]
set_position b F1
#? [\? bad vertex list: `F1` must be a point from A1 to E5 \(no column I\)]
set_position b
#? [\? syntax error: set_position takes \[COLOR VERTEX\]\.\.\.]
set_position x A1
#? [\? syntax error: `x` must be b, w, black or white]
set_position b A1 w A2 w B1
#? [\? bad vertex list: .*]
list_stones b
#? [A1 E5]
list_stones w
#? [B2 D4]
set_position
#? []
list_stones b
#? []
list_stones w
#? []
