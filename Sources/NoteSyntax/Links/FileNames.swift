import Bytes
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

/// The id by which other notes link a note, where its file's name begins with one.
package enum NameID {
  /// `20220621T062327`, as Denote writes it; `202206210623` and `20220621062327`; `1a2b-` with a digit
  /// among the four, as zk does. Nil where the name, without its extension, begins otherwise.
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
    // A year is none: `2026-03-02`.
    return digits == 4 && stem.count == 10 ? nil : Array(start)
  }
}
