import Glibc

/// Threads of our own, which end with their work.
enum WorkerThreads {
  /// Runs `work` on a thread of its own, and answers at once; false where the system has no thread
  /// to spare. In the background it leaves the processor to everybody else.
  static func start(
    inBackground: Bool = true, _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    let box = Unmanaged.passRetained(Box(inBackground, work))
    let isStarted = start(box)
    if !isStarted { box.release() }
    return isStarted
  }

  private final class Box: Sendable {
    let inBackground: Bool
    let work: @Sendable () -> Void

    init(_ inBackground: Bool, _ work: @escaping @Sendable () -> Void) {
      self.inBackground = inBackground
      self.work = work
    }
  }

  private static func start(_ box: Unmanaged<Box>) -> Bool {
    // Signals are the main thread's: a new thread takes over which are blocked.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    for crash in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] { sigdelset(&all, crash) }
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { box in
        guard let box else { return nil }
        let own = Unmanaged<Box>.fromOpaque(box).takeRetainedValue()
        // On Linux this is the thread's own: whoever types comes first.
        if own.inBackground {
          // Not even a program that was given a real-time class reads its notes in it.
          var none = sched_param()
          sched_setscheduler(0, SCHED_OTHER, &none)
          setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        }
        own.work()
        return nil
      }, box.toOpaque())
    if failure == 0 { pthread_detach(thread) }
    return failure == 0
  }
}

/// What one thread says and another waits for.
///
/// `@unchecked Sendable`: `value` is touched with `lock` held alone.
final class Signal<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  /// Changes the value and wakes whoever waits for it.
  func change<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    defer { pthread_cond_broadcast(condition) }
    return body(&value)
  }

  /// Waits until `body` has an answer; what it changes is seen by the others.
  func wait<Answer>(_ body: (inout Value) -> Answer?) -> Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let answer = body(&value) {
        pthread_cond_broadcast(condition)
        return answer
      }
      pthread_cond_wait(condition, lock)
    }
  }
}
