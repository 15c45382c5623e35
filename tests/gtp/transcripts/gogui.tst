# SPDX-License-Identifier: MIT
# options: --playouts 20 --seed 1
# What GoGui asks beyond GTP 2: set-up, whole games in a line, its title and dialogs.

gogui-title
#? [Ponnuki \S+, tromp-taylor rules]
gogui-version 1.6.0
#? []
gogui-version
#? []
gogui-interrupt
#? []

boardsize 5
gogui-play_sequence
#? []
gogui-play_sequence B C3 W D4 b PASS w b2
#? []
list_stones b
#? [C3]
list_stones w
#? [B2 D4]
# All or nothing.
gogui-play_sequence B A1 W A1 B A2
#? [\? illegal move: W A1: occupied \(move 2\)]
gogui-play_sequence B A1 W F1
#? [\? illegal move: W F1: not a point of this board \(move 2\)]
gogui-play_sequence B A1 W
#? [\? syntax error: the last color has no vertex]
gogui-play_sequence B A1 x A2
#? [\? syntax error: `x` must be b, w, black or white \(move 2\)]
gogui-play_sequence B A1 W xx
#? [\? syntax error: `xx` must be a point from A1 to E5 \(no column I\) or pass \(move 2\)]
list_stones b
#? [C3]
gg-undo 5
#? [\? cannot undo: not enough moves]
gg-undo 4
#? []
# A sequence with a capture is taken back with it.
gogui-play_sequence b A2 w A1
#? []
gogui-play_sequence b B1 w C3 b A2
#? [\? illegal move: b A2: occupied \(move 3\)]
list_stones w
#? [A1]
gogui-play_sequence b B1 w A1
#? [\? illegal move: w A1: superko \(move 2\)]
list_stones w
#? [A1]
clear_board

gogui-setup B D4 B C3 W A1 W B2
#? []
list_stones b
#? [C3 D4]
list_stones w
#? [A1 B2]
undo
#? [\? cannot undo: not enough moves]
gogui-setup B E5
#? [\? board not empty]
showboard
#? [(?s).*black to play.*]
gogui-setup_player W
#? []
showboard
#? [(?s).*white to play.*]
list_stones w
#? [A1 B2]
undo
#? [\? cannot undo: not enough moves]
gogui-setup_player W
#? []
gogui-setup_player x
#? [\? syntax error: `x` must be b, w, black or white]
gogui-setup_player
#? [\? syntax error: gogui-setup_player takes COLOR]
play w E1
gogui-setup_player B
#? [\? the game has begun: undo all moves or clear the board first]
undo
gogui-setup_player black
#? []
showboard
#? [(?s).*black to play.*]
clear_board
gogui-setup
#? []
gogui-setup b A1 w A2 w B1
#? [\? bad vertex list: a chain has no liberties]
gogui-setup b A1 w A1
#? [\? bad vertex list: A1 is named twice]
gogui-setup b F1
#? [\? bad vertex list: `F1` must be a point from A1 to E5 \(no column I\)]
gogui-setup b
#? [\? syntax error: gogui-setup takes \[COLOR VERTEX\]\.\.\.]
gogui-setup x A1
#? [\? syntax error: `x` must be b, w, black or white]
list_stones b
#? []
gogui-setup_player w
#? []
showboard
#? [(?s).*white to play.*]
# The handicap is not forgotten with the player to move.
clear_board
set_free_handicap A1 E5
gogui-setup_player b
printsgf
#? [(?s).*HA\[2\].*]

ponnuki-rules
#? [\[list/tromp-taylor/tromp-taylor-1995/cgos/chinese/chinese-ogs/chinese-kgs/japanese/korean/aga/bga/french/aga-button/new-zealand/goe/stone-scoring/ancient-territory\] rules tromp-taylor]
ponnuki-rules rules chinese
#? []
ponnuki-rules
#? [\[list/.*\] rules chinese]
gogui-title
#? [.*chinese rules]
ponnuki-rules rules chess
#? [\? unknown rules: `chess` must be one of tromp-taylor, tromp-taylor-1995, cgos, chinese, chinese-ogs, chinese-kgs, japanese, korean, aga, bga, french, aga-button, new-zealand, goe, stone-scoring, ancient-territory]
ponnuki-rules rules
#? [\? syntax error: ponnuki-rules takes \[rules NAME\]]
ponnuki-rules komi 5
#? [\? syntax error: ponnuki-rules takes \[rules NAME\]]
ponnuki-rules
#? [\[list/.*\] rules chinese]

ponnuki-thinking
#? [\[string\] playouts 20\n\[string\] seconds 0\n\[bool\] ponder 0]
ponnuki-thinking seconds 2.5
#? []
ponnuki-thinking playouts 30
#? []
ponnuki-thinking ponder 1
#? []
ponnuki-ponder
#? [on]
ponnuki-thinking
#? [\[string\] playouts 30\n\[string\] seconds 2\.5\n\[bool\] ponder 1]
ponnuki-thinking seconds -1
#? [\? syntax error: seconds must be a number, at least 0; 0 means no limit]
ponnuki-thinking playouts x
#? [\? syntax error: playouts must be a whole number, at least 0; 0 means no limit]
ponnuki-thinking ponder 2
#? [\? syntax error: the value must be 0 or 1]
ponnuki-thinking ponder
#? [\? syntax error: ponnuki-thinking takes \[playouts\|seconds\|ponder VALUE\]]
ponnuki-thinking threads 2
#? [\? unknown parameter: the name must be playouts, seconds or ponder]
ponnuki-thinking
#? [\[string\] playouts 30\n\[string\] seconds 2\.5\n\[bool\] ponder 1]
ponnuki-thinking ponder 0
ponnuki-thinking seconds 250
ponnuki-thinking playouts 25
clear_board
genmove b
gomill-explain_last_move
#? [.* 25 playouts .*]

# What it writes to standard error, which is nothing unless it is asked to.
ponnuki-commentary
#? [\[bool\] live_gfx 0\n\[bool\] pv_lines 0\n\[bool\] malkovich 0\n\[bool\] discussion 0]
ponnuki-commentary pv_lines 1
#? []
ponnuki-commentary discussion 1
#? []
ponnuki-commentary
#? [\[bool\] live_gfx 0\n\[bool\] pv_lines 1\n\[bool\] malkovich 0\n\[bool\] discussion 1]
ponnuki-commentary pv_lines 0
#? []
ponnuki-commentary discussion 2
#? [\? syntax error: the value must be 0 or 1]
ponnuki-commentary discussion x
#? [\? syntax error: the value must be 0 or 1]
ponnuki-commentary discussion
#? [\? syntax error: ponnuki-commentary takes \[live_gfx\|pv_lines\|malkovich\|discussion 0\|1\]]
ponnuki-commentary main 1
#? [\? unknown parameter: the name must be live_gfx, pv_lines, malkovich or discussion]
ponnuki-commentary
#? [\[bool\] live_gfx 0\n\[bool\] pv_lines 0\n\[bool\] malkovich 0\n\[bool\] discussion 1]
ponnuki-commentary discussion 0
#? []
