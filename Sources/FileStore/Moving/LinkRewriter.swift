import Entities
import Services

/// Which notes may hold links to notes that move, and what becomes of their texts.
struct LinkRewriter: Sendable {
  struct Work {
    var notes: [NoteID]
    /// Nil where no link in the text is to be written anew.
    var edited: (_ bytes: [UInt8], _ note: NotePath) -> [UInt8]?
  }

  var prepare: @Sendable (_ moves: [NoteMove], _ vault: VaultFolder, _ linking: [NoteID]?) -> Work
}
