import Daily
import Entities
import OpenVault
import Secrets
import Services
import TextEngine
import Viper

/// Brings a note's text into the document: what fills the screen first, the rest in the background.
@MainActor
final class NoteOpening {
  /// Called when a large file was read to its end, or could not be; with whether it was.
  var onEnd: (Bool) -> Void = { _ in }
  /// Where the note was left the last time.
  private(set) var leftAt: NotePosition?
  /// A locked note is open while this is held.
  private(set) var lock: (any OpenLock)?

  private let document: EditorDocument
  private let unsaved: UnsavedText
  /// A large file that is being read.
  private var large: LargeFile?
  /// Waits for it to be read to its end.
  private var waiting: (() -> Void)?
  /// Where the note's link leads, until the person agrees to follow it.
  private var outsideTarget: String?

  private struct LargeFile {
    var rest: RemainingBlocks
    /// What was read of the file, without what was typed meanwhile.
    var text: Rope
    var recovered: RecoveredText?
  }

  /// What is known once the beginning of a note was read.
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
    case .newNote: begin(with: Rope())
    case .note(let note): read(document.note ?? note)
    case .planned(let plan): open(plan)
    case .recoveredDraft:
      let journal = services.journal
      document.scope.run(
        { journal.recovered(nil) },
        then: { [weak self] result in
          self?.begin(with: Rope())
          self?.unsaved.use((try? result.get()) ?? nil)
        })
    }
  }

  /// Closes a locked note.
  func close() { lock = nil }

  /// Runs once all of the text is there; only the last one asked for.
  func afterReading(_ body: @escaping () -> Void) {
    if document.isWhole { body() } else { waiting = body }
  }

  private func begin(with text: Rope) {
    document.open(text)
    unsaved.begin()
    document.send(.loaded)
  }

  // MARK: - A note that is there

  private func read(_ note: NoteID) {
    let (reader, isPlanned) = (document.files.reader, document.planned != nil)
    let (journal, archive) = (services.journal, services.undoArchive)
    let (locks, places) = (services.locks, services.state.positions)
    document.scope.run(
      {
        async let leftAt = places.load()[note]
        // First of all: what is stored of it is sealed with the same key.
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
          // The file is gone, but not what was typed into it; or it is not there yet.
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

  /// Begins with the note's own text, or with the one that a plan gives it.
  private func begin(_ opened: Opened) {
    if let start = opened.start {
      document.open(start.text, base: start.base, history: opened.history)
      unsaved.begin()
      if let rest = start.rest {
        unsaved.begin(over: start.seen)
        large = LargeFile(rest: rest, text: start.text, recovered: opened.recovered)
        document.isWhole = false
      }
    } else {
      let text = document.planned.map { Rope($0.text.bytes) } ?? Rope()
      document.open(text)
      // There is no file that has any of it.
      unsaved.begin(differing: !text.isEmpty)
    }
    document.send(.loaded)
    reportPlan()
  }

  /// The person agreed to read and save this note where its link leads.
  func followLink() {
    guard let note = document.note, let target = outsideTarget.take() else { return }
    let store = document.files.store
    document.scope.run(
      { await store.followLink(of: note, to: target) },
      // A link that leads elsewhere by now is asked about again.
      then: { [weak self] _ in self?.open() })
  }

  // MARK: - A note that may not be there yet

  /// It begins with a template, and is made with the first save.
  private func open(_ plan: NotePlan) {
    guard let planner = services.planner else { return begin(with: Rope()) }
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

  /// After a wrong passphrase: the next one is tried only after a while, which grows.
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
      unsaved.textGrew(by: block.byteCount)
      document.send(.grew)
      readOn()
    case .success(.end(let stamp)):
      guard let file = large.take() else { return }
      document.readToEnd(NoteBase(text: file.text, stamp: stamp))
      unsaved.readToEnd(stamp)
      document.send(.readToEnd)
      unsaved.offer(file.recovered)
      waiting.take()?()
      onEnd(true)
    case .failure(let error): readingFailed(error)
    }
  }

  /// The file never had the text that was read. Without edits it is read again.
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
  /// In whole seconds.
  fileprivate var roundedUp: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }
}
