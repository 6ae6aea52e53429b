package import Entities
package import VaultSettings

/// How a person arranged the list of a vault.
package struct ListArrangement: Equatable, Sendable {
  package var order = NoteOrder.modified
  package var isReversed = false
  /// What the list gets of the room that it shares with the preview, in thousandths.
  package var share = ListArrangement.half
  package static let half = 500
  /// Whether the person lets the vault's pictures be drawn.
  package var drawsPictures = false
  /// These come before all others.
  package var pins: Set<NoteID> = []

  package init() {}

  /// Pins stay with notes that go by other names.
  package mutating func follow(_ moves: [NoteMove]) {
    let pinned = moves.filter { pins.contains($0.from) }
    pins.subtract(pinned.map(\.from))
    pins.formUnion(pinned.map(\.to))
  }
}
