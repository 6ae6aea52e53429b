import Entities
import Services

// What the screen's business can do, and what it tells. It awaits `NoteListCases`.

/// The business, in its parts.
@MainActor
protocol NoteListInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any NoteListInteractorOutput)? { get set }
  /// Weak too.
  var screen: (any NoteListScreenOutput)? { get set }
  var rows: any NoteListBrowsing { get }
  var arranging: any NoteListArranging { get }
  var changing: any NoteListChanging { get }
  var moving: any NoteListMoving { get }
  var joining: any NoteListJoining { get }
  var tasks: any NoteListTicking { get }
  var unsaved: any NoteListRecovering { get }
  /// What is known at once, then what the files say, and what earlier runs left unsaved.
  func load()
  func stop()
}

/// Which notes there are, and which of them are marked. They are named by index among those that pass the
/// filter; `count` and the rows are those of the last `notesChanged`.
@MainActor
protocol NoteListBrowsing: AnyObject {
  var count: Int { get }
  var total: Int { get }
  func note(at index: Int) -> NoteListItem
  func tags(at index: Int) -> [String]
  func index(of id: NoteID) -> Int?
  func refresh(_ id: NoteID)
  /// The index has other notes than it had: another program wrote.
  func notesChangedOutside()
  /// A filter is about to be typed.
  func willFilter()
  /// False where these are the words already, so that nothing will come of it. What is known in
  /// memory is told before it returns.
  func filter(by words: String) -> Bool
  var folder: NotePath? { get }
  /// Only the notes in a folder and below it; nil for all. False where it is so already.
  func limit(to folder: NotePath?) -> Bool
  /// Tells the folders, now and whenever notes change.
  func showFolders(_ isShown: Bool)
  var marked: Int { get }
  func isMarked(_ note: NoteID) -> Bool
  /// Names them off the main actor: they may be many.
  func chosen(_ choice: NoteChoice) -> @Sendable () -> [NoteID]
  func toggleMark(of note: NoteID)
  /// All that pass the filter, or none where all are marked.
  func markAll()
  func dropMarks()
}

/// In which order they are, and which come first. All of it is kept for the next time.
@MainActor
protocol NoteListArranging: AnyObject {
  /// As `load()` found it, or as it was set since.
  var order: CatalogRequest.Order { get }
  var isReversed: Bool { get }
  func order(by order: CatalogRequest.Order, isReversed: Bool)
  /// What the list gets of the room beside the preview, in thousandths.
  var share: Int { get }
  func keep(share: Int)
  func isPinned(_ note: NoteID) -> Bool
  /// Pins them, or takes the pins off where all have one.
  func pin(_ choice: NoteChoice)
  /// Notes go by other names: their pins and marks go along.
  func names(changed moves: [NoteMove])
}

/// What is done to the notes that are marked, or to one, and how it is undone.
@MainActor
protocol NoteListChanging: AnyObject {
  /// One after the other; the first that fails ends it.
  func trash(_ choice: NoteChoice)
  func duplicate(_ choice: NoteChoice)
  /// In one step, which changes all or none.
  func tag(_ choice: NoteChoice, adding: [String], removing: [String])
  /// Something is taken back, or the rows that it leads to are read.
  var isUndoing: Bool { get }
  /// Takes the last of what was changed, moved or ticked back.
  func undo()
  /// Ends work on many notes after the one that it is at; false where none is under way.
  func stopWork() -> Bool
}

extension NoteListChanging {
  func trash(_ ids: [NoteID]) { trash(.these(ids)) }
}

/// Other names and folders; the links to the notes go along.
@MainActor
protocol NoteListMoving: AnyObject {
  func rename(_ id: NoteID, to title: String)
  func move(_ id: NoteID, to folder: NotePath)
  /// The same with several, in one step.
  func move(_ choice: NoteChoice, to folder: NotePath)
  /// A folder with all that is in it, or a file that is no note, by its new path.
  func move(_ place: NoteListPlace, to path: NotePath)
}

/// Several notes become one.
@MainActor
protocol NoteListJoining: AnyObject {
  /// Names the notes that are marked, with the selected one where only one is; `notesToJoin` answers.
  func find(besides selected: NoteID?)
  /// All in one step, but for the way to the trash.
  func join(_ notes: [NoteID], into target: NoteID)
}

@MainActor
protocol NoteListTicking: AnyObject {
  /// Looks for the open tasks of a note; `tasksWereFound` answers.
  func find(of id: NoteID)
  /// Ticks one of them.
  func tick(_ number: Int)
}

@MainActor
protocol NoteListRecovering: AnyObject {
  /// Looks for text that earlier runs kept and never saved: each time for the next of it.
  func findNext()
}

@MainActor
protocol NoteListInteractorOutput: AnyObject {
  func notesChanged()
  func did(_ deed: NoteListDeed)
  func failed(_ failure: NoteListFailure)
}

/// What was done to notes, or undone.
enum NoteListDeed: Sendable {
  case trashed(titles: [String])
  case restored([RestoredNote])
  case renamed(MovedNote)
  case moved(MovedNote)
  /// Renaming or moving was undone.
  case movedBack(MovedNote)
  case movedMany(Int, to: NotePath, rewritten: Int)
  case movedManyBack(Int)
  case movedPlace(MovedPlace)
  case movedPlaceBack(MovedPlace)
  case joined(JoinedNotes)
  /// Joining was undone.
  case joinedBack(JoinedNotes)
  case copied([RestoredNote])
  /// Copying was undone.
  case copiesTrashed(titles: [String])
  /// `left`: a tag that was to go stands among the words of so many notes.
  case tagged([(id: NoteID, title: String)], left: (tag: String, notes: Int)?)
  case tagsTakenBack(in: [NoteID])
  /// `status`: what it is now, where the vault has a name for that.
  case ticked(String, in: NoteID, status: String)
  /// Ticking was undone.
  case reopened(in: [NoteID])
  case pinned(Int, titles: [String], isPinned: Bool)
}

/// What only a screen wants to know.
@MainActor
protocol NoteListScreenOutput: AnyObject {
  /// The first reading of all notes, which takes a while.
  func readingWentOn(notes: Int, of all: Int)
  func loadingEnded(problems: [String])
  /// What is done to many notes, which takes a while.
  func workWentOn(notes: Int, of all: Int)
  func workEnded()
  func foldersWereRead(_ folders: [NoteFolder])
  func tasksWereFound(_ words: [String], inNoteTitled title: String)
  /// In the order of the list.
  func notesToJoin(_ notes: [NoteID], titles: [String])
  func tooManyPins(most: Int)
  func nothingToUndo()
  /// Earlier runs kept text of these notes, or of a new one, that was never saved.
  func unsavedTextWasFound(named names: [String], andDraft: Bool)
  /// The next of it to be opened; nil is a new note.
  func nextUnsavedIs(_ note: NoteID?)
  func nothingIsUnsaved()
}
