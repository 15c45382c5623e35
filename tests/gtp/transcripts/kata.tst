# SPDX-License-Identifier: MIT
# options: --playouts 200 --seed 1
# What tools made for KataGo ask: rules, moves that are not played, the network alone.

kata-get-rules
#? [\{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"\}]
kata-set-rules chinese
#? []
kata-get-rules
#? [\{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"\}]
showboard
#? [(?s).*\nrules chinese, komi 7\.5]
kata-set-rules BGA
kata-get-rules
#? [\{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"\}]
showboard
#? [(?s).*\nrules bga, komi 7\.5]
kata-set-rules new_zealand
showboard
#? [(?s).*\nrules new-zealand, komi 7\.5]
kata-set-rules Chinese KGS
kata-get-rules
#? [.*"ko":"POSITIONAL",.*"whiteHandicapBonus":"N"\}]
showboard
#? [(?s).*\nrules chinese-kgs, komi 7\.5]
kata-set-rules Japanese
kata-get-rules
#? [\{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"\}]
showboard
#? [(?s).*\nrules japanese, komi 7\.5]
ponnuki-rules
#? [\[list/tromp-taylor/tromp-taylor-1995/cgos/chinese/chinese-ogs/chinese-kgs/japanese/korean/aga/bga/french/aga-button/new-zealand/goe/stone-scoring/ancient-territory\] rules japanese]
ponnuki-rules rules japanese
kata-get-rules
#? [.*"scoring":"TERRITORY".*]
kata-set-rules korean
kata-set-rules stone_scoring
kata-get-rules
#? [.*"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"ALL",.*]
showboard
#? [(?s).*\nrules stone-scoring, komi 7\.5]
kata-set-rules ancient-territory
kata-set-rules French
kata-set-rules nz
kata-set-rules ing
showboard
#? [(?s).*\nrules goe, komi 7\.5]
kata-set-rules aga-button
kata-get-rules
#? [.*"hasButton":true,.*]
# Ours that KataGo does not know.
kata-set-rules CGOS
kata-get-rules
#? [\{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"0"\}]
showboard
#? [(?s).*\nrules cgos, komi 7\.5]
# The short form of KataGo's messages.
kata-set-rules koSIMPLEscoreTERRITORYtaxALLsui0
kata-get-rules
#? [.*"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"ALL".*]
kata-set-rules koSITUATIONAL scoreAREA whbN-1 fpok1 button1 sui1 komi-3.5
kata-get-rules
#? [\{"friendlyPassOk":true,"hasButton":true,"ko":"SITUATIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"N-1"\}]
get_komi
#? [-3\.5]
komi 7.5
kata-set-rules koSIMPLEx
#? [\? unknown rules: use one of .*]
kata-set-rules scoreTERRITORYbutton1
#? [\? unknown rules: use one of .*]
kata-set-rules komi
#? [\? unknown rules: use one of .*]
# As JSON, with spaces or without; what is not said is as by Tromp and Taylor, and a tax
# as is usual.
kata-set-rules {"friendlyPassOk":false,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}
#? []
showboard
#? [(?s).*\nrules custom, komi 7\.5]
ponnuki-rules
#? [\[list/.*/custom\] rules custom]
kata-set-rules { "ko" : "POSITIONAL", "suicide": false, "friendlyPassOk": false }
#? []
showboard
#? [(?s).*\nrules cgos, komi 7\.5]
kata-set-rules {"friendlyPassOk":true,"ko":"spight"}
kata-get-rules
#? [\{"friendlyPassOk":true,"hasButton":false,"ko":"SPIGHT","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"\}]
kata-set-rules {"score":"TERRITORY"}
kata-get-rules
#? [\{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"TERRITORY","suicide":true,"tax":"SEKI","whiteHandicapBonus":"0"\}]
showboard
#? [(?s).*\nrules custom, komi 7\.5]
kata-set-rules {"tax":"none","scoring":"TERRITORY"}
kata-get-rules
#? [.*"scoring":"TERRITORY",.*"tax":"NONE",.*]
kata-set-rules {"scoring":"TERRITORY", "komi":6.5}
get_komi
#? [6\.5]
kata-set-rules { "komi" : 7.5 }
kata-set-rules {}
showboard
#? [(?s).*\nrules tromp-taylor, komi 7\.5]
# One field; the others stay as they are.
kata-set-rules aga
kata-set-rule suicide true
#? []
kata-get-rules
#? [\{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"N-1"\}]
showboard
#? [(?s).*\nrules custom, komi 7\.5]
kata-set-rule ko Simple
kata-set-rule tax seki
kata-set-rule whiteHandicapBonus n
kata-set-rule hasButton true
kata-set-rule friendlyPassOk false
kata-get-rules
#? [\{"friendlyPassOk":false,"hasButton":true,"ko":"SIMPLE","scoring":"AREA","suicide":true,"tax":"SEKI","whiteHandicapBonus":"N"\}]
kata-set-rule hasButton false
kata-set-rule scoring territory
kata-get-rules
#? [\{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":true,"tax":"SEKI","whiteHandicapBonus":"N"\}]
# KataGo's own objects, older ones without friendlyPassOk.
kata-set-rules {"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}
showboard
#? [(?s).*\nrules aga, komi 7\.5]
kata-set-rules {"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}
showboard
#? [(?s).*\nrules chinese, komi 7\.5]
kata-set-rules {"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}
kata-get-rules
#? [\{"friendlyPassOk":false,.*]
kata-set-rules {"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}
showboard
#? [(?s).*\nrules new-zealand, komi 7\.5]
# Both have five points, and the last dame is Black's.
kata-set-rules japanese
boardsize 5
komi 0
set_position b B1 b B2 b B3 b B4 b B5 w D1 w D2 w D3 w D4 w D5
play b C1
play w C2
play b C3
play w C4
final_score
#? [0]
play b C5
play w pass
play b pass
final_score
#? [0]
komi 0.5
final_score
#? [W\+0\.5]
printsgf
#? [(?s).*RU\[Japanese\].*RE\[W\+0\.5\].*]
kata-set-rules chinese
final_score
#? [B\+0\.5]
# A record does not change the rules.
kata-set-rules tromp-taylor-1995
komi 7.5
boardsize 19
# What nobody knows, and mistakes; nothing changes.
kata-set-rules a-name-that-is-longer-than-any-name-of-rules
#? [\? unknown rules: use one of tromp-taylor tromp-taylor-1995 cgos chinese chinese-ogs chinese-kgs japanese korean aga bga french aga-button new-zealand goe stone-scoring ancient-territory]
kata-set-rules {"scoring":"STONES"}
#? [\? unknown rules: scoring must be AREA or TERRITORY]
kata-set-rules {"scoring":"TERRITORY","hasButton":true}
#? [\? unknown rules: scoring TERRITORY and hasButton true cannot be combined]
kata-set-rules {"ko":"NONE"}
#? [\? unknown rules: ko must be SIMPLE, POSITIONAL, SITUATIONAL or SPIGHT]
kata-set-rules {"suicide":"maybe"}
#? [\? unknown rules: suicide must be false or true]
kata-set-rules {"button":true}
#? [\? unknown rules: button must be friendlyPassOk, hasButton, ko, scoring, suicide, tax or whiteHandicapBonus]
kata-set-rules {"ko":"SIMPLE","komi":7.25}
#? [\? unknown rules: komi must be a multiple of 0\.5 from -400 to 400]
kata-set-rules {"ko":"SIMPLE","komi":401}
#? [\? unknown rules: komi must be .*]
kata-set-rule whiteHandicapBonus 5
#? [\? unknown rules: whiteHandicapBonus must be 0, N or N-1]
kata-set-rule tax SOME
#? [\? unknown rules: tax must be NONE, SEKI or ALL]
kata-set-rules {"ko":"POSITIONAL"
#? [\? syntax error: not an object .*]
kata-set-rules {"ko":"POSITIONAL"}}
#? [\? syntax error: not an object .*]
kata-set-rules {"ko":"POSITIONAL","suicide"}
#? [\? syntax error: not an object .*]
kata-set-rules {"ko":"POSITIONAL" "suicide":true}
#? [\? syntax error: not an object .*]
kata-set-rules {,}
#? [\? syntax error: not an object .*]
kata-set-rules {"ko":["POSITIONAL"]}
#? [\? syntax error: not an object .*]
kata-set-rules
#? [\? syntax error: kata-set-rules takes NAME \| JSON]
kata-set-rule ko
#? [\? syntax error: kata-set-rule takes KEY VALUE]
showboard
#? [(?s).*\nrules tromp-taylor-1995, komi 7\.5]
kata-set-rules tromp-taylor

# Moves that are found, but not played.
boardsize 5
kata-search b
#? [C3]
kata-search w
#? [C3]
kata-search_cancellable b
#? [C3|cancelled]
kata-search_analyze b rootInfo true ownership true maxmoves 1
#? [\ninfo move C3 [^\n]* pv C3[^\n]* rootInfo visits [^\n]* ownership( -?[01]\.\d{4}){25}\nplay C3]
kata-search_analyze_cancellable b 100000
#? [\n(info [^\n]*\n)?play (C3|cancelled)]
list_stones b
#? []
list_stones w
#? []
undo
#? [\? cannot undo: not enough moves]
komi 300
kata-set-param resign_streak 1
kata-search b
#? [resign]
genmove b
#? [resign]
kata-set-param resign_streak 3
clear_board
# Twice is not enough, as a search that plays nothing does not count.
genmove b
#? [[A-E][1-5]]
kata-search b
#? [[A-E][1-5]]
kata-search b
#? [[A-E][1-5]]
genmove b
#? [[A-E][1-5]]
kata-search b
#? [resign]
genmove b
#? [resign]
kata-search
#? [\? syntax error: kata-search takes COLOR]
kata-search x
#? [\? syntax error: `x` must be b, w, black or white]
kata-search_cancellable b 1
#? [\? syntax error: kata-search_cancellable takes COLOR]
kata-search_analyze nonsense
#? [\? syntax error: `nonsense` must be b, w, a number of centiseconds or an option: interval minmoves maxmoves avoid allow rootInfo ownership pvVisits pvEdgeVisits ownershipStdev movesOwnership movesOwnershipStdev noResultValue]
kata-search_analyze_cancellable nonsense
#? [\? syntax error: `nonsense` must be b, w, a number of centiseconds or an option: interval minmoves maxmoves avoid allow rootInfo ownership pvVisits pvEdgeVisits ownershipStdev movesOwnership movesOwnershipStdev noResultValue]

# The network alone, as White sees it; the policy as the player to move does.
boardsize 3
komi 0
kata-raw-nn 0
#? [symmetry 0\nwhiteWin 0\.\d{6}\nwhiteLoss 0\.\d{6}\nnoResult 0\.000000\nwhiteLead -?\d+\.\d{3}\nshorttermWinlossError -?\d\.\d{3}\nshorttermScoreError -?\d+\.\d{3}\npolicy\n((0\.\d{6} ){2}0\.\d{6}\n){3}policyPass 0\.\d{6}\nwhiteOwnership\n((-?0\.\d{7} ){2}-?0\.\d{7}(\n|$)){3}]
kata-raw-nn all
#? [(symmetry [0-7]\nwhiteWin [^a-z]*\nwhiteLoss [^a-z]*\nnoResult [^a-z]*\nwhiteLead [^a-z]*\nshorttermWinlossError [^a-z]*\nshorttermScoreError [^a-z]*\npolicy\n[^a-z]*\npolicyPass [^a-z]*\nwhiteOwnership\n[^a-z]*){8}]
boardsize 3 2
play b A1
play w C2
kata-raw-nn 7
#? [symmetry 7\n(.*\n){6}policy\n0\.\d{6} 0\.\d{6} NAN\nNAN 0\.\d{6} 0\.\d{6}\npolicyPass 0\.\d{6}\nwhiteOwnership\n.*\n.*]
kata-raw-nn white 4
#? [symmetry 4\n(.*\n){6}policy\n0\.\d{6} 0\.\d{6} NAN\nNAN 0\.\d{6} 0\.\d{6}\npolicyPass 0\.\d{6}\nwhiteOwnership\n.*\n.*]
kata-raw-nn 4 0.5
#? [symmetry 4\n(.*\n){6}policy\n0\.\d{6} 0\.\d{6} NAN\nNAN 0\.\d{6} 0\.\d{6}\npolicyPass 0\.\d{6}\nwhiteOwnership\n.*\n.*]
kata-raw-nn b all 1
#? [(symmetry [0-7]\n(.*\n){6}policy\n[^a-z]*\npolicyPass [^a-z]*\nwhiteOwnership\n[^a-z]*){8}]
kata-raw-nn
#? [\? syntax error: kata-raw-nn takes \[COLOR\] 0\.\.7\|all \[OPTIMISM\]]
kata-raw-nn b
#? [\? syntax error: kata-raw-nn takes .*]
kata-raw-nn 0 1.5
#? [\? syntax error: kata-raw-nn takes .*]
kata-raw-nn 0 x
#? [\? syntax error: kata-raw-nn takes .*]
kata-raw-nn 8
#? [\? syntax error: kata-raw-nn takes \[COLOR\], a symmetry from 0 to 7 or `all`, and \[OPTIMISM\] from 0 to 1]
kata-raw-nn -1
#? [\? syntax error: kata-raw-nn takes .*]
kata-raw-nn x 0
#? [\? syntax error: kata-raw-nn takes .*]
kata-raw-nn b 0 0 0
#? [\? syntax error: kata-raw-nn takes \[COLOR\] 0\.\.7\|all \[OPTIMISM\]]
ponnuki-raw-nn black 5 root
#? [symmetry 5\n(.*\n){6}policy\n0\.\d{6} 0\.\d{6} NAN\nNAN 0\.\d{6} 0\.\d{6}\npolicyPass 0\.\d{6}\n(optimisticPolicy\n0\.\d{6} 0\.\d{6} NAN\nNAN 0\.\d{6} 0\.\d{6}\noptimisticPolicyPass 0\.\d{6}\n)?whiteOwnership\n.*\n.*]
ponnuki-raw-nn
#? [\? syntax error: ponnuki-raw-nn takes \[COLOR\] 0\.\.7\|all \[root\]]
kata-get-models
#? [\[\{"name":"\d+ blocks of \d+ channels","version":\d+\}\]]
