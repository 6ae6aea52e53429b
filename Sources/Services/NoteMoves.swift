package import Comparing
package import Entities

/// Renames and moves notes together with the links to them.
package protocol NoteMoves: Sendable {
  /// Moves notes or other files and rewrites the links to them, all or nothing: after a crash the
  /// next start finishes or undoes it. `linking` names the notes that may have links to them; nil
  /// searches all notes. No other file is ever replaced.
  func move(_ moves: [NoteMove], linking: [NoteID]?) async throws(NoteStoreError) -> MoveReceipt

  /// Returns all files in a folder and below, notes or not, except hidden ones: those that move
  /// with the folder.
  func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath]

  /// Removes the empty ones of these folders, and returns the others.
  func clear(_ folders: [NotePath]) async -> [NotePath]

  /// Gives a note another title: renames its file, changes the title in its text if there is one,
  /// and rewrites the links to it, all in one move that one `undo` reverses.
  func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt

  /// Undoes a move in one step. Later edits remain.
  func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt

  /// Throws what `undo` would throw now, and changes nothing.
  func check(undoing receipt: MoveReceipt) async throws(NoteStoreError)

  /// Returns a dry run of these moves and changes: everything is planned, nothing is written.
  func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting

  /// Returns the same moves, which report each step to `note` before anything is changed; nil if
  /// the steps are known only afterward.
  func noting(
    _ note: @escaping @Sendable (DoneCommand.Step) async -> Void
  ) -> (any NoteMoves & NoteRewriting)?

  /// Returns the same moves, which pass each text to `keep` before they rewrite any.
  func keeping(
    _ keep: @escaping @Sendable ([NoteState]) -> Void
  ) -> any NoteMoves & NoteRewriting
}

extension NoteMoves where Self: NoteRewriting {
  /// Returns itself: it rewrites nothing.
  package func keeping(
    _ keep: @escaping @Sendable ([NoteState]) -> Void
  ) -> any NoteMoves & NoteRewriting { self }
}

extension NoteMoves {
  package func noting(
    _ note: @escaping @Sendable (DoneCommand.Step) async -> Void
  ) -> (any NoteMoves & NoteRewriting)? { nil }

  /// Throws nothing: these moves cannot be checked in advance.
  package func check(undoing receipt: MoveReceipt) async throws(NoteStoreError) {}
}

/// The callbacks of a dry run: the texts that it reads, and the moves that it would make.
package struct MoveTrial: Sendable {
  package typealias Texts = [(note: NotePath, text: [UInt8])]

  /// Returns the text of a note after the steps planned so far; nil if it is the one on disk.
  package var text: @Sendable (NotePath) -> [UInt8]?
  /// Receives the moves, and the texts under the new names of their notes.
  package var done: @Sendable ([NoteMove], Texts) -> Void

  package init(
    text: @escaping @Sendable (NotePath) -> [UInt8]? = { _ in nil },
    done: @escaping @Sendable ([NoteMove], Texts) -> Void = { _, _ in }
  ) {
    (self.text, self.done) = (text, done)
  }
}

/// What a move did, and what undoing it needs.
package struct MoveReceipt: Equatable, Sendable {
  package var moves: [NoteMove]
  /// The old and new title in a note's text.
  package var retitled: TitleChange?
  /// Notes whose links were rewritten, under their current names; excludes the note that got a new
  /// title.
  package var rewritten: [NoteID]
  /// Folders that were made for the move.
  package var folders: [NotePath]
  /// The old and new texts, if they are small: an undo restores them byte for byte.
  package var texts: [RewrittenText] = []

  package init(
    moves: [NoteMove], rewritten: [NoteID], folders: [NotePath] = [],
    retitled: TitleChange? = nil
  ) {
    self.moves = moves
    self.retitled = retitled
    self.rewritten = rewritten
    self.folders = folders
  }

  /// All notes whose name or text changed.
  package var touched: [NoteID] { moves.flatMap { [$0.from, $0.to] } + rewritten }
}
