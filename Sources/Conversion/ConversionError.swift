package import Entities
import Files
package import Services
package import Vault

/// Why a vault was not encrypted or decrypted, or not to the end.
package enum ConversionError: Error, Equatable, Sendable {
  /// Nothing was touched: these are in the way, each with its path.
  case refused([String])
  /// Nothing was touched: the bytes needed, and those that are free.
  case noSpace(needed: Int, free: Int)
  /// Nothing was touched: another program works in the vault, or converts it.
  case busy
  /// The request does not fit the vault's state.
  case wrongState(ConversionState)
  case failed(NotePath, action: String, reason: String)
  case lock(VaultLockError)
  /// Somebody wanted no more of it.
  case cancelled

  init(_ error: SystemError, _ path: NotePath, _ action: String) {
    self = .failed(path, action: action, reason: error.reason)
  }

  /// The problem, and what can be done.
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
  /// It has a mark of a conversion that this computer did not begin.
  case marked(MarkedFolder)

  /// As the whole of a message.
  package var explanation: String {
    switch self {
    case .plain: "this vault is not encrypted."
    case .encrypted: "this vault is encrypted already."
    case .unfinished(let mark): "\(mark.explanation)."
    case .marked(let folder): "\(folder.explanation)."
    }
  }
}

/// Runs calls of the system for a file; what they refuse becomes an error with its path.
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

/// What a conversion did, and what it left.
package struct ConversionReport: Equatable, Sendable {
  package var files = 0
  /// What a person should know, whole sentences.
  package var notes: [String] = []
}

/// Counts, and asks whether to go on.
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

  /// In the middle of a large file.
  func check() throws(ConversionError) { try tell() }

  private func tell() throws(ConversionError) {
    if !watch(progress) { throw .cancelled }
  }
}
