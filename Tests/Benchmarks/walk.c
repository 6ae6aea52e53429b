/* walk DIR [TIMES] - walk a folder and stat each file in it, as plainly as can be, on one thread;
 * prints the median of so many walks in milliseconds, and the number of files. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static size_t files;

static void walk(int parent, const char *name) {
  int folder = openat(parent, name, O_RDONLY | O_DIRECTORY);
  DIR *stream = folder < 0 ? NULL : fdopendir(folder);
  if (stream == NULL) return;
  for (struct dirent *entry; (entry = readdir(stream)) != NULL;) {
    struct stat facts;
    if (entry->d_name[0] == '.') continue;
    if (entry->d_type == DT_DIR)
      walk(folder, entry->d_name);
    else if (fstatat(folder, entry->d_name, &facts, 0) == 0)
      files++;
  }
  closedir(stream);
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

int main(int count, char **arguments) {
  int times = count > 2 ? atoi(arguments[2]) : 5;
  if (count < 2 || times < 1) return 2;
  double *took = calloc((size_t)times, sizeof *took);
  if (took == NULL) return 1;
  for (int run = 0; run < times; run++) {
    struct timespec start, end;
    files = 0;
    clock_gettime(CLOCK_MONOTONIC, &start);
    walk(AT_FDCWD, arguments[1]);
    clock_gettime(CLOCK_MONOTONIC, &end);
    took[run] = (end.tv_sec - start.tv_sec) * 1e3 + (end.tv_nsec - start.tv_nsec) / 1e6;
  }
  qsort(took, (size_t)times, sizeof *took, ascending);
  printf("%.3f %zu\n", took[times / 2], files);
  return 0;
}
