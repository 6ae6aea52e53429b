#ifndef CSYSTEM_SOCKETS_H
#define CSYSTEM_SOCKETS_H

#include <stddef.h>

/*
 * Sockets with a path, between programs of one user. Each call answers as the system's own does: below zero with
 * the reason in `errno`.
 */

/* Makes a socket that only its owner may connect to, and listens; nothing may have that path yet. */
int csystem_listen(const char *path);

/* Connects, and waits for that and for each later write so long at most. */
int csystem_connect(const char *path, int seconds);

/* Takes the next connection, if one waits. Reading from it never waits. */
int csystem_accept(int socket);

/* The user at the other end. */
long csystem_peer_user(int socket);

/* Writes; one that is closed at the other end is an error and no signal. */
ptrdiff_t csystem_send(int socket, const void *bytes, size_t count);

#endif
