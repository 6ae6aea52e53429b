package import Entities
package import Markdown
package import Services

/// Says where embeds lead.
package protocol EmbedTargets: Sendable {
  /// The notes that these names lead to, by how they are written. What may not be shown is left out.
  func targets(of names: [EmbedNames.Name], in note: NoteID?) async -> [String: NoteID]
}

/// Asks the index for the note's links; a text without a file has its names looked up.
package struct IndexedTargets: EmbedTargets {
  private let index: (any NoteIndex)?
  private let links: (any NoteLinks)?

  package init(index: (any NoteIndex)?, links: (any NoteLinks)?) {
    (self.index, self.links) = (index, links)
  }

  package func targets(of names: [EmbedNames.Name], in note: NoteID?) async -> [String: NoteID] {
    var records: [LinkRecord] = []
    if let note { records = (try? await links?.links(from: note)) ?? [] }
    var targets: [String: NoteID] = [:]
    for record in records where record.isEmbed {
      guard let target = record.target, let written = EmbedNames.target(of: record.written) else {
        continue
      }
      if targets[written] == nil { targets[written] = target }
    }
    // Each of them is a query of the index.
    for name in names.filter({ targets[$0.written] == nil }).prefix(EmbedReader.mostEmbeds) {
      targets[name.written] = (try? await index?.find(name.note))?.first { $0.isExact }?.id
    }
    return targets
  }
}
