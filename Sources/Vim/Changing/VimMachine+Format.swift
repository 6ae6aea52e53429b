/// `gq`, `gw`, typing beyond the text width, and `gc`.
extension VimMachine {
  private var width: Int { options.textWidth > 0 ? options.textWidth : 79 }

  mutating func format(_ region: VimRegion, staying: Bool) {
    let old = text.offset(of: keys.cursorBefore ?? cursor)
    let lines = region.lines
    let grown = text.lineCount
    formatLines(lines)
    let last = lines.upperBound + text.lineCount - grown
    setChanged(
      from: VimPlace(line: lines.lowerBound, column: 0),
      to: VimPlace(line: max(lines.lowerBound, last), column: 0))
    markChanged(VimPlace(line: lines.lowerBound, column: 0))
    if staying {
      cursor = text.place(of: old)
      rest()
      want()
    } else {
      placeCursor(onLine: max(lines.lowerBound, last))
    }
  }

  /// Fills paragraphs up to the text width.
  mutating func formatLines(_ lines: ClosedRange<Int>) {
    var made: [[UInt8]] = []
    var paragraph: [[UInt8]] = []
    func flush() {
      if let first = paragraph.first {
        made += filled(first, paragraph.dropFirst())
        paragraph = []
      }
    }
    for bytes in text.lines(lines) {
      if bytes.allSatisfy(isBlank) {
        flush()
        made.append(bytes)
      } else if options.knowsMarkdown, VimMarkdown.standsAlone(bytes) {
        flush()
        made.append(bytes)
      } else if options.knowsMarkdown, VimMarkdown.beginsParagraph(bytes) {
        flush()
        paragraph = [bytes]
      } else {
        paragraph.append(bytes)
      }
    }
    flush()
    if made == text.lines(lines) { return }
    replaceLines(lines, with: made)
    line.number = nil
  }

  private func filled(_ first: [UInt8], _ more: ArraySlice<[UInt8]>) -> [[UInt8]] {
    var all = first
    for next in more {
      let words = Array(next.drop(while: isBlank))
      if words.isEmpty { continue }
      if let last = all.last, !isBlank(last), words.first != UInt8(ascii: ")") { all.append(0x20) }
      all += words
    }
    let hanging =
      options.knowsMarkdown
      ? VimMarkdown.hanging(first) : options.autoIndent ? indentWidth(first) : 0
    return broken(all, hanging: hanging)
  }

  /// A line in lines of the text width.
  private func broken(_ bytes: [UInt8], hanging: Int) -> [[UInt8]] {
    var (lines, rest) = ([[UInt8]](), bytes)
    while let column = breakColumn(rest) {
      let head = rest[..<column]
      let end = head.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? column
      let tail = rest[column...].drop(while: isBlank)
      lines.append(Array(rest[..<end]))
      rest = indent(hanging) + tail
    }
    return lines + [rest]
  }

  /// Where a line is cut: behind the last word that fits, or the first one where none does.
  private func breakColumn(_ bytes: [UInt8]) -> Int? {
    let tab = options.tabStop
    if VimChars.cell(bytes, at: bytes.count, tab: tab) <= width { return nil }
    let first = bytes.firstIndex { !isBlank($0) } ?? bytes.count
    var (place, cell) = (0, 0)
    var found: Int?
    while place < bytes.count {
      if isBlank(bytes[place]), place > first {
        if cell > width, found != nil { break }
        let isEnd = bytes[place...].allSatisfy(isBlank)
        if isEnd { break }
        if place == 0 || !isBlank(bytes[place - 1]) { found = place }
        if cell > width { break }
      }
      cell += VimChars.width(bytes, at: place, cell: cell, tab: tab)
      place = VimChars.next(bytes, place)
    }
    return found
  }

  /// A letter that would go beyond the text width takes the last word to a new line.
  mutating func wrapTyped(before bytes: [UInt8]) {
    guard options.textWidth > 0, let first = bytes.first, !isBlank(first), !isReplacing else {
      return
    }
    while cell(of: cursor) >= options.textWidth {
      let line = text.line(cursor.line)
      let head = Array(line[..<cursor.column]) + [UInt8(ascii: "x")]
      guard let column = breakColumn(head + (head.count > width ? [] : [])), column > 0 else {
        return
      }
      let end = line[..<column].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? column
      let start = column + line[column...].prefix(while: isBlank).count
      if start > cursor.column { return }
      let indent = options.autoIndent ? Array(line.prefix(while: isBlank)) : []
      let behind = cursor.column - start
      changeLine(cursor.line, Array(line[..<end]))
      insertLines([indent + line[start...]], at: cursor.line + 1)
      self.line.number = nil
      cursor = VimPlace(line: cursor.line + 1, column: indent.count + behind)
      insert.hasOnlyIndent = false
    }
  }
}

/// What lines of Markdown are to a paragraph that is filled.
enum VimMarkdown {
  /// Headings, tables, fences and rules are lines by themselves.
  static func standsAlone(_ line: [UInt8]) -> Bool {
    let words = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = words.first else { return true }
    if first == UInt8(ascii: "|") || words.starts(with: "```".utf8)
      || words.starts(with: "~~~".utf8)
    {
      return true
    }
    let signs = words.prefix { $0 == UInt8(ascii: "#") }.count
    return signs > 0 && signs <= 6 && (words.count == signs || words.dropFirst(signs).first == 0x20)
  }

  /// Items of lists and quotes begin paragraphs of their own.
  static func beginsParagraph(_ line: [UInt8]) -> Bool { marker(line) > 0 }

  /// How many blanks the lines below have in front.
  static func hanging(_ line: [UInt8]) -> Int {
    let blanks = line.prefix { $0 == 0x20 }.count
    return blanks + marker(line)
  }

  /// The bytes of an item's sign with the blank behind it.
  private static func marker(_ line: [UInt8]) -> Int {
    let words = Array(line.drop { $0 == 0x20 || $0 == 0x09 })
    if words.count > 1, "-*+>".utf8.contains(words[0]), words[1] == 0x20 { return 2 }
    let digits = words.prefix { (0x30...0x39).contains($0) }.count
    if digits > 0, digits < 10, words.count > digits + 1, words[digits + 1] == 0x20,
      words[digits] == UInt8(ascii: ".") || words[digits] == UInt8(ascii: ")")
    {
      return digits + 2
    }
    return 0
  }
}
