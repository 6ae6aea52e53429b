package import Entities
package import Files
import Glibc
package import Services
package import Vault

/// The reason why a sealed file cannot be read or written.
package enum SealedFault: Error, Equatable, Sendable {
  case system(SystemError)
  case age(AgeError)
  /// Its text does not begin with a path.
  case noHead
  /// The path in its text is not inside a vault.
  case badPath
  /// Another program wrote to it in the meantime.
  case changed
  /// The written file does not read back as the same text.
  case notAsWritten
  /// It is a folder, a link or a pipe.
  case notAFile(FileFacts.Kind)
  /// The text to seal could not be read.
  case source(NoteStoreError)

  /// Whether the fault is in the file itself, and stays until the file changes.
  var isLasting: Bool {
    switch self {
    case .age(.noMemory), .system, .changed, .notAsWritten, .source: false
    case .age, .noHead, .badPath, .notAFile: true
    }
  }

  /// The reason why the note is listed but cannot be opened.
  package var obstacle: NoteObstacle {
    if case .system(let error) = self, error.isPermissionError { return .noPermission }
    return .unreadable(words)
  }

  /// The reason, as a sentence that begins with the file's name: “is damaged”.
  private var words: String {
    switch self {
    case .system(let error): error.reason
    case .age(.noMatch): "is closed with another key than this vault's"
    case .age(.header(.notAge, _)), .age(.header(.otherVersion, _)): "is not an age file"
    case .age(.noMemory): "needs more memory than there is"
    case .age: "is damaged; bring the file back from a backup"
    case .noHead: "does not say where in the vault it belongs"
    case .badPath: "says that it belongs outside the vault"
    case .changed: "is being written by another program"
    case .notAsWritten: "could not be read back as it was written"
    case .notAFile(let kind): "is \(kind.words)"
    case .source(let error): error.message
    }
  }

  /// Returns the error for a person who wanted to do `action` with the note.
  func noteError(_ path: NotePath, _ action: String) -> NoteStoreError {
    switch self {
    case .system(let error): error.noteError(path, action)
    case .source(let error): error
    case .changed: .changedOutside(path)
    case .notAFile(let kind): .notAFile(path, kind: kind.words)
    case .notAsWritten:
      .failed(
        path, action: action,
        reason: "what was written could not be read back; the disk or the memory may be failing")
    default: .failed(path, action: action, reason: "its file \(obstacle.words)")
    }
  }
}

extension SystemError {
  /// Whether this person lacks the permission.
  var isPermissionError: Bool { code == EACCES || code == EPERM }
}

/// Runs work on behalf of a note and turns a fault into the note's error.
func sealing<Value: ~Copyable>(
  _ path: NotePath, to action: String, _ body: () throws(SealedFault) -> Value
) throws(NoteStoreError) -> Value {
  do {
    return try body()
  } catch {
    throw error.noteError(path, action)
  }
}

/// The same for one call.
func sealing<Value: ~Copyable>(
  _ path: NotePath, to action: String, _ call: @autoclosure () throws(SealedFault) -> Value
) throws(NoteStoreError) -> Value {
  try sealing(path, to: action) { () throws(SealedFault) in try call() }
}

/// Runs a system call as a part of such work.
func asking<Value: ~Copyable>(
  _ call: @autoclosure () throws(SystemError) -> Value
) throws(SealedFault) -> Value {
  do {
    return try call()
  } catch {
    throw .system(error)
  }
}

/// The same for a call to age.
func aging<Value: ~Copyable>(
  _ call: @autoclosure () throws(AgeError) -> Value
) throws(SealedFault) -> Value {
  do {
    return try call()
  } catch {
    throw .age(error)
  }
}
