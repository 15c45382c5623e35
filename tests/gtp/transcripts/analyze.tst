# SPDX-License-Identifier: MIT
# options: --playouts 500 --seed 1
# Analyses that end by themselves, and mistakes. Those that do not are in
# tests/test_analyze.py.

boardsize 5
lz-genmove_analyze b
#? [\ninfo move C3 visits \d+ winrate \d{4} prior \d{1,4} lcb \d{4} order 0 pv C3( [A-E][1-5])+( info .*)?\nplay C3]
list_stones b
#? [C3]
kata-genmove_analyze w 100000
#? [\ninfo move ([A-E]\d) visits \d+ winrate 0\.\d{6} scoreMean (-?\d+\.\d{3}) scoreStdev \d+\.\d{3} scoreLead \2 prior 0\.\d{6} lcb 0\.\d{6} order 0 pv \1( [A-E][1-5])+( info .*)?\nplay \1]
kata-genmove_analyze interval 0 b rootInfo true ownership true maxmoves 1
#? [\ninfo move ([A-E]\d) [^\n]* order 0 pv \1( [A-E][1-5]|pass)* rootInfo visits \d+ winrate 0\.\d{6} scoreLead -?\d+\.\d{3} scoreStdev \d+\.\d{3} ownership( -?[01]\.\d{4}){25}\nplay \1]
kata-genmove_analyze w pvVisits true pvEdgeVisits true maxmoves 1
#? [\ninfo [^\n]* pv( [A-E][1-5]| pass)+ pvVisits( \d+)+ pvEdgeVisits( \d+)+\nplay [A-E]\d]
undo
undo
undo
kata-genmove_analyze ownershipStdev true movesOwnership true movesOwnershipStdev true noResultValue true minmoves 24
#? [\ninfo .* order 23 pv [^\n]*\nplay [A-E]\d]
undo
kata-genmove_analyze w minmoves 99999999999999999999 maxmoves 99999999999999999999 avoid w A1 99999999999999999999
#? [\ninfo .* order 22 pv [^\n]*\nplay [A-E]\d]
undo
lz-genmove_analyze w allow w A1,e5 1
#? [\ninfo [^\n]*\nplay (A1|E5)]
undo
lz-genmove_analyze w allow w a1 1 minmoves 100
#? [\ninfo move A1 [^\n]* order 0 pv A1[^\n]*\nplay A1]
undo
lz-genmove_analyze w avoid w A1,B1 1 avoid w pass 1 avoid b C4 8 minmoves 100
#? [!.* move (A1|B1|pass) .*]
undo
cgos-genmove_analyze w
#? [\n\{"winrate":[01]\.\d{4},"score":-?\d+\.\d\d,"visits":\d+,"moves":\[\{"move":"([A-E]\d)","visits":\d+,"winrate":.*\}\],"ownership":"[A-Za-z0-9+/]{25}"\}\nplay \1]

# Words in any order, and mistakes, which change nothing.
clear_board
lz-genmove_analyze nonsense
#? [\? syntax error: `nonsense` must be b, w, a number of centiseconds or an option: interval minmoves maxmoves avoid allow]
lz-analyze ownership true
#? [\? syntax error: `ownership` must be b, w, a number of centiseconds or an option: interval minmoves maxmoves avoid allow]
kata-analyze red 10
#? [\? syntax error: `red` must be b, w, a number of centiseconds or an option: .*]
kata-analyze nonsense
#? [\? syntax error: `nonsense` must be b, w, a number of centiseconds or an option: interval minmoves maxmoves avoid allow rootInfo ownership pvVisits pvEdgeVisits ownershipStdev movesOwnership movesOwnershipStdev noResultValue]
lz-analyze b -1
#? [\? syntax error: `-1` must be b, w, a number of centiseconds or an option: interval minmoves maxmoves avoid allow]
lz-analyze interval
#? [\? syntax error: interval takes a number of centiseconds, at least 0]
lz-analyze interval x
#? [\? syntax error: interval takes .*]
lz-analyze minmoves -1
#? [\? syntax error: minmoves takes a whole number, at least 0]
lz-analyze maxmoves 0
#? [\? syntax error: maxmoves takes a whole number, at least 1]
kata-analyze ownership yes
#? [\? syntax error: ownership takes true or false]
kata-analyze movesOwnership
#? [\? syntax error: movesOwnership takes true or false]
lz-analyze avoid b D4
#? [\? syntax error: avoid takes a color, .*]
lz-analyze avoid b D4 0
#? [\? syntax error: avoid takes .*]
lz-analyze avoid b D4,F1 5
#? [\? syntax error: avoid takes .*]
lz-analyze avoid b D4,,C3 5
#? [\? syntax error: avoid takes .*]
lz-analyze avoid x D4 5
#? [\? syntax error: avoid takes .*]
lz-analyze allow b D4 5 allow b C4 5
#? [\? syntax error: allow takes .* either avoid options or one allow]
lz-analyze allow b D4 5 avoid b D4 5
#? [\? syntax error: avoid takes .*]
lz-analyze avoid b D4 5 allow b D4 5
#? [\? syntax error: allow takes .*]
cgos-genmove_analyze
#? [\? syntax error: cgos-genmove_analyze takes COLOR]
cgos-genmove_analyze x
#? [\? syntax error: `x` must be b, w, black or white]
list_stones b
#? []

# The end of a game.
boardsize 1
kata-genmove_analyze b
#? [\ninfo move pass visits \d+ .* order 0 pv pass( pass)*\nplay pass]
lz-genmove_analyze w
#? [\ninfo move pass visits \d+ winrate 10000 .* order 0 pv pass\nplay pass]
cgos-genmove_analyze b
#? [\n\{"winrate":.*"ownership":"."\}\nplay pass]

# Nothing is played by resigning.
boardsize 5
komi 300
kata-set-param resign_streak 1
kata-genmove_analyze b
#? [\ninfo .*\nplay resign]
cgos-genmove_analyze b
#? [\n\{.*\}\nplay resign]
list_stones b
#? []
# Unless that is left out for the player; a list of moves that are allowed is about moves.
lz-genmove_analyze b avoid w Resign 9
#? [\ninfo .*\nplay resign]
lz-genmove_analyze b allow b A1,resign 1
#? [\ninfo move A1 .*\nplay resign]
kata-search_analyze b allow b A1 1
#? [\ninfo move A1 .*\nplay resign]
lz-genmove_analyze b avoid b resignation 1
#? [\? syntax error: avoid takes a color, moves separated by commas .*]
kata-search_analyze b avoid b resign 1
#? [\ninfo move ([A-E]\d) .*\nplay \1]
lz-genmove_analyze b avoid b resign,C3 1
#? [\ninfo move ((?!C3)[A-E]\d) .*\nplay \1]

known_command analyze
#? [false]
cgos-opponent_name A Name
#? []
cgos-opponent_rating
#? []
cgos-opponent_rating 1800?
#? []
cgos-gameover BForfeit
#? []
