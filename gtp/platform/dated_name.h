// SPDX-License-Identifier: MIT
//
// A name that no other run of the program takes: for files in a folder of many runs.
#ifndef DATED_NAME_H
#define DATED_NAME_H

enum { DATED_NAME_SIZE = 64 };

// Writes the time, to the microsecond, and the number of the process. The time is
// needed because machines that share a folder may have processes with the same number.
void dated_name(char name[DATED_NAME_SIZE]);

#endif
