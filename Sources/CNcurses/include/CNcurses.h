#ifndef CNCURSES_H
#define CNCURSES_H

/* ncurses without its macros, globals and variadics, which Swift cannot take. One terminal at a
 * time, one thread. */

#include <stddef.h>

typedef struct cncurses_window cncurses_window;

enum {
  CNCURSES_BOLD = 1, CNCURSES_DIM = 2, CNCURSES_ITALIC = 4, CNCURSES_UNDERLINE = 8,
  CNCURSES_REVERSE = 16
};

/* What is known of a terminal by its name. */
enum {
  CNCURSES_KNOWN = 0,
  CNCURSES_UNKNOWN = 1,
  /* It cannot place its cursor. */
  CNCURSES_TOO_SIMPLE = 2,
  /* There is no description of any terminal. */
  CNCURSES_NO_DATABASE = 3
};

/* Sets what characters are made of; 1 where that is UTF-8 in the end, else 0: ASCII alone. */
int cncurses_set_locale(const char *name);

int cncurses_look_up(const char *terminal, int output);

/* Who sends a frame to the terminal, and knows whether that takes nothing any more. */
typedef void cncurses_sender(int terminal, const char *bytes, size_t count);
typedef int cncurses_question(void);
void cncurses_send_by(cncurses_sender *send, cncurses_question *is_stalled);

/* Takes the terminal and sets it to raw; 0 if that failed. */
int cncurses_open(const char *terminal, int input, int output, int rows, int columns);

/* A capability's string, or NULL; valid until the next call of `open`. */
const char *cncurses_string(const char *capability);

/* How many colors there are, having begun to use them; 0 for none. */
int cncurses_start_colors(void);
int cncurses_pair_limit(void);
/* Below 0: the terminal's own color. */
int cncurses_set_pair(int pair, int foreground, int background);

void cncurses_resize(int rows, int columns);

/* Takes the terminal back after `leave`, with all it showed. */
void cncurses_return(void);
void cncurses_leave(void);

cncurses_window *cncurses_make(int rows, int columns, int row, int column);
void cncurses_delete(cncurses_window *window);
/* 1 if the window is there now. */
int cncurses_place(cncurses_window *window, int rows, int columns, int row, int column);
void cncurses_erase(cncurses_window *window, int attributes, int pair);

/* Writes UTF-8 into exactly `width` cells, as far as they are in the window, whatever ncurses thinks
 * of the characters: what does not fit is left out, what is missing is blank. */
void cncurses_put(
    cncurses_window *window, int row, int column, const char *text, int length, int width,
    int attributes, int pair);

/* Writes one character of one cell `width` times, as far as that is in the window. */
void cncurses_fill(
    cncurses_window *window, int row, int column, unsigned int character, int width,
    int attributes, int pair);

/* Gives what stands in `width` cells another style, as far as they are in the window. */
void cncurses_restyle(
    cncurses_window *window, int row, int column, int width, int attributes, int pair);

/* The frame: begin, add all windows from the bottom to the top, then show. ncurses sends what differs
 * from the frame before. */
void cncurses_begin_frame(void);
void cncurses_add(cncurses_window *window);
/* A row below 0 hides the cursor. */
void cncurses_show(int cursor_row, int cursor_column);
/* The next frame is drawn as onto an unknown screen. */
void cncurses_forget(void);

/* “ncurses” and the version of the library. */
const char *cncurses_version(void);

#endif
