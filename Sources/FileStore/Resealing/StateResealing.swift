package import Entities
package import Files
import Glibc
package import Services

/// Converts a vault's state outside the vault, its versions and unsaved texts, from one seal to
/// another: from plain to encrypted when the vault is encrypted, and back.
///
/// Each file is written with the new seal, flushed and read back before the old one is removed. If
/// it is interrupted at any point, running it again continues. The vault must not be in use
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
    precondition(old.suffix != new.suffix, "both would be in the same folder")
    func versions(_ seal: StateSeal) -> VersionFolder {
      VersionFolder(
        path: seal.folder("versions", of: vault.path.bytes, in: stateFolder), disk: disk,
        problems: ProblemList(), seal: seal)
    }
    func journal(_ seal: StateSeal) -> FolderJournal {
      FolderJournal(stateFolder: stateFolder, vault: vault, clock: clock, seal: seal, disk: disk)
    }
    self.versions = (versions(old), versions(new))
    journals = (journal(old), journal(new))
  }

  /// Whether nothing is left with the old seal.
  package var isDone: Bool {
    [versions.old.path, journals.old.folder].allSatisfy { !Posix.exists($0, in: Posix.noFolder) }
  }

  /// Whether another run is storing unsaved texts of the vault.
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

  /// Reports the number of files done and of all; stops before the next one if `goesOn` returns
  /// false. Returns whether everything is done.
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

  /// Runs `body` on an old folder, if it exists, and removes it once `body` did everything.
  private func convert(
    _ path: [UInt8], _ body: (_ folder: Int32) throws(SystemError) -> Bool
  ) throws(NoteStoreError) -> Bool {
    do throws(SystemError) {
      guard let folder = try ifThere(PrivateFolder.open(path, making: false)) else { return true }
      guard try body(folder.raw) else { return false }
      try Posix.removeFolder(path)
      return true
    } catch {
      let location = NotePath(bytes: path)
      if error.code == EBUSY {
        throw .refused(location, reason: "another notes-tui works in the vault; end that one first")
      }
      throw error.noteError(location, "convert the state in")
    }
  }

  private func count(_ path: [UInt8]) -> Int {
    guard let folder = try? PrivateFolder.open(path, making: false) else { return 0 }
    return (try? Posix.names(in: folder.raw))?.count ?? 0
  }
}

/// Files that were set aside because they were unreadable; their content is not changed.
private enum Staged {
  private static func context(_ name: [UInt8]) -> [UInt8] { Array("set aside ".utf8) + name }

  /// Writes such a file with another seal, then removes it.
  static func reseal(
    _ name: [UInt8], in folder: Int32, _ old: StateSeal, to newFolder: [UInt8], _ new: StateSeal,
    disk: Disk
  ) throws(SystemError) {
    let stored = try Posix.contents(name, in: folder)
    // Content that was damaged while encrypted cannot be opened, and stays as it is.
    let start = name.prefix { $0 != UInt8(ascii: "-") }
    let newName = Array(start + Array("-\(new.name(Array(name)))".utf8))
    let bytes = try new.close(old.open(stored, at: context(name)) ?? stored, at: context(newName))
    let target = try PrivateFolder.open(newFolder, making: true)
    try NewFile.put(bytes, as: newName, in: target.raw, disk: disk)
    guard try Posix.contents(newName, in: target.raw) == bytes else { throw .damaged }
    try Posix.remove(name, in: folder)
  }
}

extension FolderJournal {
  /// Moves all unsaved texts to another journal, so that the folder is empty; returns false if
  /// stopped. Throws `EBUSY` while another run stores texts in it.
  func reseal(
    to new: FolderJournal, in folder: Int32, goesOn: () -> Bool
  ) throws(SystemError) -> Bool {
    let names = try Posix.names(in: folder)
    for name in names where name.starts(with: "run-".utf8) {
      let run = String(decoding: name.dropFirst(4), as: UTF8.self)
      if !JournalRun.hasEnded(run, in: folder) { throw SystemError(EBUSY) }
    }
    for name in names.compactMap(JournalName.init(file:)) {
      guard goesOn() else { return false }
      // A file that cannot be read now is not damaged: it stops the run, and the next one
      // continues.
      let bytes = try Posix.contents(name.file, in: folder)
      for base in names where JournalBases.isBase(base, of: name.file) {
        _ = try Posix.contents(base, in: folder)
      }
      guard let text = left(opened(bytes, as: name.file), as: name.file, in: folder) else {
        setAside(name.file, in: folder)
        continue
      }
      try new.take(text, name)
      try Posix.remove(name.file, in: folder)
      removeBases(of: name.file, in: folder)
    }
    for name in try Posix.names(in: folder) where name.starts(with: "bad-".utf8) {
      guard goesOn() else { return false }
      try Staged.reseal(name, in: folder, seal, to: new.folder, new.seal, disk: disk)
    }
    for name in try Posix.names(in: folder) { try Posix.remove(name, in: folder) }
    return true
  }

