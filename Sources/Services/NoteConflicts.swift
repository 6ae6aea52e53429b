package import CopyNames
package import Entities

/// Notes that two devices changed and no program could bring together: copies next to a note,
/// and notes in which both texts are marked.
package protocol NoteConflicts: Sendable {
  /// The copies that there are, in the order of their paths. Names alone are looked at, but where a
  /// name may be a person's: then both texts are read.
  func copies() async throws(NoteIndexError) -> [ConflictCopy]

  /// The notes with marks of conflicts in their texts. All texts are looked through.
  func marked() async throws(NoteIndexError) -> [MarkedNote]

  /// What the other programs store in the vault besides notes and copies.
  func remains() async -> [SyncRemains]

  /// What merging a copy into its note would make; nothing is written.
  func merged(_ copy: ConflictCopy) async throws(NoteStoreError) -> MergedCopy

  /// Merges these in one step: the notes are written, all or none, and links to the copies lead to the
  /// notes; then the copies go to the trash. A note that was changed meanwhile stops all of it. With
  /// `cleanOnly`, copies that would leave marks are left as they are.
  func merge(
    _ copies: [ConflictCopy], cleanOnly: Bool
  ) async throws(NoteStoreError) -> ConflictReceipt

  /// Makes a note of its own of a copy, under this title; links to it go along. A title that copies have
  /// is refused.
  func keep(
    _ copy: ConflictCopy, as title: String
  ) async throws(NoteStoreError) -> ConflictReceipt

  /// Brings the copies back, and gives the notes the texts that they had.
  func undo(_ receipt: ConflictReceipt) async throws(NoteStoreError) -> [NoteID]

  /// The same, with all that is done to notes done by these.
  func writing(
    by store: any NoteStore, _ moves: any NoteMoves & NoteRewriting
  ) -> any NoteConflicts

  /// The same, of which no copy is moved that is no note.
  var trial: any NoteConflicts { get }
}

extension NoteConflicts {
  package var trial: any NoteConflicts { self }

  /// Of one that writes nothing.
  package func writing(
    by store: any NoteStore, _ moves: any NoteMoves & NoteRewriting
  ) -> any NoteConflicts { self }
}

/// A file next to a note that holds another version of it.
package struct ConflictCopy: Hashable, Sendable {
  package var copy: NoteID
  package var note: NoteID
  package var program: ConflictProgram
  /// When the copy was written.
  package var modified: Timestamp?

  package init(
    copy: NoteID, note: NoteID, program: ConflictProgram, modified: Timestamp? = nil
  ) {
    self.copy = copy
    self.note = note
    self.program = program
    self.modified = modified
  }

  /// Whether its name is none that a person gives.
  package var isSure: Bool { program != .unknown }
}

/// A note in which two texts are marked.
package struct MarkedNote: Hashable, Sendable {
  package var note: NoteID
  package var title: String
  package var modified: Timestamp
  package var conflicts: Int
  /// Of the first mark, counted from 1.
  package var line: Int

  package init(note: NoteID, title: String, modified: Timestamp, conflicts: Int, line: Int) {
    self.note = note
    self.title = title
    self.modified = modified
    self.conflicts = conflicts
    self.line = line
  }
}

/// What a note and its copy become together.
package struct MergedCopy: Equatable, Sendable {
  /// The note as it is, and as it would be.
  package var before: [UInt8]
  package var after: [UInt8]
  /// How many conflicts would be marked.
  package var conflicts: Int
  /// Whether the common origin of both is stored. Without, nothing is taken out: lines that only
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

/// What was merged, and what taking it back needs.
package struct ConflictReceipt: Equatable, Sendable {
  /// Those whose copies are in the trash now.
  package var merged: [ConflictCopy] = []
  /// Notes in which both texts are marked now.
  package var marked: [NoteID] = []
  /// Those that were left as they are, and why.
  package var left: [Left] = []
  package var trashed: [TrashedNote] = []
  /// Nil where no text had to change.
  package var rewriting: RewriteReceipt?
  /// Notes of others that led to a copy.
  package var linking: [NoteID] = []
  /// A copy that is a note of its own now, and nothing else.
  package var renamed: MoveReceipt?
  /// A note that was made of a closed copy, and nothing else.
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

  /// All notes that are other than they were, or gone.
  package var touched: [NoteID] {
    Array(
      Set(
        (rewriting?.touched ?? []) + (renamed?.touched ?? []) + (made.map { [$0] } ?? [])
          + trashed.map(\.original))
    )
    .sorted { $0.path < $1.path }
  }
}

/// Copies that other programs left of the closed files of an encrypted vault, next to those. None
/// is a note of the vault's; each is named as it would be next to a plain note:
/// `Plan.sync-conflict-….md`.
package protocol ClosedCopies: Sendable {
  /// `hosts` are names of devices: OneDrive puts one behind a file's name and nothing else. One whose name
  /// a note has waits until that has another.
  func copies(hosts: [String], isTaken: (NoteID) -> Bool) -> [ConflictCopy]

  /// Whether it is one of those that were found.
  func has(_ copy: NoteID) -> Bool

  func read(_ copy: NoteID) throws(NoteStoreError) -> NoteContent

  /// In the trash it is a note like any other; the answer has the name that its file had.
  func trash(_ copy: NoteID) throws(NoteStoreError) -> TrashedNote

  /// Gives its file that name back, in another process too.
  func putBack(_ trashed: TrashedNote) throws(NoteStoreError)
}
