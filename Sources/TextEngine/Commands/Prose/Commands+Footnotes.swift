extension CommandID {
  package static let insertFootnote: Self = "insert-footnote"
}

extension EditCommands {
  static let footnotes: [EditCommand] = [
    EditCommand(.insertFootnote, "put a footnote in here", words: ["reference", "endnote"]) {
      Footnotes.inserted(in: $0)
    }
  ]
}

/// Footnotes as they are written: `[^1]` in the text, and `[^1]: words` at its end.
enum Footnotes {
  /// The most bytes of a text that are searched for the numbers in use.
  static let mostBytes = 16 << 20

  /// Returns a footnote with the next number behind the selection. The cursor goes to its words at
  /// the end of the text.
  static func inserted(in context: EditContext) -> TextChange? {
    let text = context.text
    guard text.byteCount <= mostBytes else {
      return TextChange(
        selections: context.selections,
        problem: "The note is too large to number its footnotes. Write [^1] by hand.")
    }
    let bytes = text.bytes(in: text.all)
    let mark = "[^\(lastNumber(in: bytes) + 1)]"
    let head = context.selections.main.range.upperBound
    let ending = context.ending(at: head).bytes
    let before = head == text.end ? bytes + Array(mark.utf8) : bytes
    let note = gap(after: before, ending) + Array("\(mark): ".utf8)
    var builder = EditBuilder(text)
    if head == text.end {
      builder.replace(head..<head, with: Array(mark.utf8) + note + ending)
    } else {
      builder.replace(head..<head, with: Array(mark.utf8))
      builder.replace(text.end..<text.end, with: note + ending)
    }
    let cursor = text.end + (mark.utf8.count + note.count)
    return TextChange(edit: builder.takeEdit(), selections: Selections(Selection(at: cursor)))
  }

  /// Returns the line endings between the text and a new last block. Notes follow each other
  /// without an empty line.
  private static func gap(after bytes: [UInt8], _ ending: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
    let isEnded = lines.last?.isBlank ?? true
    let last = isEnded ? lines.dropLast().last : lines.last
    let start = isEnded ? [] : ending
    guard let last, !last.isBlank, !isNote(last) else { return start }
    return start + ending
  }

  private static func isNote(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: Array("[^".utf8)), let end = line.firstIndex(of: UInt8(ascii: "]"))
    else { return false }
    return line[(end + 1)...].first == UInt8(ascii: ":")
  }

  /// Returns the highest number of a footnote; 0 without any.
  private static func lastNumber(in bytes: [UInt8]) -> Int {
    var highest = 0
    var rest = bytes[...]
    while let bracket = rest.firstIndex(of: UInt8(ascii: "[")) {
      rest = bytes[(bracket + 1)...]
      guard rest.first == UInt8(ascii: "^") else { continue }
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard digits.count < 9, rest.dropFirst(1 + digits.count).first == UInt8(ascii: "]"),
        let number = Int(String(decoding: digits, as: UTF8.self))
      else { continue }
      highest = max(highest, number)
    }
    return highest
  }
}
