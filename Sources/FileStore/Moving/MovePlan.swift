import Comparing
package import Entities
import Services

/// All that a move of notes does, with all that is needed to take it back.
package struct MovePlan: Equatable, Sendable {
  package struct Moved: Equatable, Sendable {
    package var move: NoteMove
    /// Of the note's file in a plain vault.
    var inode: UInt64

    package init(move: NoteMove, inode: UInt64 = 0) {
      self.move = move
      self.inode = inode
    }
  }

  /// A note in which links are written again. Where it moves itself, it has two names.
  package struct Rewrite: Equatable, Sendable {
    package var before: NotePath
    package var after: NotePath
    package var old: [UInt8]
    package var new: [UInt8]
    /// When the old text was written, in a plain vault.
    var modified: Timestamp
    /// When the new text was written, where it is one that comes back. Not written down: after a kill
    /// it is as new as any.
    var restored: Timestamp?

    package init(
      before: NotePath, after: NotePath, old: [UInt8], new: [UInt8],
      modified: Timestamp = Timestamp(seconds: 0)
    ) {
      self.before = before
      self.after = after
      self.old = old
      self.new = new
      self.modified = modified
    }

    var done: RewrittenText {
      RewrittenText(note: after, old: old, new: new, modified: modified)
    }

    /// What a note said; a canvas or a base has no versions.
    var former: NoteState? {
      guard before.isOfNote else { return nil }
      return NoteState(
        note: NoteID(before), bytes: old, written: modified.seconds == 0 ? nil : modified,
        by: VersionWriter(.otherProgram))
    }
  }

  package var moved: [Moved]
  package var rewrites: [Rewrite]
  /// Folders to be made, each after the one that it stands in.
  var folders: [NotePath]

  package init(moved: [Moved], rewrites: [Rewrite] = [], folders: [NotePath] = []) {
    self.moved = moved
    self.rewrites = rewrites
    self.folders = folders
  }

  package var isEmpty: Bool { moved.isEmpty && rewrites.isEmpty }

  /// What errors are about.
  package var path: NotePath {
    moved.first?.move.from.path ?? rewrites.first?.before ?? NotePath("nothing")
  }

  /// What is done to the texts, for a person: notes may be changed without one that moves.
  package var rewriteAction: String { moved.isEmpty ? "rewrite" : "rewrite the links in" }

  /// Texts that come back are as old as they were.
  mutating func restore(_ done: [RewrittenText]) {
    for index in rewrites.indices {
      let rewrite = rewrites[index]
      rewrites[index].restored =
        done.last { $0.note == rewrite.before && $0.isOld(rewrite.new) }?.modified
    }
  }

  var steps: [MoveStep] { MoveStep.steps(moved.map(\.move)) }
}
