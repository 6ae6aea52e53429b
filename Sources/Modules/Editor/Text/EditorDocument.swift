import Daily
import Entities
import Saving
import TextEngine
import Viper

/// The text of one editor and the state of its file, shared by opening, saving, recovery and following.
@MainActor
final class EditorDocument {
  /// Weak: the presenter holds its interactor, and that holds the document.
  weak var output: (any EditorInteractorOutput)?

  let services: EditorInteractor.Services
  let scope: WorkScope
  let files: MergingStore
  let words: WordCounting
  let opening: EditorOpening
  /// The name of the part of the note; nil for all of it.
  let part: String?
  var session = EditorSession()
  var history: UndoTree
  var isLoaded = false
  /// Whether the file was read to its end.
  var isWhole = true
  /// Nil without a file and a name for one.
  var note: NoteID?
  /// The text of the file when it was last read or written, to detect later changes by others.
  var base: NoteBase? {
    didSet { if let base { readTitle(of: base.text) } }
  }
  /// The text of the last save that the person asked for.
  var lastSave: LastSave? {
    didSet { saved = SavedState(lastSave, titled: saved.title) }
  }
  /// What every key asks of the last save, without a copy of it.
  private(set) var saved = SavedState()
  /// The plan of a note that did not exist when it was opened.
  var planned: PlannedNote?
  /// Others removed the file. Only a save that the person asked for makes it again.
  var isFileGone = false
  var isSaving = false
  /// Counts edits, so that work on a copy of the text can detect changes.
  private(set) var revision = 0
  /// Called with each edit before it is sent.
  var onEdit: (Edit) -> Void = { _ in }

  init(opening: EditorOpening, part: String?, services: EditorInteractor.Services) {
    self.opening = opening
    self.part = part
    self.services = services
    scope = services.work.scope()
    files = MergingStore(
      store: services.store, files: services.files, ownRenames: services.naming.ownRenames)
    words = WordCounting(scope, services.scheduler)
    history = UndoTree(for: Rope(), at: services.clock.now.milliseconds)
    if case .note(let id) = opening { note = id }
    words.onCount = { [weak self] in self?.send(.wordsCounted) }
  }

  func send(_ event: EditorEvent) { output?.handle(event) }

  // MARK: - State

  var text: Rope { session.text }

  /// Whether a planned note has no file yet. Patterns copy nothing, which matters with every key.
  var isUnwritten: Bool {
    if case .some = base { return false }
    if case .some = planned { return true }
    return false
  }

  var isDirty: Bool {
    isLoaded && !history.isAtSavedPoint && !DraftTitle.isBlank(text, of: note)
  }

  var name: String { DraftTitle.name(of: note, part: part) }

  /// Finds the folder for a note that is made here: that of this one, or where new notes go.
  var folderOfNew: @Sendable @concurrent () async -> NotePath {
    var folder = note?.path.folder ?? planned?.folder
    if note == nil, case .newNote(let wanted) = opening { folder = wanted }
    return { [folder, planner = services.naming.planner] in
      if let folder { return folder }
      return await planner?.newNoteFolder() ?? NotePath("")
    }
  }

  /// Returns the work that makes a note of a text next to this one, or where new notes go.
  func creation(
    of text: Rope, titled title: String
  ) -> @Sendable @concurrent () async throws -> MergingStore.Saved {
    let (files, note, folder) = (files, note, folderOfNew)
    return { try await files.create(text, titled: title, in: await folder(), keptAs: note) }
  }

  // MARK: - Changes

  /// Begins with a text that was read.
  func open(_ text: Rope, base: NoteBase? = nil, history: UndoTree? = nil) {
    session.open(text)
    if note != nil { readTitle(of: text) }
    self.base = base
    self.history = history ?? UndoTree(for: text, at: services.clock.now.milliseconds)
    self.history.markSaved()
    lastSave = LastSave(text, isInFile: base != nil)
    isLoaded = true
    if base != nil || note == nil || planned != nil { words.countAll(of: text) }
  }

  /// The title of an embedded part is that of the part.
  private func readTitle(of text: Rope) {
    if part == nil { saved.title = DraftTitle.listed(of: text, by: services.naming.texts) }
  }

  /// Adds more of a large file at the end.
  func append(_ block: Rope) {
    session.append(block)
    history.textGrew(by: block.byteCount)
  }

  func readToEnd(_ base: NoteBase) {
    self.base = base
    lastSave = LastSave(base.text, isInFile: true)
    isWhole = true
    words.countAll(of: text)
    session.wasReadToEnd()
  }

  /// Applies an edit that was made for the current text and moves the selections with it. Returns false
  /// while nothing can be edited.
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

  /// Applies an edit that is in the history already.
  func change(by edit: Edit, isOwn: Bool) {
    // A machine that makes the edit is not in the session meanwhile.
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

  /// Applies a change from outside as one step, which can be undone.
  func incorporate(_ edit: Edit, as change: EditorOutsideChange) {
    guard let first = edit.changes.first else { return }
    let cursor = Selections(Selection(at: first.before.lowerBound))
    apply(edit, as: .other, from: cursor, to: cursor.mapped(through: edit), isOwn: false)
    send(.changed(change))
  }

  /// Applies a step of the history with its selections. Returns false without a step.
  @discardableResult
  func perform(_ step: UndoTree.Step?) -> Bool {
    guard let step else { return false }
    for edit in step.edits { change(by: edit, isOwn: true) }
    guard let selections = step.selections else { return false }
    session.selections = selections.clamped(toByteCount: text.byteCount)
    return true
  }
}

extension Timestamp {
  /// Milliseconds since the epoch, the unit of the history.
  var milliseconds: Int64 { seconds * 1000 + Int64(nanoseconds) / 1_000_000 }
}

extension SavedState {
  init(_ save: LastSave?, titled title: String?) {
    self.init(
      isNew: save?.isInFile == false, hasOthersText: save?.hasOthers ?? false, title: title)
  }
}

/// The working state of one editor: the text, its cursors, the registers and the page on the screen.
struct EditorSession {
  private(set) var text = Rope()
  var selections = Selections(Selection(at: .zero))
  var registers = Registers()
  private(set) var format = TextFormat()
  /// How the person writes.
  var options = EditorOptions() { didSet { guessFormat(usual: usualFormat) } }
  /// Handles keys like another editor.
  var machine: KeyMachines?
  /// Whether edits extend a single step of the history, and its number.
  var isOneStep = false
  var openStep: Int?
  /// Rows, folds and colors of the text. All copies share it, because reading updates it.
  let page = TextPage()

  /// Replaces the text and keeps the cursors within it.
  mutating func open(_ text: Rope) {
    self.text = text
    guessFormat(usual: usualFormat)
    selections = selections.clamped(toByteCount: text.byteCount)
    page.open(text)
  }

  mutating func apply(_ edit: Edit) {
    text.apply(edit)
    page.follow(edit, to: text)
    selections = selections.mapped(through: edit)
  }

  /// Adds more of a large file.
  mutating func append(_ block: Rope) {
    text.append(block)
    page.grow(to: text)
  }

  mutating func wasReadToEnd() { guessFormat(usual: format) }

  /// The format of a text that shows none.
  private var usualFormat: TextFormat { TextFormat(indentWidth: options.tabWidth ?? 2) }

  private mutating func guessFormat(usual: TextFormat) {
    format = TextFormat(guessedFrom: text, usual: usual)
    if let byTab = options.tabInsertsTab { format.indentsByTab = byTab }
  }
}
