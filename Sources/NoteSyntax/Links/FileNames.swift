package import Entities
import Folding

/// The notes and files of a vault by the names that links say: where each link leads, where all
/// notes are read at once.
package struct FileNames: Sendable {
  private var notes: [[UInt8]: [NotePath]] = [:]
  private var identified: [[UInt8]: [NotePath]] = [:]
  private var others: [[UInt8]: [NotePath]] = [:]

  package init() {}

  /// `ids`: what its properties call it. `page`: its name in Logseq.
  package mutating func add(note: NotePath, ids: [String] = [], page: String? = nil) {
    let key = LinkName.key(of: note)
    notes[key, default: []].append(note)
    if let page, case let other = LinkName.key(of: NotePath(page)), other != key {
      notes[other, default: []].append(note)
    }
    let own = NameID.of(note.stem.bytes).map { [$0] } ?? []
    for id in Set((own + ids.map { Array($0.utf8) }).map { Folding.name($0) }) where !id.isEmpty {
      identified[id, default: []].append(note)
    }
  }

  package mutating func add(file: NotePath) {
    others[LinkName.key(of: file), default: []].append(file)
  }

  /// Where a link in `source` leads: to a note, else to a file.
  package func target(of name: LinkName, from source: NotePath) -> NotePath? {
    let fitting = notes[name.key] ?? []
    return name.best(among: fitting, identified: identified[name.key] ?? [], from: source)
      ?? fitting.first { name.isPage($0) }
      ?? name.best(among: others[name.key] ?? [], from: source)
  }
}
