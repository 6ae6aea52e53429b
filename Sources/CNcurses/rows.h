#ifndef CNCURSES_ROWS_H
#define CNCURSES_ROWS_H

#include <curses.h>
#include <stddef.h>

/* Rows of a frame that go to the terminal without ncurses looking for the best way to draw them.
 *
 * ncurses compares a changed row cell by cell several times over, tries each way of moving the
 * cursor, and asks the C library about each letter: most of the time of a key in a list. On terminals
 * of the usual kind a row is put together here instead, and ncurses' picture of the terminal is
 * brought up to date; whole lines that moved are moved by the terminal. All other rows stay with
 * ncurses. */

/* Looks at the terminal that ncurses has just taken. `has_own_colours`: where no colour was chosen
 * it shows its own. */
void rows_begin(int is_utf8, int has_own_colours);

/* Takes the rows that are for us out of the frame, once all windows were added and the cursor has its
 * place, if it is shown. 1 where nothing is left for ncurses to draw. */
int rows_take(int has_cursor);

/* Whether rows of this terminal are for us. */
int rows_are_ours(void);

/* Writes what differs in a row, between two of its cells; 0 where that is not for us. */
int rows_add(int row, const cchar_t *now, const cchar_t *was, int first, int end);

/* What draws them, and behind it what ncurses wrote, which takes them for done. It is told once, and
 * stands until the next frame, or until something is put together ahead. NULL where the two are too
 * long for one piece: then it can be asked for with nothing behind it. */
const char *rows_with(const char *rest, size_t count, size_t *total);

#endif
