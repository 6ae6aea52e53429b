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

  /// Runs `body` here and, once it asks for that, `help` at the same time on another thread; returns
  /// after both. Where the system has no thread to spare `help` does not run. Both must bear that.
  package static func withHelp(_ help: () -> Void, _ body: (_ askForHelp: () -> Void) -> Void) {
    withoutActuallyEscaping(help) { help in
      let other = Other(help)
      var isStarted: Bool?
      body {
        if isStarted == nil { isStarted = start { other.run() } }
      }
      if isStarted == true { other.wait() } else { other.forget() }
    }
  }

  /// `@unchecked Sendable`: `body` is read and let go of by the other thread alone, or, where that
  /// never started, by this one; the semaphore orders what comes after, and is made for several. That
  /// the body itself bears being run beside its caller is that one's word.
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
