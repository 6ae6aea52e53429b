import Entities
import Glibc
import Services
import Synchronization

/// The listeners of an index update, and whether one is running. There is one at a time.
final class Runs: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<IndexProgress>.Continuation] = [:]
    var nextListener = 0
    var isRunning = false
    /// Someone came after the files were looked at: what they know of may have been missed.
    var isWantedAgain = false
    /// Sent to later listeners.
    var first: IndexProgress?
    /// The vault's problems that were reported already.
    var reported: Set<String> = []
  }

  private let state = Mutex(State())
  private let isStopped = Atomic(false)

  var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

  /// Adds a listener; `start` is called where nothing runs yet.
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

  /// What was wrong in this look and is right now may be reported again.
  func forgetProblems(but problems: [String]) {
    state.withLock { $0.reported.formIntersection(problems) }
  }

  /// From here on the files are looked at again.
  func begin() {
    state.withLock { state in
      state.isWantedAgain = false
      if !state.listeners.isEmpty { isStopped.store(false, ordering: .relaxed) }
    }
  }

  /// Whether it is over: then the listeners are notified. Otherwise it has to begin again.
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

/// When a look at the files began.
struct RunMoment {
  /// By the person's clock, in nanoseconds since 1970.
  let clock: Int64
  /// By the system's, as files get their times.
  private let system: Int64
  /// Files get their times in steps of up to 10 ms: what is written again within a step looks as it
  /// did.
  private static let step: Int64 = 20_000_000

  init(_ clock: any WallClock) {
    self.clock = clock.now.wholeNanoseconds
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    system = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// When the file changed, as the index keeps it: 0 where it may change once more without showing
  /// it, so that the next look reads it again.
  func settled(_ fact: FileFact) -> Int64 { settled(fact.changed.wholeNanoseconds) }

  /// The same for a folder, which may yet get another name.
  func settled(_ folder: FolderSums.Folder) -> Int64 { settled(folder.changed) }

  private func settled(_ changed: Int64) -> Int64 {
    changed > system - Self.step ? 0 : changed
  }

  /// The same for a note that was read; one that could not be is tried again.
  func settled(_ note: IndexedNote) -> Int64 {
    note.isRead ? settled(note.fact) : 0
  }
}
