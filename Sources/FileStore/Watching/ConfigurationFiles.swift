package import Entities
package import Services
import Synchronization
import Threads

/// The files that configure the program.
package struct ConfigurationPaths: Sendable {
  /// Files that need not exist, by absolute paths. Links to files elsewhere are followed.
  package var files: [[UInt8]]
  /// Folders in which every file matters.
  package var folders: [[UInt8]]

  package init(files: [[UInt8]], folders: [[UInt8]] = []) {
    self.files = files
    self.folders = folders
  }
}

/// Notices changes of configuration files, from the system's notices about their folders.
///
/// A dedicated thread sleeps until there is something to report. It starts with the first listener
/// and ends when this object is released.
package final class ConfigurationFiles: ConfigurationEvents {
  private let paths: @Sendable () -> ConfigurationPaths
  private let pauses: ConfigurationPauses
  private let board = ConfigurationBoard()

  /// `paths` is called on the watching thread, again after each change.
  package convenience init(paths: @escaping @Sendable () -> ConfigurationPaths) {
    self.init(pauses: ConfigurationPauses(), paths: paths)
  }

  init(pauses: ConfigurationPauses, paths: @escaping @Sendable () -> ConfigurationPaths) {
    self.paths = paths
    self.pauses = pauses
  }

  deinit { board.stop() }

  package func changes() -> AsyncStream<ConfigurationEvent> {
    AsyncStream { continuation in
      let isFirst = board.add(continuation)
      guard isFirst else { return }
      let started = DedicatedThread.start { [paths, pauses, board] in
        ConfigurationWatcher(board: board, paths: paths, pauses: pauses).run()
      }
      if !started { board.report(.cannotWatch(reason: "no thread could be started")) }
    }
  }

  package func watch(vault: VaultID?) {
    board.watch(file: vault.map { SettingsFile(vault: $0).path.bytes })
  }

  package func mark() { board.mark() }
}

/// How long to wait for a writer before its file is read. Tests use other times.
struct ConfigurationPauses: Sendable {
  /// After the last notice: an editor may remove the old file before it writes the new one.
  var afterChange = Duration.milliseconds(100)
  /// After the last write to a file that is still open.
  var whileOpen = Duration.seconds(2)
}

/// The state that the watching thread and its listeners share.
final class ConfigurationBoard: Sendable {
  struct State {
    var listeners: [AsyncStream<ConfigurationEvent>.Continuation] = []
    var marks = 0
    var vaultFile: [UInt8]?
    /// Whether the thread does not know `vaultFile` yet.
    var hasNewFile = false
    var isStopped = false
  }

  private let state = Mutex(State())
  /// Wakes the thread.
  let bell = Bell()

  /// Adds a listener and returns whether it is the first one.
  func add(_ listener: AsyncStream<ConfigurationEvent>.Continuation) -> Bool {
    state.withLock { state in
      state.listeners.append(listener)
      return state.listeners.count == 1
    }
  }

  func report(_ event: ConfigurationEvent) {
    for listener in state.withLock({ $0.listeners }) { listener.yield(event) }
  }

  func watch(file: [UInt8]?) {
    state.withLock { state in
      state.vaultFile = file
      state.hasNewFile = true
    }
    bell.ring()
  }

  func mark() {
    state.withLock { $0.marks += 1 }
    bell.ring()
  }

  var vaultFile: [UInt8]? { state.withLock { $0.vaultFile } }

  /// Returns the state, and clears what the thread has to handle once.
  func take() -> State {
    state.withLock { state in
      defer { (state.marks, state.hasNewFile) = (0, false) }
      return state
    }
  }

  func stop() {
    let listeners = state.withLock { state in
      state.isStopped = true
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { listener.finish() }
    bell.ring()
  }
}
