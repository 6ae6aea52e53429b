import Entities
import Services
import TextEngine
import VaultSettings
import Viper

/// The notes that a person may mean, and the part that was named with them.
struct EditorFoundNotes: Equatable, Sendable {
  struct Note: Equatable, Sendable {
    var id: NoteID
    var shown: String
  }

  var notes: [Note] = []
  var part: String?
}

/// The notes that a person means by a name or by words.
extension EditorInteractor {
  /// As many as keys 1 to 9 can choose from.
  private nonisolated static let mostNotes = 9

  func findNotes(
    _ written: String, in home: LinkHome?,
    then show: @escaping @MainActor (EditorFoundNotes) -> Void
  ) {
    guard let index = services.index else { return show(EditorFoundNotes()) }
    scope.run(
      { [links = services.links] in
        if let home, let links, let found = await Self.target(of: written, in: home, index, links) {
          return found
        }
        return await Self.notes(written, in: index)
      },
      then: { found in show((try? found.get()) ?? EditorFoundNotes()) })
  }

  /// The one that a link means where it is written.
  private nonisolated static func target(
    of written: String, in home: LinkHome, _ index: any NoteIndex, _ links: any NoteLinks
  ) async -> EditorFoundNotes? {
    let name = written.prefix { $0 != "#" }
    guard let note = try? await links.target(of: String(name), in: home) else { return nil }
    let known = (try? await index.find(note.path.text))?.first
    let match = known ?? NoteMatch(id: note, title: note.path.stem.text)
    let part = written.dropFirst(name.count + 1)
    return EditorFoundNotes(
      notes: shown([match]), part: part.isEmpty ? nil : String(part))
  }

  /// Those that are called so, else those whose names begin so, else those that have all its words.
  private nonisolated static func notes(
    _ written: String, in index: any NoteIndex
  ) async -> EditorFoundNotes {
    let matches = (try? await index.find(written)) ?? []
    if matches.contains(where: \.isExact) { return EditorFoundNotes(notes: shown(matches)) }
    // A name may have a `#` in it; most often a part begins there.
    var (name, part) = (written, String?.none)
    if let hash = written.firstIndex(of: "#") {
      name = String(written[..<hash])
      part = String(written[written.index(after: hash)...])
    }
    guard name.utf8.contains(where: { $0 > 0x20 }) else { return EditorFoundNotes() }
    let named = part == nil ? matches : (try? await index.find(name)) ?? []
    if !named.isEmpty { return EditorFoundNotes(notes: shown(named), part: part) }
    var request = CatalogRequest()
    request.words = name
    guard let catalog = try? await index.catalog(request) else { return EditorFoundNotes() }
    let rows = catalog.notes(in: 0..<min(catalog.count, mostNotes))
    return EditorFoundNotes(
      notes: shown(rows.map { NoteMatch(id: $0.id, title: $0.title) }), part: part)
  }

  private nonisolated static func shown(_ matches: [NoteMatch]) -> [EditorFoundNotes.Note] {
    matches.prefix(mostNotes).map { match in
      EditorFoundNotes.Note(id: match.id, shown: "\(match.title) · \(match.id.path.text)")
    }
  }
}
