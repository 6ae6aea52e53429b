import Services
import Synchronization
import Threads

/// Where the watching thread and its listeners meet.
final class WatchBoard: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<FileEvent>.Continuation] = [:]
    var nextListener = 0
    var marks = 0
    var isStopped = false
    var partialReason: String?
  }

  private let state = Mutex(State())
  /// What the thread sleeps on beside the notices.
  let bell = Bell()

  /// Whether this is the first one ever.
  func add(_ listener: AsyncStream<FileEvent>.Continuation) -> Bool {
    let (number, reason) = state.withLock { state in
      let number = state.nextListener
      state.nextListener += 1
      state.listeners[number] = listener
      return (number, state.partialReason)
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
    if let reason { listener.yield(.isPartial(reason: reason)) }
    return number == 0
  }

  func tell(_ event: FileEvent) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
  }

  /// Told once, and to those who come later when they come.
  func becomePartial(_ reason: String) {
    let isNew = state.withLock { state in
      guard state.partialReason == nil else { return false }
      state.partialReason = reason
      return true
    }
    if isNew { tell(.isPartial(reason: reason)) }
  }

  var isPartial: Bool { state.withLock { $0.partialReason != nil } }

  func mark() {
    state.withLock { $0.marks += 1 }
    bell.ring()
  }

  func takeMarks() -> Int {
    state.withLock { state in
      defer { state.marks = 0 }
      return state.marks
    }
  }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  func stop() {
    let listeners = state.withLock { state in
      state.isStopped = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
    bell.ring()
  }
}
