# SPDX-License-Identifier: MIT
# Tromp-Taylor rules: positional superko; suicide is legal unless it repeats.

# A ko. After two passes it is superko that still forbids the capture.
boardsize 5
play b B3
play w D4
play b C4
play w D2
play b C2
play w E3
play b D3
play w C3
play b D3
#? [\? illegal move: ko]
is_legal b D3
#? [0]
play b pass
play w pass
play b D3
#? [\? illegal move: superko]
play b A1
play w A5
play b D3
#? []
play w C3
#? [\? illegal move: ko]

# A repetition that captures nothing.
boardsize 2
play b A2
play w B2
play b A1
play w pass
play b B1
list_stones w
#? []
play w B2
list_stones b
#? []
play b A2
#? [\? illegal move: superko]
all_legal b
#? [A1 B1]

# The suicide of one stone leaves the coloring as it was; that of two does not.
boardsize 5
play w B1
play w A2
play b A1
#? [\? illegal move: superko]
clear_board
play b A1
play w B1
play w B2
play w A3
play b A2
#? []
list_stones b
#? []
list_stones w
#? [B1 B2 A3]
undo
list_stones b
#? [A1]
