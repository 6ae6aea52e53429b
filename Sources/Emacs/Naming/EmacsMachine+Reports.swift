import TextEngine

/// Commands that only report something.
extension EmacsMachine {
  /// Counting a longer text would make the key wait.
  private static let mostCounted = 4 << 20

  mutating func countWords(inRegion: Bool) throws(EmacsFailure) {
    let range = inRegion ? try markedRange() : usedRegion ?? 0..<end
    guard range.count <= Self.mostCounted else {
      throw failure("That is too much text to count. The status line counts the words of a note.")
    }
    let text = String(decoding: bytes(range), as: UTF8.self)
    let lines =
      bytes(range).count { $0 == 0x0a }
      + (range.isEmpty || byte(range.upperBound - 1) == 0x0a ? 0 : 1)
    var (words, isInWord) = (0, false)
    for scalar in text.unicodeScalars {
      let isWord = EmacsSyntax(scalar.value) == .word
      if isWord, !isInWord { words += 1 }
      isInWord = isWord
    }
    let name = inRegion || usedRegion != nil ? "Region" : "Buffer"
    let count = text.unicodeScalars.count
    say(
      "\(name) has \(Self.counted(lines, "line")), \(Self.counted(words, "word")), and \(Self.counted(count, "character"))."
    )
  }

  private static func counted(_ count: Int, _ name: String) -> String {
    "\(count) \(name)\(count == 1 ? "" : "s")"
  }

  mutating func sayLine() { say("Line \(line(point) + 1)") }

  /// As Emacs says it, in bytes where the text is too long to count characters.
  mutating func sayCursorPosition() {
    let isShort = end <= Self.mostCounted
    func position(_ offset: Int) -> Int {
      isShort ? bytes(0..<offset).count { $0 & 0xc0 != 0x80 } + 1 : offset + 1
    }
    let (here, last) = (position(point), position(end))
    let percent = (here - 1) * 100 / max(1, last - 1)
    let column = column(point)
    guard let scalar = scalar(point) else {
      return say("point=\(here) of \(last - 1) (EOB) column=\(column)")
    }
    let value = scalar.value
    let shown =
      value == 0x0a
      ? "C-j"
      : value == 0x09
        ? "TAB"
        : value == 0x20
          ? "SPC"
          : Unicode.Scalar(value).map { String($0) } ?? "?"
    let codes = "\(value), #o\(String(value, radix: 8)), #x\(String(value, radix: 16))"
    say("Char: \(shown) (\(codes)) point=\(here) of \(last - 1) (\(percent)%) column=\(column)")
  }

  mutating func countLines() {
    let all = rope.newlineCount + (end == 0 || byte(end - 1) == 0x0a ? 0 : 1)
    let before = line(point)
    // The cursor's line counts on both sides.
    let first = before + (isLineStart(point) ? 0 : 1)
    say("Page has \(Self.counted(all, "line")) (\(first) + \(all - before))")
  }
}
