import Bytes
package import Entities
package import Files
package import Services

/// A vault's searches with a name, in a file outside the vault: a line for each, closed where the
/// vault is.
package struct FolderSearches: SavedSearches {
  private let kept: KeptState

  /// It is kept in `<stateFolder>/searches/<name made of the vault's path>/`.
  package init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal = .none) {
    self.init(stateFolder: stateFolder, vault: vault, seal: seal, disk: .real)
  }

  init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal, disk: Disk) {
    kept = KeptState(
      kind: "searches", name: "searches", stateFolder: stateFolder, vault: vault, seal: seal,
      disk: disk)
  }

  package func searches() -> [SavedSearch] { kept.text().map(Self.searches(in:)) ?? [] }

  @concurrent
  package func change(
    _ change: SavedSearchChange
  ) async throws(NoteStoreError) -> [SavedSearch] {
    var new: [SavedSearch] = []
    do throws(SystemError) {
      try kept.change { text in
        let old = text.map(Self.searches(in:)) ?? []
        new = change.applied(to: old)
        return new == old ? nil : Self.text(of: new)
      }
      return new
    } catch {
      throw error.noteError(NotePath("the saved searches"), "keep")
    }
  }

  /// Takes them from one seal to another, when a vault is encrypted or no longer.
  package func reseal(to new: FolderSearches) throws(NoteStoreError) {
    try kept.reseal(to: new.kept)
  }

  private static func text(of searches: [SavedSearch]) -> [UInt8] {
    searches.reduce(into: []) { text, search in
      text += Percent.encoded(Array(search.name.utf8)) + [UInt8(ascii: " ")]
      text += Percent.encoded(Array(search.query.utf8)) + [UInt8(ascii: "\n")]
    }
  }

  /// Lines that say nothing are passed over.
  private static func searches(in text: [UInt8]) -> [SavedSearch] {
    var searches: [SavedSearch] = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 2, let name = Percent.decoded(words[0]),
        let query = Percent.decoded(words[1]),
        let name = SavedSearch.name(typed: String(decoding: name, as: UTF8.self))
      else { continue }
      let search = SavedSearch(name: name, query: String(decoding: query, as: UTF8.self))
      searches = SavedSearchChange.keep(search).applied(to: searches)
    }
    return searches
  }
}
