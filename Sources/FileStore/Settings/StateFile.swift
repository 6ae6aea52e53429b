package import Entities
package import Files
import Glibc
package import OpenVault
package import Services
package import VaultSettings

/// One small file of a vault's in the person's state folder, closed where the vault is. It is written
/// as a whole, and each change is made to its present content.
struct StateFile: Sendable {
  private let folder: [UInt8]
  private let seal: StateSeal
  private let disk: Disk
  private let name: [UInt8]
  /// What a large import brought takes the most.
  private static let limit = 64 << 20
  /// A longer one is written again as a whole, without what was replaced in it.
  private static let longest = 32 << 20

  /// It is stored in `<stateFolder>/<kind>/<name made of the vault's path>/<name>`.
  init(
    kind: String, name: String, stateFolder: [UInt8], vault: VaultID, seal: StateSeal, disk: Disk
  ) {
    folder = seal.folder(kind, of: vault.path.bytes, in: stateFolder)
    self.name = Array(name.utf8)
    self.seal = seal
    self.disk = disk
  }

  /// Nil where nothing is stored, or it cannot be read.
  func text() -> [UInt8]? {
    guard let folder = try? PrivateFolder.open(folder, making: false) else { return nil }
    return try? read(folder.raw)
  }

  /// Writes what `change` makes of the stored text, and answers with that; nil leaves it as it is.
  func change(_ change: ([UInt8]?) -> [UInt8]?) throws(SystemError) {
    if !Posix.exists(folder, in: Posix.noFolder), change(nil) == nil { return }
    let folder = try PrivateFolder.open(folder, making: true)
    // Two programs at once would each lose what the other keeps. Closing the folder unlocks it.
    try Posix.lock(folder.raw)
    guard let new = change(try read(folder.raw)) else { return }
    try NewFile.put(try seal.close(new, at: name), as: name, in: folder.raw, disk: disk)
  }

  /// Adds to the end of the stored text. False where all has to be written again: nothing is stored
  /// yet, it is closed as a whole, its last line was cut off, or it grew long.
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

  /// The file's content as a value to which lines are added.
  func growing<Value: Equatable & Sendable>(
    _ words: String, read: @escaping @Sendable ([UInt8]?) -> Value,
    write: @escaping @Sendable (Value) -> [UInt8]
  ) -> StoredValue<Value> {
    value(words, read: read, write: write) { (more) throws(NoteStoreError) in
      do throws(SystemError) {
        return try append(write(more))
      } catch {
        throw error.noteError(NotePath(words), "keep")
      }
    }
  }

  /// The file's content as a value. `words` say for a person what could not be stored.
  func value<Value: Equatable & Sendable>(
    _ words: String, read: @escaping @Sendable ([UInt8]?) -> Value,
    write: @escaping @Sendable (Value) -> [UInt8],
    append: @escaping StoredValue<Value>.Append = { _ in false }
  ) -> StoredValue<Value> {
    StoredValue(append: append) {
      read(text())
    } store: { (change) throws(NoteStoreError) in
      var new = read(nil)
      do throws(SystemError) {
        try self.change { text in
          let old = read(text)
          new = old
          change(&new)
          return new == old ? nil : write(new)
        }
      } catch {
        throw error.noteError(NotePath(words), "keep")
      }
      return new
    }
  }

  /// Takes it from one seal to another, when a vault is encrypted or no longer.
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

  /// Throws where there is a file that cannot be read just now, lest it be replaced; what is
  /// damaged is dropped.
  private func read(_ folder: Int32) throws(SystemError) -> [UInt8]? {
    try ifThere(Posix.contents(name, in: folder, limit: Self.limit))
      .flatMap { seal.open($0, at: name) }
  }
}

/// The small files in which a vault's state is stored, outside the vault. Of an encrypted vault they
/// are closed with its keys.
package struct StateFiles {
  /// The files about opened notes: nothing that has to be converted with the vault.
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

  private var imported: StateFile { file("imports", "notes") }

  /// `standard` says the order of a list that was never arranged.
  package func state(standard: NoteOrder = .modified) -> VaultState {
    var state = VaultState()
    state.recent = file(Self.recentKind, "notes").value(
      "the notes that were opened", read: { RecentNotes(text: $0 ?? []) }, write: \.text)
    state.positions = file(Self.recentKind, "places").value(
      "where notes were left", read: { NotePositions(text: $0 ?? []) }, write: \.text)
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
    return state
  }

  /// Takes what a person arranged from one seal to another, when a vault is encrypted or no longer.
  package func reseal(to new: StateFiles) throws(NoteStoreError) {
    try arrangement.reseal(to: new.arrangement)
    try searches.reseal(to: new.searches)
    try done.reseal(to: new.done)
    try imported.reseal(to: new.imported)
  }
}
