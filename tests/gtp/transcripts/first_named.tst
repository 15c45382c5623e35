# SPDX-License-Identifier: MIT
# options: --rules chinese --size 3 --playouts 500 --seed 1
# Analyses name the move first that is played, also where a search alone would play
# another one: here a dead stone is captured.

play b b2
play w b1
play b b3
play w a2
kata-genmove_analyze b 10000
#? [\ninfo move (\S+) visits [1-9]\d* [^\n]* order 0 pv \1( [^\n]*)?\nplay \1]
undo
lz-genmove_analyze b 10000
#? [\ninfo move (\S+) visits [1-9]\d* [^\n]* order 0 pv \1( [^\n]*)?\nplay \1]
undo
cgos-genmove_analyze b
#? [\n\{"winrate":(\S+),"score":(\S+),"visits":\d+,"moves":\[\{"move":"(\S+)","visits":\d+,"winrate":\1,"score":\2,.*\nplay \3]
undo
kata-search_analyze b 10000
#? [\ninfo move (\S+) visits [1-9]\d* [^\n]* order 0 pv \1( [^\n]*)?\nplay \1]
kata-search_analyze_cancellable b 10000
#? [\ninfo move (\S+) visits [1-9]\d* [^\n]* order 0 pv \1( [^\n]*)?\nplay \1]
# Also where it is the only one to be named, or others must not be played.
kata-search_analyze b 10000 maxmoves 1
#? [\ninfo move (\S+) visits [1-9]\d* [^\n]* order 0 pv \1( (\w\d|pass))*\nplay \1]
kata-search_analyze b 10000 avoid b pass 1
#? [\ninfo move (\S+) visits [1-9]\d* [^\n]* order 0 pv \1( [^\n]*)?\nplay \1]
