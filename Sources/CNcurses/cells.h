#ifndef CNCURSES_CELLS_H
#define CNCURSES_CELLS_H

#include <curses.h>
#include <string.h>

/* Cells of windows, written and copied as they lie in memory.
 *
 * ncurses writes letter by letter, and looks at each cell again when it takes a window into its
 * picture: half of what a key in the list cost. Where lines are what we take them for, whole
 * stretches of cells are written and copied here instead; where they are not, and where a wide
 * character would be cut in two, ncurses does it. */

/* A line of a window. The header of ncurses tells of it without saying what is in it, so
 * `cells_begin` looks whether lines are like this before anything is done with one. */
struct ldat {
  cchar_t *text;
  /* The columns that changed since the last frame; -1 for none. */
  NCURSES_SIZE_T firstchar, lastchar, oldindex;
};

/* Looks at the lines of the ncurses that is running; 1 where they are known. */
int cells_begin(void);

int cells_are_known(void);

/* Says that a part of a line changed. */
void cells_mark(struct ldat *line, int first, int last);

/* Which cell of its character this is, from 1; 0 where it is the only one. */
static inline int part_of_wide(const cchar_t *cell) { return (int)(cell->attr & A_CHARTEXT); }

/* Most that differ do so in their first character. */
static inline int is_same_cell(const cchar_t *cell, const cchar_t *other) {
  return cell->chars[0] == other->chars[0] && memcmp(cell, other, sizeof *cell) == 0;
}

/* A cell with one character in it. */
cchar_t cells_make(wchar_t character, attr_t attributes, int pair);

/* Writes characters of ASCII, one a cell; all of them must lie in the window. 0 where ncurses must. */
int cells_put(WINDOW *window, int row, int column, const char *text, int width, cchar_t cell);

/* The same for any characters of one cell. */
int cells_put_all(
    WINDOW *window, int row, int column, const wchar_t *characters, int width, cchar_t cell);

/* Writes one character of two cells. 0 where ncurses must. */
int cells_put_wide(WINDOW *window, int row, int column, wchar_t character, cchar_t cell);

/* Writes the same cell `width` times. */
int cells_fill(WINDOW *window, int row, int column, int width, cchar_t cell);

/* Gives what stands in `width` cells the look of another. */
int cells_restyle(WINDOW *window, int row, int column, int width, const cchar_t *look);

/* Copies a part of a line over the same part of another. */
int cells_copy(WINDOW *window, int from, int to, int column, int columns);

/* Moves lines down, up where `down` is less than none, and with them what stands in some columns; what
 * leaves on one side comes back on the other. Nothing is marked. */
void cells_turn(WINDOW *window, int top, int end, int down, int column, int columns);

/* Takes what changed in a window into the picture of the next frame, but for the lines where that is
 * left to ncurses: those stay marked. */
void cells_add(WINDOW *window);

#endif
