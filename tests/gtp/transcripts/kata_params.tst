# SPDX-License-Identifier: MIT
# options: --playouts 40 --seed 1 gtp -override-config maxVisits=60,analysisPVLen=3
# KataGo's names for parameters, beside ours.

kata-list-params
#? [maxVisits maxPlayouts maxTime maxVisitsPondering maxPlayoutsPondering maxTimePondering ponderingEnabled numSearchThreads lagBuffer allowResignation resignThreshold resignConsecTurns policyOptimism rootPolicyOptimism rootNumSymmetriesToSample cpuctExploration cpuctExplorationLog cpuctUtilityStdevScale fpuReductionMax rootFpuReductionMax staticScoreUtilityFactor dynamicScoreUtilityFactor uncertaintyCoeff subtreeValueBiasFactor playoutDoublingAdvantage playoutDoublingAdvantagePla searchFactorAfterOnePass searchFactorAfterTwoPass searchFactorWhenWinning searchFactorWhenWinningThreshold delayMoveScale delayMoveMax analysisWideRootNoise analysisIgnorePreRootHistory humanSLProfile humanSLChosenMoveProp humanSLChosenMoveIgnorePass humanSLChosenMovePiklLambda chosenMoveTemperature chosenMoveTemperatureEarly chosenMoveTemperatureHalflife chosenMoveTemperatureOnlyBelowProb rank capture_rate ([a-z_0-9]+ )+resign_moves]
kata-get-param maxVisits
#? [60]
kata-get-param maxPlayouts
#? [40]
kata-get-param maxTime
#? [1e\+20]
kata-get-param numSearchThreads
#? [1]
kata-get-param resignThreshold
#? [-0\.9]
kata-get-param ponderingEnabled
#? [false]
kata-get-param humanSLProfile
#? []
kata-get-param playoutDoublingAdvantage
#? [0]
kata-get-param analysisWideRootNoise
#? [0]

# What is set is obeyed. One visit is that of the position itself.
boardsize 7
kata-set-param maxPlayouts
#? []
kata-set-param maxVisits 25
#? []
kata-search_analyze b rootInfo true maxmoves 1
#? [\ninfo .* rootInfo visits 25 [^\n]*\nplay \w+]
kata-set-param maxVisits 40
kata-set-param numSearchThreads 2
#? []
kata-get-param numSearchThreads
#? [2]
kata-search_analyze b rootInfo true maxmoves 1
#? [\ninfo .* rootInfo visits 40 [^\n]*\nplay \w+]

# Names of both kinds mean the same number.
kata-set-param allowResignation false
#? []
kata-get-param resign_percent
#? [0]
kata-set-param allowResignation true
#? []
kata-get-param resign_percent
#? [5]
kata-set-param resign_percent 10
kata-get-param resignThreshold
#? [-0\.8]
kata-set-param resign_percent
kata-get-param resign_percent
#? [5]
kata-set-param cpuctExploration 0.9
kata-get-param katago_cpuct
#? [90]
kata-set-param katago_cpuct
kata-get-param cpuctExploration
#? [1]
kata-set-param lagBuffer 1.5
kata-get-param lagBuffer
#? [1\.5]

# What is refused.
kata-set-param maxVisits 0
#? [\? cannot set maxVisits: `0` must be a whole number from 1 to 1125899906842624]
kata-set-param ponderingEnabled maybe
#? [\? cannot set ponderingEnabled: `maybe` must be true or false]
kata-set-param playoutDoublingAdvantage 3.5
#? [\? cannot set playoutDoublingAdvantage: `3\.5` must be a number from -3 to 3]
kata-set-param playoutDoublingAdvantagePla NOBODY
#? [\? cannot set playoutDoublingAdvantagePla: `NOBODY` must be one of E, BLACK, WHITE]
kata-set-param analysisWideRootNoise 6
#? [\? cannot set analysisWideRootNoise: `6` must be a number from 0 to 5]
kata-set-param humanSLProfile rank_5k
#? []
kata-set-param humanSLProfile
#? []
kata-set-param reportAnalysisWinratesAs BLACK
#? [\? unknown parameter: kata-list-params names them]
kata-get-param reportAnalysisWinratesAs
#? [\? unknown parameter: kata-list-params names them]
kata-set-param maxvisits 3
#? [\? unknown parameter: kata-list-params names them]
kata-set-param a b c
#? [\? syntax error: kata-set-param takes NAME \[VALUE\]]

# All at once, or nothing.
kata-set-params {"maxVisits":30,"maxTime":"2.5","ponderingEnabled":"true","resign_streak":4}
#? []
kata-get-params
#? [\{"maxVisits":30,"maxPlayouts":1125899906842624,"maxTime":2\.5,"maxVisitsPondering":1125899906842624,"maxPlayoutsPondering":1125899906842624,"maxTimePondering":1e\+20,"ponderingEnabled":"true","numSearchThreads":2,"lagBuffer":1\.5,"allowResignation":"true","resignThreshold":-0\.9,"resignConsecTurns":4,"policyOptimism":1,"rootPolicyOptimism":0\.2,"rootNumSymmetriesToSample":1,"cpuctExploration":1,"cpuctExplorationLog":0\.45,"cpuctUtilityStdevScale":0\.85,"fpuReductionMax":0\.2,"rootFpuReductionMax":0\.1,"staticScoreUtilityFactor":0\.1,"dynamicScoreUtilityFactor":0\.3,"uncertaintyCoeff":0\.25,"subtreeValueBiasFactor":0\.45,"playoutDoublingAdvantage":0,"playoutDoublingAdvantagePla":"E","searchFactorAfterOnePass":1,"searchFactorAfterTwoPass":1,"searchFactorWhenWinning":1,"searchFactorWhenWinningThreshold":1,"delayMoveScale":0,"delayMoveMax":1000000,"analysisWideRootNoise":0,"analysisIgnorePreRootHistory":"true","humanSLProfile":"","humanSLChosenMoveProp":0,"humanSLChosenMoveIgnorePass":"false","humanSLChosenMovePiklLambda":1000000000,"chosenMoveTemperature":0\.1,"chosenMoveTemperatureEarly":0\.5,"chosenMoveTemperatureHalflife":19,"chosenMoveTemperatureOnlyBelowProb":1,"rank":"max",("[a-z_0-9]+":\d+,)+"resign_streak":4,"resign_points":0,"resign_moves":0\}]
kata-set-params {"maxVisits": 99, "maxPlayouts": 0}
#? [\? cannot set maxPlayouts: `0` must be a whole number from 1 to 1125899906842624]
kata-get-param maxVisits
#? [30]
kata-set-params {}
#? []
kata-set-params {"maxVisits":}
#? [\? syntax error: not an object of JSON as kata-get-params writes it]
kata-set-params maxVisits
#? [\? syntax error: not an object of JSON as kata-get-params writes it]
kata-set-params
#? [\? syntax error: kata-set-params takes JSON]
