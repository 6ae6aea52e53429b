import Entities
import Glibc
import Services

/// A call that the system refused, by its number.
struct SystemError: Error, Equatable {
  let code: Int32

  init(_ code: Int32) { self.code = code }

  static var last: SystemError { SystemError(errno) }

  /// The system's own words, as the end of a sentence.
  var reason: String { String(cString: strerror(code)) }

  /// What it means to a person who wanted to do something with a note.
  func noteError(_ path: NotePath, _ action: String) -> NoteStoreError {
    switch code {
    case ENOENT: .notFound(path)
    case ENOSPC, EDQUOT: .noSpace(path)
    case EACCES, EPERM, EROFS: .notPermitted(path, action: action)
    default: .failed(path, action: action, reason: reason)
    }
  }
}

/// Runs calls of the system on behalf of a note; what they refuse becomes the note's error.
func onBehalf<Value: ~Copyable>(
  of path: NotePath, to action: String, _ body: () throws(SystemError) -> Value
) throws(NoteStoreError) -> Value {
  do {
    return try body()
  } catch {
    throw error.noteError(path, action)
  }
}
