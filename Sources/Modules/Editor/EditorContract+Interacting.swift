import Entities
import OpenVault
import Regex
import Secrets
import Services
import TextEngine
import Viper

/// All that the presenter and its parts see of what holds the text: a snapshot of it, changes
/// that are done at once, tasks whose outcome is an event, and requests that are answered later.
@MainActor
protocol EditorInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any EditorInteractorOutput)? { get set }
  /// The text and its note as they are now.
  var snapshot: EditorSnapshot { get }
  /// What the engine works out changes from.
  var context: EditContext { get }
  /// What can be done beyond editing. It stays as it is while the note is open.
  var abilities: EditorAbilities { get }
  /// What the keymap of another editor shows; nil with the program's own.
  var keyFace: KeyDisplay? { get }
  /// In milliseconds.
  var now: Int64 { get }

  @discardableResult
  func perform(_ change: EditorChange) -> EditorOutcome

  /// Does keys of vim or emacs, as long as that costs little. Nil where there is no text to do them to,
  /// and where characters that came at once have to be pressed one by one.
  func press(_ keys: EditorKeyPress) -> KeyOutcome<[KeyEffect]>?
  /// The same for what costs much, in the background.
  func press(
    _ keys: EditorKeyPress, within budget: RegexBudget,
    then deliver: @escaping @MainActor (KeyOutcome<[KeyEffect]>) -> Void)

  /// Begins what takes a while. What comes of it is an event.
  func start(_ task: EditorTask)
  /// Asks for what is read, searched or written elsewhere. No answer comes once the note is closed.
  func ask<Answer>(
    _ request: EditorRequest<Answer>, then deliver: @escaping @MainActor (Answer) -> Void)
  /// Does something later; without a pause after the frame that shows what was done until now. Nil
  /// where nothing can be cancelled, or nothing measures the time: then it is not done.
  @discardableResult
  func schedule(after pause: Duration?, _ body: @escaping @MainActor () -> Void) -> Timer?
}

/// The text and its note at one moment. Making one copies nothing of the text.
struct EditorSnapshot {
  var text = Rope()
  var selections = Selections(Selection(at: .zero))
  /// Rows, folds and colors, which all copies share.
  var page = EditorPage()
  var format = TextFormat()
  /// What was cut or copied last.
  var copied: Copied?
  /// Counts edits.
  var revision = 0
  /// Nil while they are not counted.
  var words: Int?

  var note: NoteID?
  /// What of the note the text is; nil: all of it.
  var part: String?
  /// Where the note was left the last time.
  var leftAt: NotePosition?
  var isLoaded = false
  /// Nothing of the file is still to be read.
  var isWhole = true
  var isSaving = false
  var hasFile = false
  /// A note that is to be begun, and has no file yet.
  var isUnwritten = false
  /// Its text is in no file as it is: the note or the vault is encrypted.
  var isSecret = false
  var holdsLock = false
  /// The history is at another point than the file.
  var hasUnsavedSteps = false
  /// The person opened it to read.
  var opensReadOnly = false

  var isDirty: Bool { isLoaded && hasUnsavedSteps && !isBlankDraft }

  /// Blanks alone are no note.
  private var isBlankDraft: Bool { note == nil && DraftTitle.isBlank(text) }

  /// The note, where others can find it: one that was begun and has nothing of its own is not there.
  var writtenNote: NoteID? { isUnwritten && !isDirty ? nil : note }

  /// The note, where all of it is here and no part alone.
  var wholeNote: NoteID? { part == nil ? note : nil }

  var name: String {
    let name = note?.path.stem.text ?? EditorWords.nameOfNew
    return part.map { "\(name) › \($0)" } ?? name
  }

  /// Why nothing may be changed; nil where it may.
  var readOnlyReason: String? {
    if opensReadOnly { return EditorWords.isReadOnly }
    guard let note, isUTF16 else { return nil }
    return EditorWords.isUTF16(ForeignEncoding.utf16.advice(on: note.path))
  }

  /// UTF-8 that is typed into such a text would spoil it.
  private var isUTF16: Bool {
    let end = min(text.byteCount, 2)
    return ForeignEncoding(of: text.bytes(in: .zero..<ByteOffset(end))) == .utf16
  }
}

struct EditorAbilities: Equatable {
  /// A `/` offers commands.
  var hasSlashCommands = false
  /// What other programs copied can be read.
  var readsClipboard = false
  var runsFilters = false
  var attachesFiles = false
  var spells = false
  /// Where a word can be added.
  var wordLists: [OwnWordList] = []
}

/// What is done at once.
enum EditorChange: Equatable {
  /// A command of the engine.
  case run(Invocation)
  /// What was worked out from `context`, undone on its own where that is asked for.
  case change(TextChange, isOwnStep: Bool = false)
  case select(Selections)
  /// Selects, and what comes next is undone on its own.
  case jump(Selections)
  case undo
  case redo
  /// Back to the text that was saved last.
  case dropChanges
  /// All that is done until `endStep` is undone at once.
  case beginStep
  case endStep
  /// Puts a text among what was copied.
  case copy(Rope)
  /// Writes the day or the time of now.
  case insert(EditorMoment)
  case adopt(WritingHabits)
  /// Stores the unsaved text outside the vault.
  case storeDraft
}

enum EditorMoment: Equatable { case day, time }

/// What came of a change.
struct EditorOutcome: Equatable {
  /// False where there was nothing to do, or it may not be done.
  var isDone = true
  var hasEdit = false
  /// Why it was not done, or what else there is to say of it.
  var problem: String?
  /// What goes to other programs.
  var copied: Copied?
}

enum EditorKeyPress: Equatable {
  case key(String)
  /// Characters that came at once.
  case text(String)
  /// Keys that wait for more are taken as they are.
  case noMore
}

/// What the interactor begins, and reports as events.
enum EditorTask {
  case open
  case unlock(TypedSecret)
  /// Reads the note where its link leads.
  case followLink
  /// `inPassing`: the person did not ask for it.
  case save(inPassing: Bool)
  case saveBeside
  /// Stores the unsaved text outside the vault.
  case storeDraft
  case useRecovered
  case dropRecovered
  /// Takes in what others wrote, marked where both changed the same lines.
  case markConflicts
  /// Compares the text with its file, which others changed.
  case compareWithFile
  /// The note is left, and its name follows its first line no more.
  case fixName
  case close
}
