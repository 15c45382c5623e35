# SPDX-License-Identifier: MIT
# options: --seed 1 --rank 10k --threads 1
# Playing like a person of some rank.

ponnuki-rank
#? [10k]
kata-get-param rank
#? [10k]
boardsize 9
genmove b
#? [[A-J][1-9]]
ponnuki-rank 1d
#? []
kata-get-param rank
#? [1d]
genmove w
#? [[A-J][1-9]]
kata-set-param rank 20k
#? []
ponnuki-rank
#? [20k]
kata-set-param rank
#? []
ponnuki-rank
#? [max]
ponnuki-rank 7d
#? [\? cannot set rank: `7d` must be a rank from 20k to 6d, or max for full strength]
ponnuki-rank 1d 2d
#? [\? syntax error: ponnuki-rank takes \[RANK\|max\]]
