import Entities
import Files
import NoteSyntax
import Services

/// Tells which links name a heading or a block that their note does not have. What the index knows
/// of a note answers for nearly all; the note is read before one is called missing.
final class LinkedParts {
  private let database: Database
  private let buffer: NoteBuffer
  private var indexed: [Int64: PartNames] = [:]
  private var read: [Int64: PartNames?] = [:]

  init(_ database: Database, _ files: any NoteBytes) {
    self.database = database
    buffer = NoteBuffer(files)
  }

  func isMissing(
    _ link: WrittenLink, in target: LinkResolver.Candidate
  ) throws(DatabaseError) -> Bool {
    guard let part = link.part.map({ Array($0.utf8) }), !part.isEmpty else { return false }
    if try indexedNames(target.note).has(part, of: link.kind.written) { return false }
    guard let names = readNames(target) else { return false }
    return !names.has(part, of: link.kind.written)
  }

  private func indexedNames(_ note: Int64) throws(DatabaseError) -> PartNames {
    if let names = indexed[note] { return names }
    let headings = try database.all(
      "SELECT text FROM heading WHERE note = ? ORDER BY line", .int(note)
    ) { $0.bytes(0) }
    let blocks = try database.all("SELECT id FROM block WHERE note = ?", .int(note)) { $0.bytes(0) }
    let names = PartNames(headings: headings, blocks: blocks)
    indexed[note] = names
    return names
  }

  /// Nil where the note cannot be read: nothing is known of it.
  private func readNames(_ target: LinkResolver.Candidate) -> PartNames? {
    if let names = read[target.note] { return names }
    let bytes = buffer.read(NoteID(target.path))
    let names = bytes.flatMap { $0.isEmpty ? nil : PartNames($0.span) }
    read[target.note] = .some(names)
    return names
  }
}
