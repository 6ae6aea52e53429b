#ifndef CNCURSES_MOVES_H
#define CNCURSES_MOVES_H

/* Lines that the terminal itself moves, where a window scrolled or a line came into a text: all of
 * them would be written anew. ncurses' picture of the terminal is brought up to date. */

/* Looks at the terminal that ncurses has just taken. */
void moves_begin(void);

/* Whether this terminal can move lines. */
int moves_are_known(void);

/* The lines of a part of the screen were moved down in this frame, or up where `down` is less than 0. */
void moves_note(int top, int left, int rows, int columns, int down);

/* Lines from `top` up to `end` that moved down together; not at all where `down` is 0. */
struct shift {
  int top, end, down;
};

/* What is to move in this frame, and what the terminal moved in the last one. */
struct shift moves_wanted(void);
struct shift moves_latest(void);

/* Whether all that moved in this frame are lines that are carried. */
int moves_are_carried(void);

/* Lets the terminal move what moved in this frame; what differs then is marked in the frame. */
void moves_take(void);

/* The same, for the wanted lines alone, where what stands between two columns is somebody else's; 0
 * where they were not moved. */
int moves_take_beside(int left, int right);

/* The frame is over. */
void moves_forget(void);

#endif
