import Files
package import Services
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
      if !OwnThread.start({ watcher.run() }) {
        board.becomePartial("no thread could be started to watch the vault")
      }
    }
  }

  package func mark() { board.mark() }
}

/// How patient and how greedy the watching is. Tests choose others.
struct WatchLimits: Sendable {
  /// From the first notice until it is told: a save of several steps is one event.
  var gathering = Duration.milliseconds(20)
  /// The same for a file that someone keeps open and writes to.
  var stillWriting = Duration.milliseconds(500)
  /// Between two looks through a vault that cannot be watched.
  var scanPause = Duration.seconds(2)
  /// More folders than this are not watched; the system has a limit of its own.
  var mostFolders = Int.max
  /// More notes at once than this are told as `.everything`.
  var mostNotes = 1000
}
