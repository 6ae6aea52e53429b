import Embedding
import Entities
import Markdown
import OpenVault
import Pictures
import Services
import UseCases
import Viper

/// An action that the preview can undo.
enum PreviewAct {
  case tick(RewriteReceipt)
  case edit(PreviewEmbed)
}

/// Reads the note to be shown. During a read only the latest request is remembered, so that
/// scrolling through a list does not read every note.
@MainActor
final class PreviewInteractor: PreviewInteracting {
  weak var output: (any PreviewInteractorOutput)?
  let store: any NoteStore
  private let reader: PreviewReader
  private let neighbors: NeighborTexts
  private var beside: [NoteID] = []
  private let tasks: TaskCases?
  /// The last action, as long as it can be undone.
  var lastAct: PreviewAct?
  let scope: WorkScope
  private var wanted: NoteID?
  private var isReading = false
  /// Whether to read again afterward: the same note may be requested during its read.
  private var mustRead = false
  private var isTurnPlanned = false
  /// The text of the wanted note, once it was read.
  private var delivered: PreviewText?
  /// The text that is being edited next to the preview.
  private var source: (any PreviewSource)?
  var isInSight = true {
    didSet {
      guard isInSight, !oldValue else { return }
      planTurn()
      if answers.mustAskAgain, !mustRead, let text = readText { ask(text) }
    }
  }
  private var isReadingSource = false
  private var readSource: PreviewText?
  private let pictures: PictureQueue
  private let answers: PreviewAnswers

  init(
    store: any NoteStore, index: (any NoteIndex)?, links: (any NoteLinks)?,
    tasks: TaskCases? = nil, queries: (any BlockQueries)? = nil,
    shown: (any ShownNotes)? = nil, work: Work,
    findPainter: @escaping @MainActor () -> PicturePainter? = { nil },
    consent: @escaping @MainActor () -> PictureConsent = { .given }
  ) {
    self.store = store
    self.tasks = tasks
    reader = PreviewReader(
      embeds: EmbedReader(
        store: store, targets: IndexedTargets(index: index, links: links), queries: queries),
      links: links, shown: shown)
    scope = work.scope()
    neighbors = NeighborTexts(reader: reader, scope: scope)
    answers = PreviewAnswers(queries, shown, scope: work.scope())
    pictures = PictureQueue(
      scope: scope, findPainter: findPainter, consent: consent, key: PreviewWords.pictureKey)
    pictures.didDraw = { [weak self] in self?.output?.didDraw($0, for: $1, of: $2) }
  }

  func load(_ note: NoteID?, beside: [NoteID]) {
    mustRead = true
    if note != wanted {
      delivered = nil
      answers.leave()
    }
    wanted = note
    answers.mustAskAgain = true
    self.beside = beside
    source = nil
    if let note, isInSight, let text = neighbors.take(note) { deliver(text, of: note) }
    planTurn()
  }

  /// Reads in the next turn, so that the frame is drawn first.
  private func planTurn() {
    if isTurnPlanned { return }
    isTurnPlanned = true
    scope.onNextTurn { [weak self] in
      self?.isTurnPlanned = false
      self?.readWanted()
    }
  }

  func end() {
    wanted = nil
    source = nil
    answers.end()
    scope.end()
  }

  private func readWanted() {
    if isReading || !isInSight || !mustRead { return }
    mustRead = false
    guard let note = wanted else { return }
    isReading = true
    scope.run { [reader] in
      try await reader.text(of: note)
    } then: { [weak self] result in
      self?.didRead(note, result)
    }
  }

  private func didRead(_ note: NoteID, _ result: Result<PreviewText, any Error>) {
    isReading = false
    if mustRead { return readWanted() }
    switch result {
    case .success(let text):
      // Keep the same text, unless it embeds notes, which may have changed.
      let showsOthers = delivered?.sources.isEmpty == false || !text.sources.isEmpty
      if delivered != text || showsOthers { deliver(text.answered(answers.known), of: note) }
      ask(text)
      neighbors.read(beside)
    case .failure(let error):
      delivered = nil
      let isStopped = error is PreviewReader.Stopped
      output?.didFail(isStopped ? PreviewWords.stopped(note) : error.explanation, of: note)
    }
  }

  // MARK: - Query blocks

  /// The last text that was read, of the note or of the source.
  private var readText: PreviewText? { source == nil ? delivered : readSource }

