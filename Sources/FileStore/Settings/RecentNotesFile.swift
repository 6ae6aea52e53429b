import Bytes
package import Entities
package import Files
import Glibc
package import Services

/// The file that remembers which notes were opened: a path on each line, percent-encoded, the latest
/// first. Of an encrypted vault it is closed with its keys.
package struct RecentNotesFile: RecentNotes {
  package static let kind = "recent"
  private static let name = Array("notes".utf8)
  private let folder: [UInt8]
  private let seal: StateSeal
  private let disk: Disk

  package init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal = .none) {
    self.init(stateFolder: stateFolder, vault: vault, seal: seal, disk: .real)
  }

  init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal = .none, disk: Disk) {
    folder = seal.folder(Self.kind, of: vault.path.bytes, in: stateFolder)
    self.seal = seal
    self.disk = disk
  }

  @concurrent
  package func recent() async -> [NoteID] {
    guard let folder = try? PrivateFolder.open(folder, making: false) else { return [] }
    return read(folder.raw)
  }

  @concurrent
  package func wasOpened(_ note: NoteID) async {
    try? change { ([note] + $0.filter { $0 != note }) }
  }

  @concurrent
  package func follow(_ moves: [NoteMove]) async {
    if await recent().isEmpty { return }
    try? change { PassingRecentNotes.following(moves, $0) }
  }

  private func change(_ change: ([NoteID]) -> [NoteID]) throws(SystemError) {
    let folder = try PrivateFolder.open(folder, making: true)
    let raw = folder.raw
    // Two programs at once would each lose the other's line. Closing the folder unlocks it.
    try Posix.lock(raw)
    let old = read(raw)
    let new = change(old).prefix(PassingRecentNotes.most)
    if old.elementsEqual(new) { return }
    let text = new.flatMap { Percent.encoded($0.path.bytes) + [UInt8(ascii: "\n")] }
    var file = try NewFile(in: raw, mode: 0o600, disk: disk)
    try file.write(try seal.close(text, at: Self.name))
    _ = try file.finish()
    try file.replace(Self.name)
  }

  /// What cannot be read is none: the next note that is opened begins the list anew.
  private func read(_ folder: Int32) -> [NoteID] {
    guard let bytes = try? Posix.contents(Self.name, in: folder, limit: 1 << 20),
      let text = seal.open(bytes, at: Self.name)
    else { return [] }
    var notes: [NoteID] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let path: [UInt8]? = Percent.decoded(line)
      guard let path, !path.isEmpty, !path.contains(0) else { continue }
      let note = NoteID(NotePath(bytes: path))
      if !notes.contains(note) { notes.append(note) }
    }
    return Array(notes.prefix(PassingRecentNotes.most))
  }
}
