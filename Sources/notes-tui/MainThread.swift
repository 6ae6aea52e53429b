import App
import Glibc
import Synchronization

/// Waits synchronously for asynchronous work, outside an event loop.
@MainActor
enum MainThread {
  /// Runs `body` on this thread, except work that has its own threads. Starting a thread would be a
  /// good part of a command's few milliseconds.
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

/// Runs nonisolated work on the main thread too, between jobs of the main actor.
final class MainThreadExecutor: TaskExecutor {
  private let waiting = Mutex(JobLine())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
    MainQueue.ring()
  }

  var isEmpty: Bool { waiting.withLock { $0.count == 0 } }

  /// Runs the jobs that were queued before the call.
  func runWaiting() {
    for _ in 0..<waiting.withLock({ $0.count }) {
      waiting.withLock { $0.next() }?.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
