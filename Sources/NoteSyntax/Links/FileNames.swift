import Bytes
package import Entities
import Folding

/// The notes and files of a vault by the names in links. Finds the targets of links where all notes
/// are read at once.
package struct FileNames: Sendable {
  private var notes: [[UInt8]: [NotePath]] = [:]
  private var identified: [[UInt8]: [NotePath]] = [:]
  private var others: [[UInt8]: [NotePath]] = [:]

  package init() {}

  /// `ids`: the ids in the note's properties. `page`: the note's name in Logseq.
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

  /// Returns the target of a link in `source`: a note or, without one, a file.
  package func target(of name: LinkName, from source: NotePath) -> NotePath? {
    let fitting = notes[name.key] ?? []
    return name.best(among: fitting, identified: identified[name.key] ?? [], from: source)
      ?? fitting.first { name.isPage($0) }
      ?? name.best(among: others[name.key] ?? [], from: source)
  }
}

/// The id at the start of a note's file name, by which other notes may link to it.
package enum NameID {
  /// Returns an id in the form of Denote, `20220621T062327`; of 12 or 14 digits, `202206210623`; or
  /// of zk, `1a2b-` with a digit among the four. Returns nil if the name, without its extension,
  /// begins otherwise.
  package static func of(_ stem: [UInt8]) -> [UInt8]? {
    let digits = stem.prefix(while: Byte.isDigit).count
    if digits == 12 || digits == 14 { return Array(stem.prefix(digits)) }
    if digits == 8, stem.count >= 15, stem[8] == UInt8(ascii: "T"),
      stem[9..<15].allSatisfy(Byte.isDigit)
    {
      return Array(stem.prefix(15))
    }
    let start = stem.prefix(4)
    guard stem.count > 4, stem[4] == UInt8(ascii: "-"), start.contains(where: Byte.isDigit),
      start.allSatisfy({ Byte.isDigit($0) || (0x61...0x7a).contains($0) })
    else { return nil }
    // A date's year is not an id: `2026-03-02`.
    return digits == 4 && stem.count == 10 ? nil : Array(start)
  }
}
