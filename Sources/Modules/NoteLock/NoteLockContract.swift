package import Entities
package import Viper

// The lock of a note: the module's input, its reports and its routes. It has no view.

@MainActor
package protocol NoteLockInput: AnyObject {
  /// Locks a note or removes its lock, after asking.
  func changeLock(of note: NoteID)
}

@MainActor
protocol NoteLockInteractorOutput: AnyObject {
  /// Asks for a passphrase. `remark` is the reason that the last one was refused.
  func passphraseIsNeeded(for note: NoteID, remark: String)
  /// The note's file is about to get another name.
  func noteWillChange(_ note: NoteID)
  func noteDidChange(_ note: NoteID, to made: NoteID)
  func changeFailed(of note: NoteID, _ message: String)
  func failed(_ message: String)
}

/// The routes and questions of this module.
@MainActor
package protocol NoteLockWireframe: Asking {
  /// Closes the note's editor, because its file is going away.
  func closeEditor(of note: NoteID)
  func showMessage(_ text: String)
}

/// Reports of this module to its parent.
@MainActor
package protocol NoteLockOutput: AnyObject {
  func noteLockDidChange(_ note: NoteID, to made: NoteID)
  /// The change may be half done, so the files must be read again.
  func noteLockDidFail(with note: NoteID)
}
