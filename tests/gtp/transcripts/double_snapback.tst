# SPDX-License-Identifier: MIT
# options: --rules chinese --playouts 3000 --seed 1
# Black threatens a double snapback at M19, which wins the game; White is ahead by 8.5
# if this is stopped. White must play one of five points, and must not pass.
boardsize 19
komi -0.5
set_position w A3 w B2 w B3 w B10 w B15 w C3 w C4 w C8 w C9 w C10 w C11 w C14 w D4 w D6 w D10 w D15 w D16 w D17 w D18 w D19 w E3 w E4 w E7 w E10 w E16 w E18 w F1 w F5 w F6 w F8 w F14 w F15 w G1 w G2 w G8 w G14 w H2 w H3 w H9 w H15 w J3 w J9 w J10 w J11 w J12 w J15 w J19 w K2 w K3 w K4 w K5 w K7 w K8 w K9 w K11 w K13 w K16 w K18 w K19 w L3 w L6 w L7 w L14 w L15 w L16 w L17 w M4 w M11 w M14 w M17 w M18 w N1 w N2 w N3 w N4 w N17 w O4 w O5 w O6 w O8 w O9 w O11 w O18 w O19 w P3 w P4 w P6 w P7 w P8 w P10 w P11 w P18 w Q4 w Q5 w Q7 w Q11 w R8 w R11 w S7 w S8 w S11 b A2 b B1 b B9 b B11 b C1 b C2 b C12 b C15 b D2 b D3 b D9 b D11 b E1 b E2 b E15 b E17 b E19 b F2 b F3 b F7 b F16 b F17 b F18 b F19 b G3 b G4 b G5 b G6 b G7 b G15 b G16 b G18 b H4 b H8 b H16 b H17 b H19 b J5 b J6 b J7 b J8 b J17 b J18 b K6 b K10 b K12 b K17 b L2 b L4 b L5 b L8 b L9 b L10 b L11 b L12 b M2 b M3 b M5 b M6 b M7 b M10 b M13 b M15 b M16 b N7 b N8 b N9 b N10 b N11 b N14 b N16 b O1 b O2 b O3 b O7 b O10 b O12 b O14 b O16 b O17 b P2 b P9 b P13 b P14 b P16 b P17 b P19 b Q2 b Q3 b Q6 b Q8 b Q9 b Q10 b Q14 b Q17 b Q18 b Q19 b R4 b R5 b R6 b R7 b R9 b R13 b R14 b R15 b R17 b R19 b S6 b S9 b S12 b S14 b T13 b T14 b T17 b T18
genmove w
#? [(M19|N19|L19|L18|N18)]
