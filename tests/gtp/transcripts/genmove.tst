# SPDX-License-Identifier: MIT
# options: --playouts 100 --seed 5 --resign 0
# Moves of the engine.

boardsize 5
komi 0.5
genmove x
#? [\? syntax error: `x` must be b, w, black or white]
genmove
#? [\? syntax error: genmove takes COLOR]
reg_genmove x
#? [\? syntax error: `x` must be b, w, black or white]
reg_genmove
#? [\? syntax error: reg_genmove takes COLOR]
reg_genmove b
#? [[A-E][1-5]]
list_stones b
#? []
genmove b
#? [[A-E][1-5]]
list_stones b
#? [[A-E][1-5]]
# The same player again, and after two passes.
genmove b
#? [[A-E][1-5]|pass]
play b pass
play w pass
genmove w
#? [[A-E][1-5]|pass]
undo
gomill-explain_last_move
#? [.*\d+ playouts.*|]
clear_board
gomill-explain_last_move
#? []
gomill-describe_engine
#? [(?s)Ponnuki \d+\.\d+\.\d+\n.*]

# No legal point: a pass is the only answer.
boardsize 1
genmove b
#? [pass]
reg_genmove w
#? [pass]

# The seed.
get_random_seed
#? [5]
set_random_seed 18446744073709551615
get_random_seed
#? [18446744073709551615]
set_random_seed 18446744073709551616
#? [\? syntax error: `18446744073709551616` must be a whole number from 0 to 2\^64-1]
set_random_seed -1
#? [\? syntax error: `-1` must be a whole number from 0 to 2\^64-1]
set_random_seed
#? [\? syntax error: set_random_seed takes NUMBER]
get_random_seed
#? [18446744073709551615]

cputime
#? [\d+\.\d+]
gomill-cpu_time
#? [\d+\.\d+]

# Counting sequences does not disturb the game.
boardsize 9
play b E5
perft 3 2 2
#? [1 5\n2 21\n3 68\n?]
perft 2 3 3
#? [1 10\n2 91\n?]
perft 2 20 1
#? [\? unacceptable size: `20` must be a whole number from 1 to 19]
perft 2 99999999999999999999 1
#? [\? unacceptable size: `99999999999999999999` must be a whole number from 1 to 19]
perft 99999999999999999999 1 1
#? [\? reply too long]
bench playouts 99999999999999999999
#? [\? unacceptable size: `99999999999999999999` must be a whole number from 1 to 19]
perft 0 2 2
#? [\? syntax error: `0` must be a whole number, at least 1]
perft 2 2
#? [\? syntax error: perft takes DEPTH COLUMNS ROWS]
perft a 2 2
#? [\? syntax error: `a` must be a whole number, at least 1]
bench playouts 0
#? [\? unacceptable size: `0` must be a whole number from 1 to 19]
bench playouts nine
#? [\? syntax error: `nine` must be a whole number from 1 to 19]
bench dark 9
#? [\? syntax error: bench takes \[playouts\|network \[SIZE\]\]]
list_stones b
#? [E5]

# A handicap game looks lost, but White plays on.
boardsize 19
clear_board
komi 0.5
fixed_handicap 9
genmove w
#? [[A-T]\d+]
gomill-explain_last_move
#? [[0-9.]+% -[0-9.]+, \d+ playouts in [0-9.]+ s, expects .*]
