import Daily
import Entities
import Services
import TextEngine
import Viper

/// The text of one editor and what is known of its file: what opening, saving, recovery and following
/// the file share.
@MainActor
final class EditorDocument {
  /// Weak: the presenter holds its interactor, and that holds the document.
  weak var output: (any EditorInteractorOutput)?

  let services: EditorInteractor.Services
  let scope: WorkScope
  let files: MergingStore
  let words: WordCounting
  let opening: EditorOpening
  /// What part of the note this is; nil: all of it.
  let part: String?
  var session = EditorSession()
  var history: UndoTree
  var isLoaded = false
  /// Nothing of the file is still to be read.
  var isWhole = true
  /// Nil while it has no file and no name for one.
  var note: NoteID?
  /// What the file held when it was last read or written: what others did since is found by it.
  var base: NoteBase?
  /// What a note begins with that was not there when it was opened.
  var planned: PlannedNote?
  /// Someone removed the file: only a save that the person asked for makes it again.
  var isFileGone = false
  var isSaving = false
  /// Counts edits, so that whatever works on a copy of the text notices that it changed.
  private(set) var revision = 0
  /// Called with each edit before it is sent.
  var onEdit: (Edit) -> Void = { _ in }

  init(opening: EditorOpening, part: String?, services: EditorInteractor.Services) {
    self.opening = opening
    self.part = part
    self.services = services
    scope = services.work.scope()
    files = MergingStore(
      store: services.store, files: services.files, ownRenames: services.moving.own)
    words = WordCounting(scope, services.scheduler)
    history = UndoTree(for: Rope(), at: services.clock.now.milliseconds)
    if case .note(let id) = opening { note = id }
    words.onCount = { [weak self] in self?.send(.wordsCounted) }
  }

  func send(_ event: EditorEvent) { output?.handle(event) }

  // MARK: - What it is

  var text: Rope { session.text }

  /// The note is one that was to be begun, and has no file yet. Asked with each key: by patterns, which
  /// copy nothing.
  var isUnwritten: Bool {
    if case .some = base { return false }
    if case .some = planned { return true }
    return false
  }

  var isDirty: Bool { isLoaded && !history.isAtSavedPoint && !isBlankDraft }

  /// Blanks alone are no note.
  private var isBlankDraft: Bool { note == nil && DraftTitle.isBlank(text) }

  var name: String {
    let name = note?.path.stem.text ?? EditorWords.nameOfNew
    return part.map { "\(name) › \($0)" } ?? name
  }

  /// Nil: wherever new notes go.
  var newNoteFolder: NotePath? {
    if case .newNote(let folder) = opening { return folder }
    return planned?.folder
  }

  // MARK: - How it changes

  /// Begins with a text as it was read.
  func open(_ text: Rope, base: NoteBase? = nil, history: UndoTree? = nil) {
    session.open(text)
    self.base = base
    self.history = history ?? UndoTree(for: text, at: services.clock.now.milliseconds)
    self.history.markSaved()
    isLoaded = true
    if base != nil || note == nil || planned != nil { words.countAll(of: text) }
  }

  /// Adds more of a large file at the end.
  func append(_ block: Rope) {
    session.append(block)
    history.textGrew(by: block.byteCount)
  }

  func readToEnd(_ base: NoteBase) {
    self.base = base
    isWhole = true
    words.countAll(of: text)
    session.wasReadToEnd()
  }

  /// Does an edit that was made for the text of now; false while nothing can be edited. What was
  /// selected follows it.
  @discardableResult
  func apply(
    _ edit: Edit, as kind: UndoTree.Kind, from before: Selections, to after: Selections,
    isOwn: Bool = true
  ) -> Bool {
    guard isLoaded else { return false }
    if edit.isEmpty { return true }
    let now = services.clock.now.milliseconds
    if session.isOneStep, session.openStep == history.currentNumber, history.currentMayGrow {
      history.extendStep(with: edit, to: after, at: now)
    } else {
      history.record(edit, kind: kind, from: before, to: after, at: now)
    }
    if session.isOneStep { session.openStep = history.currentNumber }
    change(by: edit, isOwn: isOwn)
    return true
  }

  /// Changes the text alone: the edit is in the history already.
  func change(by edit: Edit, isOwn: Bool) {
    // A machine that does the edit itself is not in the session meanwhile.
    let old = session.machine == nil ? nil : text
    session.apply(edit)
    if let old {
      let new = text
      session.machine?.follow(edit, from: old, to: new)
    }
    revision += 1
    onEdit(edit)
    words.count(after: edit)
    send(.edited(edit, isOwn: isOwn))
  }

  /// Applies what came from outside as one step, which can be undone.
  func incorporate(_ edit: Edit, as change: EditorOutsideChange) {
    guard let first = edit.changes.first else { return }
    let cursor = Selections(Selection(at: first.before.lowerBound))
    apply(edit, as: .other, from: cursor, to: cursor.mapped(through: edit), isOwn: false)
    send(.changed(change))
  }

  /// Does a step of the history, and selects what was selected then. False where there is none.
  func perform(_ step: UndoTree.Step?) -> Bool {
    guard let step else { return false }
    for edit in step.edits { change(by: edit, isOwn: true) }
    guard let selections = step.selections else { return false }
    session.selections = selections.clamped(toByteCount: text.byteCount)
    return true
  }
}

extension Timestamp {
  /// Since the epoch, as the history of a text counts.
  var milliseconds: Int64 { seconds * 1000 + Int64(nanoseconds) / 1_000_000 }
}
