import App
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
    var bell = pollfd(fd: MainQueue.bell, events: Int16(POLLIN), revents: 0)
    while true {
      MainQueue.run()
      executor.runWaiting()
      if let value = answer.value { return value }
      if MainQueue.isEmpty, executor.isEmpty { poll(&bell, 1, -1) }
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
  private let waiting = Mutex(JobLine())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
    MainQueue.ring()
  }

  var isEmpty: Bool { waiting.withLock { $0.count == 0 } }

  /// Runs what has come until now.
  func runWaiting() {
    for _ in 0..<waiting.withLock({ $0.count }) {
      waiting.withLock { $0.next() }?.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
