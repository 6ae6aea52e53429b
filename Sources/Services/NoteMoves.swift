package import Comparing
package import Entities

/// Renames and moves notes; every link to them follows.
package protocol NoteMoves: Sendable {
  /// Moves the notes, or other files, and rewrites the links to them, all or nothing: after a crash the next start
  /// finishes it or takes it back. `linking` names the notes that may have links to them; nil
  /// looks through all notes. No other file is ever replaced.
  func move(_ moves: [NoteMove], linking: [NoteID]?) async throws(NoteStoreError) -> MoveReceipt

  /// All files in a folder and in those below it, notes or not, but what is hidden: what a folder's
  /// move takes along.
  func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath]

  /// Removes the folders in which nothing is left, and tells the others.
  func clear(_ folders: [NotePath]) async -> [NotePath]

  /// Gives a note another title: its file a name made of it, and where its text has a title, that
  /// too. The links to it go along, in the one step of a move; one `undo` takes all of it back.
  func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt

  /// Takes a move back, in one step like the move itself. What was edited since stays edited.
  func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt

  /// Throws what `undo` would throw now, and changes nothing.
  func check(undoing receipt: MoveReceipt) async throws(NoteStoreError)

  /// The same moves and changes, planned to the end and not carried out: what each would answer.
  func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting

  /// The same moves, which tell what they are going to do once they know it and before anything is
  /// touched; nil where it is known only afterwards.
  func noting(
    _ note: @escaping @Sendable (DoneCommand.Step) async -> Void
  ) -> (any NoteMoves & NoteRewriting)?

  /// The same moves, which hand over the texts that they are going to rewrite, before anything is touched.
  func keeping(
    _ keep: @escaping @Sendable ([NoteState]) -> Void
  ) -> any NoteMoves & NoteRewriting
}

extension NoteMoves where Self: NoteRewriting {
  /// It rewrites nothing.
  package func keeping(
    _ keep: @escaping @Sendable ([NoteState]) -> Void
  ) -> any NoteMoves & NoteRewriting { self }
}

extension NoteMoves {
  package func noting(
    _ note: @escaping @Sendable (DoneCommand.Step) async -> Void
  ) -> (any NoteMoves & NoteRewriting)? { nil }

  /// Nothing is known before.
  package func check(undoing receipt: MoveReceipt) async throws(NoteStoreError) {}
}

/// Exchanges planned moves with a trial.
package struct MoveTrial: Sendable {
  package typealias Texts = [(note: NotePath, text: [UInt8])]

  /// What a note says by now; nil where it says what the disk has.
  package var text: @Sendable (NotePath) -> [UInt8]?
  /// The texts are those of the notes under their new names.
  package var done: @Sendable ([NoteMove], Texts) -> Void

  package init(
    text: @escaping @Sendable (NotePath) -> [UInt8]? = { _ in nil },
    done: @escaping @Sendable ([NoteMove], Texts) -> Void = { _, _ in }
  ) {
    (self.text, self.done) = (text, done)
  }
}

/// What a move did, and what taking it back needs.
package struct MoveReceipt: Equatable, Sendable {
  package var moves: [NoteMove]
  /// The title that a note's text had, and has now.
  package var retitled: TitleChange?
  /// Notes whose links were rewritten, under the names that they have now; the one that was given a
  /// title is not counted.
  package var rewritten: [NoteID]
  /// Folders that were made for it.
  package var folders: [NotePath]
  /// What became of the texts, as far as they are small: taken back they are as they were, byte by byte.
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

  /// All notes that have another name or text.
  package var touched: [NoteID] { moves.flatMap { [$0.from, $0.to] } + rewritten }
}
