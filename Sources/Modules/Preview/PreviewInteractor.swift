import Entities
import Services
import Viper

/// Reads the note to be shown. While one is being read only the latest wish is remembered, so that
/// running through a list does not read every note on the way.
@MainActor
final class PreviewInteractor: PreviewInteracting {
  weak var output: (any PreviewInteractorOutput)?
  private let store: any NoteStore
  private let scope: WorkScope
  private var wanted: NoteID?
  private var isReading = false
  /// Raised with every wish: the same note may be asked for anew while it is being read.
  private var latestWish = 0

  init(store: any NoteStore, work: Work) {
    self.store = store
    scope = work.scope()
  }

  func load(_ note: NoteID?) {
    latestWish += 1
    wanted = note
    if !isReading { readWanted() }
  }

  func end() {
    wanted = nil
    scope.end()
  }

  private func readWanted() {
    guard let note = wanted else { return }
    let wish = latestWish
    isReading = true
    scope.run { [store] in
      PreviewText(try await store.read(note).bytes)
    } then: { [weak self] result in
      self?.didRead(note, result, wish: wish)
    }
  }

  private func didRead(_ note: NoteID, _ result: Result<PreviewText, any Error>, wish: Int) {
    isReading = false
    guard wish == latestWish else { return readWanted() }
    switch result {
    case .success(let text):
      output?.didLoad(text, of: note)
    case .failure(let error as NoteStoreError):
      output?.didFail(error.message, of: note)
    case .failure(let error):
      output?.didFail("Could not show \(note.path.text): \(error).", of: note)
    }
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
