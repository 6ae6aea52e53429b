import Daily
import Entities
import OpenVault
import Saving
import Secrets
import Services
import TextEngine
import Viper

/// Reads a note into the document: first enough to fill the screen, the rest in the background.
@MainActor
final class NoteOpening {
  /// Called when the reading of a large file ended, with whether it was read to its end.
  var onEnd: (Bool) -> Void = { _ in }
  /// The position at which the note was left last time.
  private(set) var leftAt: NotePosition?
  /// A locked note is open while this is held.
  private(set) var lock: (any OpenLock)?

  private let document: EditorDocument
  private let unsaved: UnsavedText
  /// A large file with the text that was read so far, without edits.
  private var large: (rest: RemainingBlocks, text: Rope, recovered: RecoveredText?)?
  /// Called when the large file was read to its end.
  private var waiting: (() -> Void)?
  /// The target of the note's link, until the person agrees to follow it.
  private var outsideTarget: String?

  /// The result of reading the beginning of a note.
  private struct Opened: Sendable {
    var start: NoteTextReader.Start?
    var recovered: RecoveredText?
    var history: UndoTree?
    var lock: (any OpenLock)?
    var leftAt: NotePosition?
  }

  init(_ document: EditorDocument, _ unsaved: UnsavedText) {
    (self.document, self.unsaved) = (document, unsaved)
  }

  private var services: EditorInteractor.Services { document.services }

  func open() {
    switch document.opening {
    case .newNote: begin(Opened())
    case .note(let note): read(document.note ?? note)
    case .planned(let plan): open(plan)
    case .recoveredDraft:
      let journal = services.journal
      document.scope.run(
        { journal.recovered(nil) },
        then: { [weak self] result in
          self?.begin(Opened())
          self?.unsaved.use((try? result.get()) ?? nil)
        })
    }
  }

  /// Closes a locked note.
  func close() { lock = nil }

  /// Calls `body` once the whole text is read. Only the last request is remembered.
  func afterReading(_ body: @escaping () -> Void) {
    if document.isWhole { body() } else { waiting = body }
  }

  // MARK: - An existing note

  private func read(_ note: NoteID) {
    let (reader, isPlanned) = (document.files.reader, document.planned != nil)
    let (journal, archive) = (services.journal, services.versionProblems?.versions)
    let (locks, places) = (services.locks, services.state.positions)
    document.scope.run(
      {
        async let leftAt = places.load()[note]
        // The lock comes first: the stored texts are sealed with the same key.
        let lock = note.path.isLocked ? await locks?.open(note) : nil
        let recovered = journal.recovered(note)
        do throws(NoteStoreError) {
          let start = try await reader.start(note)
          let history =
            start.base == nil
            ? nil : await archive?.history(of: note, for: start.text)
          return Opened(
            start: start, recovered: recovered, history: history, lock: lock,
            leftAt: await leftAt)
        } catch {
          guard case .notFound = error, recovered != nil || isPlanned else { throw error }
          // The file is gone, but its unsaved text is not; or the file does not exist yet.
          return Opened(recovered: recovered, lock: lock)
        }
      },
      then: { [weak self] result in self?.opened(result) })
  }

  private func opened(_ result: Result<Opened, any Error>) {
    switch result {
    case .success(let opened):
      (lock, leftAt) = (opened.lock, opened.leftAt)
      if lock != nil { document.send(.unlocked) }
      begin(opened)
      if large == nil { unsaved.offer(opened.recovered) } else { readOn() }
    case .failure(NoteStoreError.locked) where services.locks != nil:
      document.send(.locked(remark: ""))
    case .failure(NoteStoreError.linkLeadsOutside(_, let target)):
      outsideTarget = target
      document.send(.leadsOutside(to: target))
    case .failure(let error): document.send(.loadingFailed(error.explanation))
    }
  }

