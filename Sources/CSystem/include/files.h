#ifndef CSYSTEM_FILES_H
#define CSYSTEM_FILES_H

/* Renames, but never over a file that is there: then -1 with EEXIST. Works, a little more slowly,
 * where the file system has no such call of its own. */
int csystem_rename_noreplace(int from_folder, const char *from, int to_folder, const char *to);

/* Lets two files that are there change names in one step. */
int csystem_rename_exchange(int first_folder, const char *first, int second_folder,
                            const char *second);

/* Opens what stands in a folder or below. Refuses with ELOOP if any part of the path is a link, and
 * with EXDEV if the path leads out: however names change meanwhile, nothing outside is opened. */
int csystem_open_beneath(int folder, const char *path, int flags, unsigned mode);

/* The same on systems that have no call for it. */
int csystem_open_by_parts(int folder, const char *path, int flags, unsigned mode);

/* Copies what extended attributes it may from one open file to another. Returns 0, or -1 where one
 * that says who may do what could not be copied. */
int csystem_copy_attributes(int from, int to);

/* Whether locks and times of this open file are those of one machine: the disk is not shared by a
 * network, as far as can be told. */
int csystem_is_local(int file);

/* Takes the lock of one byte of an open file, which this opening holds until it is closed, also against
 * others of this process. Does not wait: -1 with EAGAIN or EACCES where another opening holds it. */
int csystem_lock_byte(int file, long long offset);

/* Lets the disk begin to write a part of a file that was written to, without waiting for it. */
void csystem_begin_writing_back(int file, long long start, long long count);

/* Asks the disk for room for so many bytes of a new file at once, which costs less than bit by bit.
 * The file stays as long as it is. */
void csystem_reserve(int file, long long count);

/* Says whether what is written goes to the disk from where it lies, and not by the system's cache.
 * Then memory, place and length of each write must be multiples of a few kilobytes. Returns -1 where
 * this file cannot be written so. */
int csystem_pass_cache(int file, int does_pass);

/* Puts all on the disk that was written to the file system of an open file, by whomever; errors of
 * writing are told since Linux 5.8. */
int csystem_sync_all(int file);

#endif
