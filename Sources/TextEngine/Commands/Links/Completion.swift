import MarkdownLines

/// What is being typed that could be completed: the name of a note, a heading, a block or a tag.
package struct Completion: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// `[[na`
    case note
    /// `[[Note#he`; the note is empty for this one.
    case heading(note: String)
    /// `[[Note#^bl`
    case block(note: String)
    /// `[[##he`: a heading of any note.
    case anyHeading
    /// `[[^^bl`: a block of any note that has a name.
    case anyBlock
    /// `#ta`
    case tag
  }

  package var kind: Kind
  /// What was typed so far.
  package var typed: String
  /// What a completion takes the place of: what was typed, and what is left of it behind the cursor.
  package var range: Range<ByteOffset>

  static let reach = 512

  /// What stands before a place; nil where nothing is to be completed.
  package static func at(_ place: ByteOffset, in text: Rope) -> Completion? {
    let line = text.content(at: place)
    guard place <= line.upperBound else { return nil }
    let before = text.bytes(in: max(line.lowerBound, place - reach)..<place)
    let isWhole = place - line.lowerBound <= reach
    return link(before, place, text) ?? tag(before, place, isWhole: isWhole, text)
  }

  private static func link(_ before: [UInt8], _ place: ByteOffset, _ text: Rope) -> Completion? {
    guard before.count > 1,
      let open = (1..<before.count).last(where: {
        before[$0] == .openBracket && before[$0 - 1] == .openBracket
      })
    else { return nil }
    let inside = before[(open + 1)...]
    if inside.contains(where: { $0 == .bar || $0 == .openBracket || $0 == .closeBracket }) {
      return nil
    }
    let line = text.content(at: place)
    let after = text.bytes(in: place..<min(line.upperBound, place + reach))
    // To the end of the name, if the link has one.
    let rest = after.prefix { ![.bar, .hash, .closeBracket, .openBracket].contains($0) }
    let isClosed = after.dropFirst(rest.count).first.map { $0 != .openBracket } ?? false
    let end = place + (isClosed ? rest.count : 0)
    let caret = UInt8(ascii: "^")
    for (sign, kind) in [(UInt8.hash, Kind.anyHeading), (caret, .anyBlock)]
    where inside.starts(with: [sign, sign]) {
      // The link is written whole.
      let typed = String(decoding: inside.dropFirst(2), as: UTF8.self)
      return Completion(kind: kind, typed: typed, range: (place - inside.count)..<end)
    }
    guard let hash = inside.firstIndex(of: .hash) else {
      return completion(.note, inside, place, end)
    }
    let note = String(decoding: inside[..<hash], as: UTF8.self)
    let part = inside[(hash + 1)...]
    if part.first == caret {
      return completion(.block(note: note), part.dropFirst(), place, end)
    }
    // Of a path of headings the last one is typed.
    let last = part.lastIndex(of: .hash).map { part[($0 + 1)...] } ?? part
    return completion(.heading(note: note), last, place, end)
  }

  private static func completion(
    _ kind: Kind, _ typed: ArraySlice<UInt8>, _ place: ByteOffset, _ end: ByteOffset
  ) -> Completion {
    Completion(
      kind: kind, typed: String(decoding: typed, as: UTF8.self), range: place - typed.count..<end)
  }

  private static func tag(
    _ before: [UInt8], _ place: ByteOffset, isWhole: Bool, _ text: Rope
  ) -> Completion? {
    guard let hash = before.lastIndex(of: .hash), hash > 0 || isWhole else { return nil }
    let typed = before[(hash + 1)...]
    // At a line's start a sign alone is a heading's.
    guard hash == 0 ? !typed.isEmpty : TagName.mayBegin(before.span, at: hash, from: 0),
      TagName(before.span, hash + 1, before.count).end == before.count
    else { return nil }
    let line = text.content(at: place)
    let after = text.bytes(in: place..<min(line.upperBound, place + reach))
    let end = place + TagName(after.span, 0, after.count).end
    return completion(.tag, typed, place, end)
  }
}
