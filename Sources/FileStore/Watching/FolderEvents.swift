package import Services
import Synchronization
import Threads

/// Reports what happens to the notes of a vault's folder, from the system's notices.
///
/// A dedicated thread sleeps until there is something to report: that costs nothing while nothing
/// happens, and nothing waits until a large vault is watched. It starts with the first listener and
/// ends when this object is released.
package final class FolderEvents: FileEvents {
  private let root: [UInt8]
  private let files: any VaultFiles
  private let limits: WatchLimits
  private let board: WatchBoard
  private let names: WatchedNames

  /// `files` is scanned from time to time if not all folders can be watched.
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

/// The times and limits of watching. Tests use others.
struct WatchLimits: Sendable {
  /// From the first notice until it is reported: the steps of a save are one event.
  var gathering = Duration.milliseconds(20)
  /// The delay for a file that another program has open and writes to.
  var stillWriting = Duration.milliseconds(500)
  /// Between two scans of a vault that cannot be watched.
  var scanPause = Duration.seconds(2)
  /// More folders are not watched; the system has its own limit.
  var mostFolders = Int.max
  /// More notes are reported as `.everything`.
  var mostNotes = 1000
}

/// The state that the watching thread and its listeners share.
final class WatchBoard: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<FileEvent>.Continuation] = [:]
    var nextListener = 0
    var marks = 0
    var isStopped = false
    var partialReason: String?
  }

  private let state = Mutex(State())
  /// Wakes the thread.
  let bell = Bell()

  /// Adds a listener and returns whether it is the first one ever.
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

  /// Reports the reason once, and to later listeners when they are added.
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
