// SPDX-License-Identifier: MIT
#ifndef PAGE_STYLE_H
#define PAGE_STYLE_H

// The style sheet of a page, for light and dark screens, telephones and paper.
extern const char PAGE_STYLE[];

#endif
