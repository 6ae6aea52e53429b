import Bytes
import NoteSyntax

/// What links to a heading call it where pages are made of notes: `some-heading` for “Some heading”.
enum HeadingAnchors {
  /// What each heading of a text says, by the name that a link has for it.
  static func all(in text: [UInt8]) -> [String: String] {
    guard text.contains(Byte.hash) || text.contains(Byte.equals) else { return [:] }
    let scan = NoteScanner.scan(text.span)
    let headings = scan.headings.map { SplitNotes.words($0, scan, text) }
    var (anchors, counts): ([String: String], [String: Int]) = ([:], [:])
    for heading in headings {
      let name = anchor(of: heading)
      if name.isEmpty { continue }
      let count = counts[name, default: 0]
      counts[name] = count + 1
      let numbered = count == 0 ? name : "\(name)-\(count)"
      if anchors[numbered] == nil { anchors[numbered] = heading }
    }
    // Who names a heading by its words means that one.
    for heading in headings { anchors[heading] = nil }
    return anchors
  }

  private static func anchor(of heading: String) -> String {
    var name = ""
    for character in heading.lowercased() {
      if character == " " {
        name.append("-")
      } else if character.isLetter || character.isNumber || "-_".contains(character) {
        name.append(character)
      }
    }
    return name
  }
}
