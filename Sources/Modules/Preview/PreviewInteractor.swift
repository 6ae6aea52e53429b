import Entities
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
  private let scope: WorkScope
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

  init(store: any NoteStore, work: Work) {
    self.store = store
    scope = work.scope()
  }

  func load(_ note: NoteID?) {
    latestWish += 1
    wanted = note
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
    scope.end()
  }

  private func readWanted() {
    readWish = latestWish
    guard let note = wanted else { return }
    let wish = latestWish
    isReading = true
    scope.run { [store] in
      PreviewText(try await store.beginning(of: note, atMost: PreviewText.limit + 1))
    } then: { [weak self] result in
      self?.didRead(note, result, wish: wish)
    }
  }

  private func didRead(_ note: NoteID, _ result: Result<PreviewText, any Error>, wish: Int) {
    isReading = false
    guard wish == latestWish else { return readWanted() }
    switch result {
    case .success(let text):
      // The same text stays the one that was wrapped.
      if text != delivered {
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
    scope.run { [store] in
      PreviewText(try await store.beginning(of: note, atMost: PreviewText.limit + 1))
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
}

extension PreviewText {
  /// More than this no one reads in a pane.
  static let limit = 64 * 1024

  init(_ bytes: [UInt8]) {
    isCut = bytes.count > Self.limit
    var shown = bytes.prefix(Self.limit)
    if isCut { shown = shown.prefix(Self.endOfWholeCharacters(in: shown)) }
    var lines = shown.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The newline that ends the last line begins no other.
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines.map { line in
      let hasReturn = line.last == UInt8(ascii: "\r")
      return String(decoding: hasReturn ? line.dropLast() : line, as: UTF8.self)
    }
  }

  /// Where to cut so that no UTF-8 sequence is parted; bytes that are no UTF-8 stay as they are.
  private static func endOfWholeCharacters(in bytes: ArraySlice<UInt8>) -> Int {
    for back in 1...4 where back <= bytes.count {
      let byte = bytes[bytes.endIndex - back]
      if byte & 0b1100_0000 == 0b1000_0000 { continue }
      let length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return length > back ? bytes.count - back : bytes.count
    }
    return bytes.count
  }
}
