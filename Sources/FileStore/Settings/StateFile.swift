package import Entities
package import Files
import Glibc
package import OpenVault
package import Services
package import VaultSettings

/// A small file of a vault in the user's state folder, encrypted if the vault is. Each change
/// applies to its current content and, unless it only appends, writes it as a whole.
struct StateFile: Sendable {
  private let folder: [UInt8]
  private let seal: StateSeal
  private let disk: Disk
  private let name: [UInt8]
  /// The largest file, with the records of a large import.
  private static let limit = 64 << 20
  /// A longer one is rewritten without its replaced entries.
  private static let longest = 32 << 20

  /// Stores the file as `<stateFolder>/<kind>/<name made of the vault's path>/<name>`.
  init(
    kind: String, name: String, stateFolder: [UInt8], vault: VaultID, seal: StateSeal, disk: Disk
  ) {
    folder = seal.folder(kind, of: vault.path.bytes, in: stateFolder)
    self.name = Array(name.utf8)
    self.seal = seal
    self.disk = disk
  }

  /// Returns nil if nothing is stored, or it cannot be read.
  func text() -> [UInt8]? {
    guard let folder = try? PrivateFolder.open(folder, making: false) else { return nil }
    return try? read(folder.raw)
  }

  /// Writes the result of `change` for the stored text; nil leaves it unchanged.
  func change(_ change: ([UInt8]?) -> [UInt8]?) throws(SystemError) {
    if !Posix.exists(folder, in: Posix.noFolder), change(nil) == nil { return }
    let folder = try PrivateFolder.open(folder, making: true)
    // Otherwise two programs could lose each other's changes. Closing the folder unlocks it.
    try Posix.lock(folder.raw)
    guard let new = change(try read(folder.raw)) else { return }
    try NewFile.put(try seal.close(new, at: name), as: name, in: folder.raw, disk: disk)
  }

  /// Appends to the stored text. Returns false if it must be written as a whole instead: nothing is
  /// stored yet, it is encrypted, its last line was cut off, or it grew too long.
  private func append(_ text: [UInt8]) throws(SystemError) -> Bool {
    guard seal.isPlain, let folder = try ifThere(PrivateFolder.open(folder, making: false)) else {
      return false
    }
    try Posix.lock(folder.raw)
    let flags = O_RDWR | O_APPEND | O_NONBLOCK | O_NOFOLLOW
    guard let file = try ifThere(Posix.open(name, in: folder.raw, flags)) else { return false }
    let facts = try Posix.facts(of: file.raw)
    guard facts.kind == .file, facts.size > 0, facts.size < Self.longest else { return false }
    var last: UInt8 = 0
    guard pread(file.raw, &last, 1, off_t(facts.size - 1)) == 1, last == UInt8(ascii: "\n") else {
      return false
    }
    try disk.write(text, to: file.raw)
    try disk.sync(file.raw)
    return true
  }

  /// Returns the file's content as a value that can be appended to.
  func growing<Value: Equatable & Sendable>(
    _ words: String, read: @escaping @Sendable ([UInt8]?) -> Value,
    write: @escaping @Sendable (Value) -> [UInt8]
  ) -> StoredValue<Value> {
    value(words, read: read, write: write) { (more) throws(NoteStoreError) in
      return try rethrow(append(write(more))) { (error: SystemError) in
        error.noteError(NotePath(words), "keep")
      }
    }
  }

  /// Returns the file's content as a value. `words` tell the user what could not be stored.
  func value<Value: Equatable & Sendable>(
    _ words: String, read: @escaping @Sendable ([UInt8]?) -> Value,
    write: @escaping @Sendable (Value) -> [UInt8],
    append: @escaping StoredValue<Value>.Append = { _ in false }
  ) -> StoredValue<Value> {
    StoredValue(append: append) {
      read(text())
    } store: { (change) throws(NoteStoreError) in
      var new = read(nil)
      try rethrow(
        self.change { text in
          let old = read(text)
          new = old
          change(&new)
          return new == old ? nil : write(new)
        }
      ) { (error: SystemError) in error.noteError(NotePath(words), "keep") }
      return new
    }
  }

