import Entities
import Regex
import Saving
import Services
import TextEngine
import Viper

/// The text of one note: edits it by commands, reads it from its file and saves it.
///
/// The `document` is the text. Four types work on it: `NoteOpening` reads it, `NoteSaving` saves it,
/// `UnsavedText` stores it until then, and `FileFollowing` merges what others write. Questions to the vault
/// are `EditorRequest`s.
@MainActor
package final class EditorInteractor {
  let document: EditorDocument
  let unsaved: UnsavedText
  let opening: NoteOpening
  let saving: NoteSaving
  let following: FileFollowing
  /// The person opened the note read-only.
  let opensReadOnly: Bool
  /// Runs a shell command, and ends it.
  var filtering: WorkScope?

  init(
    opening note: EditorOpening, part: String? = nil, isReadOnly: Bool = false,
    services: Services
  ) {
    opensReadOnly = isReadOnly
    document = EditorDocument(opening: note, part: part, services: services)
    unsaved = UnsavedText(document)
    opening = NoteOpening(document, unsaved)
    saving = NoteSaving(document, unsaved)
    following = FileFollowing(document, unsaved)
    opening.onEnd = { [saving] in saving.readingEnded(isWhole: $0) }
    saving.onEnd = { [following] in following.saveEnded(succeeded: $0) }
  }

  var output: (any EditorInteractorOutput)? {
    get { document.output }
    set { document.output = newValue }
  }

  // MARK: - The text

  var services: Services { document.services }
  var scope: WorkScope { document.scope }
  var session: EditorSession {
    _read { yield document.session }
    _modify { yield &document.session }
  }
  var text: Rope { document.session.text }
  var note: NoteID? { document.note }
  var revision: Int { document.revision }
  var isLoaded: Bool { document.isLoaded }
  var isDirty: Bool { document.isDirty }
}

/// The presenter's view of the interactor.
extension EditorInteractor: EditorInteracting {
  var snapshot: EditorSnapshot {
    EditorSnapshot(
      text: document.session.text, selections: document.session.selections,
      page: document.session.page, format: document.session.format,
      copied: document.session.registers.copied, revision: document.revision,
      words: document.words.count, note: document.note, part: document.part,
      leftAt: opening.leftAt, isLoaded: document.isLoaded, isWhole: document.isWhole,
      isSaving: document.isSaving, hasFile: hasFile, isUnwritten: document.isUnwritten,
      isSecret: opening.lock != nil || services.writing.isOfEncryptedVault,
      holdsLock: opening.lock != nil, hasUnsavedSteps: !document.history.isAtSavedPoint,
      opensReadOnly: opensReadOnly, saved: document.saved)
  }

  /// A pattern copies nothing.
  private var hasFile: Bool {
    if case .some = document.base { true } else { false }
  }

  var abilities: EditorAbilities {
    EditorAbilities(
      hasSlashCommands: services.writing.hasSlashCommands,
      readsClipboard: services.clipboard?.isReadable ?? false,
      runsFilters: services.filter != nil,
      attachesFiles: services.attaching != nil, spells: services.spelling != nil,
      wordLists: services.spelling?.spelling.lists ?? [])
  }

  var keyFace: KeyDisplay? { session.machine?.display }

  var contentsOfNextKey: [KeyContent] { session.machine?.contents(in: text) ?? [] }
  var now: Int64 { services.clock.now.milliseconds }

  // MARK: - Keys of vim and emacs

  func press(_ keys: EditorKeyPress) -> KeyOutcome? {
    if keys != .noMore { takeKeys() }
    let isTyping = keys.isText && session.machine?.isTyping == true
    return work(isReadOnly: isReadOnly, isTyping: isTyping, keys.work)
  }

  func press(
    _ keys: EditorKeyPress, within budget: RegexBudget, given answers: KeyAnswers,
    then deliver: @escaping @MainActor (KeyOutcome) -> Void
  ) {
    work(isReadOnly: isReadOnly, within: budget, given: answers, keys.work, then: deliver)
  }

  private var isReadOnly: Bool { snapshot.readOnlyReason != nil }

  // MARK: - Later

  func start(_ task: EditorTask) { task.start(self) }

  func close() {
    document.words.stop()
    scope.end()
    services.keys?.leave(self)
    opening.close()
  }

  func ask<Answer>(
    _ request: EditorRequest<Answer>, then deliver: @escaping @MainActor (Answer) -> Void
  ) {
    request.start(self, deliver)
  }

  func schedule(after pause: Duration?, _ body: @escaping @MainActor () -> Void) -> Timer? {
    if let pause { return services.scheduler?.schedule(after: pause, body) }
    scope.onNextTurn(body)
    return nil
  }
}

extension EditorKeyPress {
  /// Whether it types characters, unlike other keys.
  fileprivate var isText: Bool {
    switch self {
    case .key(let key): key.count == 1
    case .text: true
    case .noMore, .found: false
    }
  }

  fileprivate var work: KeyWork {
    switch self {
    case .key(let key): { $0.press(key, in: &$1) }
    case .text(let text): { $0.type(text, in: &$1) ? [] : nil }
    case .noMore: { $0.flushPending(in: &$1) }
    case .found(let found, let typed): { $0.offer(found, insteadOf: typed, in: &$1) }
    }
  }
}
