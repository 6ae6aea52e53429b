#include "CNcurses.h"
#include "cells.h"
#include "moves.h"
#include "rows.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

/* Two of term.h's hundreds of macros. */
#undef columns
#undef lines

/* ncurses writes to the terminal after each move of the cursor: forty small writes for a frame, and
 * a terminal that shows half of it. So its descriptor is a file in memory while it draws, and a frame
 * goes out as a whole. */
static int drawing = -1, terminal_itself = -1, frame = -1, is_kept = 0;
static const size_t mapped = 1 << 20;
static char *frame_bytes;

static void prepare_frames(int descriptor) {
  struct rlimit limit;
  drawing = descriptor;
  is_kept = 0;
  /* The limit of files holds for those in memory too, and a frame must not fall under it. */
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return;
  if (terminal_itself >= 0) close(terminal_itself);
  terminal_itself = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (frame < 0) {
    frame = (int)syscall(SYS_memfd_create, "frame", 1 /* close it on exec */);
    if (frame < 0 || ftruncate(frame, (off_t)mapped) != 0) return;
    void *place = mmap(NULL, mapped, PROT_READ, MAP_SHARED, frame, 0);
    if (place != MAP_FAILED) frame_bytes = place;
  }
}

static cncurses_sender *sender;
static cncurses_question *takes_nothing;

void cncurses_send_by(cncurses_sender *send, cncurses_question *is_stalled) {
  sender = send;
  takes_nothing = is_stalled;
}

/* What ncurses has written since the last time goes to the terminal, after the rows that it did not
 * write, and in one piece with them. */
static void send_frame(void) {
  if (!is_kept || !sender) return;
  off_t end = lseek(frame, 0, SEEK_CUR);
  size_t length = end > 0 ? (size_t)end : 0, count = 0;
  const char *rows = length <= mapped ? rows_with(frame_bytes, length, &count) : NULL;
  if (rows) {
    sender(terminal_itself, rows, count);
  } else {
    rows = rows_with("", 0, &count);
    sender(terminal_itself, rows, count);
    char *bytes = malloc(length);
    if (bytes && pread(frame, bytes, length, 0) == end) sender(terminal_itself, bytes, length);
    free(bytes);
    if (length > mapped && ftruncate(frame, (off_t)mapped) != 0) { /* It stays as large as it is. */
    }
  }
  if (length > 0) lseek(frame, 0, SEEK_SET);
}

/* From here on ncurses writes into memory. */
static void keep_frames(void) {
  if (is_kept || !frame_bytes || terminal_itself < 0) return;
  is_kept = dup2(frame, drawing) >= 0;
}

/* Until it was left and taken back once, ncurses flushes after each move of the cursor: a call of the
 * system for each row of a frame. So it leaves and comes back here, in memory, where nobody sees it;
 * what the terminal shows is cleared with the first frame. */
static void flush_less_often(void) {
  if (!is_kept) return;
  endwin();
  doupdate();
  lseek(frame, 0, SEEK_SET);
  clearok(curscr, TRUE);
}

/* And from here on to the terminal, whose settings it can change then. */
static void keep_no_frames(void) {
  send_frame();
  /* It would wait for a terminal that takes nothing. */
  if (takes_nothing && takes_nothing()) return;
  if (is_kept) dup2(terminal_itself, drawing);
  is_kept = 0;
}

static WINDOW *real(cncurses_window *window) { return (WINDOW *)window; }

static int speaks_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

int cncurses_set_locale(const char *name) {
  /* A name that is not installed says nothing about the terminal; C.UTF-8 is always there. */
  if (!setlocale(LC_CTYPE, name) && !setlocale(LC_CTYPE, "C.UTF-8")) setlocale(LC_CTYPE, "C");
  return speaks_utf8();
}

int cncurses_look_up(const char *terminal, int output) {
  int found = 0;
  if (setupterm(terminal, output, &found) != OK)
    return found < 0 ? CNCURSES_NO_DATABASE : found > 0 ? CNCURSES_TOO_SIMPLE : CNCURSES_UNKNOWN;
  int places = cursor_address != NULL && clear_screen != NULL;
  del_curterm(cur_term);
  return places ? CNCURSES_KNOWN : CNCURSES_TOO_SIMPLE;
}

extern char **environ;

