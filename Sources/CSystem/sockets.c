#define _GNU_SOURCE
#include "include/sockets.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

static int address_of(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address->sun_path, path);
  return 0;
}

static int closed(int file) {
  int failure = errno;
  close(file);
  errno = failure;
  return -1;
}

int csystem_listen(const char *path) {
  struct sockaddr_un address;
  if (address_of(path, &address) < 0) return -1;
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (file < 0) return -1;
  /* Before it has a name: at no moment may others connect. */
  if (fchmod(file, 0600) < 0 || bind(file, (struct sockaddr *)&address, sizeof address) < 0 ||
      listen(file, 16) < 0)
    return closed(file);
  return file;
}

int csystem_connect(const char *path, int seconds) {
  struct sockaddr_un address;
  if (address_of(path, &address) < 0) return -1;
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0) return -1;
  struct timeval limit = {.tv_sec = seconds};
  if (setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) < 0 ||
      connect(file, (struct sockaddr *)&address, sizeof address) < 0)
    return closed(file);
  return file;
}

int csystem_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

long csystem_peer_user(int socket) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
  return (long)peer.uid;
}

ptrdiff_t csystem_send(int socket, const void *bytes, size_t count) {
  return send(socket, bytes, count, MSG_NOSIGNAL);
}
