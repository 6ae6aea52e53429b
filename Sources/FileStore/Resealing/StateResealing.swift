package import Entities
package import Files
import Glibc
package import Services

/// Takes what is kept of a vault outside of it, its versions and unsaved texts, from one seal to another:
/// from plain to closed when a vault is encrypted, and back.
///
/// Each file is written under the new seal, put on the disk and read back before the old one goes. What
/// was stopped or killed anywhere goes on when it is run again. Nobody else may work in the vault
/// meanwhile.
package struct StateResealing: Sendable {
  private let versions: (old: VersionFolder, new: VersionFolder)
  private let journals: (old: FolderJournal, new: FolderJournal)

  package init(
    stateFolder: [UInt8], vault: VaultID, from old: StateSeal, to new: StateSeal,
    clock: any WallClock
  ) {
    self.init(
      stateFolder: stateFolder, vault: vault, from: old, to: new, clock: clock, disk: .real)
  }

  init(
    stateFolder: [UInt8], vault: VaultID, from old: StateSeal, to new: StateSeal,
    clock: any WallClock, disk: Disk
  ) {
    precondition(old.suffix != new.suffix, "both would stand in the same folder")
    func versions(_ seal: StateSeal) -> VersionFolder {
      VersionFolder(
        path: seal.folder("versions", of: vault.path.bytes, in: stateFolder), disk: disk,
        troubles: TroubleList(), seal: seal)
    }
    func journal(_ seal: StateSeal) -> FolderJournal {
      FolderJournal(stateFolder: stateFolder, vault: vault, clock: clock, seal: seal, disk: disk)
    }
    self.versions = (versions(old), versions(new))
    journals = (journal(old), journal(new))
  }

  /// Nothing is left under the old seal.
  package var isDone: Bool {
    [versions.old.path, journals.old.folder].allSatisfy { !Posix.exists($0, in: Posix.noFolder) }
  }

  /// Whether another run keeps unsaved texts of the vault just now.
  package static func isBusy(
    _ vault: VaultID, in stateFolder: [UInt8], under seal: StateSeal
  ) -> Bool {
    let recovery = seal.folder("recovery", of: vault.path.bytes, in: stateFolder)
    guard let folder = try? PrivateFolder.open(recovery, making: false),
      let names = try? Posix.names(in: folder.raw)
    else { return false }
    return names.contains { name in
      name.starts(with: "run-".utf8)
        && !JournalRun.hasEnded(
          String(decoding: name.dropFirst(4), as: UTF8.self), in: folder.raw)
    }
  }

  /// Tells how many files are done, of how many; stops before the next one where `goesOn` answers
  /// false. Answers whether all is done.
  package func run(
    goesOn: (_ done: Int, _ all: Int) -> Bool = { _, _ in true }
  ) throws(NoteStoreError) -> Bool {
    let all = count(versions.old.path) + count(journals.old.folder)
    var done = 0
    func next() -> Bool {
      defer { done += 1 }
      return goesOn(min(done, all), all)
    }
    let hasJournals = try convert(journals.old.folder) { (folder) throws(SystemError) in
      try journals.old.reseal(to: journals.new, in: folder, goesOn: next)
    }
    guard hasJournals else { return false }
    return try convert(versions.old.path) { (folder) throws(SystemError) in
      try versions.old.reseal(to: versions.new, in: folder, goesOn: next)
    }
  }

  /// Runs `body` on an old folder, if it is there, and removes it when that did all of it.
  private func convert(
    _ path: [UInt8], _ body: (_ folder: Int32) throws(SystemError) -> Bool
  ) throws(NoteStoreError) -> Bool {
    do throws(SystemError) {
      guard let folder = try ifThere(PrivateFolder.open(path, making: false)) else { return true }
      guard try body(folder.raw) else { return false }
      try Posix.removeFolder(path)
      return true
    } catch {
      let place = NotePath(bytes: path)
      if error.code == EBUSY {
        throw .refused(place, reason: "another notes-tui works in the vault; end that one first")
      }
      throw error.noteError(place, "convert what is kept in")
    }
  }

  private func count(_ path: [UInt8]) -> Int {
    guard let folder = try? PrivateFolder.open(path, making: false) else { return 0 }
    return (try? Posix.names(in: folder.raw))?.count ?? 0
  }
}

/// Files that were set aside because nobody could read them: kept as they are, whatever they hold.
enum SetAside {
  private static func place(_ name: [UInt8]) -> [UInt8] { Array("set aside ".utf8) + name }

  /// Writes such a file under another seal, then removes it.
  static func reseal(
    _ name: [UInt8], in folder: Int32, _ old: StateSeal, to newFolder: [UInt8], _ new: StateSeal,
    disk: Disk
  ) throws(SystemError) {
    let stored = try Posix.contents(name, in: folder)
    // What was damaged while it was closed cannot be opened: it stays so.
    let start = name.prefix { $0 != UInt8(ascii: "-") }
    let newName = Array(start + Array("-\(new.name(Array(name)))".utf8))
    let bytes = try new.close(old.open(stored, at: place(name)) ?? stored, at: place(newName))
    let target = try PrivateFolder.open(newFolder, making: true)
    try NewFile.put(bytes, as: newName, in: target.raw, disk: disk)
    guard try Posix.contents(newName, in: target.raw) == bytes else { throw .damaged }
    try Posix.remove(name, in: folder)
  }
}
