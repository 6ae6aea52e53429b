#include "CNcurses.h"

#include <curses.h>
#include <stdbool.h>
#include <wchar.h>

/* Windows, and what views write into them. */

static WINDOW *real(cncurses_window *window) { return (WINDOW *)window; }

cncurses_window *cncurses_make(int rows, int columns, int row, int column) {
  return (cncurses_window *)newwin(rows, columns, row, column);
}

void cncurses_delete(cncurses_window *window) { delwin(real(window)); }

int cncurses_place(cncurses_window *window, int rows, int columns, int row, int column) {
  return wresize(real(window), rows, columns) == OK && mvwin(real(window), row, column) == OK;
}

static attr_t attributes_of(int bits) {
  return (bits & CNCURSES_BOLD ? A_BOLD : 0) | (bits & CNCURSES_DIM ? A_DIM : 0)
      | (bits & CNCURSES_ITALIC ? A_ITALIC : 0) | (bits & CNCURSES_UNDERLINE ? A_UNDERLINE : 0)
      | (bits & CNCURSES_REVERSE ? A_REVERSE : 0);
}

static cchar_t cell_of(const wchar_t *characters, int attributes, int pair) {
  cchar_t cell;
  setcchar(&cell, characters, attributes_of(attributes), (short)pair, NULL);
  return cell;
}

/* If a wide character of the frame lies on both sides of a column's left edge: a blank that looks
 * like it. */
static bool cut_at(int row, int column, cchar_t *blank) {
  for (int start = 0; start < column;) {
    wchar_t characters[CCHARW_MAX + 1] = {0};
    attr_t attributes;
    short pair;
    cchar_t cell;
    if (mvwin_wch(newscr, row, start, &cell) != OK) return false;
    getcchar(&cell, characters, &attributes, &pair, NULL);
    start += wcwidth(characters[0]) == 2 ? 2 : 1;
    if (start > column) setcchar(blank, L" ", attributes & ~WA_ALTCHARSET, pair, NULL);
    if (start > column) return true;
  }
  return false;
}

/* ncurses leaves a plain blank of a wide character that a window covers by half; its look stays. */
void cncurses_add(cncurses_window *window) {
  int top, left, rows, columns;
  getbegyx(real(window), top, left);
  getmaxyx(real(window), rows, columns);
  int right = left + columns;
  cchar_t before[rows], after[rows];
  bool is_cut_before[rows], is_cut_after[rows];
  for (int row = 0; row < rows; row++) {
    is_cut_before[row] = cut_at(top + row, left, &before[row]);
    is_cut_after[row] = right < getmaxx(newscr) && cut_at(top + row, right, &after[row]);
  }
  touchwin(real(window));
  wnoutrefresh(real(window));
  for (int row = 0; row < rows; row++) {
    if (is_cut_before[row]) mvwadd_wch(newscr, top + row, left - 1, &before[row]);
    if (is_cut_after[row]) mvwadd_wch(newscr, top + row, right, &after[row]);
  }
}

void cncurses_erase(cncurses_window *window, int attributes, int pair) {
  cchar_t blank = cell_of(L" ", attributes, pair);
  wbkgrndset(real(window), &blank);
  werase(real(window));
  /* Only the erasing is in this style; what is written later brings its own. */
  blank = cell_of(L" ", 0, 0);
  wbkgrndset(real(window), &blank);
}

/* The next character of UTF-8 that is well formed, as our own side always sends it. */
static wchar_t next_character(const unsigned char **place, const unsigned char *end) {
  unsigned char lead = *(*place)++;
  int more = lead < 0x80 ? 0 : lead < 0xc0 ? -1 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  if (more < 0 || end - *place < more) return L'?';
  wchar_t character = more == 0 ? lead : lead & (0x3f >> more);
  for (; more > 0; more--) character = (character << 6) | (*(*place)++ & 0x3f);
  return character;
}

/* The part of a run that is in the window: from which column, and how many cells. Answers how many
 * cells are hidden left of it. */
static int clip_run(WINDOW *window, int *column, int *width) {
  int room = getmaxx(window) - *column, hidden = *column < 0 ? -*column : 0;
  if (*width > room) *width = room;
  *width -= hidden;
  *column += hidden;
  return hidden;
}

/* Cells that are written into a window in one go. A wide character is one of these, and takes two
 * columns. */
enum { MOST_CELLS = 128 };
typedef struct {
  WINDOW *window;
  int row, column, columns, count;
  cchar_t cells[MOST_CELLS];
} run;

static void flush_run(run *run) {
  mvwadd_wchnstr(run->window, run->row, run->column, run->cells, run->count);
  run->column += run->columns;
  run->columns = run->count = 0;
}

static void add_cell(run *run, cchar_t cell, int columns) {
  if (run->count == MOST_CELLS) flush_run(run);
  run->cells[run->count++] = cell;
  run->columns += columns;
}

void cncurses_fill(
    cncurses_window *window, int row, int column, unsigned int character, int width,
    int attributes, int pair) {
  clip_run(real(window), &column, &width);
  run run = {.window = real(window), .row = row, .column = column};
  cchar_t cell = cell_of((wchar_t[]){(wchar_t)character, 0}, attributes, pair);
  for (int index = 0; index < width; index++) add_cell(&run, cell, 1);
  flush_run(&run);
}

void cncurses_restyle(
    cncurses_window *window, int row, int column, int width, int attributes, int pair) {
  clip_run(real(window), &column, &width);
  if (width > 0)
    mvwchgat(real(window), row, column, width, attributes_of(attributes), (short)pair, NULL);
}

/* The next character and all marks that belong to it, for one cell; answers its columns. */
static int next_cell(const unsigned char **place, const unsigned char *end, wchar_t *cell) {
  int count = 1, columns;
  cell[0] = next_character(place, end);
  columns = cell[0] < 0x20 || cell[0] == 0x7f ? -1 : wcwidth(cell[0]);
  /* Unknown to the C library, and so to ncurses, which would draw nothing there. */
  if (columns < 0) cell[0] = L'?', columns = 1;
  while (columns > 0 && *place < end) {
    const unsigned char *next = *place;
    wchar_t mark = next_character(&next, end);
    if (wcwidth(mark) != 0) break;
    if (count < CCHARW_MAX) cell[count++] = mark;
    *place = next;
  }
  cell[count] = 0;
  return columns;
}

void cncurses_put(
    cncurses_window *window, int row, int column, const char *text, int length, int width,
    int attributes, int pair) {
  int hidden = clip_run(real(window), &column, &width), used = 0;
  run run = {.window = real(window), .row = row, .column = column};
  cchar_t blank = cell_of(L" ", attributes, pair);
  const unsigned char *place = (const unsigned char *)text, *end = place + length;
  while (place < end && used < width) {
    wchar_t characters[CCHARW_MAX + 1];
    int columns = next_cell(&place, end, characters);
    if (hidden > 0) {
      hidden -= columns;
      /* Half of it would be seen: a blank. */
      for (; hidden < 0 && used < width; hidden++, used++) add_cell(&run, blank, 1);
      continue;
    }
    if (columns == 0) continue;
    if (used + columns > width) break;
    add_cell(&run, cell_of(characters, attributes, pair), columns);
    used += columns;
  }
  for (; used < width; used++) add_cell(&run, blank, 1);
  flush_run(&run);
}
