package import Entities
package import Services
package import VaultSettings

/// Finds notes, headings, blocks and tags by the beginning of their names, while a link or a tag is
/// typed. A failing index finds nothing: that is not worth a message while someone types.
package struct LinkNames: Sendable {
  private let index: any NoteIndex
  private let links: any NoteLinks
  /// The note with the link.
  private let home: NoteID?

  /// The number of notes that are ranked.
  package static let mostRanked = 64
  private static let mostAliases = 8

  package init(index: any NoteIndex, links: any NoteLinks, home: NoteID?) {
    (self.index, self.links, self.home) = (index, links, home)
  }

  /// A note or an alias of one, with the link to it.
  package struct Note: Equatable, Sendable {
    package var note: NoteID
    /// The title, if the file's name does not say it; an alias instead of it.
    package var title: String
    /// The words that the link shows; nil for the name.
    package var alias: String?
    package var link: NewLink
  }

  /// A heading or a block, with the link to it.
  package struct Part: Equatable, Sendable {
    package var part: NotePart
    package var link: NewLink
  }

  /// Returns the notes with these words, newest first.
  package func notes(withWords words: String, atMost limit: Int) async -> [NoteSummary] {
    var request = CatalogRequest()
    request.words = words
    guard let catalog = try? await index.catalog(request) else { return [] }
    return Array(catalog.notes(in: 0..<min(catalog.count, limit)))
  }

  /// Returns aliases that begin with the words, then notes whose names begin with them, then those
  /// with the words in their names, each by date.
  package func notes(_ typed: String, atMost limit: Int) async -> [Note] {
    let wanted = typed.lowercased()
    let known = await notes(withWords: typed, atMost: max(Self.mostRanked, limit))
    let offered = Set(await links.offered(known.map(\.id)))
    let found = known.filter {
      offered.contains($0.id) && $0.id != home && Self.isNamed($0, wanted)
    }
    let ranked = (0...2).flatMap { rank in found.filter { Self.rank($0, wanted) == rank } }
    let matches = typed.isEmpty ? [] : (try? await index.find(typed)) ?? []
    var wishes = await aliases(wanted, of: matches)
    var titles = wishes.map { $0.words ?? "" }
    for note in await older(matches, wanted, than: known) + ranked.map({ ($0.id, $0.title) }) {
      wishes.append(NewLinkTarget(note: note.id))
      titles.append(note.id.path.name(besides: note.title) == nil ? "" : note.title)
    }
    wishes = Array(wishes.prefix(limit))
    let written = (try? await links.newLinks(to: wishes, from: home)) ?? []
    return written.indices.compactMap { index in
      wishes[index].note.map {
        Note(note: $0, title: titles[index], alias: wishes[index].words, link: written[index])
      }
    }
  }

  /// Returns the notes that have the typed name and are too old for the list.
  private func older(
    _ matches: [NoteMatch], _ wanted: String, than known: [NoteSummary]
  ) async -> [(id: NoteID, title: String)] {
    let known = Set(known.map(\.id))
    let older = matches.prefix(Self.mostAliases).filter {
      $0.id != home && !known.contains($0.id)
        && [$0.title, $0.id.path.stem.text].contains { $0.lowercased().hasPrefix(wanted) }
    }
    let offered = Set(await links.offered(older.map(\.id)))
    return older.filter { offered.contains($0.id) }.map { ($0.id, $0.title) }
  }

  /// An alias is no target: it becomes the text of a link to the file.
  private func aliases(_ wanted: String, of matches: [NoteMatch]) async -> [NewLinkTarget] {
    var wishes: [NewLinkTarget] = []
    for note in await links.offered(matches.prefix(Self.mostAliases).map(\.id))
    where note != home {
      guard let details = try? await index.details(of: note) else { continue }
      for alias in details.aliases where alias.lowercased().hasPrefix(wanted) {
        // These characters would end the link or its text.
        if alias.contains(where: { "[]|#\n".contains($0) }) { continue }
        wishes.append(NewLinkTarget(note: note, words: alias))
      }
    }
    return wishes
  }

  /// Returns headings of any note with the words; those that begin with them come first.
  package func headings(_ typed: String, atMost limit: Int) async -> [Part] {
    let wanted = typed.lowercased()
    let notes = await notes(withWords: typed, atMost: Self.mostRanked * 4)
    let found = (try? await links.headings(of: await links.offered(notes.map(\.id)))) ?? []
    let fitting = found.filter { $0.text.lowercased().contains(wanted) }
    let beginning = fitting.filter { $0.text.lowercased().hasPrefix(wanted) }
    let others = fitting.filter { !$0.text.lowercased().hasPrefix(wanted) }
    return await written((beginning + others).prefix(limit))
  }

  /// Returns blocks of any note whose names begin so.
  package func blocks(_ typed: String, atMost limit: Int) async -> [Part] {
    let found = (try? await links.blocks(named: typed, atMost: Self.mostRanked)) ?? []
    let offered = Set(await links.offered(found.map(\.note)))
    return await written(found.filter { offered.contains($0.note) }.prefix(limit))
  }

  private func written(_ parts: ArraySlice<NotePart>) async -> [Part] {
    let wishes = parts.map {
      NewLinkTarget(
        note: $0.note == home ? nil : $0.note, part: $0.level == nil ? "^\($0.text)" : $0.text)
    }
    guard let written = try? await links.newLinks(to: wishes, from: home) else { return [] }
    return zip(parts, written).map { Part(part: $0, link: $1) }
  }

  /// Returns tags that begin so, the most frequent first.
  package func tags(_ typed: String, atMost limit: Int) async -> [TagCount] {
    guard let tags = try? await links.tags() else { return [] }
    let wanted = typed.lowercased()
    let fitting = tags.filter { $0.name.lowercased().hasPrefix(wanted) }
      .sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
    return Array(fitting.prefix(limit))
  }

  package static func rank(_ note: NoteSummary, _ wanted: String) -> Int {
    let names = [note.title.lowercased(), note.id.path.stem.text.lowercased()]
    if names.contains(where: { $0.hasPrefix(wanted) }) { return 0 }
    return names.contains { $0.contains(wanted) } ? 1 : 2
  }

  /// Whether the note's title or path has all words. A name beyond ASCII may have them with accents, so
  /// it passes.
  package static func isNamed(_ note: NoteSummary, _ wanted: String) -> Bool {
    let name = "\(note.title) \(note.id.path.text)".lowercased()
    return name.utf8.contains { $0 >= 0x80 }
      || wanted.split(separator: " ").allSatisfy { name.contains($0) }
  }
}
