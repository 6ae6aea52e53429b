import CSystem
import Glibc
import Synchronization

/// Waits for asynchronous work before there is an event loop, or where none is needed.
@MainActor
enum MainThread {
  /// Everything that `body` does runs on this thread, as far as it has no threads of its own: for a
  /// command that lives some milliseconds, starting one would be a good part of them.
  static func wait<Value: Sendable>(
    for body: @escaping @MainActor () async -> Value
  ) -> Value {
    let executor = MainThreadExecutor()
    return wait(on: executor, for: body)
  }

  static func wait<Value: Sendable>(
    on executor: MainThreadExecutor, for body: @escaping @MainActor () async -> Value
  ) -> Value {
    let answer = Answer<Value>()
    Task(executorPreference: executor) { await answer.take(from: body) }
    var waits = [csystem_main_queue_descriptor(), executor.bell].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
      csystem_main_queue_drain()
      let hasRun = executor.runWaiting()
      if let value = answer.value { return value }
      if !hasRun { poll(&waits, nfds_t(waits.count), -1) }
    }
  }
}

@MainActor
private final class Answer<Value: Sendable> {
  private(set) var value: Value?

  func take(from body: @MainActor () async -> Value) async {
    value = await body()
  }
}

/// Runs what is not the main actor's on the main thread all the same, between the main actor's own
/// turns.
final class MainThreadExecutor: TaskExecutor {
  private let waiting = Mutex<[UnownedJob]>([])
  private let owner = pthread_self()
  private let ends: (read: Int32, write: Int32)

  /// Can be read from when another thread has left something to do.
  var bell: Int32 { ends.read }

  init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe to spare nothing from another thread would be heard of.
    guard pipe(&ends) == 0 else {
      preconditionFailure("no pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
    if pthread_equal(pthread_self(), owner) == 0 {
      var byte = UInt8(1)
      // A full pipe rings already.
      _ = write(ends.write, &byte, 1)
    }
  }

  /// Runs what has come until now; false where nothing had.
  func runWaiting() -> Bool {
    let jobs = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    if jobs.isEmpty {
      var bytes = [UInt8](repeating: 0, count: 64)
      return read(ends.read, &bytes, bytes.count) > 0
    }
    for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    return true
  }
}
