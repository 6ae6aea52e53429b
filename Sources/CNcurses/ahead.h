#ifndef CNCURSES_AHEAD_H
#define CNCURSES_AHEAD_H

#include "CNcurses.h"

#include <curses.h>

/* Windows that nobody sees yet, and what would show each of them, put together while nobody waits.
 *
 * Whoever goes down a list sees another text beside it with each key. The window with that text is
 * ready; comparing it with the screen, and copying it into both of ncurses' pictures, was half of what
 * the key cost. So what to send is known before the key, as long as nothing changes meanwhile in that
 * part of the screen, and the pictures follow once it is sent. */

/* Puts together what would show the window in its place, and beside lines that move as they did in the
 * last frame. Until it is taken nothing may be drawn on it. */
void ahead_prepare(WINDOW *window);

/* The window is in the frame that is to come; 0 where nothing is known of it. */
int ahead_take(WINDOW *window);

/* Whether it is the one that was taken, and is in none of ncurses' pictures yet. */
int ahead_is_taken(const WINDOW *window);

/* A part of a window is added to the frame. Where that touches the one that was taken, that one is drawn
 * like all others. 1 where it is that one, and all of it comes as it was put together. */
int ahead_meet(WINDOW *window, cncurses_area area);

/* Writes what shows the one that was taken, once all windows were added; 0 where there is none, or
 * where it has to be drawn like all others: then its cells are in the picture of the frame. */
int ahead_begin(int is_ours);

/* Brings a row of both pictures up to date, and all that are left. */
void ahead_settle_row(int row);
void ahead_settle(void);
/* Whether any are left. */
int ahead_is_owed(void);

/* The window goes, or elsewhere. */
void ahead_leave(const WINDOW *window);

/* What changed on the screen between two columns, or everywhere: what was put together for it is of no
 * more use. */
void ahead_changed(int row, int first, int end);
void ahead_forget(void);

#endif