  /// Begins with the note's text, or with that of its plan.
  private func begin(_ opened: Opened) {
    if let start = opened.start {
      document.open(start.text, base: start.base, history: opened.history)
      unsaved.begin()
      if let rest = start.rest {
        unsaved.journal.begin(over: start.seen)
        large = (rest, start.text, opened.recovered)
        document.isWhole = false
        document.lastSave = nil
      }
    } else {
      let text = document.planned.map { Rope($0.text.bytes) } ?? Rope()
      document.open(text)
      // No file has this text yet.
      unsaved.begin(differing: !text.isEmpty)
    }
    document.send(.loaded)
    reportPlan()
  }

  /// Follows the link of the note, because the person agreed to it.
  func followLink() {
    guard let note = document.note, let target = outsideTarget.take() else { return }
    let store = document.files.store
    document.scope.run(
      { await store.followLink(of: note, to: target) },
      // If the link has another target by now, the person is asked again.
      then: { [weak self] _ in self?.open() })
  }

  // MARK: - A planned note

  /// Begins a note with its template. The first save creates its file.
  private func open(_ plan: NotePlan) {
    guard let planner = services.naming.planner else { return begin(Opened()) }
    document.scope.run(
      { await planner.plan(plan) },
      then: { [weak self] result in
        guard let self, let planned = try? result.get() else { return }
        document.planned = planned
        document.note = planned.note ?? document.note
        if let note = planned.note { read(note) } else { begin(Opened()) }
      })
  }

  private func reportPlan() {
    guard let planned = document.planned else { return }
    let cursor = planned.text.cursor ?? document.text.byteCount
    document.send(
      .began(
        cursor: document.isUnwritten ? ByteOffset(cursor) : nil, problem: planned.problem))
  }

  // MARK: - A locked note

  func open(with passphrase: TypedSecret) {
    guard let note = document.note, let locks = services.locks else { return }
    document.scope.run(
      { try await locks.open(note, passphrase: passphrase) },
      then: { [weak self] result in self?.unlocked(result, note) })
  }

  private func unlocked(_ result: Result<any OpenLock, any Error>, _ note: NoteID) {
    switch result {
    case .success(let lock):
      self.lock = lock
      open()
    case .failure(NoteStoreError.wrongPassphrase): reportWait(before: note)
    case .failure(NoteStoreError.tooSoon(let path, let seconds)):
      document.send(.locked(remark: NoteStoreError.tooSoon(path, seconds: seconds).message))
    case .failure(let error): document.send(.loadingFailed(error.explanation))
    }
  }

  /// Reports the growing wait before the next passphrase is tried.
  private func reportWait(before note: NoteID) {
    guard let locks = services.locks else { return }
    document.scope.run(
      { await locks.wait(before: note) },
      then: { [weak self] wait in
        let seconds = ((try? wait.get()) ?? .zero).roundedUp
        self?.document.send(.locked(remark: EditorWords.wrongPassphrase(waitingFor: seconds)))
      })
  }

  // MARK: - The rest of a large file

  private func readOn() {
    guard let rest = large?.rest else { return }
    document.scope.run({ try await rest.next() }, then: { [weak self] in self?.read($0) })
  }

  private func read(_ part: Result<RemainingBlocks.Part, any Error>) {
    switch part {
    case .success(.more(let block)):
      large?.text.append(block)
      document.append(block)
      unsaved.journal.textGrew(by: block.byteCount)
      document.send(.grew)
      readOn()
    case .success(.end(let stamp)):
      guard let file = large.take() else { return }
      document.readToEnd(NoteBase(text: file.text, stamp: stamp))
      unsaved.journal.baseIsKnown(TextBase(stamp))
      document.send(.readToEnd)
      unsaved.offer(file.recovered)
      waiting.take()?()
      onEnd(true)
    case .failure(let error): readingFailed(error)
    }
  }

  /// Reads the file again if it changed meanwhile and there are no edits; otherwise reports the error.
  private func readingFailed(_ error: any Error) {
    large = nil
    document.isWhole = true
    onEnd(false)
    if !document.isDirty, case NoteStoreError.changedOutside? = error as? NoteStoreError {
      document.isLoaded = false
      return open()
    }
    let problem = unsaved.storeNow()
    document.isLoaded = false
    document.send(.loadingFailed(EditorWords.readingFailed(error.explanation, storing: problem)))
  }
}

extension Duration {
  fileprivate var roundedUp: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }
}
