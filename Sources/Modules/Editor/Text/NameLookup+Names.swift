import Entities
import Services
import TextEngine
import UseCases

/// Names of notes for a command line, which takes any of them: the file's name, the title or an alias.
extension NameLookup {
  private static let mostNames = 20

  /// Returns the notes with a name that begins so, then those with the words in a name, newest first.
  func names(begunBy typed: String) async -> [KeyName] {
    let wanted = typed.lowercased()
    let known = await names.notes(withWords: typed, atMost: LinkNames.mostRanked)
      .filter { LinkNames.isNamed($0, wanted) }
    let ranked = (0...1).flatMap { rank in known.filter { LinkNames.rank($0, wanted) == rank } }
    var found = ranked.map { (id: $0.id, title: $0.title) }
    // An alias is no word of the list.
    let matches = typed.isEmpty ? [] : (try? await index.find(typed)) ?? []
    found += matches.filter { match in !found.contains { $0.id == match.id } }
      .map { (id: $0.id, title: $0.title) }
    var keyNames: [KeyName] = []
    for note in found.filter({ $0.id != home }).prefix(Self.mostNames) {
      let written = await name(of: note.id)
      let title = note.id.path.name(besides: note.title) == nil ? "" : " · \(note.title)"
      keyNames.append(KeyName(written, shown: written + title))
    }
    return keyNames
  }

  /// The file's name if no other note has it, else the path.
  private func name(of note: NoteID) async -> String {
    let stem = note.path.stem.text
    let called = ((try? await index.find(stem)) ?? []).filter(\.isExact)
    return called.count == 1 && called[0].id == note ? stem : note.path.text
  }
}
