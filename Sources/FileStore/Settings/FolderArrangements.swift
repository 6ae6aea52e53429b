import Bytes
package import Entities
package import Files
package import Services

/// How a vault's list is arranged, in a file outside the vault: a line for each thing, closed where
/// the vault is.
package struct FolderArrangements: ListArrangements {
  private let kept: KeptState
  private let standard: @Sendable () -> CatalogRequest.Order

  /// It is kept in `<stateFolder>/lists/<name made of the vault's path>/`. `standard` says the order
  /// of a list that nobody arranged yet.
  package init(
    stateFolder: [UInt8], vault: VaultID, seal: StateSeal = .none,
    standard: @escaping @Sendable () -> CatalogRequest.Order = { .modified }
  ) {
    self.init(stateFolder: stateFolder, vault: vault, seal: seal, disk: .real, standard: standard)
  }

  init(
    stateFolder: [UInt8], vault: VaultID, seal: StateSeal, disk: Disk,
    standard: @escaping @Sendable () -> CatalogRequest.Order = { .modified }
  ) {
    kept = KeptState(
      kind: "lists", name: "list", stateFolder: stateFolder, vault: vault, seal: seal, disk: disk)
    self.standard = standard
  }

  package func arrangement() -> ListArrangement { arrangement(in: kept.text()) }

  @concurrent
  package func change(
    _ change: @escaping @Sendable (inout ListArrangement) -> Void
  ) async throws(NoteStoreError) -> ListArrangement {
    var new = ListArrangement()
    do throws(SystemError) {
      try kept.change { text in
        let old = arrangement(in: text)
        new = old
        change(&new)
        return new == old ? nil : Self.text(of: new)
      }
      return new
    } catch {
      throw error.noteError(NotePath("the order of the list"), "keep")
    }
  }

  /// Takes it from one seal to another, when a vault is encrypted or no longer.
  package func reseal(to new: FolderArrangements) throws(NoteStoreError) {
    try kept.reseal(to: new.kept)
  }

  private func arrangement(in text: [UInt8]?) -> ListArrangement {
    if let text { return Self.arrangement(in: text) }
    var arrangement = ListArrangement()
    arrangement.order = standard()
    return arrangement
  }

  private static func text(of arrangement: ListArrangement) -> [UInt8] {
    var text = Array("order \(arrangement.order.rawValue)\n".utf8)
    if arrangement.isReversed { text += Array("reversed\n".utf8) }
    if arrangement.share != ListArrangement.half {
      text += Array("share \(arrangement.share)\n".utf8)
    }
    if arrangement.drawsPictures { text += Array("pictures\n".utf8) }
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
      case ("pictures", nil): arrangement.drawsPictures = true
      case ("share", let word?):
        let share = Int(String(decoding: word, as: UTF8.self)) ?? ListArrangement.half
        if (1..<1_000).contains(share) { arrangement.share = share }
      case ("pin", let word?):
        guard let path = Percent.decoded(word), !path.isEmpty, !path.contains(0) else { continue }
        arrangement.pins.insert(NoteID(NotePath(bytes: path)))
      default: continue
      }
    }
    return arrangement
  }
}
