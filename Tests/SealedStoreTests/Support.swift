import Entities
import Files
import FileStore
import Glibc
import Services
import Synchronization
import TestSupport
import Vault

@testable import SealedStore

/// A file as it stands in an encrypted vault, opened.
struct Opened: Equatable {
  var place: String
  var text: String
  var isTrashed: Bool
}

extension SealedFolder {
  /// Everything in the vault and its trash, by place; a file that cannot be opened is told by its fault.
  func everything() throws -> [Opened] {
    var found: [Opened] = []
    for item in try items() {
      switch item.content {
      case .success(let content):
        let reading = try open(item.id, isTrashed: item.isTrashed, as: content.path)
        let text = try reading.whole()
        found.append(
          Opened(
            place: content.path.text, text: String(decoding: text, as: UTF8.self),
            isTrashed: item.isTrashed))
      case .failure(let fault):
        found.append(Opened(place: "?", text: fault.obstacle.words, isTrashed: item.isTrashed))
      }
    }
    return found.sorted { ($0.place, $0.text) < ($1.place, $1.text) }
  }
}

extension NoteReading {
  /// All of it, in blocks of an odd size.
  func whole(block: Int = 70_001) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: block)
    while true {
      let count = try room.withUnsafeMutableBytes { try read(into: $0) }
      if count == 0 { break }
      bytes += room[..<count]
    }
    _ = try finish()
    return bytes
  }
}

extension Disk {
  /// A disk on which nothing is waited for: for thousands of operations.
  static let quick = Disk(writeSome: Disk.real.writeSome, flush: { _ in 0 })
}

/// An encrypted vault in a folder of its own, and what works on it.
struct Bench {
  let folder = TemporaryFolder()
  let outside = TemporaryFolder()
  let clock = StillClock()
  let keys: VaultKeys
  let sealed: SealedFolder
  let vault: SealedVault

  init(disk: Disk = .quick) throws {
    keys = try VaultKeys(identity: .make())
    sealed = SealedFolder(root: folder.bytes, identity: keys.identity, clock: clock, disk: disk)
    vault = Self.vault(sealed, keys, outside)
  }

  private static func vault(
    _ folder: SealedFolder, _ keys: VaultKeys, _ outside: TemporaryFolder
  ) -> SealedVault {
    SealedVault(
      folder, seal: keys.stateSeal, cacheFolder: outside.bytes + Array("/cache".utf8),
      stateFolder: outside.bytes + Array("/state".utf8), background: nil, identified: { _ in [] })
  }

  /// Another program at the same vault.
  func another() -> SealedVault { Self.vault(sealed, keys, outside) }

  func listed(_ vault: SealedVault? = nil) async -> [NoteSummary] {
    var notes: [NoteSummary] = []
    for await batch in (vault ?? self.vault).notes.list() { notes += batch.notes }
    return notes
  }

  @discardableResult
  func add(_ place: String, _ text: String = "", inTrash: Bool = false) throws -> SealedID {
    try sealed.add(
      Array(text.utf8), at: NotePath(place), modified: clock.now, inTrash: inTrash)
  }

  func file(_ id: SealedID) -> String { String(decoding: id.fileName, as: UTF8.self) }

  /// Hidden files that a finished or failed call should have taken away.
  var leftovers: [String] { folder.names().filter { $0.hasPrefix(".notes-tui-") } }
}

extension NoteContent {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

func path(_ note: NoteSummary) -> String { note.id.path.text }

extension Bench {
  var cache: PathCache {
    PathCache(
      cacheFolder: outside.bytes + Array("/cache".utf8), vault: folder.bytes,
      seal: keys.stateSeal)
  }

  /// A program that stands on another disk.
  func vault(on disk: Disk) -> SealedVault {
    Self.vault(
      SealedFolder(root: folder.bytes, identity: keys.identity, clock: clock, disk: disk), keys,
      outside)
  }
}

final class Counter: Sendable {
  private let value = Mutex(0)

  /// How often it was asked before.
  func next() -> Int {
    value.withLock { value in
      value += 1
      return value - 1
    }
  }
}
