import CSystem
import Glibc
import Synchronization
import Threads

/// Runs the main actor's jobs in a loop that also waits for other events.
///
/// Swift's own main executor uses libdispatch, which makes five system calls for each hop between
/// actors, even if the main thread is not waiting.
@MainActor
package enum MainQueue {
  private nonisolated static let executor = LoopExecutor()

  /// Installs the executor. Call it before the first task; from then on all jobs wait for `run`.
  package static func open() {
    precondition(bell >= 0, "no descriptor to spare for what the main actor has to do")
    // An executor is identified by its object and its kind, in this order.
    let (object, kind) = unsafeBitCast(
      executor.asUnownedSerialExecutor(), to: (UnsafeMutableRawPointer, UInt).self)
    csystem_use_main_executor(object, kind)
  }

  /// Becomes readable when another thread adds a job, or rings.
  package static var bell: Int32 { executor.bell.descriptor }

  package nonisolated static func ring() { executor.ring() }

  package static var isEmpty: Bool { executor.count == 0 }

  /// Runs the jobs added so far. Jobs added by them wait for the next call.
  package static func run() {
    // Silence the bell before taking jobs, so that a new job rings again.
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

  /// Wakes the main thread, unless this is the main thread.
  func ring() {
    if pthread_equal(pthread_self(), owner) == 0 { bell.ring() }
  }

  var count: Int { line.withLock { $0.count } }

  func next() -> UnownedJob? { line.withLock { $0.next() } }
}

/// Jobs in the order in which they were added.
package struct JobLine {
  private var jobs: [UnownedJob] = []
  /// The count of jobs that were taken; they are removed when all are.
  private var taken = 0

  package init() {}

  package var count: Int { jobs.count - taken }

  package mutating func append(_ job: UnownedJob) { jobs.append(job) }

  /// Removes and returns the oldest job.
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
