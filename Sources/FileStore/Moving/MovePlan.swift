import Entities
import Services

/// All that a move of notes does, with all that is needed to take it back.
struct MovePlan: Equatable, Sendable {
  struct Moved: Equatable, Sendable {
    var move: NoteMove
    var inode: UInt64
  }

  /// A note in which links are written anew. Where it moves itself, it has two names.
  struct Rewrite: Equatable, Sendable {
    var before: NotePath
    var after: NotePath
    var old: [UInt8]
    var new: [UInt8]
    /// When the old text was written.
    var modified: Timestamp
  }

  var moved: [Moved]
  var rewrites: [Rewrite]
  /// Folders to be made, each after the one that it stands in.
  var folders: [NotePath]

  /// What errors are about.
  var path: NotePath {
    moved.first?.move.from.path ?? rewrites.first?.before ?? NotePath("nothing")
  }

  /// How a person calls it: notes may be changed without one that moves.
  var words: (act: String, done: String, rewrite: String) {
    moved.isEmpty
      ? ("A change of several notes", "rewritten", "rewrite")
      : ("A move of notes", "moved", "rewrite the links in")
  }

  var steps: [MoveStep] { MoveStep.steps(moved.map(\.move)) }
}
