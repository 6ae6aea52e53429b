#include "CNcurses.h"

#include <curses.h>

const char *cncurses_version(void) { return curses_version(); }
