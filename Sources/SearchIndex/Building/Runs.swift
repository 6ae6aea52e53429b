import Entities
import Glibc
import Services
import Synchronization

/// The listeners of an index update, and whether one is running. Only one runs at a time.
final class Runs: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<IndexProgress>.Continuation] = [:]
    var nextListener = 0
    var isRunning = false
    /// A listener came after the files were checked, so changes known to it may have been missed.
    var isWantedAgain = false
    /// Sent to later listeners.
    var first: IndexProgress?
    /// The vault's problems that were already reported.
    var reported: Set<String> = []
  }

  private let state = Mutex(State())
  private let isStopped = Atomic(false)

  var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

  /// Adds a listener; calls `start` if no update is running.
  func follow(_ start: @Sendable () -> Void) -> AsyncStream<IndexProgress> {
    let (stream, continuation) = AsyncStream.makeStream(of: IndexProgress.self)
    let (number, isFirst) = state.withLock { state in
      let number = state.nextListener
      state.nextListener += 1
      state.listeners[number] = continuation
      if let first = state.first { continuation.yield(first) }
      defer { state.isRunning = true }
      state.isWantedAgain = state.isRunning
      return (number, !state.isRunning)
    }
    continuation.onTermination = { [weak self] _ in self?.leave(number) }
    if isFirst { start() }
    return stream
  }

  private func leave(_ number: Int) {
    let isLast = state.withLock { state in
      state.listeners[number] = nil
      return state.listeners.isEmpty && state.isRunning
    }
    if isLast { isStopped.store(true, ordering: .relaxed) }
  }

  func tell(_ progress: IndexProgress) {
    state.withLock { state in
      if case .isFirst = progress { state.first = progress }
      if case .problem(let problem) = progress, !state.reported.insert(problem).inserted { return }
      for listener in state.listeners.values { listener.yield(progress) }
    }
  }

  /// Allows problems that are solved to be reported again.
  func forgetProblems(but problems: [String]) {
    state.withLock { $0.reported.formIntersection(problems) }
  }

  /// Called before the files are checked again.
  func begin() {
    state.withLock { state in
      state.isWantedAgain = false
      if !state.listeners.isEmpty { isStopped.store(false, ordering: .relaxed) }
    }
  }

  /// Returns true and finishes the listeners if the update is complete, false if it must run again.
  func end() -> Bool {
    let done = state.withLock { state -> [AsyncStream<IndexProgress>.Continuation]? in
      state.first = nil
      if state.isWantedAgain && !state.listeners.isEmpty { return nil }
      defer { state.listeners = [:] }
      state.isRunning = false
      return Array(state.listeners.values)
    }
    guard let done else { return false }
    for listener in done { listener.finish() }
    return true
  }
}

/// When a check of the files began.
struct CheckTime {
  /// By the user's clock, in nanoseconds since 1970.
  let clock: Int64
  /// By the system's clock, which sets the times of files.
  private let system: Int64
  /// File times have steps of up to 10 ms: a second write within a step does not change them.
  private static let step: Int64 = 20_000_000

  init(_ clock: any WallClock) {
    self.clock = clock.now.wholeNanoseconds
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    system = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// Returns the time of the file's last change for the index: 0 if it may still change without a
  /// new time, so that the next check reads it again.
  func settled(_ fact: FileFact) -> Int64 { settled(fact.changed.wholeNanoseconds) }

  /// Returns the time for a folder, which may still get another name.
  func settled(_ folder: FolderSums.Folder) -> Int64 { settled(folder.changed) }

  private func settled(_ changed: Int64) -> Int64 {
    changed > system - Self.step ? 0 : changed
  }

  /// Returns the time for a note that was read; 0 if it could not be, so that it is tried again.
  func settled(_ note: IndexedNote) -> Int64 {
    note.isRead ? settled(note.fact) : 0
  }
}
