package import Entities
package import Services

// What the list's business can do, for the screen and for the command line, and what it tells.

package typealias NoteListInteracting = NoteListBrowsing & NoteListArranging & NoteListChanging

/// Which notes there are. They are named by index among those that pass the filter; `count` and the
/// rows are those of the last `notesChanged`.
@MainActor
package protocol NoteListBrowsing: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any NoteListInteractorOutput)? { get set }
  /// Weak; nil for the command line.
  var screen: (any NoteListScreenOutput)? { get set }
  var count: Int { get }
  var total: Int { get }
  func note(at index: Int) -> NoteListItem
  func tags(at index: Int) -> [String]
  func notes(in range: Range<Int>) -> [NoteListItem]
  func index(of id: NoteID) -> Int?
  /// What is known at once, then what the files say, and what earlier runs left unsaved.
  func load()
  /// These notes, once.
  func load(_ request: CatalogRequest)
  /// A filter is about to be typed.
  func willFilter()
  /// False where these are the words already, so that nothing will come of it. What is known in
  /// memory is told before it returns.
  func filter(by words: String) -> Bool
  func refresh(_ id: NoteID)
  /// The index has other notes than it had: another program wrote.
  func notesChangedOutside()
  /// Looks for text that earlier runs kept and never saved: each time for the next of it.
  func findUnsaved()
  func stop()
}

/// In which order they are, which of them, and which come first. All of it is kept for the next time.
@MainActor
package protocol NoteListArranging: AnyObject {
  /// As `load()` found it, or as it was set since.
  var order: CatalogRequest.Order { get }
  var isReversed: Bool { get }
  func order(by order: CatalogRequest.Order, isReversed: Bool)
  /// What the list gets of the room beside the preview, in thousandths.
  var share: Int { get }
  func keep(share: Int)
  var folder: NotePath? { get }
  /// Only the notes in a folder and below it; nil for all. False where it is so already.
  func limit(to folder: NotePath?) -> Bool
  /// Tells the folders, now and whenever notes change.
  func showFolders(_ isShown: Bool)
  func isPinned(_ note: NoteID) -> Bool
  /// Pins them, or takes the pins off where all have one.
  func pin(_ choice: NoteChoice)
  /// Notes go by other names: their pins and marks go along.
  func names(changed moves: [NoteMove])
}

/// What is done to the notes that are marked, or to one.
@MainActor
package protocol NoteListChanging: AnyObject {
  var marked: Int { get }
  func isMarked(_ note: NoteID) -> Bool
  func toggleMark(of note: NoteID)
  /// All that pass the filter, or none where all are marked.
  func markAll()
  func dropMarks()
  /// One after the other; the first that fails ends it.
  func trash(_ choice: NoteChoice)
  func duplicate(_ choice: NoteChoice)
  /// In one step, which changes all or none.
  func tag(_ choice: NoteChoice, adding: [String], removing: [String])
  /// Looks for the open tasks of a note; `tasksWereFound` answers.
  func findTasks(of id: NoteID)
  /// Ticks one of them.
  func tickTask(_ number: Int)
  /// Gives the note another title; the links to it go along.
  func rename(_ id: NoteID, to title: String)
  /// Puts the note into a folder; the links to it go along.
  func move(_ id: NoteID, to folder: NotePath)
  /// The same with several, in one step.
  func move(_ choice: NoteChoice, to folder: NotePath)
  var canUndo: Bool { get }
  /// Takes the last of these back.
  func undo()
  /// Ends work on many notes after the one that it is at; false where none is under way.
  func stopWork() -> Bool
}

extension NoteListBrowsing {
  package func willFilter() {}
}

extension NoteListChanging {
  package func trash(_ ids: [NoteID]) { trash(.these(ids)) }
}

@MainActor
package protocol NoteListInteractorOutput: AnyObject {
  func notesChanged()
  func did(_ deed: NoteListDeed)
  func failed(_ failure: NoteListFailure)
}

/// What was done to notes, or undone.
package enum NoteListDeed: Sendable {
  case trashed(titles: [String])
  case restored([RestoredNote])
  case renamed(MovedNote)
  case moved(MovedNote)
  /// Renaming or moving was undone.
  case movedBack(MovedNote)
  case movedMany(Int, to: NotePath, rewritten: Int)
  case movedManyBack(Int)
  case copied([RestoredNote])
  /// Copying was undone.
  case copiesTrashed(titles: [String])
  /// `left`: a tag that was to go stands among the words of so many notes.
  case tagged([(id: NoteID, title: String)], left: (tag: String, notes: Int)?)
  case tagsTakenBack(in: [NoteID])
  case ticked(String, in: NoteID)
  /// Ticking was undone.
  case reopened(in: [NoteID])
  case pinned(Int, titles: [String], isPinned: Bool)
}

/// What only a screen wants to know.
@MainActor
package protocol NoteListScreenOutput: AnyObject {
  /// The first reading of all notes, which takes a while.
  func readingWentOn(notes: Int, of all: Int)
  func loadingEnded(problems: [String])
  /// What is done to many notes, which takes a while.
  func workWentOn(notes: Int, of all: Int)
  func workEnded()
  func foldersWereRead(_ folders: [NoteFolder])
  func tasksWereFound(_ words: [String], inNoteTitled title: String)
  func tooManyPins(most: Int)
  func nothingToUndo()
  /// Earlier runs kept text of these notes, or of a new one, that was never saved.
  func unsavedTextWasFound(named names: [String], andDraft: Bool)
  /// The next of it to be opened; nil is a new note.
  func nextUnsavedIs(_ note: NoteID?)
  func nothingIsUnsaved()
}
