#include "CNcurses.h"
#include "ahead.h"
#include "carried.h"
#include "rows.h"

#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

/* Two of term.h's hundreds of macros. */
#undef columns
#undef lines

/* ncurses writes to the terminal after each move of the cursor: forty small writes for a frame, and
 * a terminal that shows half of it. So its descriptor is a file in memory while it draws, and a frame
 * goes out as a whole. */
static int drawing = -1, terminal_itself = -1, frame = -1, is_kept = 0;
static const size_t mapped = 1 << 20;
static char *frame_bytes;
/* Not where all of a frame's rows are ours, and the cursor is seen or hidden as before. */
static int may_have_written = 1;
/* As ncurses was last told; -1 for never. */
static int cursor_seen = -1;
/* Its pictures of the screen do not have all of the last frame yet. */
static int is_behind;

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
  off_t end = may_have_written ? lseek(frame, 0, SEEK_CUR) : 0;
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
  may_have_written = 1;
}

/* Where ncurses writes from here on. No started program inherits that: texts are in the frame. */
static int lead_to(int file) { return (int)syscall(SYS_dup3, file, drawing, O_CLOEXEC); }

/* From here on ncurses writes into memory. */
static void keep_frames(void) {
  if (is_kept || !frame_bytes || terminal_itself < 0) return;
  is_kept = lead_to(frame) >= 0;
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
  if (is_kept) lead_to(terminal_itself);
  is_kept = 0;
}

static int speaks_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

int cncurses_set_locale(const char *name) {
  /* A name that is not installed says no more about the terminal than which letters it names; C.UTF-8
   * is always there. */
  const char *letters = strchr(name, '.');
  int is_other =
      letters && strncasecmp(letters, ".utf-8", 6) != 0 && strncasecmp(letters, ".utf8", 5) != 0;
  if (!setlocale(LC_CTYPE, name) && (is_other || !setlocale(LC_CTYPE, "C.UTF-8")))
    setlocale(LC_CTYPE, "C");
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

/* All that comes out is meant as it is, and the system need not look at each byte of a frame for line ends
 * and tabs: 2 us for each thousand. Whoever the terminal is lent to gets its own settings. */
static void send_as_written(int descriptor) {
  struct termios settings;
  if (tcgetattr(descriptor, &settings) != 0) return;
  settings.c_oflag &= ~(tcflag_t)OPOST;
  if (tcsetattr(descriptor, TCSANOW, &settings) == 0) def_prog_mode();
}

int cncurses_open(const char *terminal, int input, int output, int rows, int columns) {
  /* Copies, because ncurses closes its files and the descriptors are not ours to close. */
  FILE *from = fdopen(fcntl(input, F_DUPFD_CLOEXEC, 3), "r");
  FILE *to = fdopen(fcntl(output, F_DUPFD_CLOEXEC, 3), "w");
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
  cursor_seen = -1;
  raw();
  noecho();
  nonl();
  send_as_written(fileno(to));
  typeahead(-1);
  keypad(stdscr, TRUE);
  leaveok(stdscr, FALSE);
  /* Shifting cells in a line goes wrong where ncurses and the terminal count a width differently. */
  idcok(stdscr, FALSE);
  prepare_frames(fileno(to));
  keep_frames();
  flush_less_often();
  rows_begin(speaks_utf8(), 1);
  /* Nobody draws into the window that ncurses begins with. The pages of its memory, which it has filled
   * with blanks, are for the windows of the first frame. */
  wresize(stdscr, 1, 1);
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

/* Where colours are numbers of red, green and blue, as in xterm-direct, those of the palette of 256 have
 * to be told so. The first eight are the palette's there too. */
static int direct_colour(int index) {
  static const int bright[] = {0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff,
                               0xffffff};
  static const int levels[] = {0, 0x5f, 0x87, 0xaf, 0xd7, 0xff};
  if (index < 8) return index;
  if (index < 16) return bright[index - 8];
  int grey = 8 + 10 * (index - 232);
  if (index >= 232) return grey << 16 | grey << 8 | grey;
  int cube = index - 16;
  return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6];
}

int cncurses_set_pair(int pair, int foreground, int background) {
  cncurses_settle();
  if (COLORS > 256) {
    return init_extended_pair(pair, direct_colour(foreground), direct_colour(background)) == OK;
  }
  if (init_pair((short)pair, (short)foreground, (short)background) == OK) return 1;
  /* A terminal without colours of its own: light on dark, as they were made. */
  return init_pair(
             (short)pair, (short)(foreground < 0 ? COLOR_WHITE : foreground),
             (short)(background < 0 ? COLOR_BLACK : background)) == OK;
}

int cncurses_is_behind(void) { return is_behind; }

void cncurses_settle(void) {
  if (!is_behind) return;
  is_behind = 0;
  ahead_settle();
  carried_settle();
}

void cncurses_resize(int rows, int columns) {
  cncurses_settle();
  carried_refuse();
  if (is_term_resized(rows, columns)) resize_term(rows, columns);
}

void cncurses_return(void) {
  cncurses_settle();
  keep_no_frames();
  reset_prog_mode();
  clearok(curscr, TRUE);
  keep_frames();
  doupdate();
  send_frame();
}

void cncurses_leave(void) {
  cncurses_settle();
  endwin();
  /* What that wrote into memory is sent, and the settings, which memory has none of, are given back. */
  if (!is_kept) return;
  keep_no_frames();
  if (!is_kept) reset_shell_mode();
}

void cncurses_blank(void) {
  cncurses_settle();
  werase(newscr);
}

void cncurses_forget(void) { clearok(curscr, TRUE); }

void cncurses_show(int row, int column) {
  cncurses_settle();
  /* A cursor that is not seen stays where it is. */
  if (row >= 0) wmove(newscr, row, column);
  else wmove(newscr, getcury(curscr), getcurx(curscr));
  /* Only where what ncurses sends comes through our hands too: all of a frame goes out in one piece. */
  if (!is_kept) {
    ahead_begin(0);
    carried_refuse();
  }
  int is_drawn = is_kept && rows_take(row >= 0);
  if (!is_drawn) doupdate();
  may_have_written = !is_drawn || cursor_seen != (row >= 0);
  /* Shown only now, in its place, so that it does not run about on the screen. */
  if (may_have_written) curs_set(row >= 0);
  cursor_seen = row >= 0;
  send_frame();
  is_behind = ahead_is_owed() || carried_is_owed();
}
