package import Entities
import Files
package import Services
package import Vault

/// The reason why a conversion of a vault failed or was not finished.
package enum ConversionError: Error, Equatable, Sendable {
  /// Nothing was changed: the obstacles, each with its path.
  case refused([String])
  /// Nothing was changed: the bytes needed, and the free ones.
  case noSpace(needed: Int, free: Int)
  /// Nothing was changed: another program uses the vault, or converts it.
  case busy
  /// The request does not fit the vault's state.
  case wrongState(ConversionState)
  case failed(NotePath, action: String, reason: String)
  case lock(VaultLockError)
  /// The person canceled it.
  case cancelled

  init(_ error: SystemError, _ path: NotePath, _ action: String) {
    self = .failed(path, action: action, reason: error.reason)
  }

  /// The problem and its remedy.
  package var message: String {
    switch self {
    case .refused(let reasons):
      reasons.count == 1
        ? "one thing is in the way, and nothing was touched:"
        : "\(reasons.count) things are in the way, and nothing was touched:"
    case .noSpace(let needed, let free):
      "there is not enough room on the disk: \(Self.megabytes(needed)) are needed, for all notes "
        + "exist twice for a while, and \(Self.megabytes(free)) are free. Nothing was touched."
    case .busy:
      "this vault is open in another notes-tui, or is being converted. End that one, then try again. "
        + "Nothing was touched."
    case .wrongState(let state): state.explanation
    case .failed(let path, let action, let reason):
      "could not \(action) \(path.text): \(reason)."
    case .lock(let error): error.message
    case .cancelled: "cancelled."
    }
  }

  static func megabytes(_ bytes: Int) -> String {
    bytes < 10 << 20 ? "\(bytes >> 10) KB" : "\(bytes >> 20) MB"
  }
}

/// Whether a folder's notes are encrypted.
package enum ConversionState: Equatable, Sendable {
  case plain
  case encrypted
  case unfinished(ConversionMark)
  /// The folder has a mark of a conversion that this computer did not begin.
  case marked(MarkedFolder)

  /// The state as a complete message.
  package var explanation: String {
    switch self {
    case .plain: "this vault is not encrypted."
    case .encrypted: "this vault is encrypted already."
    case .unfinished(let mark): "\(mark.explanation)."
    case .marked(let folder): "\(folder.explanation)."
    }
  }
}

/// Runs system calls for a file and turns an error into one with its path.
func working<Value: ~Copyable>(
  on path: NotePath, to action: String, _ body: () throws(SystemError) -> Value
) throws(ConversionError) -> Value {
  do {
    return try body()
  } catch {
    throw ConversionError(error, path, action)
  }
}

/// The same for one call.
func working<Value: ~Copyable>(
  on path: NotePath, to action: String, _ call: @autoclosure () throws(SystemError) -> Value
) throws(ConversionError) -> Value {
  try working(on: path, to: action) { () throws(SystemError) in try call() }
}

/// Called for each step; false stops the work before the next one.
package typealias ConversionWatch = @Sendable (ConversionProgress) -> Bool

/// The result of a conversion.
package struct ConversionReport: Equatable, Sendable {
  package var files = 0
  /// Complete sentences for the person.
  package var notes: [String] = []
}

/// Reports progress, and checks whether to continue.
struct Watching: Sendable {
  private var progress: ConversionProgress
  private let watch: ConversionWatch

  init(_ progress: ConversionProgress, _ watch: @escaping ConversionWatch) {
    self.progress = progress
    self.watch = watch
  }

  mutating func begin(_ step: ConversionProgress) throws(ConversionError) {
    progress = step
    try tell()
  }

  mutating func didFile(_ bytes: Int) throws(ConversionError) {
    progress.files += 1
    progress.bytes += bytes
    try tell()
  }

  /// Checks for cancellation within a large file.
  func check() throws(ConversionError) { try tell() }

  private func tell() throws(ConversionError) {
    if !watch(progress) { throw .cancelled }
  }
}
