package import Entities
package import UseCases
package import Viper

// A note of an encrypted vault, or a locked one, in the person's own editor: what others can ask for,
// the business, its reports, and its routes. The module has no view.

@MainActor
package protocol PrivateEditorInput: AnyObject {
  /// Asks first: what the editor leaves behind by itself is out of our hands.
  func edit(_ note: NoteID)
}

@MainActor
protocol PrivateEditorInteractorOutput: AnyObject {
  func noteWasRead(_ text: [UInt8], of note: NoteID)
  /// `problem` is what became of a text that could not be saved where it belongs.
  func savingEnded(of note: NoteID, problem: String?)
  func failed(_ message: String)
}

/// Where this module leads, in its own words.
@MainActor
package protocol PrivateEditorWireframe: Asking {
  /// Gives the terminal to the editor until it ends, with the text in a file in memory only. Nil
  /// if there is no terminal to give.
  func edit(_ text: [UInt8], named name: String) -> PrivateEditing?
  func showMessage(_ text: String)
}

/// What this module tells its parent.
@MainActor
package protocol PrivateEditorOutput: AnyObject {
  /// The editor may have run for longer than the vault stays open: nothing locks until it is saved.
  func privateEditorWillSave()
  func privateEditorDidSave(_ note: NoteID)
}
