# SPDX-License-Identifier: MIT
# options: --playouts 20 --seed 1 --set prior_pass=12
# Parameters: their names, values, and what cannot be set.

kata-list-params
#? [capture_rate ([a-z_0-9]+ )+resign_streak]
kata-get-param prior_pass
#? [12]
kata-set-param prior_pass 20
#? []
kata-get-param prior_pass
#? [20]
ponnuki-params exploration 30
#? []
ponnuki-params
#? [(?s)\[string\] capture_rate \d+\n.*\n\[string\] exploration 30\n.*\n\[string\] resign_streak \d+]
kata-get-param komi
#? [\? unknown parameter]
kata-set-param komi 5
#? [\? unknown parameter]
kata-set-param exploration x
#? [\? syntax error: not a number]
kata-set-param exploration 1001
#? [\? number out of range]
ponnuki-params exploration
#? [\? syntax error: a name without a number]
kata-get-param exploration
#? [30]
boardsize 5
genmove b
#? [[A-E][1-5]]
