#include "main_executor.h"

/* What Swift's library asks before its own answer. */
struct executor {
  void *object;
  uintptr_t kind;
};
typedef __attribute__((swiftcall)) struct executor (*usual_executor)(void);
typedef __attribute__((swiftcall)) _Bool (*usual_test)(struct executor);
extern __attribute__((swiftcall)) struct executor (*swift_task_getMainExecutor_hook)(usual_executor);
extern __attribute__((swiftcall)) _Bool (*swift_task_isMainExecutor_hook)(struct executor, usual_test);

static struct executor main_executor;

static __attribute__((swiftcall)) struct executor get_main(usual_executor usual) {
  (void)usual;
  return main_executor;
}

static __attribute__((swiftcall)) _Bool is_main(struct executor executor, usual_test usual) {
  (void)usual;
  return executor.object == main_executor.object;
}

void csystem_use_main_executor(void *object, uintptr_t kind) {
  main_executor = (struct executor){object, kind};
  swift_task_getMainExecutor_hook = get_main;
  swift_task_isMainExecutor_hook = is_main;
}
