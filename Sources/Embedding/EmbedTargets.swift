package import Entities
package import Markdown
package import Services

package protocol EmbedTargets: Sendable {
  /// Returns the target notes by the written names, without those that must not be shown.
  func targets(of names: [EmbedNames.Name], in note: NoteID?) async -> [String: NoteID]
}

/// Resolves names through the index's links of the note, and looks up the others by name.
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
    // Limited, because each lookup is a query of the index.
    for name in names.filter({ targets[$0.written] == nil }).prefix(EmbedReader.mostEmbeds) {
      targets[name.written] = (try? await index?.find(name.note))?.first { $0.isExact }?.id
    }
    return targets
  }
}