/* What getenv sees while newterm runs: this process's variables, with another size. */
struct own_environment {
  char lines[24], columns[24];
  char *names[];
};

static char **environment_with_size(int rows, int columns) {
  size_t count = 0, kept = 0;
  while (environ && environ[count]) count++;
  struct own_environment *own = malloc(sizeof *own + (count + 3) * sizeof *own->names);
  if (!own) return NULL;
  snprintf(own->lines, sizeof own->lines, "LINES=%d", rows);
  snprintf(own->columns, sizeof own->columns, "COLUMNS=%d", columns);
  own->names[kept++] = own->lines;
  own->names[kept++] = own->columns;
  for (size_t index = 0; index < count; index++)
    if (strncmp(environ[index], "LINES=", 6) != 0 && strncmp(environ[index], "COLUMNS=", 8) != 0)
      own->names[kept++] = environ[index];
  own->names[kept] = NULL;
  return own->names;
}

/* The person's $LINES and the terminal's own word can both be absurd, and these two variables are the
 * one way to tell newterm a size. They are not set: a thread that looks for any variable meanwhile, as
 * the libraries' do, would read what setenv has just freed. It sees one whole environment or the other,
 * and so the other one stays where it is. */
static SCREEN *open_screen(const char *terminal, FILE *to, FILE *from, int rows, int columns) {
  char **before = environ, **own = environment_with_size(rows, columns);
  if (!own) return NULL;
  __atomic_store_n(&environ, own, __ATOMIC_SEQ_CST);
  SCREEN *screen = newterm(terminal, to, from);
  __atomic_store_n(&environ, before, __ATOMIC_SEQ_CST);
  return screen;
}

int cncurses_open(const char *terminal, int input, int output, int rows, int columns) {
  /* Copies, because ncurses closes its files and the descriptors are not ours to close. */
  FILE *from = fdopen(dup(input), "r"), *to = fdopen(dup(output), "w");
  if (!from || !to) {
    if (from) fclose(from);
    if (to) fclose(to);
    return 0;
  }
  SCREEN *screen = open_screen(terminal, to, from, rows, columns);
  if (!screen) {
    fclose(from);
    fclose(to);
    return 0;
  }
  raw();
  noecho();
  nonl();
  typeahead(-1);
  keypad(stdscr, TRUE);
  leaveok(stdscr, FALSE);
  /* Shifting cells in a line goes wrong where ncurses and the terminal count a width differently. */
  idcok(stdscr, FALSE);
  prepare_frames(fileno(to));
  keep_frames();
  flush_less_often();
  rows_begin(speaks_utf8(), 1);
  return 1;
}

const char *cncurses_string(const char *capability) {
  const char *value = tigetstr(capability);
  return value == (const char *)-1 ? NULL : value;
}

int cncurses_start_colours(void) {
  if (!has_colors() || start_color() != OK) return 0;
  rows_begin(speaks_utf8(), use_default_colors() == OK);
  return COLORS;
}

/* Pairs beyond a short cannot be given to a wide character. */
int cncurses_pair_limit(void) { return COLOR_PAIRS < 32767 ? COLOR_PAIRS : 32767; }

int cncurses_set_pair(int pair, int foreground, int background) {
  if (init_pair((short)pair, (short)foreground, (short)background) == OK) return 1;
  /* A terminal without colours of its own: light on dark, as they were made. */
  return init_pair(
             (short)pair, (short)(foreground < 0 ? COLOR_WHITE : foreground),
             (short)(background < 0 ? COLOR_BLACK : background)) == OK;
}

void cncurses_resize(int rows, int columns) {
  if (is_term_resized(rows, columns)) resize_term(rows, columns);
}

void cncurses_return(void) {
  keep_no_frames();
  reset_prog_mode();
  clearok(curscr, TRUE);
  keep_frames();
  doupdate();
  send_frame();
}

void cncurses_leave(void) {
  endwin();
  /* What that wrote into memory is sent, and the settings, which memory has none of, are given back. */
  if (!is_kept) return;
  keep_no_frames();
  if (!is_kept) reset_shell_mode();
}

