# SPDX-License-Identifier: MIT
# options: --playouts 50 --seed 1 --precision float
# The network is changed while the program runs.

boardsize 5
komi 6.5
play b C3
kata-get-models
#? [\[\{"name":"\d+ blocks of \d+ channels","version":\d+\}\]]
ponnuki-load_network ../../data/katago/v15.bin.gz
#? []
kata-get-models
#? [\[\{"internalName":"tiny-net".*"name":"../../data/katago/v15.bin.gz",.*"version":15\}\]]
# The board is as it was.
list_stones b
#? [C3]
get_komi
#? [6.5]
kata-raw-nn 0 0
#? [(?s)symmetry 0\n.*\nvarTimeLeft .*NAN.*]
genmove w
#? [[A-E][1-5]|pass]
# A file that is damaged, missing or none changes nothing.
ponnuki-load_network ../../data/katago/v15.expected
#? [\? cannot load network: .+]
ponnuki-load_network "no such file"
#? [\? cannot load network: .*No such file or directory.*]
ponnuki-load_network ../../data/katago
#? [\? cannot load network: .+]
kata-get-models
#? [\[\{"internalName":"tiny-net".*"version":15\}\]]
genmove b
#? [[A-E][1-5]|pass]
# Another one, and that of the program again.
ponnuki-load_network ../../data/katago/v06.bin
#? []
kata-get-models
#? [\[\{"internalName":"tiny-net".*"version":6\}\]]
genmove w
#? [[A-E][1-5]|pass]
ponnuki-load_network
#? []
kata-get-models
#? [\[\{"name":"\d+ blocks of \d+ channels","version":\d+\}\]]
kata-raw-nn 0 0
#? [!(?s).*varTimeLeft.*]
genmove b
#? [[A-E][1-5]|pass]
ponnuki-load_network a b
#? [\? syntax error: ponnuki-load_network takes \[FILE\]]
