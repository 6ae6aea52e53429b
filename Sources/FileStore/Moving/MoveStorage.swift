package import Entities
package import Files
package import Services

/// How moves of notes are planned and carried out in a kind of vault. `JournaledMoves` has the
/// common part.
package protocol MoveStorage: Sendable {
  /// A plan's record on disk: everything needed to finish or undo it.
  associatedtype Written: Sendable

  /// The folder for the record of a move in progress.
  var journal: [UInt8] { get }
  var disk: Disk { get }

  /// Throws if notes must not be changed.
  func checkWritable(_ path: NotePath) throws(NoteStoreError)

  func text(of note: NoteID, to action: String) throws(NoteStoreError) -> [UInt8]

  /// Returns the path of a note with another title.
  func path(of note: NoteID, titled title: String) -> NotePath

  /// Returns the change of a note's title; nil if its text has none, or cannot have this one.
  func titleChange(of note: NoteID, to title: String) throws(NoteStoreError) -> TitleChange?

  /// Returns the links to renamed notes.
  func links(
    to moves: [NoteMove], _ retitled: TitleChange?, in notes: [NoteID]?
  ) throws(NoteStoreError) -> LinkRewriter.Work

  /// Checks everything that will be touched; nothing is changed yet.
  func plan(
    _ moves: [NoteMove], rewriting notes: [NoteID],
    by edited: (_ bytes: [UInt8], _ note: NotePath) throws(NoteStoreError) -> [UInt8]?
  ) throws(NoteStoreError) -> MovePlan

  // MARK: The plan's record

  func written(_ plan: MovePlan) -> Written
  func file(of written: Written) throws(SystemError) -> [UInt8]
  /// Returns nil for a record that cannot be understood.
  func written(in file: [UInt8]) -> Written?
  func summary(of written: Written) -> MoveSummary

  // MARK: The steps

  /// Prepares a recorded plan; returns the record that replaces it.
  func prepare(_ plan: MovePlan, _ written: Written) throws(NoteStoreError) -> Written?

  /// Does everything that is left. With the plan, a text of another program throws; without it, as
  /// after a crash, that text stays and is reported.
  func finish(_ written: Written, _ plan: MovePlan?) throws(NoteStoreError) -> MoveOutcome

  /// Undoes a plan and returns the notes that could not be restored.
  func takeBack(_ written: Written) throws(NoteStoreError) -> [NotePath]

  /// Returns all files in a folder and below, except hidden ones.
  func files(in folder: NotePath) throws(NoteStoreError) -> [NotePath]

  /// Removes an empty folder that a move left or an undone move had made; false if it stays.
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

  /// Returns true: here folders exist only while something is in them.
  package func removeIfEmpty(_ folder: NotePath) -> Bool { true }
}

/// A plan's summary for messages.
package struct MoveSummary {
  /// The path for error messages.
  package var path: NotePath
  /// Whether notes move rather than only change.
  var isMove: Bool
  /// Whether it got far enough to need an undo.
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
  /// Notes that another program changed meanwhile; they are not touched.
  var leftAlone: [NotePath]
  /// Whether nothing is left for the next start to remove.
  var isTidy: Bool

  package init(leftAlone: [NotePath], isTidy: Bool = true) {
    self.leftAlone = leftAlone
    self.isTidy = isTidy
  }
}
