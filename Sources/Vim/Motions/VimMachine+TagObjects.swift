/// `it at`.
extension VimMachine {
  func selectTags(_ count: Int, around: Bool) throws(VimFailure) -> VimMove {
    let tags = VimTags(text: text)
    var old = (start: cursor, end: cursor)
    var from = cursor
    if growing == nil {
      var end = VimWalk(text, at: cursor)
      end.skipBack()
      old.end = end.place
    }
    if selectsFresh {
      let place = placeInTag()
      from = place.walk.place
      if place.isEnd { old.end = from }
    } else if let growing {
      old = (min(growing.start, cursor), max(growing.start, cursor))
      from = old.start
    }

    var takesAll = around
    var left = count
    while true {
      var found: VimPlace?
      for _ in 0..<left {
        guard let next = tags.opening(before: found ?? from) else { throw .quiet }
        found = next
      }
      guard let open = found else { throw .quiet }
      let name = tags.name(at: open)
      if name.isEmpty { throw .quiet }
      let next = VimPlace(line: open.line, column: open.column + 1)
      guard let close = tags.ending(of: name, after: next), close >= old.end else {
        // It has no other end, as `<br>`, or one that is too near: the next one around it.
        (left, from) = (1, open)
        continue
      }
      let (start, end) = takesAll ? (open, endOfTag(at: close)) : inside(open, close)
      if growing != nil, !takesAll, start == old.start, end == old.end {
        // What is between was selected: now with its tags.
        (takesAll, left, from) = (true, count, old.start)
        continue
      }
      if growing == nil, !takesAll, close.column == 0 {
        // The line's ending before the tag belongs to it.
        return VimMove(start: start, end: close, isJump: true, isExact: true)
      }
      if end < start {
        return VimMove(start: start, end: start, isInclusive: growing != nil, isJump: true)
      }
      if growing == nil { return object(from: start, through: onCharacter(end), isJump: true) }
      return object(from: start, through: end, isJump: true)
    }
  }

  /// The two tags around the cursor.
  func tags(
    _ count: Int
  ) throws(VimFailure) -> (open: Range<VimPlace>, close: Range<VimPlace>) {
    guard let move = try? selectTags(count, around: true), let start = move.start else {
      throw VimFailure(message: "There is no tag around the cursor.")
    }
    var last = VimWalk(text, at: move.end)
    while last.byte != UInt8(ascii: "<"), last.stepBack() != .none {}
    let between = inside(start, last.place)
    let end = VimPlace(line: move.end.line, column: move.end.column + 1)
    return (start..<min(between.start, last.place), last.place..<end)
  }

  /// From a tag that the cursor is on, or in the indent before, to where it is between the tags.
  private func placeInTag() -> (walk: VimWalk, isEnd: Bool) {
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

  /// Whether the place is in `<a>`, or in `</a>`.
  private func isInTag(_ place: VimWalk, isEnd: Bool) -> Bool {
    var walk = place
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

  private func endOfTag(at place: VimPlace) -> VimPlace {
    var walk = VimWalk(text, at: place)
    while walk.byte != UInt8(ascii: ">"), walk.step() != .none {}
    return walk.place
  }

  /// Between two tags. A `>` in quotes does not end the first.
  private func inside(_ open: VimPlace, _ close: VimPlace) -> (start: VimPlace, end: VimPlace) {
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
    return (start.place, end.place)
  }
}
