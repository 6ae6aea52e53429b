import CSystem

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

  private final class Box: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
}
