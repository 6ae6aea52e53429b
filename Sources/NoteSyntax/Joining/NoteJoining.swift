package import Bytes
package import Entities

/// Joins several notes into one: the texts of the others are appended to the target's under their
/// titles, and their properties are added to the target's front matter.
package struct NoteJoining {
  package struct Part: Sendable {
    package var path: NotePath
    package var title: String
    package var text: [UInt8]

    package init(path: NotePath, title: String, text: [UInt8]) {
      (self.path, self.title, self.text) = (path, title, text)
    }
  }

  /// Why the notes cannot be joined, and the note that prevents it.
  package struct Problem: Error, Equatable {
    package var note: NotePath
    package var reason: String
  }

  /// The edits of the target.
  package let edits: [ByteEdit]
  /// Properties of which the target keeps its own value, and those that could not be adopted.
  package let differences: [JoinedProperties.Difference]
  private let rewriting: LinkRewriting
  private let parts: JoinedParts

  /// `files`, `identified`: as for `LinkRewriting`. `losing`: the ids of the removed notes.
  package init(
    _ target: Part, _ others: [Part], files: @escaping ([UInt8]) -> [NotePath],
    identified: @escaping ([UInt8]) -> [NotePath], losing ids: [[UInt8]: [NotePath]],
    inLogseq: Bool = false
  ) throws(Problem) {
    let others = Self.withOwnBlocks(target, others)
    let parts = JoinedParts(try JoinedText(target, others.map(\.part)), others)
    let rewriting = LinkRewriting(
      moves: Dictionary(
        others.map { ($0.part.path, target.path) }, uniquingKeysWith: { first, _ in first }),
      files: files, identified: identified, losing: ids, inLogseq: inLogseq, parts: parts.edits)
    (self.parts, self.rewriting) = (parts, rewriting)

    let links = rewriting.edits(in: target.text, at: target.path)
    var linked = target
    linked.text = ByteEdit.apply(links, to: target.text)
    let joined = try JoinedText(
      linked,
      others.map { other in
        var part = other.part
        part.text = ByteEdit.apply(rewriting.edits(in: part.text, at: part.path), to: part.text)
        return part
      })
    differences = joined.differences
    edits = Self.edits(from: target.text, links, to: joined)
  }

  /// Returns the edits of another note or a board, which make its links lead to the target.
  package func edits(in bytes: [UInt8], at note: NotePath) -> [ByteEdit] {
    LinkRewriting.isBoard(note)
      ? rewriting.edits(inBoard: bytes, at: note) : rewriting.edits(in: bytes, at: note)
  }

  /// Links that now lead to another part, which has the same name in the joined text.
  package var unclear: [JoinedParts.Unclear] { parts.unclear }

  /// Returns edits of the front matter as a whole, of each link after it, and of the appended text.
  private static func edits(
    from old: [UInt8], _ links: [ByteEdit], to joined: JoinedText
  ) -> [ByteEdit] {
    let front = JoinedText.scan(old).body
    var edits = links.filter { $0.range.lowerBound >= front }
    let new = Array(joined.text[..<joined.frontEnd])
    if !old[..<front].elementsEqual(new) {
      edits.insert(ByteEdit(range: 0..<front, bytes: new), at: 0)
    }
    let added = Array(joined.text[joined.ownEnd...])
    return edits + (added.isEmpty ? [] : [ByteEdit(range: old.count..<old.count, bytes: added)])
  }

  // MARK: - Blocks

  /// Gives new ids to blocks whose ids an earlier note has.
  private static func withOwnBlocks(_ target: Part, _ others: [Part]) -> [JoinedParts.Other] {
    let all = [target] + others
    let ids = all.map { part in
      JoinedText.scan(part.text).blocks.map { (range: $0.id, id: Array(part.text[$0.id])) }
    }
    var taken = Set(ids.joined().map { JoinedParts.key($0.id) })
    var seen = Set(ids[0].map { JoinedParts.key($0.id) })
    return zip(others, ids.dropFirst()).map { part, ids in
      var (renamed, edits): ([[UInt8]: [UInt8]], [ByteEdit]) = ([:], [])
      var own: Set<[UInt8]> = []
      for (range, id) in ids {
        let key = JoinedParts.key(id)
        // Of two blocks with the same id in one note, links find only the first.
        guard own.insert(key).inserted, !seen.insert(key).inserted else { continue }
        var number = 2
        while taken.contains(JoinedParts.key(id + Array("-\(number)".utf8))) { number += 1 }
        let new = id + Array("-\(number)".utf8)
        taken.insert(JoinedParts.key(new))
        renamed[key] = new
        edits.append(ByteEdit(range: range, bytes: new))
      }
      var part = part
      let before = part.text
      part.text = ByteEdit.apply(edits.inOrder(), to: part.text)
      return JoinedParts.Other(part: part, before: before, blocks: renamed)
    }
  }
}
