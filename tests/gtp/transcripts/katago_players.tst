# SPDX-License-Identifier: MIT
# options: --network ../../data/katago/v15-players.bin.gz --precision float --playouts 20 --seed 1
# A random network that imitates people. The numbers are those of KataGo 1.17 with the same
# profiles and this network.

kata-get-models
#? [\[\{.*"usesHumanSLProfile":true,.*\}\]]
kata-get-param humanSLProfile
#? []
boardsize 9
play b E5
play w C3
kata-set-param humanSLProfile rank_5k
#? []
kata-get-param humanSLProfile
#? [rank_5k]
kata-raw-nn 0
#? [symmetry 0\nwhiteWin 0\.187603\n[\s\S]*]
kata-set-param humanSLProfile preaz_12k_2d
kata-raw-nn 0
#? [symmetry 0\nwhiteWin 0\.1746\d\d\n[\s\S]*]
play b G7
kata-raw-nn 0
#? [symmetry 0\nwhiteWin 0\.839335\n[\s\S]*]
kata-set-param humanSLProfile proyear_1846
kata-raw-nn 0
#? [symmetry 0\nwhiteWin 0\.844290\n[\s\S]*]
kata-set-params {"humanSLProfile":"proyear_2022"}
#? []
kata-raw-nn 0
#? [symmetry 0\nwhiteWin 0\.841208\n[\s\S]*]
genmove w
#? [[A-HJ]\d]
kata-set-param humanSLProfile rank_5p
#? [\? cannot set humanSLProfile: `rank_5p` must be a profile such as rank_5k, preaz_5k_3d or proyear_1985]
kata-set-param humanSLProfile
#? []
kata-get-param humanSLProfile
#? []
# Without -human-model there are no values of such a network.
kata-raw-human-nn 0
#? [\? no network that imitates people in use: start the engine with -human-model FILE]
