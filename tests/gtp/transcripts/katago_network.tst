# SPDX-License-Identifier: MIT
# options: --network ../../data/katago/v15.bin.gz --precision float --playouts 50 --seed 1
# A random network of KataGo's format.

kata-get-models
#? [\[\{"internalName":"tiny-net","maxBatchSize":1,"name":"../../data/katago/v15.bin.gz","usesHumanSLProfile":false,"usingFP16":"false","version":15\}\]]
boardsize 3 2
komi 0
play b A1
play w C2
kata-raw-nn 0 0
#? [symmetry 0\nwhiteWin 0\.\d{6}\nwhiteLoss 0\.\d{6}\nnoResult 0\.000000\nwhiteLead -?\d+\.\d{3}\nwhiteScoreSelfplay -?\d+\.\d{3}\nwhiteScoreSelfplaySq \d+\.\d{3}\nvarTimeLeft \d+\.\d{3}\nshorttermWinlossError \d\.\d{3}\nshorttermScoreError \d+\.\d{3}\npolicy\n0\.\d{6} 0\.\d{6} NAN\nNAN 0\.\d{6} 0\.\d{6}\npolicyPass 0\.\d{6}\nwhiteOwnership\n((-?0\.\d{7} ){2}-?0\.\d{7}(\n|$)){2}]
kata-raw-nn w all 0.5
#? [(symmetry [0-7]\n(.*\n){9}policy\n[^a-z]*\npolicyPass [^a-z]*\nwhiteOwnership\n[^a-z]*){8}]
kata-raw-nn white 7
#? [symmetry 7\n(.*\n){9}policy\n0\.\d{6} 0\.\d{6} NAN\nNAN 0\.\d{6} 0\.\d{6}\n(.*\n){3}.*]
kata-raw-nn 8
#? [\? syntax error: kata-raw-nn takes .*]
# Both policies at once, with or without the last moves.
ponnuki-raw-nn 0
#? [symmetry 0\n(.*\n){9}policy\n.*\n.*\npolicyPass 0\.\d{6}\noptimisticPolicy\n0\.\d{6} 0\.\d{6} NAN\nNAN 0\.\d{6} 0\.\d{6}\noptimisticPolicyPass 0\.\d{6}\nscoreStdev \d+\.\d{3}\nwhiteOwnership\n.*\n.*]
ponnuki-raw-nn w all root
#? [(symmetry [0-7]\n(.*\n){9}policy\n[^a-z]*\npolicyPass [^a-z]*\noptimisticPolicy\n[^a-z]*\noptimisticPolicyPass [^a-z]*\nscoreStdev [^a-z]*\nwhiteOwnership\n[^a-z]*){8}]
ponnuki-raw-nn 0 1
#? [\? syntax error: ponnuki-raw-nn takes \[COLOR\], a symmetry from 0 to 7 or `all`, and \[root\]]
# With a simple ko a game may end without a result.
kata-set-rules japanese
kata-raw-nn 0
#? [(?s).*\nnoResult 0\.(?!000000)\d{6}\n.*]
# Without an optimism it is that of the search's root.
kata-set-rules tromp-taylor
kata-set-param root_policy_optimism 0
clear_board
kata-raw-nn 0
#? [(?s).*\npolicy\n\S+ 0\.1639.*]
kata-raw-nn 0 0
#? [(?s).*\npolicy\n\S+ 0\.1639.*]
kata-raw-nn 0 1
#? [(?s).*\npolicy\n\S+ 0\.1654.*]
kata-set-param root_policy_optimism 100
kata-raw-nn 0
#? [(?s).*\npolicy\n\S+ 0\.1654.*]
boardsize 5 1
kata-raw-nn 0
#? [\? the board is too small: networks of KataGo's take no board with a side of 1]
genmove b
#? [[A-E]1|pass]
