import Entities
import Services
import Synchronization
import TextEngine
import Viper

/// Holds one note's text, what was done to it, and how it stands against the file.
@MainActor
final class EditorInteractor: EditorInteracting {
  weak var output: (any EditorInteractorOutput)?

  private(set) var text = TextBuffer()
  private(set) var isLoaded = false
  private let opening: EditorOpening
  private let store: any NoteStore
  private let journal: any RecoveryJournal
  private let clock: any WallClock
  private let scope: WorkScope
  private var history = UndoHistory()
  private var note: NoteID?
  private var stamp: NoteStamp?
  private var recovered: RecoveredText?
  /// Counts edits, so that a save knows whether the text went on meanwhile.
  private var revision = 0
  private var isSaving = false
  private var saveWaits = false
  private let keeping = KeptOrder()
  /// Names this unsaved note in the journal.
  private var draft: Int

  init(
    opening: EditorOpening, store: any NoteStore, journal: any RecoveryJournal,
    clock: any WallClock, work: Work
  ) {
    self.opening = opening
    self.store = store
    self.journal = journal
    self.clock = clock
    scope = work.scope()
    draft = Int.random(in: 1...999_999_999)
    if case .note(let id) = opening { note = id }
  }

  var isDirty: Bool { isLoaded && !history.isAtSavedPoint }

  var name: String { note?.path.stem.text ?? "New note" }

  // MARK: - Opening

  func open() {
    switch opening {
    case .newNote:
      isLoaded = true
      output?.textWasLoaded()
    case .note(let id):
      let (store, journal) = (store, journal)
      scope.run(
        { (try await store.read(id), journal.recovered(id)) },
        then: { [weak self] result in self?.received(result) })
    case .recoveredDraft:
      let journal = journal
      scope.run(
        { journal.recovered(nil) },
        then: { [weak self] result in
          guard let self else { return }
          self.isLoaded = true
          self.recovered = (try? result.get()) ?? nil
          self.output?.textWasLoaded()
          self.useRecovered()
        })
    }
  }

  private func received(_ result: Result<(NoteContent, RecoveredText?), any Error>) {
    switch result {
    case .success((let content, let kept)):
      text = TextBuffer(content.bytes)
      stamp = content.stamp
      isLoaded = true
      output?.textWasLoaded()
      if let kept, let note {
        if kept.bytes == content.bytes {
          journal.forget(note, draft: draft)
        } else {
          recovered = kept
          output?.recoveredTextWasFound(kept: clock.civil(kept.kept).shortText)
        }
      }
    case .failure(let error):
      output?.loadingFailed(Self.message(of: error))
    }
  }

  func useRecovered() {
    guard let recovered else { return }
    self.recovered = nil
    // The draft of an earlier run lives on as this one's, under the number the journal gave it.
    if note == nil, let number = recovered.draft { draft = number }
    let whole = TextRange(text.start, text.end)
    _ = apply(text.replace(whole, with: recovered.bytes), kind: .other, cursor: text.start)
    output?.textWasLoaded()
    if note == nil, let problem = keepNow() { output?.keepingFailed(problem) }
  }

  func dropRecovered() {
    recovered = nil
    journal.forget(note, draft: draft)
  }

  // MARK: - Editing

  func replace(
    _ range: TextRange, with bytes: [UInt8], as kind: UndoHistory.Kind, cursor: TextPosition
  ) -> TextPosition {
    guard isLoaded else { return cursor }
    return apply(text.replace(range, with: bytes), kind: kind, cursor: cursor)
  }

  private func apply(
    _ edit: TextEdit, kind: UndoHistory.Kind, cursor: TextPosition
  ) -> TextPosition {
    revision += 1
    history.record(edit, kind: kind, cursorBefore: cursor)
    return edit.rangeAfter.end
  }

  func undo() -> TextPosition? {
    step(history.undo())
  }

  func redo() -> TextPosition? {
    step(history.redo())
  }

  private func step(_ step: UndoStep?) -> TextPosition? {
    guard let step else { return nil }
    revision += 1
    for edit in step.edits { text.apply(edit) }
    return step.cursor
  }

  // MARK: - Saving

  func save() {
    guard isLoaded else { return }
    if isSaving {
      saveWaits = true
      return
    }
    guard isDirty else {
      output?.nothingWasSaved()
      return
    }
    isSaving = true
    let (bytes, saved) = (text.bytes, revision)
    let store = store
    if let note, let stamp {
      scope.run(
        { (note, try await store.save(bytes, to: note, replacing: stamp)) },
        then: { [weak self] result in self?.saved(result, revision: saved) })
    } else {
      create(bytes, titled: DraftTitle.title(of: text), revision: saved)
    }
  }

  func saveBeside() {
    guard isLoaded, !isSaving else { return }
    isSaving = true
    create(text.bytes, titled: "\(name) (mine)", revision: revision, beside: true)
  }

  private func create(
    _ bytes: [UInt8], titled title: String, revision saved: Int, beside: Bool = false
  ) {
    let store = store
    let folder = note?.path.folder ?? newNoteFolder
    scope.run(
      {
        let made = try await store.create(bytes, titled: title, in: folder)
        return (made.id, made.stamp)
      },
      then: { [weak self] result in self?.saved(result, revision: saved, beside: beside) })
  }

  private var newNoteFolder: NotePath {
    if case .newNote(let folder) = opening { return folder }
    return NotePath("")
  }

  private func saved(
    _ result: Result<(NoteID, NoteStamp), any Error>, revision saved: Int, beside: Bool = false
  ) {
    isSaving = false
    switch result {
    case .success((let id, let stamp)):
      let kept = (note, draft)
      note = id
      self.stamp = stamp
      if revision == saved {
        history.markSaved()
        keeping.next { journal.forget(kept.0, draft: kept.1) }
      } else {
        // The file has a state that no undo leads to: the text was changed while it was written.
        history.forgetSavedPoint()
        if kept.0 != id {
          if let problem = keepNow() {
            output?.keepingFailed(problem)
          } else {
            keeping.next { journal.forget(kept.0, draft: kept.1) }
          }
        }
      }
      if beside {
        output?.textWasSavedBeside(as: id)
      } else {
        output?.textWasSaved(as: id)
      }
      if saveWaits {
        saveWaits = false
        if isDirty { save() }
      }
    case .failure(let error):
      saveWaits = false
      if case .changedOutside? = error as? NoteStoreError {
        output?.noteWasChangedOutside()
      } else {
        output?.savingFailed(Self.message(of: error))
      }
    }
  }

  // MARK: - Recovery

  func keep() {
    guard isDirty else { return }
    let (bytes, note, draft, journal) = (text.bytes, note, draft, journal)
    let turn = keeping.turn()
    let keeping = keeping
    scope.run(
      { try keeping.perform(turn) { try journal.keep(bytes, of: note, draft: draft) } },
      then: { [weak self] result in
        if case .failure(let error) = result {
          self?.output?.keepingFailed(Self.message(of: error))
        }
      })
  }

  func keepNow() -> String? {
    guard isDirty else { return nil }
    let (bytes, note, draft) = (text.bytes, note, draft)
    do {
      try keeping.perform(keeping.turn()) { try journal.keep(bytes, of: note, draft: draft) }
      return nil
    } catch {
      return Self.message(of: error)
    }
  }

  func stop() {
    scope.end()
  }

  private static func message(of error: any Error) -> String {
    (error as? NoteStoreError)?.message ?? "\(error)"
  }
}

extension CivilTime {
  fileprivate var shortText: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day)) \(two(hour)):\(two(minute))"
  }
}
