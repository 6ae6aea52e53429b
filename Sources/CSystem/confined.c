#define _GNU_SOURCE
#include "confined.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The rules of Landlock, Linux 5.13. Older headers lack it. */
enum {
  CREATE_RULESET = 444,
  RESTRICT_SELF = 446,
  CLOSE_RANGE = 436,
  ASK_VERSION = 1,
  WRITE_FILE = 1 << 1,
  /* Making and removing, of all kinds. */
  CHANGE_FOLDERS = 0x1ff << 4,
  MOVE = 1 << 13,
  CUT = 1 << 14
};

/* A set of rules that allow no change of any file; -1 where the system has none. */
static int make_rules(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
  if (version < 1) return -1;
  uint64_t handled = WRITE_FILE | CHANGE_FOLDERS;
  if (version >= 2) handled |= MOVE;
  if (version >= 3) handled |= CUT;
  return (int)syscall(CREATE_RULESET, &handled, sizeof handled, 0);
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define REFUSE(call) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), ANSWER(SECCOMP_RET_ERRNO | EPERM)

/* Calls of the kernel that reach a network, another process, or parts of the kernel that draw nothing. */
static struct sock_filter calls[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    /* The same calls under other numbers. */
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    ANSWER(SECCOMP_RET_ERRNO | EPERM),
    REFUSE(SYS_socket),
    REFUSE(SYS_connect),
    REFUSE(SYS_bind),
    REFUSE(SYS_io_uring_setup),
    REFUSE(SYS_ptrace),
    REFUSE(SYS_process_vm_readv),
    REFUSE(SYS_process_vm_writev),
    REFUSE(SYS_kill),
    REFUSE(SYS_tkill),
    REFUSE(SYS_unshare),
    REFUSE(SYS_setns),
    REFUSE(SYS_mount),
    REFUSE(SYS_bpf),
    REFUSE(SYS_perf_event_open),
    REFUSE(SYS_userfaultfd),
    REFUSE(SYS_add_key),
    REFUSE(SYS_request_key),
    REFUSE(SYS_keyctl),
    ANSWER(SECCOMP_RET_ALLOW),
};
static struct sock_fprog filter = {sizeof calls / sizeof calls[0], calls};
#endif

static void limit(int resource, long long most) {
  /* Not above what holds for us. */
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) return;
  rlim_t wanted = (rlim_t)most;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < wanted) wanted = now.rlim_max;
  setrlimit(resource, &(struct rlimit){wanted, wanted});
}

/* In the new process, which shares our memory until it becomes the program: nothing is called but the
 * system, and nothing of ours is changed. */
static void confine(int rules, const struct csystem_limits *limits) {
  limit(RLIMIT_AS, limits->memory);
  limit(RLIMIT_CPU, limits->seconds);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 64);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (rules >= 0) syscall(RESTRICT_SELF, rules, 0);
  syscall(CLOSE_RANGE, 3, ~0U, 0);
#ifdef ARCHITECTURE
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
#endif
}

static int take_files(int input, int output) {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return -1;
  /* Ours are above 2, since those are open. */
  return dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(nowhere, 2) < 0 ? -1 : 0;
}

static void use_default_signals(void) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
}

int csystem_start_confined(
    const char *path, char *const arguments[], char *const environment[], int input, int output,
    struct csystem_limits limits) {
  int rules = make_rules();
  sigset_t all, before, none;
  sigfillset(&all);
  sigemptyset(&none);
  /* No handler of ours may run in the new process. */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  volatile int failure = 0;
  pid_t process = vfork();
  if (process == 0) {
    use_default_signals();
    /* So that its number is that of all that it starts, as with other programs. */
    setsid();
    if (take_files(input, output) == 0 && chdir("/") == 0) {
      confine(rules, &limits);
      sigprocmask(SIG_SETMASK, &none, NULL);
      execve(path, arguments, environment);
    }
    failure = errno;
    _exit(127);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (rules >= 0) close(rules);
  if (process > 0 && failure != 0) {
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
    return -1;
  }
  return process;
}
