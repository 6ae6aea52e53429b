import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing
import Vault

@testable import SealedStore

/// The keys of an encrypted vault that several devices have.
struct SealedKeys: Sendable {
  static let passphrase = "open"
  let keys: VaultKeys
  private let files: [String: [UInt8]]

  init() throws {
    let folder = TemporaryFolder()
    var typed = Array(Self.passphrase.utf8)
    let lock = try VaultLock(root: folder.bytes, workFactor: 1)
      .make(passphrase: Secret(taking: &typed))
    keys = try VaultKeys(identity: lock.identity)
    var files: [String: [UInt8]] = [:]
    for name in [VaultLock.passphraseFile, VaultLock.recoveryFile] {
      files[name] = folder.read(name)
    }
    self.files = files
  }

  func put(into folder: TemporaryFolder) {
    for (name, bytes) in files { folder.write(name, bytes) }
  }
}

/// An encrypted vault that is open, as its person works in it.
struct SealedNotes: Sendable {
  let vault: SealedVault
  private let work: SealedWork

  init(
    _ folder: TemporaryFolder, _ outside: TemporaryFolder, _ keys: SealedKeys, _ clock: StillClock
  ) throws {
    keys.put(into: folder)
    let sealed = SealedFolder(
      root: folder.bytes, identity: keys.keys.identity, clock: clock,
      disk: Disk(writeSome: Disk.real.writeSome, flush: { _ in 0 }))
    vault = SealedVault(
      sealed, seal: keys.keys.stateSeal, cacheFolder: outside.bytes + Array("/cache".utf8),
      stateFolder: outside.bytes + Array("/state".utf8), background: nil, identified: { _ in [] })
    work = vault.work
  }

  /// By the names that a person sees.
  func texts() -> [String: String] {
    work.paths.survey()
    let paths = work.paths.asking { table in
      var found: [NotePath] = []
      table.forEach { place, _ in found.append(place) }
      return found
    }
    var texts: [String: String] = [:]
    for place in paths {
      do {
        texts[place.text] = String(decoding: try work.read(NoteID(place)).bytes, as: UTF8.self)
      } catch {
        Issue.record("\(place.text): \(error)")
      }
    }
    return texts
  }

  func write(_ name: String, _ text: String) {
    let note = NoteID(NotePath(name))
    do {
      if let old = try? work.read(note) {
        _ = try work.save(Array(text.utf8), to: note, replacing: old.stamp)
      } else {
        _ = try work.create(Array(text.utf8), at: note)
      }
    } catch {
      Issue.record("\(name): \(error)")
    }
  }

  /// As a move does it: the same file, closed again with another first line.
  func rename(_ name: String, to new: String) {
    do {
      let root = try work.folder.openRoot()
      guard let found = try work.paths.find(NotePath(name)) else { return }
      let text = try work.read(NoteID(NotePath(name))).bytes
      let facts = try Posix.facts(found.id.fileName, in: root.raw)
      var staged = try work.folder.stage(
        .source(text), at: NotePath(new), modified: facts.modified, in: root.raw)
      try staged.replace(found.id, seen: facts)
    } catch {
      Issue.record("\(name): \(error)")
    }
  }

  func remove(_ name: String) throws { _ = try work.trash(NoteID(NotePath(name))) }

  func trashed() throws -> [String] { try work.trashed().map(\.original.path.text).sorted() }

  /// The file of a note.
  func file(_ name: String) throws -> String {
    let found = try #require(try work.paths.find(NotePath(name)))
    return String(decoding: found.id.fileName, as: UTF8.self)
  }

  /// What the doctor would tell of states that are not as they were seen here.
  func alarms() throws -> RollbackReport {
    work.paths.survey()
    let table = try #require(work.paths.seen).table()
    let present = work.paths.asking { table in
      table.records.map { PresentFile(id: $0, state: SeenState($1), shown: $1.path) }
    }
    return RollbackReport(present, table)
  }
}
