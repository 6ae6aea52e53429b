import Entities
import Services
import Viper

/// The notes around one, as many as a person walks through.
extension NoteLinksInteractor {
  /// So many stand on each side at most, of so many links.
  private nonisolated static let mostNeighbours = 200
  private nonisolated static let mostLinks = 1000

  func loadNeighbours(of note: NoteID) {
    let (links, store) = (links, store)
    scope.run({ try await Self.neighbours(of: note, links, store) }) { [weak self] result in
      switch result {
      case .success(let found): self?.output?.neighboursFound(found)
      case .failure(let error): self?.output?.failed(LinksWords.failure(error))
      }
    }
  }

  private nonisolated static func neighbours(
    of note: NoteID, _ links: any NoteLinks, _ store: any NoteStore
  ) async throws -> NoteNeighbours {
    let title = (try? await store.summary(of: note).title) ?? note.path.stem.text
    var found = NoteNeighbours(note: note, title: title)
    let catalog = try await links.backlinkCatalog(to: note)
    found.incoming = side(
      catalog.links(in: 0..<min(catalog.count, mostLinks)).map { ($0.source, $0.sourceTitle) },
      of: catalog.noteCount)
    let targets = try await links.links(from: note).compactMap { link -> NoteID? in
      guard let target = link.target, target != note,
        target.path.name.bytes.withUnsafeBytes(NoteFileName.isNote)
      else { return nil }
      return target
    }
    found.outgoing = side(targets.map { ($0, nil) }, of: Set(targets).count)
    for place in found.outgoing.notes.indices {
      let note = found.outgoing.notes[place].note
      if let title = try? await store.summary(of: note).title {
        found.outgoing.notes[place].title = title
      }
    }
    return found
  }

  private nonisolated static func side(
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
