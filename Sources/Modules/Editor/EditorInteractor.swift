import Daily
import Entities
import OpenVault
import Services
import TextEngine
import Viper

/// Holds one note's text, what was done to it, and how it stands against the file.
///
/// Its parts, each in a file of its own: `+Editing` what commands do to the text, `+Loading`,
/// `+Planning` and `+Locked` how it comes in, `+Saving` and `+Keeping` how it is saved, `+Outside` and
/// `+Conflicts` what others do to its file; `+Finding`, `+Candidates`, `+Notes`, `+Parts`,
/// `+Extracting`, `+Clipboard`, `+Words` what their names say.
@MainActor
package final class EditorInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any EditorInteractorOutput)?

  let services: Services
  let saver: TextSaver
  let keeper: DraftJournal
  let scope: WorkScope
  var session = EditorSession()
  var origin: Origin
  var history: UndoTree
  var isLoaded = false
  var note: NoteID?
  /// What the file held when it was last read or written: what others did since is told from it.
  var base: NoteBase?
  var loading: Loading?
  var recovery = Recovery()
  /// Counts edits, so that a save knows whether the text went on meanwhile.
  var revision = 0
  var saving = Saving()
  var looking = Looking()
  var counting = Counting()
  /// Waits for a large file to be read to its end.
  var onceWhole: (() -> Void)?
  /// A locked note stands open for as long as this is held.
  var lock: (any OpenLock)?

  /// What was opened.
  struct Origin {
    let opening: EditorOpening
    /// What of the note stands here; nil: all of it.
    let part: String?
    /// What a note begins with that was not there when it was opened.
    var planned: PlannedNote?
    /// Where the note was left the last time.
    var leftAt: NotePosition?
    /// The name that this editor made of the note's first line. As long as it is the note's, and the note
    /// was not left, it follows that line.
    var madeName: NoteID?
    /// Where the note's link leads, until the person agrees to follow it.
    var outsideTarget: String?
  }

  /// A save that is under way.
  struct Saving {
    var isUnderWay = false
    /// Another was asked for meanwhile, or before the text was read to its end.
    var waits = false
    var waitsInPassing = true
  }

  /// A look at what others did to the file.
  struct Looking {
    var isUnderWay = false
    /// More happened meanwhile.
    var again = false
    /// The file is gone: only a save that someone asked for makes it again.
    var isGone = false
    /// What of the file was told to be in conflict with the text, so that it is told once.
    var conflict: UInt64?
  }

  init(opening: EditorOpening, part: String? = nil, services: Services) {
    origin = Origin(opening: opening, part: part)
    self.services = services
    saver = TextSaver(
      store: services.store, files: services.files, ownMoves: services.moving.own)
    keeper = DraftJournal(services.journal)
    history = UndoTree(for: Rope(), at: services.clock.now.milliseconds)
    scope = services.work.scope()
    if case .note(let id) = opening { note = id }
  }

  var text: Rope { session.text }

  /// Nothing of the file is still to be read.
  var isWhole: Bool { loading == nil }

  /// The note, where all of it stands here and no part alone.
  var wholeNote: NoteID? { origin.part == nil ? note : nil }

  /// The note, where it is there for others: one that was begun and has nothing of its own is not.
  var noteThatIsThere: NoteID? { isUnwritten && !isDirty ? nil : note }

  /// Whether its text is in no file as it is: the note or the vault is encrypted.
  var isSecret: Bool { holdsLock || services.writing.isOfEncryptedVault }

  /// Whether it is a locked note that stands open.
  var holdsLock: Bool { lock != nil }

  /// The note is one that was to be begun, and has no file yet. Asked with each key: by patterns, which
  /// copy nothing.
  var isUnwritten: Bool {
    if case .some = base { return false }
    if case .some = origin.planned { return true }
    return false
  }

  var isDirty: Bool { isLoaded && !history.isAtSavedPoint && !isBlankDraft }

  /// What a note without a file would be called by its text; empty while it has none.
  var draftName: String { text.isEmpty ? "" : DraftTitle.title(of: text, by: services.texts) }

  /// Blanks alone are no note.
  var isBlankDraft: Bool { note == nil && DraftTitle.isBlank(text) }

  var name: String {
    let name = note?.path.stem.text ?? "New note"
    return origin.part.map { "\(name) › \($0)" } ?? name
  }

  func send(_ event: EditorEvent) { output?.handle(event) }

  func stop() {
    counting.timer?.cancel()
    scope.end()
    services.keys?.leave(self)
    lock = nil
  }
}

extension Timestamp {
  /// Since the epoch, as the history of a text counts.
  var milliseconds: Int64 { seconds * 1000 + Int64(nanoseconds) / 1_000_000 }
}
