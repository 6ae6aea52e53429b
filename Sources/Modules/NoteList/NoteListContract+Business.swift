import Entities

// What the screen's business can do, and what it tells. It awaits `NoteListCases`.

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
  case joined(JoinedNote)
  /// Joining was undone.
  case joinedBack(JoinedNote)
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
  /// How many notes each has without the folders below it.
  func foldersWereRead(_ folders: [(path: NotePath, notes: Int)])
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
