package import Entities
package import Services

// What the screen's business can do, and what it tells. It awaits `NoteListCases`.

@MainActor
protocol NoteListInteractorOutput: AnyObject {
  func notesChanged()
  func did(_ outcome: NoteListOutcome)
  func failed(_ failure: NoteListFailure)
}

/// What was done to notes, or undone.
enum NoteListOutcome: Sendable {
  case trashed(titles: [String])
  case restored([RestoredNote])
  case renamed(MovedNote)
  case moved(MovedNote)
  /// Renaming or moving was undone.
  case movedBack(MovedNote)
  case movedMany(Int, to: NotePath, rewritten: Int)
  case movedManyBack(Int)
  case movedItem(MovedItem)
  case movedItemBack(MovedItem)
  case joined(JoinedNote)
  /// Joining was undone.
  case joinedBack(JoinedNote)
  case copied([RestoredNote])
  /// Copying was undone.
  case copiesTrashed(titles: [String])
  /// `left`: a tag that could not be removed, as it is in the text of that many notes.
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
  /// Earlier runs stored text of these notes, or of a new one, that was never saved.
  func unsavedTextWasFound(named names: [String], andDraft: Bool)
  /// The next of it to be opened; nil is a new note.
  func nextUnsavedIs(_ note: NoteID?)
  func nothingIsUnsaved()
}

// What the interactor reports about notes, and what it is asked to do with them.

/// The notes that something is done to.
enum NoteChoice: Equatable, Sendable {
  case these([NoteID])
  /// Those that are marked when it is done.
  case marked
}

/// A note that came, or came back.
struct RestoredNote: Equatable, Sendable {
  var id: NoteID
  var title: String
}

/// A note as display values.
struct NoteListItem: Equatable, Sendable {
  var id: NoteID
  var title: String
  var snippet: String
  var modified: Timestamp
  /// Why it cannot be opened.
  var obstacle: String?
  /// The obstacle is one that a person is asked about when they open the note.
  var leadsOutside = false
  /// The obstacle is a lock, which its passphrase opens.
  var isLocked = false
  /// It is shown as a board, too.
  var isBoard = false
}

/// Several notes that became one.
struct JoinedNote: Equatable, Sendable {
  /// The one that stays.
  var id: NoteID
  var title: String
  /// The titles of the others.
  var others: [String]
  /// Notes in which only links changed.
  var linking: [NoteID]
  /// The properties of which it keeps its own.
  var ownProperties: [String]
  /// Links to a part of this name lead to another of that name now.
  var unclear: String?

  init(_ joined: JoinedNotes) {
    (id, title) = (joined.target.id, joined.target.title)
    (others, linking) = (joined.others.map(\.title), joined.linking)
    ownProperties = Set(joined.differences.map(\.name)).sorted()
    unclear = joined.unclear.first?.part
  }
}

/// A note that goes by another name, or another title, than before.
package struct MovedNote: Equatable, Sendable {
  package var from: NoteID
  package var to: NoteID
  /// What it is called now.
  package var title: String
  package var receipt: MoveReceipt
  /// The notes whose links to it were written again.
  package var rewritten: [NoteID] { receipt.rewritten }
}

/// Why something was not done.
package enum NoteListFailure: ExplainedError, Equatable, Sendable {
  case store(NoteStoreError)
  case index(NoteIndexError)

  /// The person ended it.
  var isStop: Bool { self == .index(.cancelled) }

  package var message: String {
    switch self {
    case .store(let error): error.message
    case .index(let error): error.message
    }
  }
}

/// A folder, or a file that is no note, under its new name.
package struct MovedItem: Equatable, Sendable {
  package var from: VaultItem
  package var to: NotePath
  /// Folders that stay, with what is hidden in them.
  package var left: [NotePath]
  package var receipt: MoveReceipt
  var files: Int { receipt.moves.count }
  /// The notes whose links were written again.
  var rewritten: [NoteID] { receipt.rewritten }
}

/// What a vault has beside notes.
package enum VaultItem: Equatable, Sendable {
  case folder(NotePath)
  case attachment(NotePath)

  package var path: NotePath {
    switch self {
    case .folder(let path), .attachment(let path): path
    }
  }
}
