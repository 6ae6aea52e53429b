package import Entities
import VaultSettings

/// Answers the query blocks of notes, for the preview, for HTML and for commands.
package protocol BlockQueries: Sendable {
  /// `note`: the one that has the block; nil where it has no file yet.
  func answer(_ block: QueryBlock, in note: NoteID?) async -> BlockAnswer

  /// What code within a line begins with that is an expression of Dataview's.
  var inlineSign: String { get }
}

extension BlockQueries {
  package var inlineSign: String { DataviewSettings().inlineSign }
}
