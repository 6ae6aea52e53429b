package import Entities
package import Viper

// The lock of one note, read from top to bottom: what others can ask for, the business, its reports,
// and its routes. The module has no view.

@MainActor
package protocol NoteLockInput: AnyObject {
  /// Locks a note, or takes its lock off, after asking.
  func changeLock(of note: NoteID)
}

@MainActor
protocol NoteLockInteractorOutput: AnyObject {
  /// `remark` is why the last one did not do.
  func passphraseIsNeeded(for note: NoteID, remark: String)
  /// It begins to change, and its file goes by another name then.
  func noteWillChange(_ note: NoteID)
  func noteDidChange(_ note: NoteID, to made: NoteID)
  func changeFailed(of note: NoteID, _ message: String)
  func failed(_ message: String)
}

/// Where this module leads, in its own words.
@MainActor
package protocol NoteLockWireframe: Asking {
  /// What would be typed in it belongs to a file that goes.
  func closeEditor(of note: NoteID)
  func showMessage(_ text: String)
}

/// What this module tells its parent.
@MainActor
package protocol NoteLockOutput: AnyObject {
  func noteLockDidChange(_ note: NoteID, to made: NoteID)
  /// It may be half done: what the files say now is to be read again.
  func noteLockDidFail(with note: NoteID)
}
