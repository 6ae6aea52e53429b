package import Entities
package import UseCases
package import Viper

// A note of an encrypted vault, or a locked note, in the person's own editor: the module's input,
// its reports and its routes. It has no view.

@MainActor
package protocol PrivateEditorInput: AnyObject {
  /// Edits the note, after asking: the editor may leave copies behind that we cannot control.
  func edit(_ note: NoteID)
}

@MainActor
protocol PrivateEditorInteractorOutput: AnyObject {
  func noteWasRead(_ text: [UInt8], of note: NoteID)
  /// `problem` says what happened to text that could not be saved to the note.
  func savingEnded(of note: NoteID, problem: String?)
  func failed(_ message: String)
}

/// The routes and questions of this module.
@MainActor
package protocol PrivateEditorWireframe: Asking {
  /// Gives the terminal to the editor until it ends. The text is in a file that exists only in
  /// memory. Nil if there is no terminal to give.
  func edit(_ text: [UInt8], named name: String) -> PrivateEditing?
  func showMessage(_ text: String)
}

/// Reports of this module to its parent.
@MainActor
package protocol PrivateEditorOutput: AnyObject {
  /// The text is about to be saved, so the vault must not lock, even if the editor ran for long.
  func privateEditorWillSave()
  func privateEditorDidSave(_ note: NoteID)
}
