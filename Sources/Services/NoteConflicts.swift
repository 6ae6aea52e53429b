package import CopyNames
package import Entities

/// Notes that two devices changed and no program could merge: copies next to a note, and notes with
/// conflict marks in their texts.
package protocol NoteConflicts: Sendable {
  /// Returns the conflict copies in the order of their paths. Only names are checked, unless a user
  /// may have given the name: then both texts are read.
  func copies() async throws(NoteIndexError) -> [ConflictCopy]

  /// Returns the notes with conflict marks. All texts are read.
  func marked() async throws(NoteIndexError) -> [MarkedNote]

  /// Returns what other programs store in the vault besides notes and copies.
  func remains() async -> [SyncRemains]

  /// Returns the result of merging a copy into its note; nothing is written.
  func merged(_ copy: ConflictCopy) async throws(NoteStoreError) -> MergedCopy

  /// Merges these copies in one step: the notes are written, all or none, and links to the copies
  /// lead to the notes; then the copies go to the trash. If a note was changed meanwhile nothing is
  /// done. With `cleanOnly`, copies that would leave marks are skipped.
  func merge(
    _ copies: [ConflictCopy], cleanOnly: Bool
  ) async throws(NoteStoreError) -> ConflictReceipt

  /// Turns a copy into a separate note with this title; links to it follow. A title in the form of
  /// a copy's name is refused.
  func keep(
    _ copy: ConflictCopy, as title: String
  ) async throws(NoteStoreError) -> ConflictReceipt

  /// Restores the copies and the earlier texts of the notes.
  func undo(_ receipt: ConflictReceipt) async throws(NoteStoreError) -> [NoteID]

  /// Returns the same conflicts, with all changes made by this store and these moves.
  func writing(
    by store: any NoteStore, _ moves: any NoteMoves & NoteRewriting
  ) -> any NoteConflicts

  /// The same conflicts for a trial, in which no encrypted copy is moved.
  var trial: any NoteConflicts { get }
}

extension NoteConflicts {
  package var trial: any NoteConflicts { self }

  /// Returns itself: it writes nothing.
  package func writing(
    by store: any NoteStore, _ moves: any NoteMoves & NoteRewriting
  ) -> any NoteConflicts { self }
}

/// A file next to a note that holds another version of it.
package struct ConflictCopy: Hashable, Sendable {
  package var copy: NoteID
  package var note: NoteID
  package var program: ConflictProgram
  package var modified: Timestamp?

  package init(
    copy: NoteID, note: NoteID, program: ConflictProgram, modified: Timestamp? = nil
  ) {
    self.copy = copy
    self.note = note
    self.program = program
    self.modified = modified
  }

  /// Whether the name is one that no user would give.
  package var isSure: Bool { program != .unknown }
}

/// A note with conflict marks.
package struct MarkedNote: Hashable, Sendable {
  package var note: NoteID
  package var title: String
  package var modified: Timestamp
  package var conflicts: Int
  /// The line of the first mark, counted from 1.
  package var line: Int

  package init(note: NoteID, title: String, modified: Timestamp, conflicts: Int, line: Int) {
    self.note = note
    self.title = title
    self.modified = modified
    self.conflicts = conflicts
    self.line = line
  }
}

/// The result of merging a copy into its note.
package struct MergedCopy: Equatable, Sendable {
  /// The note's text before and after.
  package var before: [UInt8]
  package var after: [UInt8]
  /// The number of conflicts that would be marked.
  package var conflicts: Int
  /// Whether the common origin of both is stored. Without it nothing is deleted: lines that only
  /// one of them has stay, or are marked.
  package var hasBase: Bool

  package init(before: [UInt8], after: [UInt8], conflicts: Int, hasBase: Bool) {
    self.before = before
    self.after = after
    self.conflicts = conflicts
    self.hasBase = hasBase
  }

  package var isClean: Bool { conflicts == 0 }
}

/// What was merged, and what undoing it needs.
package struct ConflictReceipt: Equatable, Sendable {
  /// Copies that are in the trash now.
  package var merged: [ConflictCopy] = []
  /// Notes that have conflict marks now.
  package var marked: [NoteID] = []
  /// Copies that were skipped, and why.
  package var left: [Left] = []
  package var trashed: [TrashedNote] = []
  /// Nil if no text had to change.
  package var rewriting: RewriteReceipt?
  /// Other notes with links to a copy.
  package var linking: [NoteID] = []
  /// A copy that became a separate note; then all else is empty.
  package var renamed: MoveReceipt?
  /// A note that was made from an encrypted copy; then all else is empty.
  package var made: NoteID?

  package struct Left: Equatable, Sendable {
    package var copy: ConflictCopy
    package var reason: String

    package init(_ copy: ConflictCopy, _ reason: String) {
      self.copy = copy
      self.reason = reason
    }
  }

  package init() {}

  package var isEmpty: Bool { merged.isEmpty && rewriting == nil && renamed == nil && made == nil }

  /// All notes that changed or are gone.
  package var touched: [NoteID] {
    Array(
      Set(
        (rewriting?.touched ?? []) + (renamed?.touched ?? []) + (made.map { [$0] } ?? [])
          + trashed.map(\.original))
    )
    .sorted { $0.path < $1.path }
  }
}

/// Copies that other programs left next to the encrypted files of a vault. None is a note of the
/// vault. Each is named as it would be next to a plain note: `Plan.sync-conflict-….md`.
package protocol ClosedCopies: Sendable {
  /// Returns the copies. `hosts` are device names: OneDrive appends one to a file's name and
  /// nothing else. A copy whose name a note has is left out until that note is renamed.
  func copies(hosts: [String], isTaken: (NoteID) -> Bool) -> [ConflictCopy]

  /// Whether this is one of the copies that were found.
  func has(_ copy: NoteID) -> Bool

  func read(_ copy: NoteID) throws(NoteStoreError) -> NoteContent

  /// Moves a copy to the trash as an ordinary note; the result has the name of its file.
  func trash(_ copy: NoteID) throws(NoteStoreError) -> TrashedNote

  /// Restores the file under its old name, even in another process.
  func putBack(_ trashed: TrashedNote) throws(NoteStoreError)
}
