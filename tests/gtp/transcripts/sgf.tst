# SPDX-License-Identifier: MIT
# Game records. The files are in this directory.

boardsize 19
komi 0.5
loadsgf game.sgf
#? []
get_komi
#? [5\.5]
list_stones b
#? [C3 D3 E5 G7]
list_stones w
#? [C4 D4]
showboard
#? [(?s)\n   A B C D E F G H J\n.*\nblack to play, moves 5, .*\nrules tromp-taylor, komi 5\.5]

# The position before a move; a number beyond the end is the end.
loadsgf game.sgf 1
list_stones b
#? [C3 G7]
list_stones w
#? []
undo
#? [\? cannot undo: not enough moves]
loadsgf game.sgf 3
list_stones b
#? [C3 E5 G7]
list_stones w
#? [C4]
loadsgf game.sgf 100
list_stones b
#? [C3 D3 E5 G7]
loadsgf game.sgf 99999999999999999999
list_stones b
#? [C3 D3 E5 G7]
loadsgf "game.sgf" 2
list_stones w
#? [C4]

# Nothing changes on an error.
loadsgf missing.sgf
#? [\? cannot load file: No such file or directory]
loadsgf handicap.tst
#? [\? cannot load file: line \d+: no game record]
loadsgf game.sgf x
#? [\? syntax error: `x` must be a whole number, at least 0]
loadsgf
#? [\? syntax error: loadsgf takes FILE \[MOVE\]]
loadsgf game.sgf 1 2
#? [\? syntax error: loadsgf takes FILE \[MOVE\]]
list_stones w
#? [C4]
get_komi
#? [5\.5]

boardsize 5
komi 0
play b C3
play w pass
play b D4
printsgf
#? [\(;FF\[4\]GM\[1\][^\n]*SZ\[5\][^\n]*KM\[0\][^\n]*;B\[cc\];W\[\];B\[db\]\)\n?]
printsgf -
#? [\(;FF\[4\]GM\[1\][^\n]*SZ\[5\][^\n]*KM\[0\][^\n]*;B\[cc\];W\[\];B\[db\]\)\n?]
printsgf /no/such/folder/x.sgf
#? [\? cannot open file: No such file or directory]
printsgf a b
#? [\? syntax error: printsgf takes \[FILE\]]

# Who is to play may be said between moves, and these can still be taken back.
loadsgf turn.sgf
printsgf
#? [(?s)\(;FF\[4\].*;B\[dd\];W\[ee\]\s*;B\[ff\]\s*;PL\[B\]\)\n?]
showboard
#? [(?s).*\nblack to play, moves 3, .*]
undo
#? []
showboard
#? [(?s).*\nblack to play, moves 2, .*]

# A record brings its komi, but not its rules, and help says so.
kata-set-rules new-zealand
loadsgf game.sgf
get_komi
#? [5\.5]
printsgf
#? [(?s).*KM\[5\.5\]RU\[NZ\].*]
help
#? [(?s).*\nloadsgf FILE \[MOVE\]: load a game record with its komi, [^\n]*; the rules stay\n.*]

# The names end with characters whose second bytes are those of `\` and `]`.
loadsgf shift_jis.sgf
list_stones b
#? [D6]
