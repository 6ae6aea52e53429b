package import Entities
package import Services

// The reports of the interactor, which awaits `NoteListCases`.

@MainActor
protocol NoteListInteractorOutput: AnyObject {
  func notesChanged()
  func did(_ outcome: NoteListOutcome)
  func failed(_ failure: NoteListFailure)
}

/// The outcome of a change to notes, or of undoing one.
enum NoteListOutcome: Sendable {
  case trashed(titles: [String])
  case restored([RestoredNote])
  case renamed(MovedNote)
  case moved(MovedNote)
  /// Renaming or moving was undone.
  case moveUndone(MovedNote)
  case movedMany(Int, to: NotePath, rewritten: Int)
  case moveManyUndone(Int)
  case movedItem(MovedItem)
  case movedItemBack(MovedItem)
  case joined(JoinedNote)
  /// Joining was undone.
  case joinUndone(JoinedNote)
  case copied([RestoredNote])
  /// Copying was undone.
  case copiesTrashed(titles: [String])
  /// `left` is a tag that could not be removed, because the text of that many notes has it.
  case tagged([(id: NoteID, title: String)], left: (tag: String, notes: Int)?)
  case tagsTakenBack(in: [NoteID])
  /// What another part did, by its name, was undone.
  case takenBack(String, in: [NoteID])
  /// `status` is the new status, if the vault has a name for it.
  case ticked(String, in: NoteID, status: String)
  /// Ticking was undone.
  case reopened(in: [NoteID])
  case pinned(Int, titles: [String], isPinned: Bool)
}

/// Reports that only the screen needs.
@MainActor
protocol NoteListScreenOutput: AnyObject {
  /// The first reading of all notes made progress.
  func readingProgressed(notes: Int, of all: Int)
  func loadingEnded(problems: [String])
  /// Work on many notes made progress.
  func workProgressed(notes: Int, of all: Int)
  func workEnded()
  /// The folders were read; `notes` counts those directly in each.
  func foldersWereRead(_ folders: [(path: NotePath, notes: Int)])
  func tasksWereFound(_ words: [String], inNoteTitled title: String)
  /// The notes that would be joined, in the order of the list.
  func notesToJoin(_ notes: [NoteID], titles: [String])
  func tooManyPins(most: Int)
  func nothingToUndo()
  /// Earlier runs stored text of these notes, or of a new one, that was never saved.
  func unsavedTextWasFound(named names: [String], andDraft: Bool)
  /// The note with the next unsaved text; nil is the draft of a new note.
  func nextUnsavedIs(_ note: NoteID?)
  func nothingIsUnsaved()
}

// The values of requests and reports.

/// The notes to act on.
enum NoteChoice: Equatable, Sendable {
  case these([NoteID])
  /// The notes that are marked when the action runs.
  case marked
}

/// A note that was created or restored.
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
  /// When the note says it was created; only in the order of creation.
  var created: Timestamp?
  /// The reason that it cannot be opened.
  var obstacle: String?
  /// Whether the obstacle is a link out of the vault, which the person is asked about.
  var leadsOutside = false
  /// Whether the obstacle is a lock, which its passphrase opens.
  var isLocked = false
  /// Whether the note can be shown as a board.
  var isBoard = false
}

/// The result of joining notes.
struct JoinedNote: Equatable, Sendable {
  /// The note that the others were joined into.
  var id: NoteID
  var title: String
  /// The titles of the others.
  var others: [String]
  /// The notes in which only links changed.
  var linking: [NoteID]
  /// The properties for which the target's own values were preserved.
  var ownProperties: [String]
  /// The name of a part that is ambiguous now: links to it may lead to another part.
  var unclear: String?

  init(_ joined: JoinedNotes) {
    (id, title) = (joined.target.id, joined.target.title)
    (others, linking) = (joined.others.map(\.title), joined.linking)
    ownProperties = Set(joined.differences.map(\.name)).sorted()
    unclear = joined.unclear.first?.part
  }
}

/// A note whose name or title changed.
package struct MovedNote: Equatable, Sendable {
  package var from: NoteID
  package var to: NoteID
  /// The new title.
  package var title: String
  package var receipt: MoveReceipt
  /// The notes whose links to it were updated.
  package var rewritten: [NoteID] { receipt.rewritten }
}

/// The reason that an action failed.
package enum NoteListFailure: ExplainedError, Equatable, Sendable {
  case store(NoteStoreError)
  case index(NoteIndexError)

  /// Whether the person stopped the work.
  var isStop: Bool { self == .index(.cancelled) }

  package var message: String {
    switch self {
    case .store(let error): error.message
    case .index(let error): error.message
    }
  }
}

/// A folder or an attachment that was moved.
package struct MovedItem: Equatable, Sendable {
  package var from: VaultItem
  package var to: NotePath
  /// Folders that were not removed, because they contain hidden files.
  package var left: [NotePath]
  package var receipt: MoveReceipt
  var files: Int { receipt.moves.count }
  /// The notes whose links were updated.
  var rewritten: [NoteID] { receipt.rewritten }
}

/// An item of the vault that is not a note.
package enum VaultItem: Equatable, Sendable {
  case folder(NotePath)
  case attachment(NotePath)

  package var path: NotePath {
    switch self {
    case .folder(let path), .attachment(let path): path
    }
  }
}
