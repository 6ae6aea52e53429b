import CSystem
import Glibc

/// Threads that end with their work and that no signal reaches.
package enum OwnThread {
  /// Runs `work` on a thread of its own, and answers at once; false where the system has no thread
  /// to spare. In the background it leaves the processor to whoever types.
  package static func start(
    inBackground: Bool = false, _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    let box = Unmanaged.passRetained(Box(work))
    let failure = csystem_start_thread(
      { box in
        if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().work() }
      }, box.toOpaque(), inBackground ? 10 : 0)
    if failure != 0 { box.release() }
    return failure == 0
  }

  /// So many threads do one piece of work that somebody waits for: as many as there are processors,
  /// within reason, since other programs want some as well.
  package static let usefulCount = min(4, max(1, Int(csystem_processors())))

  /// Runs `body` here and, once it asks for that, `help` at the same time on so many other threads;
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
        if index < started ?? 0 { other.wait() } else { other.forget() }
      }
      return value
    }
  }

  /// `@unchecked Sendable`: `body` is read and let go of by the other thread alone, or, where that
  /// never started, by this one; the semaphore orders what comes after, and is made for several. That
  /// the body itself bears being run beside its caller, and by several at once, is that one's word.
  private final class Other: @unchecked Sendable {
    /// Nil once it ran: whoever waits may let go of it then.
    private var body: (() -> Void)?
    private let isDone: UnsafeMutablePointer<sem_t>

    init(_ body: @escaping () -> Void) {
      self.body = body
      isDone = .allocate(capacity: 1)
      sem_init(isDone, 0, 0)
    }

    deinit {
      sem_destroy(isDone)
      isDone.deallocate()
    }

    func run() {
      body?()
      forget()
      sem_post(isDone)
    }

    func forget() { body = nil }

    func wait() {
      while sem_wait(isDone) != 0, errno == EINTR {}
    }
  }

  private final class Box: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
}
