#ifndef CSYSTEM_DUMPS_H
#define CSYSTEM_DUMPS_H

/* From here on the system writes no core dump of this process, and lets no other process of this user
 * look into its memory. */
void csystem_forbid_dumps(void);

/* Whether other processes of this user may look into this one's memory, and dumps may be written. */
/* Programs that are started next: as free as any, or not. This program itself stays as it is. */
void csystem_children_may_dump(int may);

int csystem_may_be_dumped(void);

#endif