cncurses_window *cncurses_make(int rows, int columns, int row, int column) {
  WINDOW *window = newwin(rows, columns, row, column);
  if (window) leaveok(window, FALSE);
  return (cncurses_window *)window;
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

static void set_style(WINDOW *window, int attributes, int pair) {
  wattr_set(window, attributes_of(attributes), (short)pair, NULL);
}

void cncurses_erase(cncurses_window *window, int attributes, int pair) {
  cchar_t blank;
  setcchar(&blank, L" ", attributes_of(attributes), (short)pair, NULL);
  wbkgrndset(real(window), &blank);
  werase(real(window));
  /* Only the erasing is in this style; what is written later brings its own. */
  setcchar(&blank, L" ", A_NORMAL, 0, NULL);
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

/* Looks at all of it, which compilers turn into many letters at a time. */
static int is_plain(const char *text, int length) {
  unsigned char other = 0;
  for (int index = 0; index < length; index++)
    other |= (unsigned char)(text[index] - 0x20) >= 0x5f;
  return !other;
}

/* Goes to the first cell of a run that is in the window; `width` becomes how many of its cells are,
 * 0 for none. Answers how many are hidden before it. */
static int begin_run(WINDOW *window, int row, int column, int *width) {
  int room = getmaxx(window) - column, hidden = column < 0 ? -column : 0;
  if (*width > room) *width = room;
  *width -= hidden;
  if (*width > 0 && wmove(window, row, column + hidden) == ERR) *width = 0;
  return hidden;
}

/* Cells made here and copied into the window as they are: many times faster than letter by letter.
 * Where the window's lines are not known, old-style cells know 255 colour pairs, and are copied
 * unseen; the others are looked at one by one. */
static void put_plain(WINDOW *window, const char *text, int width, int attributes, int pair) {
  chtype plain[256];
  cchar_t cells[256], cell = cells_make(L' ', attributes_of(attributes), pair);
  chtype look = attributes_of(attributes) | COLOR_PAIR(pair);
  int column = getcurx(window), row = getcury(window);
  if (cells_put(window, row, column, text, width, cell)) return;
  while (width > 0) {
    int count = width < 256 ? width : 256;
    if (pair < 256) {
      for (int index = 0; index < count; index++) plain[index] = look | (unsigned char)text[index];
      mvwaddchnstr(window, row, column, plain, count);
    } else {
      for (int index = 0; index < count; index++) {
        cells[index] = cell;
        cells[index].chars[0] = (wchar_t)text[index];
      }
      mvwadd_wchnstr(window, row, column, cells, count);
    }
    text += count;
    column += count;
    width -= count;
  }
}

void cncurses_fill(
    cncurses_window *target, int row, int column, unsigned int character, int width,
    int attributes, int pair) {
  WINDOW *window = real(target);
  begin_run(window, row, column, &width);
  if (width <= 0) return;
  cchar_t cell = cells_make((wchar_t)character, attributes_of(attributes), pair);
  if (cells_fill(window, getcury(window), getcurx(window), width, &cell)) return;
  /* A cell without a colour pair would take the one that the window wrote with last. */
  set_style(window, attributes, pair);
  whline_set(window, &cell, width);
}

void cncurses_restyle(
    cncurses_window *target, int row, int column, int width, int attributes, int pair) {
  WINDOW *window = real(target);
  begin_run(window, row, column, &width);
  if (width <= 0) return;
  cchar_t look = cells_make(L' ', attributes_of(attributes), pair);
  if (cells_restyle(window, getcury(window), getcurx(window), width, &look)) return;
  wchgat(window, width, attributes_of(attributes), (short)pair, &pair);
}

/* What takes one cell, and joins nothing before it: the usual letters beyond ASCII, and lines. */
static int is_simple(wchar_t character) {
  return (character > 0xa0 && character < 0x300 && character != 0xad)
      || (character >= 0x2010 && character < 0x2028) || (character >= 0x2500 && character < 0x25a0);
}

/* Whether no mark stands here that belongs to what is before it. */
static int stands_apart(const unsigned char *text, const unsigned char *end) {
  return text == end || *text < 0x80 || is_simple(next_character(&text, end));
}

/* How many letters of ASCII stand here, no more than there is room for: the last one may have a mark,
 * and is not one of them then. */
static int letters_before_mark(const unsigned char *text, const unsigned char *end, int room) {
  int count = 0;
  while (text + count < end && text[count] - 0x20u < 0x5f) count++;
  if (count > 0 && !stands_apart(text + count, end)) count--;
  return count < room ? count : room;
}

static int put_alone(WINDOW *window, int row, int column, cchar_t cell, wchar_t character) {
  cell.chars[0] = character;
  return cells_fill(window, row, column, 1, &cell);
}

static void put_blank(WINDOW *window, int row, int column) {
  wmove(window, row, column);
  waddnstr(window, " ", 1);
}

void cncurses_put(
    cncurses_window *target, int row, int column, const char *text, int length, int width,
    int attributes, int pair) {
  WINDOW *window = real(target);
  int hidden = begin_run(window, row, column, &width);
  if (width <= 0) return;
  if (is_plain(text, length) && length >= hidden + width) {
    put_plain(window, text + hidden, width, attributes, pair);
    return;
  }
  set_style(window, attributes, pair);
  const unsigned char *place = (const unsigned char *)text, *end = place + length;
  int used = 0, first = getcurx(window), line = getcury(window);
  cchar_t plain = cells_make(L' ', attributes_of(attributes), pair);
  while (place < end) {
    int letters = hidden > 0 ? 0 : letters_before_mark(place, end, width - used);
    if (letters > 0 && cells_put(window, line, first + used, (const char *)place, letters, plain)) {
      place += letters;
      used += letters;
      continue;
    }
    wchar_t cell[CCHARW_MAX + 1] = {next_character(&place, end)};
    if (hidden == 0 && used < width && is_simple(cell[0]) && stands_apart(place, end)) {
      if (put_alone(window, line, first + used, plain, cell[0])) {
        used++;
        continue;
      }
    }
    int count = 1, cells = cell[0] < 0x20 || cell[0] == 0x7f ? -1 : wcwidth(cell[0]);
    /* Unknown to the C library, and so to ncurses, which would draw nothing there. */
    if (cells < 0) cell[0] = L'?', cells = 1;
    if (cells == 0) continue;
    while (place < end) {
      const unsigned char *next = place;
      wchar_t mark = next_character(&next, end);
      if (wcwidth(mark) != 0) break;
      if (count < CCHARW_MAX) cell[count++] = mark;
      place = next;
    }
    if (hidden > 0) {
      hidden -= cells;
      /* Half of it would be seen: a blank. */
      for (; hidden < 0 && used < width; hidden++, used++) put_blank(window, line, first + used);
      continue;
    }
    if (used + cells > width) break;
    if (cells == 1 && count == 1 && put_alone(window, line, first + used, plain, cell[0])) {
      used++;
      continue;
    }
    if (cells == 2 && count == 1 && cells_put_wide(window, line, first + used, cell[0], plain)) {
      used += 2;
      continue;
    }
    wmove(window, line, first + used);
    cchar_t character;
    setcchar(&character, cell, attributes_of(attributes), (short)pair, NULL);
    wadd_wch(window, &character);
    used += cells;
  }
  for (; used < width; used++) put_blank(window, line, first + used);
}

void cncurses_move_lines(
    cncurses_window *target, int row, int column, int rows, int columns, int lines) {
  WINDOW *window = real(target);
  int moved = rows - abs(lines), right = column + columns - 1;
  for (int index = 0; index < moved; index++) {
    int to = lines > 0 ? row + index : row + rows - 1 - index;
    if (!cells_copy(window, to + lines, to, column, columns))
      copywin(window, window, to + lines, column, to, column, to, right, FALSE);
  }
  moves_note(
      getbegy(window) + row, getbegx(window) + column, rows, columns, -lines);
}

void cncurses_blank(void) {
  werase(stdscr);
  touchwin(stdscr);
  wnoutrefresh(stdscr);
}

void cncurses_add(cncurses_window *window, int wholly) {
  if (wholly) touchwin(real(window));
  cells_add(real(window));
  wnoutrefresh(real(window));
}

void cncurses_forget(void) { clearok(curscr, TRUE); }

void cncurses_show(int row, int column) {
  /* A cursor that is not seen stays where it is. */
  if (row >= 0) wmove(newscr, row, column);
  else wmove(newscr, getcury(curscr), getcurx(curscr));
  /* Only where what ncurses sends comes through our hands too: all of a frame goes out in one piece. */
  if (!is_kept || !rows_take(row >= 0)) doupdate();
  /* Shown only now, in its place, so that it does not run about on the screen. */
  curs_set(row >= 0);
  send_frame();
}
