import Cells
import Entities
import Glibc
import Synchronization

/// The file `log` in the state folder, with one line for each internal error.
final class LogFile: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var file: Int32?
  }

  private let folder: String
  private let clock: any WallClock
  private let state = Mutex(State())

  init(folder: String, clock: any WallClock) {
    self.folder = folder
    self.clock = clock
  }

  /// Queues a line for the next `write`.
  func add(_ text: String) {
    let time = clock.civil(clock.now)
    let line = Array("\(time.date) \(time.clock) \(Cells.visible(text))\n".utf8)
    state.withLock { $0.waiting += line }
  }

  /// Appends the queued lines. A failure is ignored: the program can work without a log.
  func write() {
    state.withLock { state in
      if state.waiting.isEmpty { return }
      let file = state.file ?? open()
      state.file = file
      if file >= 0 { _ = Glibc.write(file, state.waiting, state.waiting.count) }
      state.waiting = []
    }
  }

  private func open() -> Int32 {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
    return Glibc.open("\(folder)/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  }
}
