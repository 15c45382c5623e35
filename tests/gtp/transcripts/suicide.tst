# SPDX-License-Identifier: MIT
# options: --rules cgos
# Rules without suicide.

boardsize 5
play b A1
play w B1
play w B2
play w A3
play b A2
#? [\? illegal move: suicide]
is_legal b A2
#? [0]
list_stones b
#? [A1]
# A move that captures is no suicide.
play b C1
play b C2
play b B3
play b A4
play b A2
#? []
list_stones w
#? []
list_stones b
#? [A1 C1 A2 C2 B3 A4]
showboard
#? [(?s).*\nrules cgos, komi 7\.5]
