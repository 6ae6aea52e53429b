import CSystem
import Glibc
import Synchronization
import Threads

/// What the main actor has to do, for loops that wait for other things as well.
///
/// Swift's own executor for it goes through libdispatch: five calls of the system for each step from one
/// actor to the other, even where the main thread waits for nothing.
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
    // Before what it was rung for is taken: what comes meanwhile rings again.
    executor.bell.silence()
    for _ in 0..<executor.count {
      executor.next()?.runSynchronously(on: executor.asUnownedSerialExecutor())
    }
  }
}

private final class LoopExecutor: SerialExecutor {
  let bell = Bell()
  private let line = Mutex(JobLine())
  private let owner = pthread_self()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    line.withLock { $0.append(job) }
    ring()
  }

  /// The main thread looks by itself.
  func ring() {
    if pthread_equal(pthread_self(), owner) == 0 { bell.ring() }
  }

  var count: Int { line.withLock { $0.count } }

  func next() -> UnownedJob? { line.withLock { $0.next() } }
}

/// Jobs in the order in which they came.
package struct JobLine {
  private var jobs: [UnownedJob] = []
  /// How many of them are taken already; they go when all are.
  private var taken = 0

  package init() {}

  package var count: Int { jobs.count - taken }

  package mutating func append(_ job: UnownedJob) { jobs.append(job) }

  /// The one that has waited longest.
  package mutating func next() -> UnownedJob? {
    guard taken < jobs.count else { return nil }
    let job = jobs[taken]
    taken += 1
    if taken == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      taken = 0
    }
    return job
  }
}
