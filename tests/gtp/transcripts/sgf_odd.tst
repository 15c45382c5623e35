# SPDX-License-Identifier: MIT
# Records as servers and programs of the world write them. The files are in odd/.

komi 1.5
loadsgf odd/pl_digit.sgf
list_stones w
#? [C3 E5 G7]
loadsgf odd/pl_letter.sgf
list_stones b
#? [F5]
komi 1.5
loadsgf odd/empty_values.sgf
list_stones b
#? [Q16]
get_komi
#? [1\.5]

# Text in any encoding, whatever CA says.
loadsgf odd/no_semicolon.sgf
list_stones b
#? [C16 Q16]
list_stones w
#? [D4 R4]
get_komi
#? [6\.5]
loadsgf odd/gbk.sgf
list_stones b
#? [C7]
get_komi
#? [7\.5]
loadsgf odd/big5_escaped.sgf
list_stones b
#? [C7]
loadsgf odd/latin1.sgf
list_stones w
#? [G3]
get_komi
#? [6\.5]
loadsgf odd/utf16.sgf
list_stones w
#? [G3]
get_komi
#? [6\.5]
loadsgf odd/utf8_mark.sgf
list_stones w
#? [G3]
printsgf
#? [(?s)\(;FF\[4\]GM\[1\]CA\[UTF-8\][ -~\n]*]

loadsgf odd/dashes.sgf
list_stones b
#? [(C7 G7|G7 C7)]
list_stones w
#? [G3]
loadsgf odd/cut_off.sgf
list_stones b
#? [C7 G7]
list_stones w
#? [C3 G3]
loadsgf odd/cut_off.sgf 2
list_stones w
#? []
loadsgf odd/fox_komi.sgf
get_komi
#? [0\.5]
list_stones b
#? [D4 Q4 Q16]
loadsgf odd/gtp_letters.sgf
list_stones w
#? [G3 E5]
showboard
#? [(?s).*\nblack to play, moves 4, .*]
loadsgf odd/empty_variation.sgf
list_stones b
#? [C7 G7]
loadsgf odd/brackets.sgf
list_stones w
#? [G3]

# The stones of a handicap that are nowhere.
loadsgf odd/handicap.sgf
list_stones b
#? [D4 C15 D16 Q16]
loadsgf odd/handicap.sgf 1
showboard
#? [(?s).*\nwhite to play, moves 0, .*]

# What would be another game.
loadsgf odd/off_board.sgf
#? [\? cannot load file: line 2: move off the board]
loadsgf odd/off_board.sgf 2
list_stones b
#? [C7]
