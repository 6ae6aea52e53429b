package import Entities
package import Files
package import Services

/// What moves of notes need of the vault in which they happen: how a plan is made there, and how it is
/// carried out. `JournaledMoves` has the common part.
package protocol MoveStorage: Sendable {
  /// A plan's record on disk: all that is needed to finish it or to take it back.
  associatedtype Written: Sendable

  /// The folder in which a move under way is written down.
  var journal: [UInt8] { get }
  var disk: Disk { get }

  /// Whether notes may be changed at all.
  func checkWritable(_ path: NotePath) throws(NoteStoreError)

  func text(of note: NoteID, to action: String) throws(NoteStoreError) -> [UInt8]

  /// The path that a note of another title gets.
  func path(of note: NoteID, titled title: String) -> NotePath

  /// What another name makes of a note's title; nil where its text has none, or cannot have this one.
  func titleChange(of note: NoteID, to title: String) throws(NoteStoreError) -> TitleChange?

  /// The links to notes that get other names.
  func links(
    to moves: [NoteMove], _ retitled: TitleChange?, in notes: [NoteID]?
  ) throws(NoteStoreError) -> LinkRewriter.Work

  /// Looks at everything that will be touched; nothing is changed yet.
  func plan(
    _ moves: [NoteMove], rewriting notes: [NoteID],
    by edited: (_ bytes: [UInt8], _ note: NotePath) throws(NoteStoreError) -> [UInt8]?
  ) throws(NoteStoreError) -> MovePlan

  // MARK: The plan's record

  func written(_ plan: MovePlan) -> Written
  func file(of written: Written) throws(SystemError) -> [UInt8]
  /// Nil for what cannot be understood.
  func written(in file: [UInt8]) -> Written?
  func summary(of written: Written) -> MoveSummary

  // MARK: The steps

  /// Prepares a recorded plan; answers with the record that replaces it.
  func prepare(_ plan: MovePlan, _ written: Written) throws(NoteStoreError) -> Written?

  /// Does all that is left to do. With the plan, another program's text stops the work with an error;
  /// without it, as after a crash, that text stays and is reported.
  func finish(_ written: Written, _ plan: MovePlan?) throws(NoteStoreError) -> MoveOutcome

  /// Answers with the notes that were left as they are.
  func takeBack(_ written: Written) throws(NoteStoreError) -> [NotePath]

  /// All files in a folder and below, but hidden ones.
  func files(in folder: NotePath) throws(NoteStoreError) -> [NotePath]

  /// A move was taken back for which folders were made, or has left one. False where it stays.
  @discardableResult
  func removeIfEmpty(_ folder: NotePath) -> Bool
}

extension MoveStorage {
  package func path(of note: NoteID, titled title: String) -> NotePath {
    NoteFileName.path(of: note.path, titled: title)
  }

  package func prepare(
    _ plan: MovePlan, _ written: Written
  ) throws(NoteStoreError) -> Written? { nil }

  /// Folders are there as long as something is in them.
  package func removeIfEmpty(_ folder: NotePath) -> Bool { true }
}

/// A plan's summary for a person.
package struct MoveSummary {
  /// What errors are about.
  package var path: NotePath
  /// Notes may be changed without one that moves.
  var isMove: Bool
  /// Whether it came so far that there is something to take back.
  var isPrepared: Bool

  package init(path: NotePath, isMove: Bool, isPrepared: Bool = true) {
    self.path = path
    self.isMove = isMove
    self.isPrepared = isPrepared
  }

  var act: String { isMove ? "A move of notes" : "A change of several notes" }
  var done: String { isMove ? "moved" : "rewritten" }
}

package struct MoveOutcome {
  /// Notes that another program changed meanwhile: they keep what they have.
  var leftAlone: [NotePath]
  /// Whether nothing is left for the next start to remove.
  var isTidy: Bool

  package init(leftAlone: [NotePath], isTidy: Bool = true) {
    self.leftAlone = leftAlone
    self.isTidy = isTidy
  }
}
