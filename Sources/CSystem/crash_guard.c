#include "crash_guard.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const struct {
  int number;
  const char *name;
} crashes[] = {
    {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},
    {SIGFPE, "SIGFPE"}, {SIGABRT, "SIGABRT"}, {SIGSYS, "SIGSYS"},
};
enum { CRASH_COUNT = sizeof crashes / sizeof crashes[0], RESET_LIMIT = 512 };

static struct sigaction before[CRASH_COUNT];
static unsigned char reset_bytes[RESET_LIMIT];
static size_t reset_length;
static struct termios settings;
static int has_settings;
static int terminal = -1;
static int is_armed;
static int has_crashed;
/* Of fixed size: the handler must work when the stack has run out. */
enum { STACK_SIZE = 65536 };
static unsigned char handler_stack[STACK_SIZE] __attribute__((aligned(16)));

static void put(int fd, const void *bytes, size_t length) {
  const unsigned char *rest = bytes;
  while (length > 0) {
    ssize_t count = write(fd, rest, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    rest += count;
    length -= (size_t)count;
  }
}

static void say(const char *text) { put(STDERR_FILENO, text, strlen(text)); }

/* Only what may be called in a signal handler: write, tcsetattr, sigaction, raise. */
static void give_back(int number) {
  const char *name = "a signal";
  /* Two threads may crash together, but the terminal is restored once. */
  int is_first = !__atomic_exchange_n(&has_crashed, 1, __ATOMIC_SEQ_CST);
  for (int index = 0; index < CRASH_COUNT; index++) {
    if (crashes[index].number == number) name = crashes[index].name;
    sigaction(crashes[index].number, &before[index], NULL);
  }
  if (is_first) {
    put(terminal, reset_bytes, reset_length);
    if (has_settings) tcsetattr(terminal, TCSANOW, &settings);
    say("notes-tui stopped on an internal error (");
    say(name);
    say("). What was typed is kept and offered on the next start.\n");
  }
  /* Delivered as soon as this handler returns, to whoever had the signal before. */
  raise(number);
}

void csystem_crash_guard_arm(int fd, const unsigned char *reset, size_t length) {
  reset_length = length < RESET_LIMIT ? length : RESET_LIMIT;
  memcpy(reset_bytes, reset, reset_length);
  if (is_armed && terminal == fd) return;
  csystem_crash_guard_disarm();
  terminal = fd;
  has_settings = tcgetattr(fd, &settings) == 0;
  stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = give_back, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int index = 0; index < CRASH_COUNT; index++)
    sigaction(crashes[index].number, &action, &before[index]);
  is_armed = 1;
}

void csystem_crash_guard_disarm(void) {
  if (!is_armed) return;
  is_armed = 0;
  for (int index = 0; index < CRASH_COUNT; index++)
    sigaction(crashes[index].number, &before[index], NULL);
}
