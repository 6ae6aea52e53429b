#ifndef CSYSTEM_FILES_H
#define CSYSTEM_FILES_H

/* Renames, but never over a file that is there: then -1 with EEXIST. Works, a little more slowly,
 * where the file system has no such call of its own. */
int csystem_rename_noreplace(int from_folder, const char *from, int to_folder, const char *to);

/* Copies what extended attributes it may from one open file to another. */
void csystem_copy_attributes(int from, int to);

#endif