  /// Stores a text as the run did that left it, and checks that it can be read.
  private func take(_ text: Left, _ name: JournalName) throws(SystemError) {
    let file = text.note.map { JournalName($0, run: name.run, seal: seal).file } ?? name.file
    let bytes: [UInt8]
    if let edits = text.edits {
      bytes = try JournalEdits.file(
        of: text.note, since: edits.base, edits.edits, savedAt: text.savedAt, named: file,
        seal: seal)
    } else {
      let entry = JournalEntry(note: text.note, savedAt: text.savedAt, bytes: text.bytes)
      bytes = try seal.close(entry.file, at: file)
    }
    let folder = try PrivateFolder.open(folder, making: true)
    try write(bytes, as: file, in: folder.raw)
    var wanted = text
    wanted.file = file
    guard let written = contents(file, in: folder.raw),
      left(written, as: file, in: folder.raw) == wanted
    else { throw .damaged }
  }
}

extension JournalEdits {
  /// Returns a new file with edits that were saved one after the other.
  fileprivate static func file(
    of note: NoteID?, since base: TextBase?, _ edits: [[UInt8]], savedAt: Timestamp,
    named name: [UInt8], seal: StateSeal
  ) throws(SystemError) -> [UInt8] {
    var file = try file(
      of: note, since: base, edits.first ?? [], savedAt: savedAt, named: name, seal: seal)
    for (number, more) in edits.enumerated().dropFirst() {
      file += try record(
        more, savedAt: savedAt, number: number + 1, after: end(of: file), seal: seal)
    }
    return file
  }
}

extension VersionFolder {
  /// Moves everything in this folder to another, so that it is empty; returns false if stopped.
  func reseal(
    to new: VersionFolder, in folder: Int32, goesOn: () -> Bool
  ) throws(SystemError) -> Bool {
    for name in try Posix.names(in: folder).sorted(by: { $0.lexicographicallyPrecedes($1) })
    where name.starts(with: "note-".utf8) {
      guard goesOn() else { return false }
      try resealLog(name, to: new)
    }
    // A log without a head was set aside just now.
    for name in try Posix.names(in: folder) where name.starts(with: "damaged-".utf8) {
      guard goesOn() else { return false }
      try Staged.reseal(name, in: folder, seal, to: new.path, new.seal, disk: disk)
    }
    try resealMoves(to: new)
    for inner in ["undo", "moving"] { try Posix.removeTree(path + Array("/\(inner)".utf8)) }
    for name in try Posix.names(in: folder)
    where !["undo", "moving"].contains(String(decoding: name, as: UTF8.self)) {
      try Posix.remove(name, in: folder)
    }
    return true
  }

  private func resealLog(_ name: [UInt8], to new: VersionFolder) throws(SystemError) {
    _ = try alone(making: false) { (folder) throws(SystemError) in
      guard let log = try open(file: name, in: folder) else { return }
      let note = log.log.note
      _ = try new.alone(making: true) { (target) throws(SystemError) in
        try new.take(log, in: target)
      }
      try resealUndo(of: note, to: new)
      try Posix.remove(name, in: folder)
    }
  }

  /// Copies all versions of another folder's log into this one, and checks them.
  private func take(_ log: borrowing OpenLog, in folder: Int32) throws(SystemError) {
    let note = log.log.note
    let names = log.log.records.map(\.name)
    if let own = try open(note, in: folder) {
      // An earlier run was stopped after this step, or the vault was encrypted or plain before.
      let known = Set(own.log.records.map(\.name))
      let new = names.map { !known.contains($0) }
      if new.contains(true) { try joined(log, new, own, as: note, in: folder) }
    } else {
      let all = names.map { _ in true }
      try replace(fileName(of: note), with: try thinned(log, staying: all), in: folder)
    }
    guard let made = try open(note, in: folder), try Self.holds(made, log) else { throw .damaged }
  }

  /// Whether every version of one log can be read in another, with the same name.
  private static func holds(
    _ one: borrowing OpenLog, _ other: borrowing OpenLog
  ) throws(SystemError) -> Bool {
    for record in other.log.records {
      guard let same = one.log.records.last(where: { $0.name == record.name }),
        same.savedAt == record.savedAt, let text = try? one.encoder.text(of: same),
        try other.encoder.text(of: record) == text
      else { return false }
    }
    return true
  }

  private func resealUndo(of note: NoteID, to new: VersionFolder) throws(SystemError) {
    guard let bytes = undo.bytes(of: note) else { return }
    try new.undo.keep(bytes, of: note)
  }

  /// The undo histories of the notes.
  private var undo: UndoFolder {
    UndoFolder(path: path + Array("/undo".utf8), disk: disk, seal: seal)
  }

  private func resealMoves(to new: VersionFolder) throws(SystemError) {
    var isWhole = true
    let now = Timestamp(seconds: .min / 2)
    PendingMoves.each(in: PendingMoves.folder(in: path), now: now, seal: seal) { moves in
      let written = PendingMoves(
        moves, in: PendingMoves.folder(in: new.path), disk: disk, seal: new.seal)
      if written == nil { isWhole = false }
      return written != nil
    }
    if !isWhole { throw SystemError(EIO) }
  }
}
