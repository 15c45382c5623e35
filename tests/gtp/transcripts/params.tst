# SPDX-License-Identifier: MIT
# options: --playouts 20 --seed 1 --set prior_pass=12
# Parameters: their names, values, and what cannot be set.

kata-list-params
#? [([a-zA-Z]+ )+capture_rate ([a-z_0-9]+ )+resign_moves]
kata-get-param prior_pass
#? [12]
kata-set-param prior_pass 20
#? []
kata-get-param prior_pass
#? [20]
ponnuki-params exploration 30
#? []
ponnuki-params
#? [(?s)\[string\] capture_rate \d+\n.*\n\[string\] exploration 30\n.*\n\[string\] resign_moves \d+]
kata-get-param komi
#? [\? unknown parameter: kata-list-params names them]
kata-set-param komi 5
#? [\? unknown parameter: kata-list-params names them]
kata-set-param exploration x
#? [\? syntax error: `x` must be a whole number from 0 to 1000]
kata-set-param exploration 1.5
#? [\? syntax error: `1\.5` must be a whole number from 0 to 1000]
kata-set-param exploration -1
#? [\? syntax error: `-1` must be a whole number from 0 to 1000]
kata-set-param resign_streak 0
#? [\? number out of range: `0` must be a whole number from 1 to 100]
kata-set-param exploration 1001
#? [\? number out of range: `1001` must be a whole number from 0 to 1000]
kata-set-param exploration 99999999999999999999
#? [\? number out of range: `99999999999999999999` must be a whole number from 0 to 1000]
ponnuki-params exploration
#? [\? syntax error: ponnuki-params takes \[NAME NUMBER\]]
kata-get-param exploration
#? [30]
boardsize 5
genmove b
#? [[A-E][1-5]]
