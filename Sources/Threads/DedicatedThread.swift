import Glibc

/// Threads that end with their work and that no signal reaches.
package enum DedicatedThread {
  /// Those of a thread's own crashes: all other signals are the main thread's.
  private static let crashes = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

  /// Runs `work` on a thread of its own, and answers at once; false where the system has no thread
  /// to spare. In the background it leaves the processor to the person who types.
  package static func start(
    inBackground: Bool = false, _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    var (blocked, before) = (sigset_t(), sigset_t())
    sigfillset(&blocked)
    for crash in crashes { sigdelset(&blocked, crash) }
    // A new thread takes over which signals are blocked; after it starts would be too late.
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

  /// The number of threads for urgent work: as many as there are processors,
  /// within reason, since other programs want some as well.
  package static let usefulCount = min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Runs `body` here and, once it asks for that, `help` at the same time on `count` other threads;
  /// returns after all. Where the system has no thread to spare fewer run, or none. Both must bear that.
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

  /// `@unchecked Sendable`: `body` is read and released by the other thread alone, or, where that
  /// never started, by this one; the semaphore orders what comes after. The caller promises that
  /// the body can run in parallel with it, and on several threads at once.
  private final class Other: @unchecked Sendable {
    /// Nil once it ran: the waiting thread may release it then.
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

    /// On Linux these are the thread's own. Not even a program that was given a real-time class does
    /// its work in the background in it.
    private static func stepBack() {
      var usual = sched_param()
      sched_setscheduler(0, SCHED_OTHER, &usual)
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    }

    /// With a stack on which the thread can crash when its own has run out: each needs one, and a new
    /// one has none. Where there is no memory for it, only such a crash leaves the terminal as it is.
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
