#ifndef CSYSTEM_CONFINED_H
#define CSYSTEM_CONFINED_H


/* What a program may use: bytes of memory, and seconds of work. */
struct csystem_limits {
  long long memory;
  long long seconds;
};

/* Starts a program that reads what strangers made: it has the two files it is given and no others, this
 * environment and no other, and these limits. It can write to no file, reach no other program and no
 * network, and gets no more rights than it has, as far as the system has means against that. Returns its
 * number, or -1. */
int csystem_start_confined(
    const char *path, char *const arguments[], char *const environment[], int input, int output,
    struct csystem_limits limits);

#endif
