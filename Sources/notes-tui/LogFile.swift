import Cells
import Entities
import Glibc
import Services

/// `log` in the state folder: one line for each thing that went wrong in the program itself.
@MainActor
final class LogFile {
  private let folder: String
  private let clock: any WallClock
  private var descriptor: Int32?

  init(folder: String, clock: any WallClock) {
    self.folder = folder
    self.clock = clock
  }

  /// Appends a line. A log that cannot be written is no reason to stop.
  func write(_ text: String) {
    let file = descriptor ?? open()
    descriptor = file
    guard file >= 0 else { return }
    let time = clock.civil(clock.now)
    let line = Array("\(time.date) \(time.clock) \(Cells.visible(text))\n".utf8)
    _ = line.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
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
