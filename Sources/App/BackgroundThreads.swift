import CSystem
import Glibc
import Synchronization

/// Threads that run what is not the main actor's, and sleep for good while there is nothing.
///
/// The system's own global queues wake a watching thread once a second for as long as the process
/// lives: an idle program should cost nothing. A thread is made when work waits and none is free.
package final class BackgroundThreads: TaskExecutor {
  private struct State {
    var waiting: [UnownedJob] = []
    /// How many of `waiting` are taken already; they go when all are.
    var taken = 0
    var threads = 0
    var sleeping = 0
  }

  private enum Next {
    case job(UnownedJob)
    case sleep, end
  }

  private enum Help {
    case coming, wake, start
  }

  private let state = Mutex(State())
  private let limit: Int
  /// One byte wakes one sleeping thread. Nil where the system had no descriptor to spare: threads
  /// then end when there is nothing to do.
  private let bell: (read: Int32, write: Int32)?

  package init(limit: Int = 4) {
    self.limit = limit
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      bell = nil
      return
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    bell = (ends[0], ends[1])
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let help: Help = state.withLock { state in
      state.waiting.append(job)
      if state.sleeping > 0 {
        state.sleeping -= 1
        return .wake
      }
      guard state.threads < limit else { return .coming }
      state.threads += 1
      return .start
    }
    switch help {
    case .coming: break
    case .wake: ring()
    case .start: if !startThread() { threadFailed() }
    }
  }

  private func ring() {
    guard let bell else { return }
    var byte: UInt8 = 0
    while write(bell.write, &byte, 1) < 0, errno == EINTR {}
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
    while isAlone, case .job(let job) = next(maySleep: false) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private func run() {
    while true {
      switch next(maySleep: bell != nil) {
      case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .sleep:
        var byte: UInt8 = 0
        while let bell, read(bell.read, &byte, 1) < 0, errno == EINTR {}
      case .end:
        return
      }
    }
  }

  private func next(maySleep: Bool) -> Next {
    state.withLock { state in
      if state.taken < state.waiting.count {
        let job = state.waiting[state.taken]
        state.taken += 1
        if state.taken == state.waiting.count {
          state.waiting.removeAll(keepingCapacity: true)
          state.taken = 0
        }
        return .job(job)
      }
      if maySleep {
        state.sleeping += 1
        return .sleep
      }
      state.threads -= 1
      return .end
    }
  }
}
