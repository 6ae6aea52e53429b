import Synchronization
import Threads

/// Threads that run what is not the main actor's, and sleep for good while there is nothing.
///
/// The system's own global queues wake a watching thread once a second for as long as the process
/// lives: an idle program should cost nothing. A thread is made when work waits and none is free.
package final class BackgroundThreads: TaskExecutor {
  private struct State {
    var waiting = JobLine()
    var threads = 0
    var idle = 0
  }

  private let state = Mutex(State())
  /// Given once for each job.
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

  /// With other threads the work waits for them; with none it is done here and now.
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
