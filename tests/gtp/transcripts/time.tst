# SPDX-License-Identifier: MIT
# options: --playouts 20 --seed 1
# Clocks: numbers of any size, at any moment.

boardsize 9
time_settings 600 30 5
#? []
time_settings 600 0 0
#? []
time_settings 0 1 0
#? []
time_settings 0 0 0
#? []
time_settings 900.5 30.25 25
#? []
time_settings 1e300 1e300 2147483647
#? []
time_settings 600 30 2147483648
#? []
time_settings -0.0 0 0
#? []
# A negative number has no meaning.
time_settings 600 30 -1
#? [\? syntax error: `-1` must be a whole number of stones or periods]
time_settings -600 30 5
#? [\? syntax error: `-600` must be a number of seconds, at least 0]
time_settings 600 -0.5 5
#? [\? syntax error: `-0\.5` must be a number of seconds, at least 0]
time_settings 600 30
#? [\? syntax error: time_settings takes MAIN PERIOD STONES]
time_settings 600 30 5 1
#? [\? syntax error: time_settings takes MAIN PERIOD STONES]
time_settings ten 30 5
#? [\? syntax error: `ten` must be a number of seconds such as 30 or 2\.5]
time_settings 600 30 x
#? [\? syntax error: `x` must be a whole number of stones or periods]
time_settings
#? [\? syntax error: time_settings takes MAIN PERIOD STONES]

kgs-time_settings none
#? []
kgs-time_settings absolute 300
#? []
kgs-time_settings canadian 300 60 10
#? []
kgs-time_settings byoyomi 300 30 5
#? []
kgs-time_settings absolute -300
#? [\? syntax error: `-300` must be a number of seconds, at least 0]
kgs-time_settings canadian -1 60 10
#? [\? syntax error: `-1` must be a number of seconds, at least 0]
kgs-time_settings canadian 300 -60 10
#? [\? syntax error: `-60` must be a number of seconds, at least 0]
kgs-time_settings canadian 300 60 -10
#? [\? syntax error: `-10` must be a whole number of stones or periods]
kgs-time_settings byoyomi 300 -30 5
#? [\? syntax error: `-30` must be a number of seconds, at least 0]
kgs-time_settings byoyomi 300 30 -5
#? [\? syntax error: `-5` must be a whole number of stones or periods]
kgs-time_settings sand 300
#? [\? syntax error: kgs-time_settings takes none \| absolute MAIN \| .*]
kgs-time_settings none 1
#? [\? syntax error: kgs-time_settings takes none \| absolute MAIN \| canadian MAIN PERIOD STONES \| byoyomi MAIN PERIOD PERIODS]
kgs-time_settings absolute
#? [\? syntax error: kgs-time_settings takes none \| absolute MAIN \| canadian MAIN PERIOD STONES \| byoyomi MAIN PERIOD PERIODS]
kgs-time_settings byoyomi 300 30
#? [\? syntax error: kgs-time_settings takes none \| absolute MAIN \| canadian MAIN PERIOD STONES \| byoyomi MAIN PERIOD PERIODS]
kgs-time_settings fischer 300 30
#? [\? syntax error: kgs-time_settings takes none \| absolute MAIN \| canadian MAIN PERIOD STONES \| byoyomi MAIN PERIOD PERIODS]
kgs-time_settings byoyomi a b c
#? [\? syntax error: `a` must be a number of seconds such as 30 or 2\.5]
kgs-time_settings
#? [\? syntax error: kgs-time_settings takes none \| absolute MAIN \| canadian MAIN PERIOD STONES \| byoyomi MAIN PERIOD PERIODS]

