import Glibc

/// Threads that end with their work and that no signal reaches.
package enum DedicatedThread {
  /// Signals of a thread's own crashes. All other signals go to the main thread.
  private static let crashes = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

  /// Runs `work` on a new thread and returns at once; false if the system has no thread to spare.
  /// In the background, the thread leaves the processor to the user's typing.
  package static func start(
    inBackground: Bool = false, _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    var (blocked, before) = (sigset_t(), sigset_t())
    sigfillset(&blocked)
    for crash in crashes { sigdelset(&blocked, crash) }
    // A new thread inherits the signal mask; blocking after its start would be too late.
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let box = Unmanaged.passRetained(Box(isInBackground: inBackground, work))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    if failure == 0 { pthread_detach(thread) } else { box.release() }
    return failure == 0
  }

  /// The number of threads for urgent work: one per processor, limited because other programs need
  /// some too.
  package static let usefulCount = min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Runs `body` here and, when it asks for help, `help` on `count` other threads at the same time;
  /// returns after all of them end. If the system has no threads to spare, fewer run or none, so
  /// `body` and `help` must work with any number.
  package static func withHelp<Value>(
    of count: Int = 1, _ help: () -> Void, _ body: (_ askForHelp: () -> Void) -> Value
  ) -> Value {
    withoutActuallyEscaping(help) { help in
      let others = (0..<count).map { _ in Other(help) }
      var started: Int?
      let value = body {
        if started == nil { started = others.prefix { other in start { other.run() } }.count }
      }
      for (index, other) in others.enumerated() {
        if index < started ?? 0 { other.isDone.take() } else { other.forget() }
      }
      return value
    }
  }

  /// `@unchecked Sendable`: the other thread alone reads and releases `body`, or this one if the
  /// other never started; the semaphore orders everything after. The caller promises that the body
  /// can run in parallel with it, and on several threads at once.
  private final class Other: @unchecked Sendable {
    /// Nil after it ran, because the waiting thread may then release it.
    private var body: (() -> Void)?
    let isDone = Semaphore()

    init(_ body: @escaping () -> Void) { self.body = body }

    func run() {
      body?()
      forget()
      isDone.give()
    }

    func forget() { body = nil }
  }

  private final class Box: Sendable {
    private let isInBackground: Bool
    private let work: @Sendable () -> Void

    init(isInBackground: Bool, _ work: @escaping @Sendable () -> Void) {
      self.isInBackground = isInBackground
      self.work = work
    }

    func run() {
      if isInBackground { Self.stepBack() }
      Self.withCrashStack(work)
    }

    /// On Linux, both calls affect this thread alone. The first one takes background work out of a
    /// real-time class that the program may have.
    private static func stepBack() {
      var usual = sched_param()
      sched_setscheduler(0, SCHED_OTHER, &usual)
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    }

    /// Gives the thread a second stack for crash handling after a stack overflow: each thread needs
    /// one, and a new thread has none. Without memory for it, such a crash leaves the terminal
    /// unrestored.
    private static func withCrashStack(_ body: () -> Void) {
      let size = 65_536
      let base = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard base != MAP_FAILED else { return body() }
      var stack = stack_t(ss_sp: base, ss_flags: 0, ss_size: size)
      sigaltstack(&stack, nil)
      body()
      stack.ss_flags = Int32(SS_DISABLE)
      if sigaltstack(&stack, nil) == 0 { munmap(base, size) }
    }
  }
}
