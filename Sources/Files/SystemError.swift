package import Entities
import Glibc
package import Services

/// A call that the system refused, by its number.
package struct SystemError: Error, Equatable {
  package let code: Int32

  package init(_ code: Int32) { self.code = code }

  package static var last: SystemError { SystemError(errno) }

  /// The keys of an encrypted vault that is open are gone from its folder. No call of a file answers so.
  package static let vaultDecrypted = SystemError(EKEYREVOKED)

  /// The system's own words, as the end of a sentence.
  package var reason: String {
    if self == .vaultDecrypted {
      return "another program decrypted this vault. Copy the text, and open the vault again"
    }
    // The system's words for a lock that another program holds say nothing of it.
    if code == EWOULDBLOCK {
      return
        "another program has held its lock for too long; continue or end that one, and try again"
    }
    return String(cString: strerror(code))
  }

  /// What it means to a person who wanted to do something with a note.
  package func noteError(_ path: NotePath, _ action: String) -> NoteStoreError {
    switch code {
    case ENOENT: .notFound(path)
    case ENOSPC, EDQUOT: .noSpace(path)
    case EACCES, EPERM: .notPermitted(path, action: action)
    default: .failed(path, action: action, reason: reason)
    }
  }

  /// What it means where the folder of the whole vault could not be opened for that. To make a note
  /// again there, or to take it as removed, would be wrong.
  package func vaultError(_ path: NotePath, _ action: String) -> NoteStoreError {
    switch code {
    case ENOENT, ENOTDIR:
      .failed(
        path, action: action,
        reason: "the vault's folder is gone; it may have been moved or removed")
    default: noteError(path, action)
    }
  }
}

/// Runs calls of the system on behalf of a note; what they refuse becomes the note's error.
package func onBehalf<Value: ~Copyable>(
  of path: NotePath, to action: String, _ body: () throws(SystemError) -> Value
) throws(NoteStoreError) -> Value {
  do {
    return try body()
  } catch {
    throw error.noteError(path, action)
  }
}

/// The same for one call.
package func onBehalf<Value: ~Copyable>(
  of path: NotePath, to action: String, _ call: @autoclosure () throws(SystemError) -> Value
) throws(NoteStoreError) -> Value {
  try onBehalf(of: path, to: action) { () throws(SystemError) in try call() }
}

/// Nil where a call finds nothing under a name.
@discardableResult
package func ifThere<Value: ~Copyable>(
  _ call: @autoclosure () throws(SystemError) -> Value
) throws(SystemError) -> Value? {
  do {
    return try call()
  } catch  where error.code == ENOENT {
    return nil
  }
}
