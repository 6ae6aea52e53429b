import Entities
import OpenVault
import Services

/// The notes around one, as many as a person walks through.
extension LinkCases {
  /// So many stand on each side at most, of so many links.
  private static let mostNeighbours = 200
  private static let mostLinks = 1000

  func neighbours(of note: NoteID) async throws(NoteIndexError) -> NoteNeighbours {
    let title = (try? await vault.store.summary(of: note).title) ?? note.path.stem.text
    var found = NoteNeighbours(note: note, title: title)
    let catalog = try await vault.queries.links.backlinkCatalog(to: note)
    found.incoming = Self.side(
      catalog.links(in: 0..<min(catalog.count, Self.mostLinks)).map { ($0.source, $0.sourceTitle) },
      of: catalog.noteCount)
    let targets = try await vault.queries.links.links(from: note).compactMap { link -> NoteID? in
      guard let target = link.target, target != note,
        target.path.isOfNote
      else { return nil }
      return target
    }
    found.outgoing = Self.side(targets.map { ($0, nil) }, of: Set(targets).count)
    for place in found.outgoing.notes.indices {
      let note = found.outgoing.notes[place].note
      if let title = try? await vault.store.summary(of: note).title {
        found.outgoing.notes[place].title = title
      }
    }
    return found
  }

  private static func side(
    _ notes: [(note: NoteID, title: String?)], of count: Int
  ) -> NoteNeighbours.Side {
    var side = NoteNeighbours.Side()
    var known: Set<NoteID> = []
    for (note, title) in notes where side.notes.count < mostNeighbours {
      if !known.insert(note).inserted { continue }
      side.notes.append(.init(note: note, title: title ?? note.path.stem.text))
    }
    side.more = max(0, count - side.notes.count)
    return side
  }
}
