import Synchronization
import Threads

/// Threads for work off the main actor. They sleep without a timeout while there is none.
///
/// The system's global queues wake a watching thread once a second for the life of the process, but
/// an idle program should cost nothing. A thread is started only when work waits and none is free.
package final class BackgroundThreads: TaskExecutor {
  private struct State {
    var waiting = JobLine()
    var threads = 0
    var idle = 0
  }

  private let state = Mutex(State())
  /// Signaled once for each job.
  private let jobs = Semaphore()
  private let limit: Int

  package init(limit: Int = 4) {
    self.limit = limit
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.waiting.append(job)
      guard state.waiting.count > state.idle, state.threads < limit else { return false }
      state.threads += 1
      state.idle += 1
      return true
    }
    if needsThread, !DedicatedThread.start({ self.run() }) { threadFailed() }
    jobs.give()
  }

  /// Handles a failed start: other threads take over the work; without any, it is done here.
  private func threadFailed() {
    let isAlone = state.withLock { state in
      state.threads -= 1
      state.idle -= 1
      return state.threads == 0
    }
    while isAlone, let job = state.withLock({ $0.waiting.next() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func run() {
    while true {
      jobs.take()
      let job = state.withLock { state in
        state.idle -= 1
        return state.waiting.next()
      }
      job?.runSynchronously(on: asUnownedTaskExecutor())
      state.withLock { $0.idle += 1 }
    }
  }
}