  /// Fetches the answers, and delivers the text with those that have changed.
  private func ask(_ text: PreviewText) {
    answers.ask(text.asked, shownBy: wanted ?? source?.note) { [weak self] in
      guard let self, !self.isReadingSource, let text = self.readText else { return }
      let answered = text.answered(self.answers.known)
      if let source = self.source {
        self.output?.didRead(answered, of: source)
      } else if let note = self.wanted {
        self.deliver(answered, of: note)
      }
    }
  }

  func vaultDidChange() {
    answers.mustAskAgain = true
    guard let text = readText else { return }
    if source == nil, !text.sources.isEmpty {
      mustRead = true
      planTurn()
    } else if isInSight {
      ask(text)
    }
  }

  private func deliver(_ text: PreviewText, of note: NoteID) {
    delivered = text
    reader.shown?.willShow(note)
    output?.didLoad(text, of: note)
    // It counts as shown after the next frame was drawn.
    scope.onNextTurn { [shown = reader.shown] in shown?.wasShown(note) }
  }

  // MARK: - A text that is being edited

  func read(_ source: any PreviewSource) {
    self.source = source
    readLatestSource()
  }

  private func readLatestSource() {
    guard !isReadingSource, let source else { return }
    isReadingSource = true
    let earlier = readSource
    scope.run { [reader] in
      await reader.text(of: source, earlier: earlier)
    } then: { [weak self] result in
      guard let self else { return }
      self.isReadingSource = false
      guard let now = self.source, case .success(let text) = result else { return }
      self.readSource = text
      // Show this version although more was typed: it is newer than the one shown.
      self.output?.didRead(text.answered(self.answers.known), of: source)
      self.ask(text)
      if !now.isSameText(as: source) { self.readLatestSource() }
    }
  }

  // MARK: - Pictures

  func draw(_ wishes: [PictureRequest], of note: NoteID?) { pictures.draw(wishes, of: note) }

  func allowPictures() {
    pictures.allow { [weak self] problem in
      if let problem {
        self?.output?.couldNot(problem)
      } else {
        self?.output?.didAllowPictures()
      }
    }
  }

  // MARK: - Boxes, parts and undo

  func toggle(_ byte: Int, of note: NoteID) {
    guard let tasks, note == wanted, let shown = delivered else { return }
    scope.run {
      guard let task = tasks.task(withBoxAt: byte, of: note, in: shown.bytes) else {
        throw NoteStoreError.changedOutside(note.path)
      }
      return try await tasks.change(task, .toggle)
    } then: { [weak self] result in
      self?.didWrite(result, to: note)
    }
  }

  func toggle(_ origin: RowOrigin) {
    let rows = answers.known.values.lazy.flatMap(\.answer.rows)
    guard let tasks, let facts = rows.first(where: { $0.origin == origin })?.task else { return }
    let task = TaskRecord(
      note: origin.note, title: origin.note.path.stem.text, line: origin.line, facts: facts)
    scope.run {
      try await tasks.change(task, .toggle)
    } then: { [weak self] result in
      self?.didWrite(result, to: origin.note)
    }
  }

  func takeBack() -> Bool {
    guard let act = lastAct else { return false }
    lastAct = nil
    switch act {
    case .tick(let receipt): return takeTickBack(receipt)
    case .edit(let embed): return takeBackEdit(embed)
    }
  }

  private func takeTickBack(_ receipt: RewriteReceipt) -> Bool {
    guard let tasks, let note = receipt.notes.first else { return false }
    scope.run {
      _ = try await tasks.undo(receipt)
      return RewriteReceipt(changes: [])
    } then: { [weak self] result in
      self?.didWrite(result, to: note)
    }
    return true
  }

  private func didWrite(_ result: Result<RewriteReceipt, any Error>, to note: NoteID) {
    switch result {
    case .success(let receipt):
      lastAct = receipt.changes.isEmpty ? nil : .tick(receipt)
      output?.didToggle(note)
    case .failure(let error):
      output?.couldNot(error.explanation)
    }
  }

  func find(_ part: String, in text: PreviewText) {
    scope.run {
      NoteParts.line(of: part, in: text.bytes)
    } then: { [weak self] result in
      self?.output?.didFind(part, line: (try? result.get()) ?? nil)
    }
  }
}
