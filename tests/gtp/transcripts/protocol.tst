# SPDX-License-Identifier: MIT
# Administrative commands, ids, words, and what is no command at all.

protocol_version
#? [2]
name
#? [Ponnuki]
version
#? [\d+\.\d+\.\d+]

# Ids are echoed (the frame is checked for every reply); only digits are an id.
0 name
#? [Ponnuki]
2147483647 name
#? [Ponnuki]
2147483648 name
#? [\? unknown command]
-1 name
#? [\? unknown command]
1a name
#? [\? unknown command]
17
#? [\? unknown command]

known_command genmove
#? [true]
known_command known_command
#? [true]
known_command GENMOVE
#? [false]
known_command genmov
#? [false]
known_command kgs-chat
#? [false]
known_command
#? [false]

5 list_commands
#? [protocol_version\nname\nversion\nknown_command\nlist_commands\nhelp\ngogui-interrupt\nquit\nboardsize\nrectangular_boardsize\nclear_board\nkomi\nget_komi\nfixed_handicap\nplace_free_handicap\nset_free_handicap\nset_position\ngogui-setup\ngogui-setup_player\nplay\ngogui-play_sequence\ngenmove\nreg_genmove\nundo\ngg-undo\nloadsgf\nprintsgf\ntime_settings\ntime_left\nkgs-time_settings\nkata-time_settings\nkata-list_time_settings\nfinal_score\nfinal_status_list\nfinal_status\nlz-analyze\nlz-genmove_analyze\nkata-analyze\nkata-genmove_analyze\nkata-search_analyze\nkata-search_analyze_cancellable\nkata-search\nkata-search_cancellable\ncgos-genmove_analyze\ncgos-opponent_name\ncgos-opponent_rating\ncgos-gameover\nkgs-rules\nkgs-genmove_cleanup\nkgs-game_over\nkata-get-rules\nkata-set-rules\nkata-set-rule\nkata-raw-nn\nponnuki-raw-nn\nkata-raw-human-nn\nkata-get-models\nponnuki-load_network\nkata-list-params\nkata-get-param\nkata-set-param\nkata-get-params\nkata-set-params\nponnuki-params\nponnuki-rank\ngogui-analyze_commands\ngogui-title\ngogui-version\nponnuki-rules\nponnuki-thinking\nponnuki-commentary\nponnuki-candidates\nponnuki-last_candidates\nponnuki-candidate_list\nponnuki-variation\nponnuki-searched_lines\nponnuki-ownership\nponnuki-heat_map\nponnuki-final_area\nponnuki-final_status\nponnuki-priors\nponnuki-liberties\nshowboard\nis_legal\nall_legal\nlist_stones\ngomill-explain_last_move\ngomill-describe_engine\ngomill-cpu_time\ncputime\nclear_cache\nstop\nponnuki-ponder\nset_random_seed\nget_random_seed\nbench\nperft]
help
#? [(?s)protocol_version : .*\nplay COLOR VERTEX: .*\nperft DEPTH COLUMNS ROWS: [^\n]*]

# Names are case-sensitive.
NAME
#? [\? unknown command]
nonsense with arguments
#? [\? unknown command]

# A comment ends the line; spaces and tabs separate words.
  name   # of the program
#? [Ponnuki]
6	known_command	play	# tabs
#? [true]
name#comment
#? [Ponnuki]
18 # nothing but a comment

# Commands that cannot fail ignore more arguments than they need.
protocol_version 1 2 3
#? [2]
gogui-interrupt
#? []
stop
#? []
clear_cache
#? []
