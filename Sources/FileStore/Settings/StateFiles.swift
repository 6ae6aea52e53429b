package import Entities
package import Files
package import OpenVault
package import Services
package import VaultSettings

/// The small files in which a vault's state is stored, outside the vault. Of an encrypted vault they
/// are closed with its keys.
package struct StateFiles {
  /// Where opened notes are told of: nothing that has to be converted with the vault.
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
    state.places = file(Self.recentKind, "places").value(
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
