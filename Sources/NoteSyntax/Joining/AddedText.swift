import Bytes
import Entities

/// A text that is added to a note with its properties, such as a page that was clipped.
package struct AddedText {
  private let text: [UInt8]

  package init(_ text: [UInt8]) { self.text = text }

  /// Returns the note's text with this one at the end, or at the start of the body.
  package func added(
    to note: [UInt8], atStart: Bool
  ) throws(NoteJoining.Problem) -> [UInt8] {
    var properties = try JoinedProperties(of: part(note))
    try properties.add(part(text))
    let joined = properties.text
    let body = JoinedText.scan(text).body
    let start = atStart ? JoinedText.scan(joined).body : joined.count
    var end: [UInt8] = [Byte.lineFeed]
    if let feed = joined.firstIndex(of: Byte.lineFeed), feed > 0, joined[feed - 1] == 0x0d {
      end = [0x0d, Byte.lineFeed]
    }
    var added = Array(text[body...])
    if !added.isEmpty, added.last != Byte.lineFeed { added += end }
    var head = Array(joined[..<start])
    if !added.isEmpty, !head.isEmpty, head.last != Byte.lineFeed { head += end }
    return head + added + joined[start...]
  }

  private func part(_ text: [UInt8]) -> NoteJoining.Part {
    NoteJoining.Part(path: NotePath(""), title: "", text: text)
  }
}
