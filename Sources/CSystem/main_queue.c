#include "CSystem.h"

#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

/* Exported by libdispatch for run loops of others: CoreFoundation's stands on the same two. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int csystem_main_queue_descriptor(void) {
  return _dispatch_get_main_queue_handle_4CF();
}

void csystem_main_queue_drain(void) {
  uint64_t count;
  /* The descriptor is an eventfd: reading resets it, or it would stay readable for ever. */
  if (read(_dispatch_get_main_queue_handle_4CF(), &count, sizeof count) < 0) {
    /* Nothing was signalled; draining an empty queue is harmless. */
  }
  _dispatch_main_queue_callback_4CF(NULL);
}
