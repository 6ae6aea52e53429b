package import Entities
package import VaultSettings

/// How the user arranged the list of a vault.
package struct ListArrangement: Equatable, Sendable {
  package var order = NoteOrder.modified
  package var isReversed = false
  /// The list's share of the space that it splits with the preview, in thousandths.
  package var share = ListArrangement.half
  package static let half = 500
  /// Whether the user allows the vault's pictures to be drawn.
  package var drawsPictures = false
  /// The notes that come before all others.
  package var pins: Set<NoteID> = []

  package init() {}

  /// Updates the pins of notes that were renamed.
  package mutating func follow(_ moves: [NoteMove]) {
    let pinned = moves.filter { pins.contains($0.from) }
    pins.subtract(pinned.map(\.from))
    pins.formUnion(pinned.map(\.to))
  }
}
