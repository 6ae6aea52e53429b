package import Entities

/// Gives headings and blocks other words, with every link to them; and takes it back.
@MainActor
package protocol PartRenaming: AnyObject {
  /// Weak: whoever presents holds its interactor.
  var output: (any PartRenamingOutput)? { get set }
  func rename(_ part: String, of note: NoteID, to words: String)
  /// Takes the last one back.
  func undo()
  /// Nothing is told after this.
  func end()
}

@MainActor
package protocol PartRenamingOutput: AnyObject {
  /// `notes` with other notes' links among them.
  func partWasRenamed(in notes: [NoteID])
  func partHasItsNameBack(in notes: [NoteID])
  func renamingFailed(_ message: String)
}
