import Files
package import Services
import Synchronization
import Threads

/// Tells what happens to the notes of a vault's folder, by the system's own notices.
///
/// A thread of its own sleeps until there is something to tell: it costs nothing while nothing
/// happens, and a vault of any size is watched without anyone waiting. It starts with the first
/// listener and ends when this is let go.
package final class FolderEvents: FileEvents {
  private let root: [UInt8]
  private let files: any VaultFiles
  private let limits: WatchLimits
  private let board: WatchBoard
  private let names: WatchedNames

  /// `files` is looked through from time to time where not all can be watched.
  package convenience init(
    root: [UInt8], files: any VaultFiles, names: WatchedNames = .plain
  ) {
    self.init(root: root, files: files, limits: WatchLimits(), names: names)
  }

  init(
    root: [UInt8], files: any VaultFiles, limits: WatchLimits, names: WatchedNames = .plain
  ) {
    self.root = root
    self.files = files
    self.limits = limits
    self.names = names
    board = WatchBoard()
  }

  deinit { board.stop() }

  package func changes() -> AsyncStream<FileEvent> {
    AsyncStream { continuation in
      let isFirst = board.add(continuation)
      guard isFirst else { return }
      let watcher = FolderWatcher(
        root: root, files: files, limits: limits, board: board, names: names)
      if !DedicatedThread.start({ watcher.run() }) {
        board.becomePartial("no thread could be started to watch the vault")
      }
    }
  }

  package func mark() { board.mark() }
}

/// How patient and how greedy the watching is. Tests choose others.
struct WatchLimits: Sendable {
  /// From the first notice until it is reported: a save of several steps is one event.
  var gathering = Duration.milliseconds(20)
  /// The same for a file that someone keeps open and writes to.
  var stillWriting = Duration.milliseconds(500)
  /// Between two looks through a vault that cannot be watched.
  var scanPause = Duration.seconds(2)
  /// More folders than this are not watched; the system has a limit of its own.
  var mostFolders = Int.max
  /// More notes at once than this are reported as `.everything`.
  var mostNotes = 1000
}

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
  /// What the thread sleeps on besides the notices.
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

  /// Reported once, and to later listeners when they come.
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
