import Bytes
import TextEngine

/// The objects `it at`.
extension VimMachine {
  func selectTags(_ count: Int, around: Bool) throws(VimFailure) -> VimMove {
    let tags = VimTags(text: text)
    var old = (start: cursor, end: cursor)
    var from = cursor
    if growing == nil {
      var end = VimWalk(text, at: cursor)
      end.skipBack()
      old.end = end.position
    }
    if startsNewObject {
      let position = positionInTag()
      from = position.walk.position
      if position.isEnd { old.end = from }
    } else if let growing {
      old = (min(growing.start, cursor), max(growing.start, cursor))
      from = old.start
    }

    var takesAll = around
    var left = count
    while true {
      var found: VimPosition?
      for _ in 0..<left {
        guard let next = tags.opening(before: found ?? from) else { throw .quiet }
        found = next
      }
      guard let open = found else { throw .quiet }
      let name = tags.name(at: open)
      if name.isEmpty { throw .quiet }
      let next = VimPosition(line: open.line, column: open.column + 1)
      guard let close = tags.ending(of: name, after: next), close >= old.end else {
        // It has no end tag, as `<br>`, or one that is too close: use the next tag around it.
        (left, from) = (1, open)
        continue
      }
      let (start, end) = takesAll ? (open, endOfTag(at: close)) : inside(open, close)
      if growing != nil, !takesAll, start == old.start, end == old.end {
        // The inner text is already selected: include its tags.
        (takesAll, left, from) = (true, count, old.start)
        continue
      }
      if growing == nil, !takesAll, close.column == 0 {
        // The line ending before the tag is included.
        return VimMove(start: start, end: close, isJump: true, isExact: true)
      }
      if end < start {
        return VimMove(start: start, end: start, isInclusive: growing != nil, isJump: true)
      }
      if growing == nil { return object(from: start, through: onCharacter(end), isJump: true) }
      return object(from: start, through: end, isJump: true)
    }
  }

  /// Returns the two tags around the cursor.
  func tags(
    _ count: Int
  ) throws(VimFailure) -> (open: Range<VimPosition>, close: Range<VimPosition>) {
    guard let move = try? selectTags(count, around: true), let start = move.start else {
      throw VimFailure(message: "There is no tag around the cursor.")
    }
    var last = VimWalk(text, at: move.end)
    while last.byte != UInt8(ascii: "<"), last.stepBack() != .none {}
    let between = inside(start, last.position)
    let end = VimPosition(line: move.end.line, column: move.end.column + 1)
    return (start..<min(between.start, last.position), last.position..<end)
  }

  /// Moves from a tag at the cursor, or from the indent before it, to the inside of the tag pair.
  private func positionInTag() -> (walk: VimWalk, isEnd: Bool) {
    var walk = VimWalk(text, at: cursor)
    while walk.isInIndent, walk.step() == .inLine {}
    if isInTag(walk, isEnd: false) {
      while walk.byte != UInt8(ascii: ">"), walk.step() != .none {}
    } else if isInTag(walk, isEnd: true) {
      while walk.byte != UInt8(ascii: "<"), walk.stepBack() != .none {}
      walk.stepBack()
      return (walk, true)
    }
    return (walk, false)
  }

  /// Whether the position is in a tag such as `<a>`, or in one such as `</a>`.
  private func isInTag(_ position: VimWalk, isEnd: Bool) -> Bool {
    var walk = position
    while walk.column > 0, walk.byte != UInt8(ascii: "<") {
      walk.stepBack()
      if walk.byte == UInt8(ascii: ">") { return false }
    }
    guard walk.byte == UInt8(ascii: "<") else { return false }
    var last = walk.byte
    walk.step()
    let hasSlash = walk.byte == UInt8(ascii: "/")
    if isEnd || hasSlash { return isEnd && hasSlash }
    while walk.byte != UInt8(ascii: ">") {
      last = walk.byte
      if walk.step() == .none { return false }
    }
    return last != UInt8(ascii: "/")
  }

  private func endOfTag(at position: VimPosition) -> VimPosition {
    var walk = VimWalk(text, at: position)
    while walk.byte != UInt8(ascii: ">"), walk.step() != .none {}
    return walk.position
  }

