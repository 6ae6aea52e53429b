import CSystem
import Synchronization

/// Threads that run what is not the main actor's, and sleep for good while there is nothing.
///
/// The system's own global queues wake a watching thread once a second for as long as the process
/// lives: an idle program should cost nothing. A thread is made when work waits and none is free.
package final class BackgroundThreads: TaskExecutor {
  private struct State {
    var waiting = JobLine()
    var threads = 0
    /// The bells of those that sleep, the last to fall asleep at the end.
    var sleeping: [Int32] = []
  }

  private enum Next {
    case job(UnownedJob)
    case sleep, end
  }

  private enum Help {
    case coming, start
    case wake(Int32)
  }

  private let state = Mutex(State())
  private let limit: Int

  package init(limit: Int = 4) {
    self.limit = limit
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let help: Help = state.withLock { state in
      state.waiting.append(job)
      // What it used lies in a processor's cache still, and the others sleep on.
      if let bell = state.sleeping.popLast() { return .wake(bell) }
      guard state.threads < limit else { return .coming }
      state.threads += 1
      return .start
    }
    switch help {
    case .coming: break
    case .wake(let bell): csystem_bell_ring(bell)
    case .start: if !startThread() { threadFailed() }
    }
  }

  private func startThread() -> Bool {
    let me = Unmanaged.passRetained(self)
    let failure = csystem_start_thread(
      { me in
        if let me { Unmanaged<BackgroundThreads>.fromOpaque(me).takeRetainedValue().run() }
      }, me.toOpaque(), 0)
    if failure != 0 { me.release() }
    return failure == 0
  }

  /// With other threads the work waits for them; with none it is done here and now.
  private func threadFailed() {
    let isAlone = state.withLock { state in
      if state.threads == 1 { return true }
      state.threads -= 1
      return false
    }
    while isAlone, case .job(let job) = next(bell: nil) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func run() {
    // Nil where the system had no descriptor to spare: the thread ends when there is nothing to do.
    let descriptor = csystem_bell_make()
    let bell = descriptor < 0 ? nil : descriptor
    while true {
      switch next(bell: bell) {
      case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .sleep: csystem_bell_wait(descriptor)
      case .end: return
      }
    }
  }

  private func next(bell: Int32?) -> Next {
    state.withLock { state in
      if let job = state.waiting.next() { return .job(job) }
      if let bell {
        state.sleeping.append(bell)
        return .sleep
      }
      state.threads -= 1
      return .end
    }
  }
}
