# SPDX-License-Identifier: MIT
# options: --playouts 500 --seed 1 --rules chinese
# Pictures for GoGui: their formats, what they say of a board that is nearly settled, and
# what cannot be asked. Every type is checked against GoGui's grammar by test_gogui.py.

boardsize 5
komi 0.5
ponnuki-last_candidates
#? [TEXT no search yet]
ponnuki-liberties
#? ["" "" "" "" ""(\n"" "" "" "" ""){4}]
ponnuki-final_area
#? ["" "" "" "" ""(\n"" "" "" "" ""){4}]
ponnuki-final_status
#? [TEXT white wins by 0\.5, 0 stones dead]

# Black has the left, White the right; a white stone is lost on the left.
set_position b B1 b B2 b B3 b B4 b B5 w C1 w C2 w C3 w C4 w C5 w A3
final_status_list dead
#? [A3]
ponnuki-liberties
#? ["" 4 5 "" ""\n"" 4 5 "" ""\n2 4 5 "" ""\n"" 4 5 "" ""\n"" 4 5 "" ""]
ponnuki-final_area
#? [b b w w w\nb b w w w\nb b w w w\nb b w w w\nb b w w w]
ponnuki-final_status
#? [BLACK A1 A2 A3 A4 A5\nWHITE D1 E1 D2 E2 D3 E3 D4 E4 D5 E5\nMARK A3\nTEXT white wins by 5\.5, 1 stones dead]
ponnuki-ownership
#? [(0\.[2-9]\d\d 0\.[2-9]\d\d( -0\.[5-9]\d\d){3}(\n|$)){5}]
ponnuki-ownership w
#? [(0\.[2-9]\d\d 0\.[2-9]\d\d( -0\.[5-9]\d\d){3}(\n|$)){5}]
ponnuki-heat_map
#? [((#[0-9a-f]{4}ff ){2}#ff[0-9a-f]{4}( #ff[0-9a-f]{4}){2}(\n|$)){5}]
ponnuki-ownership x
#? [\? syntax error: `x` must be b, w, black or white]
ponnuki-heat_map b w
#? [\? syntax error: ponnuki-heat_map takes \[COLOR\]]

ponnuki-candidates
#? [(COLOR #[0-9a-f]{6} [A-E][1-5]\n)+LABEL( [A-E][1-5] \d+)+\nCIRCLE [A-E][1-5]\nTEXT black \d+\.\d% [+-]\d+\.\d, 500 playouts in .* s, expects [A-E][1-5].*]
ponnuki-candidates visits white
#? [(?s)COLOR #00c800 .*\nTEXT white .* 500 playouts in .*]
ponnuki-candidates black
#? [\? syntax error: the first argument must be winrate or visits]
ponnuki-candidates winrate red
#? [\? syntax error: `red` must be b, w, black or white]
ponnuki-candidate_list
#? [black: \d+\.\d% .* 500 playouts in .*(\n([A-E][1-5]|pass): \d+ visits, \d+\.\d%)+]
ponnuki-candidate_list 7
#? [\? syntax error: `7` must be b, w, black or white]
ponnuki-variation
#? [[A-E][1-5]( [A-E][1-5]| pass)*]
ponnuki-variation x
#? [\? syntax error: `x` must be b, w, black or white]
ponnuki-searched_lines
#? [(([A-E][1-5]|pass)( [A-E][1-5]| pass)*\n?){10}]
ponnuki-searched_lines 3 white
#? [(([A-E][1-5]|pass)( [A-E][1-5]| pass)*\n?){3}]
ponnuki-searched_lines x
#? [\? syntax error: `x` must be a whole number from 1 to 1000]
ponnuki-searched_lines 0
#? [\? invalid count: `0` must be a whole number from 1 to 1000]

clear_board
ponnuki-candidates
#? [(?s)COLOR.*TEXT black.*]
play b C3
ponnuki-candidates
#? [(?s)COLOR.*TEXT white.*]
genmove w
ponnuki-last_candidates visits
#? [(?s)COLOR.*TEXT white.*]
ponnuki-last_candidates both
#? [\? syntax error: the first argument must be winrate or visits]
clear_board
ponnuki-last_candidates
#? [TEXT no search yet]

# Before any search: ten even games, the edge of an empty board counts against a move.
boardsize 9
set_position b E5
ponnuki-priors visits w
#? [(?s)20( 20){8}\n.*\n20 10 10 10 "" 10 10 10 20\n.*]
clear_board
ponnuki-priors visits
#? [(?s)20( 20){8}\n.*]
ponnuki-priors wins
#? [(?s)5( 5){8}\n.*]
ponnuki-priors rate
#? [(?s)-0\.500( -0\.500){8}\n.*]
play b E5
play w E4
ponnuki-priors wins
#? [(?s).*"" \d+ \d+ \d+ \d+\n(\d+ ){4}"" .*]
ponnuki-priors
#? [\? syntax error: ponnuki-priors takes visits\|wins\|rate \[COLOR\]]
ponnuki-priors odds
#? [\? syntax error: the first argument must be visits, wins or rate]
ponnuki-priors rate x
#? [\? syntax error: `x` must be b, w, black or white]

# One point, on which Black may not play: no candidate but the pass.
boardsize 1
ponnuki-rules rules cgos
ponnuki-candidates
#? [TEXT black .*]
ponnuki-variation
#? [pass.*]
ponnuki-ownership
#? [-?\d\.\d\d\d]
ponnuki-priors wins
#? [""]