  /// Returns the text between two tags. A `>` in quotes does not end the first.
  private func inside(_ open: VimPosition, _ close: VimPosition) -> (
    start: VimPosition, end: VimPosition
  ) {
    var end = VimWalk(text, at: close)
    end.stepBack()
    var start = VimWalk(text, at: open)
    var isQuoted = false
    while start.step() != .none {
      if start.byte == UInt8(ascii: ">"), !isQuoted {
        start.step()
        break
      }
      if start.isOne(of: "\"'") { isQuoted.toggle() }
    }
    return (start.position, end.position)
  }
}

/// Finds tags such as `<a href="x">` and `</a>` as `it` and `at` do: the text between two tags of a
/// line is not searched twice, and names that end with a slash have no end tag.
private struct VimTags {
  struct Tag {
    var position: VimPosition
    var isEnd: Bool
  }

  let text: VimText

  private static let open = UInt8(ascii: "<")
  private static let close = UInt8(ascii: ">")
  private static let slash = UInt8(ascii: "/")
  private static let nameEnds: [UInt8] = Array(">/!".utf8)

  /// Returns the tag that is open at a position; nil if there is none.
  func opening(before position: VimPosition) -> VimPosition? {
    var depth = 1
    for number in stride(from: position.line, through: 0, by: -1) {
      for tag in tags(ofLine: number, named: nil).reversed() where tag.position < position {
        depth += tag.isEnd ? 1 : -1
        if depth == 0 { return tag.position }
      }
    }
    return nil
  }

  /// Returns the end tag for a name; skips nested tags of the same name.
  func ending(of name: [UInt8], after position: VimPosition) -> VimPosition? {
    var depth = 1
    for number in position.line...max(position.line, text.lastLine) {
      for tag in tags(ofLine: number, named: name) where tag.position > position {
        depth += tag.isEnd ? -1 : 1
        if depth == 0 { return tag.position }
      }
    }
    return nil
  }

  /// Returns the name of the tag at a position.
  func name(at position: VimPosition) -> [UInt8] {
    let rest = text.line(position.line)[(position.column + 1)...]
    return Array(rest.prefix { $0 != Self.close && !$0.isSpaceOrTab })
  }

  /// Returns the tags that begin in a line: all, or those with a name.
  private func tags(ofLine number: Int, named name: [UInt8]?) -> [Tag] {
    let line = text.line(number)
    var found: [Tag] = []
    var column = 0
    while let start = line[column...].firstIndex(of: Self.open) {
      let position = VimPosition(line: number, column: start)
      let isEnd = start + 1 < line.count && line[start + 1] == Self.slash
      guard let end = isEnd ? endTag(line, start, name) : startTag(position, line, name) else {
        column = start + 1
        continue
      }
      found.append(Tag(position: position, isEnd: isEnd))
      // A tag that continues on the next line is the last one here.
      if end.line > number { break }
      column = end.column
    }
    return found
  }

  /// Returns the end of `</name>`.
  private func endTag(_ line: [UInt8], _ start: Int, _ name: [UInt8]?) -> VimPosition? {
    guard let end = line[start...].firstIndex(of: Self.close) else { return nil }
    if let name, !Self.areAlike(line[(start + 2)..<end], name[...]) { return nil }
    return VimPosition(line: 0, column: end + 1)
  }

  /// Returns the end of `<name …>`.
  private func startTag(_ position: VimPosition, _ line: [UInt8], _ name: [UInt8]?) -> VimPosition?
  {
    let rest = line[(position.column + 1)...]
    var length = rest.prefix { !$0.isSpaceOrTab && !Self.nameEnds.contains($0) }.count
    if let name {
      guard Self.areAlike(rest.prefix(name.count), name[...]) else { return nil }
      length = name.count
    }
    if length == 0 { return nil }
    let after = position.column + 1 + length
    if after < line.count, line[after] == Self.close {
      return VimPosition(line: position.line, column: after + 1)
    }
    // If any name is accepted, the end of a line may end it.
    if after >= line.count, name == nil { return VimPosition(line: position.line, column: after) }
    if after < line.count, !line[after].isSpaceOrTab { return nil }
    return endOfTag(from: VimPosition(line: position.line, column: after))
  }

  /// Returns the end of the next `>`; nil if it is `/>`.
  private func endOfTag(from position: VimPosition) -> VimPosition? {
    var walk = VimWalk(text, at: position)
    var last: UInt8?
    while walk.step() != .none {
      if walk.byte == Self.close {
        return last == Self.slash
          ? nil : VimPosition(line: walk.position.line, column: walk.column + 1)
      }
      last = walk.byte
    }
    return nil
  }

  private static func areAlike(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { Byte.lowered($0) == Byte.lowered($1) }
  }
}
