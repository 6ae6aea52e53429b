#ifndef CNCURSES_CARRIED_H
#define CNCURSES_CARRIED_H

#include "CNcurses.h"

#include <curses.h>

/* Lines of a window that go up or down change places in its memory, and nothing of them is copied or
 * compared: where the terminal moves its own lines as well, both show the same again.
 *
 * Going down a list that scrolls, each row was copied twice and compared three times with each key.
 * Nothing of that is seen in ncurses' picture of the frame before it is sent. */

/* Moves the lines of a part of a window down, or up where `down` is less than none; those that they leave
 * keep what they show. 0 where it did nothing. */
int carried_move(WINDOW *window, int row, int column, int rows, int columns, int down);

/* A window is added to the frame, all of it where `wholly`. Adds the lines that moved, if they are its
 * own, and answers which part of the screen they take; no part where they have to be taken like all
 * others. */
cncurses_area carried_add(WINDOW *window, int wholly);

/* Whether such lines are in the frame, and those of this part of the screen. */
int carried_are(int top, int left, int rows, int columns, int down);
/* Whether such a row is right once they have moved, and whether it would be if they had not. */
int carried_is_right(int row);
int carried_was_right(int row);

/* Takes them like all others: they are in the picture of the frame then, or marked in their window. */
void carried_refuse(void);
/* The same if they are this window's. */
void carried_leave(const WINDOW *window);

/* Brings a row of the picture up to date, and all that are left. */
void carried_settle_row(int row);
void carried_settle(void);
/* Whether any are left. */
int carried_is_owed(void);

#endif
