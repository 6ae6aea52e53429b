package import Entities
import VaultSettings

/// Answers the query blocks of notes for the preview, for HTML and for commands.
package protocol BlockQueries: Sendable {
  /// `note` is the note with the block; nil if it has no file yet.
  func answer(_ block: QueryBlock, in note: NoteID?) async -> BlockAnswer

  /// The prefix that makes inline code an expression of Dataview.
  var inlineSign: String { get }
}

extension BlockQueries {
  package var inlineSign: String { DataviewSettings().inlineSign }
}
