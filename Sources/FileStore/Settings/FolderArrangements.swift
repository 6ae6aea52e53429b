import Bytes
package import Entities
package import Files
import Glibc
package import Services

/// How a vault's list is arranged, in a file outside the vault: a line for each thing, closed where
/// the vault is.
package struct FolderArrangements: ListArrangements {
  private let folder: [UInt8]
  private let seal: StateSeal
  private let disk: Disk
  private static let name = Array("list".utf8)
  private static let place = Array("list".utf8)
  private static let limit = 8 << 20

  /// It is kept in `<stateFolder>/lists/<name made of the vault's path>/`.
  package init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal = .none) {
    self.init(stateFolder: stateFolder, vault: vault, seal: seal, disk: .real)
  }

  init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal, disk: Disk) {
    folder = seal.folder("lists", of: vault.path.bytes, in: stateFolder)
    self.seal = seal
    self.disk = disk
  }

  package func arrangement() -> ListArrangement {
    guard let folder = try? PrivateFolder.open(folder, making: false) else {
      return ListArrangement()
    }
    return (try? read(folder.raw)) ?? ListArrangement()
  }

  @concurrent
  package func change(
    _ change: @escaping @Sendable (inout ListArrangement) -> Void
  ) async throws(NoteStoreError) -> ListArrangement {
    do throws(SystemError) {
      return try write(change)
    } catch {
      throw error.noteError(NotePath("the order of the list"), "keep")
    }
  }

  /// Takes it from one seal to another, when a vault is encrypted or no longer.
  package func reseal(to new: FolderArrangements) throws(NoteStoreError) {
    do throws(SystemError) {
      let old: Descriptor
      do {
        old = try PrivateFolder.open(folder, making: false)
      } catch  where error.code == ENOENT {
        return
      }
      let kept = try read(old.raw)
      _ = try new.write { $0 = kept }
      for name in try Posix.names(in: old.raw) { try Posix.remove(name, in: old.raw) }
      try Posix.removeFolder(folder)
    } catch {
      throw error.noteError(NotePath(bytes: folder), "convert what is kept in")
    }
  }

  private func write(
    _ change: (inout ListArrangement) -> Void
  ) throws(SystemError) -> ListArrangement {
    if !Posix.exists(folder, in: Posix.noFolder) {
      var new = ListArrangement()
      change(&new)
      if new == ListArrangement() { return new }
    }
    let folder = try PrivateFolder.open(folder, making: true)
    // Two programs at once would each lose the other's pins. Closing the folder unlocks it.
    while flock(folder.raw, LOCK_EX) != 0, errno == EINTR {}
    let old = try read(folder.raw)
    var new = old
    change(&new)
    if new == old { return old }
    var file = try NewFile(in: folder.raw, mode: 0o600, disk: disk)
    try file.write(try seal.close(Self.text(of: new), at: Self.place))
    _ = try file.finish()
    try file.replace(Self.name)
    return new
  }

  /// Throws where something is kept that the disk does not give, lest it be replaced; what is
  /// damaged is worth nothing.
  private func read(_ folder: Int32) throws(SystemError) -> ListArrangement {
    do {
      let bytes = try Posix.contents(Self.name, in: folder, limit: Self.limit)
      return seal.open(bytes, at: Self.place).map(Self.arrangement(in:)) ?? ListArrangement()
    } catch  where error.code == ENOENT {
      return ListArrangement()
    }
  }

  private static func text(of arrangement: ListArrangement) -> [UInt8] {
    var text = Array("order \(arrangement.order.rawValue)\n".utf8)
    if arrangement.isReversed { text += Array("reversed\n".utf8) }
    for pin in arrangement.pins.sorted(by: { $0.path < $1.path }) {
      text += Array("pin ".utf8) + Percent.encoded(pin.path.bytes) + [UInt8(ascii: "\n")]
    }
    return text
  }

  /// Lines that say nothing are passed over.
  private static func arrangement(in text: [UInt8]) -> ListArrangement {
    var arrangement = ListArrangement()
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      switch (String(decoding: words.first ?? [], as: UTF8.self), words.dropFirst().first) {
      case ("order", let word?):
        if let order = CatalogRequest.Order(rawValue: String(decoding: word, as: UTF8.self)) {
          arrangement.order = order
        }
      case ("reversed", nil): arrangement.isReversed = true
      case ("pin", let word?):
        guard let path = Percent.decoded(word), !path.isEmpty, !path.contains(0) else { continue }
        arrangement.pins.insert(NoteID(NotePath(bytes: path)))
      default: continue
      }
    }
    return arrangement
  }
}
