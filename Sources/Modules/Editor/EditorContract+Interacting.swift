import Entities
import OpenVault
import Regex
import Secrets
import Services
import TextEngine
import Viper

/// The text as the presenter and its parts see it: a snapshot, changes that are done immediately, tasks
/// whose outcome is an event, and requests that are answered later.
@MainActor
protocol EditorInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any EditorInteractorOutput)? { get set }
  var snapshot: EditorSnapshot { get }
  /// The input for the engine's commands.
  var context: EditContext { get }
  /// What can be done beyond editing. It does not change while the note is open.
  var abilities: EditorAbilities { get }
  /// The mode and prompt of vim's or emacs's keymap; nil with the program's own.
  var keyFace: KeyDisplay? { get }
  /// The registers or the marks that the next key of that keymap can name.
  var contentsOfNextKey: [KeyContent] { get }
  /// In milliseconds.
  var now: Int64 { get }

  @discardableResult
  func perform(_ change: EditorChange) -> EditorOutcome

  /// Runs keys of vim or emacs within a short budget. Nil without a text or without such a keymap.
  func press(_ keys: EditorKeyPress) -> KeyOutcome?
  /// Runs expensive keys in the background, with the answers to what they asked for.
  func press(
    _ keys: EditorKeyPress, within budget: RegexBudget, given answers: KeyAnswers,
    then deliver: @escaping @MainActor (KeyOutcome) -> Void)

  /// Begins a task, which reports events.
  func start(_ task: EditorTask)
  /// Asks for something that is read, searched or written elsewhere. A closed note gets no answer.
  func ask<Answer>(
    _ request: EditorRequest<Answer>, then deliver: @escaping @MainActor (Answer) -> Void)
  /// Runs `body` after a pause, or without one after the next frame. Nil where nothing can be canceled:
  /// after a frame, or without a scheduler, where `body` does not run.
  @discardableResult
  func schedule(after pause: Duration?, _ body: @escaping @MainActor () -> Void) -> Timer?
}

/// The text and its note at one moment. Making one does not copy the text.
struct EditorSnapshot {
  var text = Rope()
  var selections = Selections(Selection(at: .zero))
  /// Rows, folds and colors, which all copies share.
  var page = TextPage()
  var format = TextFormat()
  var copied: Copied?
  /// Counts edits.
  var revision = 0
  /// Nil until they are counted.
  var words: Int?

  var note: NoteID?
  /// The part of the note that the text is; nil for all of it.
  var part: String?
  /// The cursor and the scroll position when the note was last left.
  var leftAt: NotePosition?
  var isLoaded = false
  /// The file was read to its end.
  var isWhole = true
  var isSaving = false
  var hasFile = false
  /// A planned note that has no file yet.
  var isUnwritten = false
  /// The note or its vault is encrypted.
  var isSecret = false
  var holdsLock = false
  /// The text differs from the file by steps of the history.
  var hasUnsavedSteps = false
  var opensReadOnly = false
  var saved = SavedState()

  var isDirty: Bool { isLoaded && hasUnsavedSteps && !DraftTitle.isBlank(text, of: note) }

  /// The note, unless it is a planned one without changes, which others cannot find.
  var writtenNote: NoteID? { isUnwritten && !isDirty ? nil : note }

  /// The note, unless the text is only a part of it.
  var wholeNote: NoteID? { part == nil ? note : nil }

  var name: String { DraftTitle.name(of: note, part: part) }
  /// What the screen calls the note: its title, as in lists.
  var shownTitle: String { DraftTitle.name(of: note, titled: saved.title, part: part) }

  /// Nil where the text may be changed.
  var readOnlyReason: String? {
    if opensReadOnly { return EditorWords.isReadOnly }
    guard let note, isUTF16 else { return nil }
    return EditorWords.isUTF16(ForeignEncoding.utf16.advice(on: note.path))
  }

  /// Typed UTF-8 would corrupt such a text.
  private var isUTF16: Bool {
    let end = min(text.byteCount, 2)
    return ForeignEncoding(of: text.bytes(in: .zero..<ByteOffset(end))) == .utf16
  }
}

