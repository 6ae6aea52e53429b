import Bytes
package import Entities
package import Files
package import Services

/// The file that remembers where notes were left, beside that of the notes that were opened last: a
/// line for each, the latest first. Of an encrypted vault it is closed with its keys; of a note with a
/// lock of its own nothing is kept.
package struct PlacesFile: KeptPlaces {
  /// Of so many notes; the ones that were not left for longest go.
  package static let most = 400
  private let state: KeptState

  package init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal = .none) {
    self.init(stateFolder: stateFolder, vault: vault, seal: seal, disk: .real)
  }

  init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal = .none, disk: Disk) {
    state = KeptState(
      kind: RecentNotesFile.kind, name: "places", stateFolder: stateFolder, vault: vault,
      seal: seal, disk: disk)
  }

  @concurrent
  package func place(of note: NoteID) async -> NotePlace? {
    let start = Self.start(of: note)
    return state.text().flatMap { text in
      Self.lines(text).first { $0.starts(with: start) }.flatMap {
        Self.place($0.dropFirst(start.count))
      }
    }
  }

  @concurrent
  package func keep(_ place: NotePlace, of note: NoteID) async {
    if note.path.isLocked { return }
    let start = Self.start(of: note)
    let own = start + Array("\(max(0, place.cursor)) \(max(0, place.top))\n".utf8)
    try? state.change { old in
      let others = Self.lines(old ?? []).filter { !$0.starts(with: start) }
      return own + others.prefix(Self.most - 1).flatMap { $0 + [UInt8(ascii: "\n")] }
    }
  }

  @concurrent
  package func follow(_ moves: [NoteMove]) async {
    let moves = moves.filter { $0.from != $0.to }
    if moves.isEmpty { return }
    let targets = Dictionary(
      moves.map { (Self.start(of: $0.from), Self.start(of: $0.to)) },
      uniquingKeysWith: { first, _ in first })
    // What was kept under the new names is of notes that are gone.
    let taken = Set(targets.values)
    try? state.change { old in
      guard let old else { return nil }
      return Self.lines(old).flatMap { line -> [UInt8] in
        let start = Array(line.prefix { $0 != UInt8(ascii: " ") }) + [UInt8(ascii: " ")]
        if let target = targets[start] { return target + line.dropFirst(start.count) + [10] }
        return taken.contains(start) ? [] : line + [10]
      }
    }
  }

  private static func start(of note: NoteID) -> [UInt8] {
    Percent.encoded(note.path.bytes) + [UInt8(ascii: " ")]
  }

  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: UInt8(ascii: "\n"))
  }

  /// What is no pair of numbers says nothing.
  private static func place(_ written: ArraySlice<UInt8>) -> NotePlace? {
    let numbers = String(decoding: written, as: UTF8.self).split(separator: " ")
    guard numbers.count == 2, let cursor = Int(numbers[0]), let top = Int(numbers[1]),
      cursor >= 0, top >= 0
    else { return nil }
    return NotePlace(cursor: cursor, top: top)
  }
}