kata-list_time_settings
#? [none absolute byoyomi canadian fischer fischer-capped]
kata-time_settings none
#? []
kata-time_settings absolute 300.5
#? []
kata-time_settings canadian 300 60 10
#? []
kata-time_settings byoyomi 300 30 5
#? []
kata-time_settings fischer 300 5.5
#? []
kata-time_settings fischer-capped 300 5 400 30
#? []
kata-time_settings fischer-capped 300 5 -1 -1
#? []
kata-time_settings fischer-capped -300 5 400 30
#? [\? syntax error: `-300` must be a number of seconds, at least 0]
kata-time_settings fischer-capped 300 -5 400 30
#? [\? syntax error: `-5` must be a number of seconds, at least 0]
kata-time_settings fischer -300 5
#? [\? syntax error: `-300` must be a number of seconds, at least 0]
kata-time_settings fischer 300 -5
#? [\? syntax error: `-5` must be a number of seconds, at least 0]
kata-time_settings absolute -300
#? [\? syntax error: `-300` must be a number of seconds, at least 0]
kata-time_settings canadian 300 60 -1
#? [\? syntax error: `-1` must be a whole number of stones or periods]
kata-time_settings byoyomi 300 -30 5
#? [\? syntax error: `-30` must be a number of seconds, at least 0]
kata-time_settings
#? [\? syntax error: kata-time_settings takes none \| absolute MAIN \| canadian MAIN PERIOD STONES \| byoyomi MAIN PERIOD PERIODS \| fischer MAIN INCREMENT \| fischer-capped MAIN INCREMENT CLOCK-MAX MOVE-MAX]
kata-time_settings sand 300
#? [\? syntax error: kata-time_settings takes none \| absolute MAIN \| canadian MAIN PERIOD STONES \| byoyomi MAIN PERIOD PERIODS \| fischer MAIN INCREMENT \| fischer-capped MAIN INCREMENT CLOCK-MAX MOVE-MAX]
kata-time_settings fischer 300
#? [\? syntax error: kata-time_settings takes none \| absolute MAIN \| canadian MAIN PERIOD STONES \| byoyomi MAIN PERIOD PERIODS \| fischer MAIN INCREMENT \| fischer-capped MAIN INCREMENT CLOCK-MAX MOVE-MAX]
kata-time_settings fischer 300 x
#? [\? syntax error: `x` must be a number of seconds such as 30 or 2\.5]
kata-time_settings fischer-capped 300 5
#? [\? syntax error: kata-time_settings takes none \| absolute MAIN \| canadian MAIN PERIOD STONES \| byoyomi MAIN PERIOD PERIODS \| fischer MAIN INCREMENT \| fischer-capped MAIN INCREMENT CLOCK-MAX MOVE-MAX]
kata-time_settings fischer-capped 300 5 400 30 1
#? [\? syntax error: kata-time_settings takes none \| absolute MAIN \| canadian MAIN PERIOD STONES \| byoyomi MAIN PERIOD PERIODS \| fischer MAIN INCREMENT \| fischer-capped MAIN INCREMENT CLOCK-MAX MOVE-MAX]
kata-time_settings byoyomi 300 30 2.5
#? [\? syntax error: `2\.5` must be a whole number of stones or periods]

time_left b 600 0
#? []
time_left WHITE 12.5 3
#? []
time_left b -3 0
#? []
time_left b 0 0
#? []
time_left b 10 99999999999
#? []
time_left b x 0
#? [\? syntax error: `x` must be a number of seconds such as 30 or 2\.5]
time_left b 10 -1
#? [\? syntax error: `-1` must be a whole number of stones or periods]
time_left x 10 0
#? [\? syntax error: `x` must be b, w, black or white]
time_left b 10
#? [\? syntax error: time_left takes COLOR SECONDS STONES]
time_left
#? [\? syntax error: time_left takes COLOR SECONDS STONES]

# In the middle of a game, and with no time left.
time_settings 60 0 0
genmove b
#? [[A-HJ]\d|pass]
time_settings 600 30 1
time_left w 0 0
genmove w
#? [[A-HJ]\d|pass]
time_settings 0 0 0
genmove b
#? [[A-HJ]\d|pass]
kata-time_settings fischer 0 0
genmove w
#? [[A-HJ]\d|pass]
kata-time_settings fischer-capped 60 5 90 20
genmove b
#? [[A-HJ]\d|pass]
