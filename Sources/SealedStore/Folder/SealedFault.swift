package import Entities
package import Files
import Glibc
package import Services
package import Vault

/// Why a sealed file cannot be read or written.
package enum SealedFault: Error, Equatable, Sendable {
  case system(SystemError)
  case age(AgeError)
  /// Its text does not begin with a path.
  case noHead
  /// The path that it names is not inside a vault.
  case badPath
  /// Another program wrote to it meanwhile.
  case changed
  /// What was written cannot be read back as it was.
  case notAsWritten
  /// It is a folder, a link, a pipe.
  case notAFile(FileFacts.Kind)
  /// What was to be sealed could not be read.
  case source(NoteStoreError)

  /// Whether it lies in the file itself: as long as that stays the same, nothing else comes of it.
  var isLasting: Bool {
    switch self {
    case .age(.noMemory), .system, .changed, .notAsWritten, .source: false
    case .age, .noHead, .badPath, .notAFile: true
    }
  }

  /// Why the note is listed and not opened.
  package var obstacle: NoteObstacle {
    if case .system(let error) = self, error.meansShut { return .noPermission }
    return .unreadable(words)
  }

  /// As it reads on from the name of the file: “is damaged”.
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

  /// What it means to a person who wanted to do something with the note.
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
  /// Whether it is this person who may not.
  var meansShut: Bool { code == EACCES || code == EPERM }
}

/// Runs work on behalf of a note; what is refused becomes the note's error.
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

/// A call of the system as a part of such work.
func asking<Value: ~Copyable>(
  _ call: @autoclosure () throws(SystemError) -> Value
) throws(SealedFault) -> Value {
  do {
    return try call()
  } catch {
    throw .system(error)
  }
}

/// The same for what age does.
func aging<Value: ~Copyable>(
  _ call: @autoclosure () throws(AgeError) -> Value
) throws(SealedFault) -> Value {
  do {
    return try call()
  } catch {
    throw .age(error)
  }
}