/// The text beside the last save that the person asked for.
struct SavedState: Equatable {
  /// A new note that was saved after pauses at most.
  var isNew = false
  /// Others wrote to it since.
  var hasOthersText = false
  /// The title when the note was last read or written; nil if its name is used.
  var title: String?
}

struct EditorAbilities: Equatable {
  /// A `/` offers commands.
  var hasSlashCommands = false
  var readsClipboard = false
  var runsFilters = false
  var attachesFiles = false
  var spells = false
  /// The lists that a word can be added to.
  var wordLists: [OwnWordList] = []
}

/// A change that is done immediately.
enum EditorChange: Equatable {
  /// A command of the engine.
  case run(Invocation)
  /// A change computed from `context`; as its own step it is undone separately.
  case change(TextChange, isOwnStep: Bool = false)
  case select(Selections)
  /// Selects, and begins a new step of the history.
  case jump(Selections)
  case undo
  case redo
  /// All changes until `endStep` are one step of the history.
  case beginStep
  case endStep
  /// Adds a text to the registers, as if it had been copied.
  case copy(Rope)
  /// Inserts the current day or time.
  case insert(EditorMoment)
  case adopt(EditorOptions)
  /// Stores the unsaved text outside the vault.
  case storeDraft
  /// Completes the command line of vim's keymap.
  case complete([KeyName])
}

enum EditorMoment: Equatable { case day, time }

struct EditorOutcome: Equatable {
  /// False where there was nothing to do, or nothing may be changed.
  var isDone = true
  var hasEdit = false
  /// Why the change was not made, or another message about it.
  var problem: String?
  /// The text to offer to other programs.
  var copied: Copied?
}

enum EditorKeyPress: Equatable {
  case key(String)
  /// Characters that arrived together.
  case text(String)
  /// No more keys will come: those that wait are taken as they are.
  case noMore
  /// What was found to replace the text before the cursor.
  case found([String], insteadOf: String)
}

/// Work that the interactor begins, and whose outcome is an event.
struct EditorTask {
  /// How a fake tells tasks apart.
  let name: String
  let start: @MainActor (EditorInteractor) -> Void
}

extension EditorTask {
  static let open = Self(name: "open") { $0.opening.open() }
  /// Reads the note where its link leads.
  static let followLink = Self(name: "followLink") { $0.opening.followLink() }
  static let saveBeside = Self(name: "saveBeside") { $0.saving.saveBeside() }
  /// Stores the unsaved text outside the vault.
  static let storeDraft = Self(name: "storeDraft") { $0.unsaved.store() }
  static let useRecovered = Self(name: "useRecovered") { $0.unsaved.useRecovered() }
  static let dropRecovered = Self(name: "dropRecovered") { $0.unsaved.dropRecovered() }
  /// Merges what others wrote, and marks lines that both changed.
  static let markConflicts = Self(name: "markConflicts") { $0.following.markConflicts() }
  /// Compares the text with its file after others changed it.
  static let compareWithFile = Self(name: "compareWithFile") { $0.following.check() }
  /// The note is left: its name no longer follows its first line.
  static let fixName = Self(name: "fixName") { $0.saving.fixName() }
  /// Ends the shell command that is running. Its request gets no answer.
  static let stopFilter = Self(name: "stopFilter") { $0.filtering?.end() }
  static let close = Self(name: "close") { $0.close() }

  static func unlock(_ passphrase: TypedSecret) -> Self {
    Self(name: "unlock") { $0.opening.open(with: passphrase) }
  }

  /// `inPassing`: the person did not ask for the save.
  /// `isAsked`: the person asked for it, so that `:q!` goes back to its text.
  static func save(inPassing: Bool, isAsked: Bool = false) -> Self {
    Self(name: "save(inPassing: \(inPassing))") {
      $0.saving.save(inPassing: inPassing, isAsked: isAsked)
    }
  }

  /// Goes back to the text of the last save that the person asked for.
  static let goBack = Self(name: "goBack") { $0.saving.goBack() }

  /// Goes on as another note.
  static func save(as name: String, replacing: Bool) -> Self {
    Self(name: "save as \(name)") { $0.saving.save(as: name, replacing: replacing) }
  }
}
