package import Entities
import Glibc
package import Services

/// A failed system call, by its error number.
package struct SystemError: Error, Equatable {
  package let code: Int32

  package init(_ code: Int32) { self.code = code }

  package static var last: SystemError { SystemError(errno) }

  /// Thrown if the keys of an open encrypted vault disappeared from its folder. No system call
  /// returns it.
  package static let vaultDecrypted = SystemError(EKEYREVOKED)

  /// The system's own message, as the end of a sentence.
  package var reason: String {
    if self == .vaultDecrypted {
      return "another program decrypted this vault. Copy the text, and open the vault again"
    }
    // The system's message does not mention that another program holds the lock.
    if code == EWOULDBLOCK {
      return
        "another program has held its lock for too long; continue or end that one, and try again"
    }
    return String(cString: strerror(code))
  }

  /// Returns the error for a person who wanted to do `action` with a note.
  package func noteError(_ path: NotePath, _ action: String) -> NoteStoreError {
    switch code {
    case ENOENT: .notFound(path)
    case ENOSPC, EDQUOT: .noSpace(path)
    case EACCES, EPERM: .notPermitted(path, action: action)
    default: .failed(path, action: action, reason: reason)
    }
  }

  /// Returns the error if the vault's folder could not be opened. It must not suggest that the note
  /// is gone: to make it again, or to treat it as removed, would be wrong.
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

/// Runs system calls on behalf of a note and turns an error into the note's error.
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

/// Returns nil if nothing has the name in a call.
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
