package import Entities

/// What a person's own command is about: the selected or marked notes, and what is selected in them.
package struct OwnSubject: Sendable {
  /// The marked notes, else the one of the selected row. Called off the main actor.
  package var notes: @Sendable () -> [NoteID]
  /// The line in the note, counted from 1.
  package var line: Int?
  /// The words of a task, a card or a match.
  package var text: String?
  /// The selected text; nil outside an editor.
  package var selection: [UInt8]?
  /// Whether the text must not reach a disk.
  package var isSecret = false

  package init(_ notes: @escaping @Sendable () -> [NoteID]) { self.notes = notes }

  /// One note, or none.
  package init(_ note: NoteID? = nil, line: Int? = nil, text: String? = nil) {
    let notes = note.map { [$0] } ?? []
    self.init { notes }
    (self.line, self.text) = (line, text)
  }
}

/// A module that shows notes, as a person's own commands see it.
@MainActor
package protocol OwnSubjectReporting: AnyObject {
  var ownSubject: OwnSubject { get }
  /// Replaces the selection, or inserts the text at the cursor. Returns false where there is no text to
  /// change.
  func replaceSelection(by text: [UInt8]) -> Bool
}

extension OwnSubjectReporting {
  package func replaceSelection(by text: [UInt8]) -> Bool { false }
}
