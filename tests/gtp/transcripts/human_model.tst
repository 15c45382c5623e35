# SPDX-License-Identifier: MIT
# options: --human-model ../../data/katago/v15-players.bin.gz --precision float --playouts 20 --seed 1
# Beside the network that plays, one that imitates people. The numbers are those of KataGo.

kata-get-models
#? [\[\{"name":".*\},\{.*"usesHumanSLProfile":true,.*\}\]]
boardsize 9
play b E5
play w C3
kata-set-param humanSLProfile rank_5k
#? []
kata-raw-human-nn 0
#? [symmetry 0\nwhiteWin 0\.187603\nwhiteLoss 0\.812397\nnoResult 0\.000000\nwhiteScore 48\.493\nwhiteScoreSq 2446\.232\nshorttermWinlossError 0\.320\nshorttermScoreError 2\.887\npolicy\n[\s\S]*]
kata-raw-human-nn w 3
#? [symmetry 3\nwhiteWin 0\.835742\n[\s\S]*]
kata-raw-human-nn all
#? [symmetry 0\n[\s\S]*symmetry 7\n[\s\S]*]
kata-raw-human-nn 0 0.5
#? [\? syntax error: kata-raw-human-nn takes \[COLOR\] and a symmetry from 0 to 7 or `all`]
# It stays when the other one changes.
ponnuki-load_network ../../data/katago/v15.bin.gz
kata-raw-human-nn b 0
#? [symmetry 0\nwhiteWin 0\.187603\n[\s\S]*]
genmove b
#? [[A-HJ]\d]
# Moves of people, as KataGo's example of a configuration asks for them.
kata-set-params {"humanSLChosenMoveProp":1,"humanSLChosenMoveIgnorePass":"true","chosenMoveTemperatureEarly":0.85,"chosenMoveTemperature":0.7,"chosenMoveTemperatureHalflife":80,"chosenMoveTemperatureOnlyBelowProb":0.01,"humanSLChosenMovePiklLambda":100000000}
#? []
kata-get-param humanSLChosenMovePiklLambda
#? [100000000]
genmove w
#? [[A-HJ]\d]
reg_genmove b
#? [[A-HJ]\d]
kata-set-param humanSLChosenMoveProp 2
#? [\? cannot set humanSLChosenMoveProp: `2` must be a number from 0 to 1]
