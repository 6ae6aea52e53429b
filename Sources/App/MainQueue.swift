import CSystem
import Glibc
import Synchronization
import Threads

/// What the main actor has to do, for loops that wait for other things as well.
///
/// Swift's own executor for it goes through libdispatch: five calls of the system for each step from one
/// actor to the other, also where the main thread waits for nobody.
@MainActor
package enum MainQueue {
  private nonisolated static let executor = LoopExecutor()

  /// Before the first task: from here on all of it waits for `run`.
  package static func open() {
    precondition(bell >= 0, "no descriptor to spare for what the main actor has to do")
    // An executor is known by its object and by its kind, in this order.
    let (object, kind) = unsafeBitCast(
      executor.asUnownedSerialExecutor(), to: (UnsafeMutableRawPointer, UInt).self)
    csystem_use_main_executor(object, kind)
  }

  /// Can be read from when another thread left something, or rang.
  package static var bell: Int32 { executor.bell.descriptor }

  package nonisolated static func ring() { executor.ring() }

  package static var isEmpty: Bool { executor.count == 0 }

  /// Runs what has come until now. What that sets off waits for the next time.
  package static func run() {
    executor.hear()
    for _ in 0..<executor.count {
      executor.next()?.runSynchronously(on: executor.asUnownedSerialExecutor())
    }
  }
}

private final class LoopExecutor: SerialExecutor {
  private struct State {
    var line = JobLine()
    var isRung = false
  }

  let bell = Bell()
  private let state = Mutex(State())
  private let owner = pthread_self()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.line.append(job) }
    ring()
  }

  /// The main thread looks by itself.
  func ring() {
    if pthread_equal(pthread_self(), owner) != 0 { return }
    state.withLock { state in
      if state.isRung { return }
      state.isRung = true
      bell.ring()
    }
  }

  /// Before what the bell was rung for is taken.
  func hear() {
    state.withLock { state in
      guard state.isRung else { return }
      state.isRung = false
      bell.silence()
    }
  }

  var count: Int { state.withLock { $0.line.count } }

  func next() -> UnownedJob? { state.withLock { $0.line.next() } }
}
