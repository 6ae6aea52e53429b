import Entities
import Markdown
import Services
import Viper

/// Reads the note to be shown. While one is being read only the latest wish is remembered, so that
/// running through a list does not read every note on the way.
///
/// What was read in advance is delivered at once, so that it stands in the same frame as the move
/// that asked for it. It is read again after that frame, for changes that nobody told of.
@MainActor
final class PreviewInteractor: PreviewInteracting {
  weak var output: (any PreviewInteractorOutput)?
  private let store: any NoteStore
  private let reader: PreviewReader
  let scope: WorkScope
  private var wanted: NoteID?
  private var isReading = false
  /// Raised with every wish: the same note may be asked for anew while it is being read.
  private var latestWish = 0
  /// The wish that was read last.
  private var readWish = 0
  private var isTurnPlanned = false
  /// Texts of notes that may be wished for next, and of the wanted one.
  private var ready: [NoteID: PreviewText] = [:]
  private var toPrepare: [NoteID] = []
  /// All that the latest preparing was about; nil once everything else was forgotten.
  private var mayComeNext: [NoteID]?
  /// The note that is being read in advance, and whether it changed since that began.
  private var preparing: (note: NoteID, hasChanged: Bool)?
  /// What the wish in hand was answered with already.
  private var delivered: PreviewText?
  /// The text that is being written beside.
  private var source: (any PreviewSource)?
  private var isReadingSource = false
  private var readSource: PreviewText?

  init(store: any NoteStore, index: (any NoteIndex)?, links: (any NoteLinks)?, work: Work) {
    self.store = store
    reader = PreviewReader(store: store, index: index, links: links)
    scope = work.scope()
  }

  func load(_ note: NoteID?) {
    latestWish += 1
    wanted = note
    source = nil
    delivered = note.flatMap { ready[$0] }
    if let note, let delivered { output?.didLoad(delivered, of: note) }
    planTurn()
  }

  func prepare(_ notes: [NoteID]) {
    toPrepare = notes
    mayComeNext = notes
    planTurn()
  }

  /// In a turn of its own: the frame comes before any reading.
  private func planTurn() {
    if isTurnPlanned { return }
    isTurnPlanned = true
    scope.onNextTurn { [weak self] in
      self?.isTurnPlanned = false
      self?.takeTurn()
    }
  }

  private func takeTurn() {
    if let notes = mayComeNext {
      mayComeNext = nil
      ready = ready.filter { $0.key == wanted || notes.contains($0.key) }
    }
    if isReading { return }
    if readWish != latestWish { readWanted() } else { readPrepared() }
  }

  func forget(_ note: NoteID) {
    ready[note] = nil
    if preparing?.note == note { preparing?.hasChanged = true }
  }

  /// The notes whose texts are kept.
  var readyNotes: Set<NoteID> { Set(ready.keys) }

  func end() {
    wanted = nil
    toPrepare = []
    ready = [:]
    source = nil
    scope.end()
  }

  private func readWanted() {
    readWish = latestWish
    guard let note = wanted else { return }
    let wish = latestWish
    isReading = true
    let known = delivered
    scope.run { [reader] in
      try await reader.text(of: note, known: known)
    } then: { [weak self] result in
      self?.didRead(note, result, wish: wish)
    }
  }

  private func didRead(_ note: NoteID, _ result: Result<PreviewText, any Error>, wish: Int) {
    isReading = false
    guard wish == latestWish else { return readWanted() }
    switch result {
    case .success(let text):
      // The same text stays the one that was laid out.
      if text !== delivered {
        delivered = text
        output?.didLoad(text, of: note)
      }
      ready[note] = delivered
      readPrepared()
    case .failure(let error):
      ready[note] = nil
      let message = (error as? NoteStoreError)?.message
      output?.didFail(message ?? "Could not show \(note.path.text): \(error).", of: note)
    }
  }

  /// One note after the other, so that a wish waits for none of them. One that cannot be read says
  /// so when it is wished for.
  private func readPrepared() {
    guard preparing == nil, let note = toPrepare.first(where: { ready[$0] == nil }) else { return }
    toPrepare.removeAll { $0 == note }
    preparing = (note, false)
    scope.run { [reader] in
      try await reader.text(of: note, known: nil)
    } then: { [weak self] result in
      self?.didPrepare(note, result)
    }
  }

  private func didPrepare(_ note: NoteID, _ result: Result<PreviewText, any Error>) {
    let isCurrent = preparing?.hasChanged == false
    preparing = nil
    if isCurrent, case .success(let text) = result, ready[note] == nil {
      ready[note] = text
      output?.didPrepare(text)
    }
    if !isReading { readPrepared() }
  }

  // MARK: - A text that is being written

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
      // What was typed meanwhile comes next; until then this is nearer to it than what stands there.
      self.output?.didRead(text, of: source)
      if !now.isSameText(as: source) { self.readLatestSource() }
    }
  }

  // MARK: - Boxes and parts

  func toggle(_ byte: Int, of note: NoteID) {
    let shown = ready[note] ?? delivered
    scope.run { [store] in
      let content = try await store.read(note)
      var bytes = content.bytes
      guard let shown, TaskToggle.isSame(shown.bytes, bytes, at: byte),
        let status = TaskToggle.status(after: bytes[byte])
      else { throw NoteStoreError.changedOutside(note.path) }
      bytes[byte] = status
      _ = try await store.save(bytes, to: note, replacing: content.stamp)
    } then: { [weak self] result in
      switch result {
      case .success:
        self?.forget(note)
        self?.output?.didToggle(note)
      case .failure(let error):
        let message = (error as? NoteStoreError)?.message
        self?.output?.couldNotToggle(message ?? "Could not write \(note.path.text): \(error).")
      }
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

/// The byte between the brackets of a task.
enum TaskToggle {
  /// Done becomes open, and whatever else done.
  static func status(after byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): UInt8(ascii: " ")
    case 0x20..<0x7f: UInt8(ascii: "x")
    default: nil
    }
  }

  /// Whether the box that was seen still stands there: all the text up to its line's end is the same.
  static func isSame(_ seen: [UInt8], _ now: [UInt8], at byte: Int) -> Bool {
    guard byte > 0, byte + 1 < seen.count, byte + 1 < now.count else { return false }
    let end = seen[byte...].firstIndex(of: 0x0a) ?? seen.count
    return end <= now.count && seen[..<end] == now[..<end]
  }
}