  /// Converts it to another seal, when a vault is encrypted or decrypted.
  func reseal(to new: StateFile) throws(NoteStoreError) {
    do throws(SystemError) {
      guard let old = try ifThere(PrivateFolder.open(folder, making: false)) else { return }
      if let saved = try read(old.raw) { try new.change { _ in saved } }
      for name in try Posix.names(in: old.raw) { try Posix.remove(name, in: old.raw) }
      try Posix.removeFolder(folder)
    } catch {
      throw error.noteError(NotePath(bytes: folder), "convert the state in")
    }
  }

  /// Throws if the file exists but cannot be read now, so that it is not replaced; damaged content
  /// is dropped.
  private func read(_ folder: Int32) throws(SystemError) -> [UInt8]? {
    try ifThere(Posix.contents(name, in: folder, limit: Self.limit))
      .flatMap { seal.open($0, at: name) }
  }
}

/// The small files with a vault's state, outside the vault. For an encrypted vault they are
/// encrypted with its keys.
package struct StateFiles {
  /// The files about opened notes, which are not converted with the vault.
  package static let recentKind = "recent"

  private let file: (_ kind: String, _ name: String) -> StateFile

  package init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal = .none) {
    self.init(stateFolder: stateFolder, vault: vault, seal: seal, disk: .real)
  }

  init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal, disk: Disk) {
    file = { kind, name in
      StateFile(
        kind: kind, name: name, stateFolder: stateFolder, vault: vault, seal: seal, disk: disk)
    }
  }

  private var arrangement: StateFile { file("lists", "list") }
  private var searches: StateFile { file("searches", "searches") }
  private var done: StateFile { file("done", "commands") }

  private var reminders: StateFile { file("reminders", "rung") }
  private var imported: StateFile { file("imports", "notes") }
  private var asked: StateFile { file("asked", "writings") }

  /// `standard` is the order of a list that was never arranged.
  package func state(standard: NoteOrder = .modified) -> VaultState {
    var state = VaultState()
    state.recent = file(Self.recentKind, "notes").value(
      "the notes that were opened", read: { RecentNotes(text: $0 ?? []) }, write: \.text)
    state.used = file(Self.recentKind, "commands").value(
      "the commands that were used", read: { UsedCommands(text: $0 ?? []) }, write: \.text)
    state.positions = file(Self.recentKind, "places").value(
      "where notes were left", read: { NotePositions(text: $0 ?? []) }, write: \.text)
    state.typed = file(Self.recentKind, "typed").value(
      "what was typed on command lines", read: { TypedLines(text: $0 ?? []) }, write: \.text)
    state.arrangement = arrangement.value(
      "the order of the list",
      read: { text in
        if let text { return ListArrangement(text: text) }
        var arrangement = ListArrangement()
        arrangement.order = standard
        return arrangement
      }, write: \.text)
    state.searches = searches.value(
      "the saved searches", read: { SavedSearch.searches(in: $0 ?? []) }, write: SavedSearch.text)
    state.done = done.growing(
      "what commands did", read: { DoneCommands(text: $0 ?? []) }, write: \.text)
    state.imported = imported.growing(
      "what was imported", read: { ImportedNotes(text: $0 ?? []) }, write: \.text)
    state.reminders = reminders.value(
      "which reminders rang", read: { ReminderLog(text: $0 ?? []) }, write: \.text)
    state.asked = asked.value(
      "what other programs asked to write", read: { AskedWritings(text: $0 ?? []) }, write: \.text)
    return state
  }

  /// Converts the files to another seal, when a vault is encrypted or decrypted.
  package func reseal(to new: StateFiles) throws(NoteStoreError) {
    try arrangement.reseal(to: new.arrangement)
    try searches.reseal(to: new.searches)
    try done.reseal(to: new.done)
    try imported.reseal(to: new.imported)
    try reminders.reseal(to: new.reminders)
    try asked.reseal(to: new.asked)
  }
}
