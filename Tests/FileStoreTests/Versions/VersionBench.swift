import Entities
import Files
import Services
import TestSupport

@testable import FileStore

/// A version store in a folder of its own, and its expected contents.
struct VersionBench {
  let folder = TemporaryFolder()
  let clock = StillClock()
  var versions: FolderVersions
  let disk: Disk
  let seal: StateSeal

  init(disk: Disk = .unsynced, seal: StateSeal = .none) {
    self.disk = disk
    self.seal = seal
    versions = Self.open(folder, clock, disk, seal)
  }

  private static func open(
    _ folder: TemporaryFolder, _ clock: StillClock, _ disk: Disk, _ seal: StateSeal
  ) -> FolderVersions {
    FolderVersions(
      stateFolder: folder.bytes, vault: VaultID(NotePath("/vault")), clock: clock, disk: disk,
      thinsByItself: false, seal: seal)
  }

  /// As another program sees the store.
  func another() -> FolderVersions { Self.open(folder, clock, .unsynced, seal) }

  var place: String { "versions/\(ShortName.of(Array("/vault".utf8)))\(seal.suffix)" }

  /// The records of moves whose versions have not followed.
  var pendingMoves: [String] { folder.names(in: "\(place)/moving") }

  func logName(_ note: NoteID) -> String {
    "\(place)/note-\(seal.name(note.path.bytes))"
  }

  /// The texts of all versions, the newest first.
  static func texts(
    of note: NoteID, in versions: FolderVersions
  ) async throws(NoteStoreError) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    for version in try await versions.versions(of: note) {
      texts.append(try await versions.bytes(of: version))
    }
    return texts
  }

  func words(of note: NoteID) async throws(NoteStoreError) -> [String] {
    try await Self.texts(of: note, in: versions).map { String(decoding: $0, as: UTF8.self) }
  }

  func keep(_ text: String, of note: NoteID, after: Duration = .zero) async throws(NoteStoreError) {
    clock.advance(by: after)
    try await versions.keep(Array(text.utf8), of: note)
  }
}

extension Disk {
  /// A disk as fast as memory, which tests with thousands of steps need.
  static let unsynced = Disk(writeSome: Disk.real.writeSome, flush: { _ in 0 })
}
