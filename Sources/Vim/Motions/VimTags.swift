/// Finds tags, `<a href="x">` and `</a>`, the way `it` and `at` look for them: what is between two
/// tags of a line is not looked at twice, and names that end with a slash have no other end.
struct VimTags {
  struct Tag {
    var place: VimPlace
    var isEnd: Bool
  }

  let text: VimText

  private static let open = UInt8(ascii: "<")
  private static let close = UInt8(ascii: ">")
  private static let slash = UInt8(ascii: "/")
  private static let nameEnds: [UInt8] = Array(">/!".utf8)

  /// The tag before a place that is open there; nil where there is none.
  func opening(before place: VimPlace) -> VimPlace? {
    var depth = 1
    for number in stride(from: place.line, through: 0, by: -1) {
      for tag in tags(ofLine: number, named: nil).reversed() where tag.place < place {
        depth += tag.isEnd ? 1 : -1
        if depth == 0 { return tag.place }
      }
    }
    return nil
  }

  /// The tag that ends one of a name; tags of the same name between are passed over.
  func ending(of name: [UInt8], after place: VimPlace) -> VimPlace? {
    var depth = 1
    for number in place.line...max(place.line, text.lastLine) {
      for tag in tags(ofLine: number, named: name) where tag.place > place {
        depth += tag.isEnd ? -1 : 1
        if depth == 0 { return tag.place }
      }
    }
    return nil
  }

  /// The name of the tag that begins at a place.
  func name(at place: VimPlace) -> [UInt8] {
    let rest = text.line(place.line)[(place.column + 1)...]
    return Array(rest.prefix { $0 != Self.close && !Self.isBlank($0) })
  }

  /// All tags that begin in a line, or those of a name.
  private func tags(ofLine number: Int, named name: [UInt8]?) -> [Tag] {
    let line = text.line(number)
    var found: [Tag] = []
    var column = 0
    while let start = line[column...].firstIndex(of: Self.open) {
      let place = VimPlace(line: number, column: start)
      let isEnd = start + 1 < line.count && line[start + 1] == Self.slash
      guard let end = isEnd ? endTag(line, start, name) : startTag(place, line, name) else {
        column = start + 1
        continue
      }
      found.append(Tag(place: place, isEnd: isEnd))
      // A tag that goes on in the next line is the last one of this.
      if end.line > number { break }
      column = end.column
    }
    return found
  }

  /// Where `</name>` ends.
  private func endTag(_ line: [UInt8], _ start: Int, _ name: [UInt8]?) -> VimPlace? {
    guard let end = line[start...].firstIndex(of: Self.close) else { return nil }
    if let name, !Self.areAlike(line[(start + 2)..<end], name[...]) { return nil }
    return VimPlace(line: 0, column: end + 1)
  }

  /// Where `<name …>` ends.
  private func startTag(_ place: VimPlace, _ line: [UInt8], _ name: [UInt8]?) -> VimPlace? {
    let rest = line[(place.column + 1)...]
    var length = rest.prefix { !Self.isBlank($0) && !Self.nameEnds.contains($0) }.count
    if let name {
      guard Self.areAlike(rest.prefix(name.count), name[...]) else { return nil }
      length = name.count
    }
    if length == 0 { return nil }
    let after = place.column + 1 + length
    if after < line.count, line[after] == Self.close {
      return VimPlace(line: place.line, column: after + 1)
    }
    // Without a name the end of a line may end it.
    if after >= line.count, name == nil { return VimPlace(line: place.line, column: after) }
    if after < line.count, !Self.isBlank(line[after]) { return nil }
    return endOfTag(from: VimPlace(line: place.line, column: after))
  }

  /// Behind the next `>`, where that is not `/>`.
  private func endOfTag(from place: VimPlace) -> VimPlace? {
    var walk = VimWalk(text, at: place)
    var last: UInt8?
    while walk.step() != .none {
      if walk.byte == Self.close {
        return last == Self.slash ? nil : VimPlace(line: walk.place.line, column: walk.column + 1)
      }
      last = walk.byte
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func areAlike(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { lower($0) == lower($1) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte
  }
}
