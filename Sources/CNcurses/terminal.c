#include "CNcurses.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <term.h>
#include <unistd.h>

/* Two of term.h's hundreds of macros. */
#undef columns
#undef lines

/* ncurses writes to the terminal in pieces as it draws, and waits for one that takes nothing. So its
 * descriptor is a file in memory while it draws, and a frame goes out as a whole. */
static int drawing = -1, terminal_itself = -1, frame = -1, is_kept = 0;

static cncurses_sender *sender;
static cncurses_question *takes_nothing;

void cncurses_send_by(cncurses_sender *send, cncurses_question *is_stalled) {
  sender = send;
  takes_nothing = is_stalled;
}

static void prepare_frames(int descriptor) {
  struct rlimit limit;
  drawing = descriptor;
  is_kept = 0;
  /* The limit of files holds for those in memory too, and a frame must not fall under it. */
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return;
  if (terminal_itself >= 0) close(terminal_itself);
  terminal_itself = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (frame < 0) frame = memfd_create("frame", MFD_CLOEXEC);
}

/* What ncurses has written since the last time goes to the terminal in one piece. Then the file is
 * empty again: a frame may show what is secret. */
static void send_frame(void) {
  if (!is_kept || !sender) return;
  off_t length = lseek(frame, 0, SEEK_CUR);
  if (length <= 0) return;
  void *bytes = mmap(NULL, (size_t)length, PROT_READ, MAP_SHARED, frame, 0);
  if (bytes != MAP_FAILED) {
    sender(terminal_itself, bytes, (size_t)length);
    munmap(bytes, (size_t)length);
  }
  lseek(frame, 0, SEEK_SET);
  if (ftruncate(frame, 0) != 0) return;
}

/* Where ncurses writes from here on. No started program inherits that: texts are in the frame. */
static int lead_to(int file) { return dup3(file, drawing, O_CLOEXEC); }

/* From here on ncurses writes into memory. */
static void keep_frames(void) {
  if (is_kept || frame < 0 || terminal_itself < 0) return;
  is_kept = lead_to(frame) >= 0;
}

/* And from here on to the terminal, whose settings it can change then. */
static void keep_no_frames(void) {
  send_frame();
  /* It would wait for a terminal that takes nothing. */
  if (takes_nothing && takes_nothing()) return;
  if (is_kept) lead_to(terminal_itself);
  is_kept = 0;
}

int cncurses_set_locale(const char *name) {
  /* A name that is not installed says no more about the terminal than which letters it names; C.UTF-8
   * is always there. */
  const char *letters = strchr(name, '.');
  int is_other =
      letters && strncasecmp(letters, ".utf-8", 6) != 0 && strncasecmp(letters, ".utf8", 5) != 0;
  if (!setlocale(LC_CTYPE, name) && (is_other || !setlocale(LC_CTYPE, "C.UTF-8")))
    setlocale(LC_CTYPE, "C");
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
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
  return 1;
}

const char *cncurses_string(const char *capability) {
  const char *value = tigetstr(capability);
  return value == (const char *)-1 ? NULL : value;
}

int cncurses_start_colors(void) {
  if (!has_colors() || start_color() != OK) return 0;
  use_default_colors();
  return COLORS;
}

/* Pairs beyond a short cannot be given to a wide character. */
int cncurses_pair_limit(void) { return COLOR_PAIRS < 32767 ? COLOR_PAIRS : 32767; }

/* Where colors are numbers of red, green and blue, as in xterm-direct, those of the palette of 256 have
 * to be told so. The first eight are the palette's there too. */
static int direct_color(int index) {
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
  if (COLORS > 256) {
    return init_extended_pair(pair, direct_color(foreground), direct_color(background)) == OK;
  }
  if (init_pair((short)pair, (short)foreground, (short)background) == OK) return 1;
  /* A terminal without colors of its own: light on dark, as they were made. */
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

const char *cncurses_version(void) { return curses_version(); }

void cncurses_forget(void) { clearok(curscr, TRUE); }

void cncurses_begin_frame(void) {
  touchwin(stdscr);
  wnoutrefresh(stdscr);
}

void cncurses_show(int row, int column) {
  /* A cursor that is not seen stays where it is. */
  setsyx(row < 0 ? -1 : row, row < 0 ? -1 : column);
  doupdate();
  /* Shown only now, in its place, so that it does not run about on the screen. */
  curs_set(row >= 0);
  send_frame();
}
