import Bytes
import Entities
import Services

/// The Markdown of answers.
package enum AnswerText {
  /// Text that is shown as it is: no sign in it means anything, and it stays on one line.
  package static func escaped(_ text: some StringProtocol) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}": escaped.append(" ")
      case "!"..."/", ":"..."@", "["..."`", "{"..."~": escaped.append(contentsOf: ["\\", scalar])
      default: escaped.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return String(escaped)
  }

  /// Markdown of one line out of a note, made harmless for the lines around it: it opens no comment
  /// and no formula that would go on below.
  package static func line(_ markdown: some StringProtocol) -> String {
    var line = String.UnicodeScalarView()
    var (last, isEscaped): (Unicode.Scalar, Bool) = (" ", false)
    for scalar in markdown.unicodeScalars {
      let isPair = scalar == last && !isEscaped && (scalar == "%" || scalar == "$")
      if isPair { line.append("\\") }
      last = isPair || isEscaped ? " " : scalar
      isEscaped = scalar == "\\" && !isEscaped
      switch scalar {
      case "\n", "\r", "\u{2028}", "\u{2029}": line.append(" ")
      default: line.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    // The sign would take the link behind it in.
    return String(line) + (isEscaped ? "\\" : "")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" || (0x7f...0x9f).contains(scalar.value)
  }
}

/// Links of an answer to notes and other files, as they lead there from the note that has the block.
struct AnswerLinks {
  private let folder: [ArraySlice<UInt8>]

  init(from note: NoteID?) { folder = Self.steps(of: note?.path.folder ?? NotePath("")) }

  private static func steps(of path: NotePath) -> [ArraySlice<UInt8>] {
    path.bytes.split(separator: Byte.slash)
  }

  /// `part` is behind the path, with its `#`.
  func link(_ words: String, to path: NotePath, part: String = "") -> String {
    let end = part.isEmpty ? "" : "#" + Self.encoded(Array(part.utf8.dropFirst())[...])
    return "[\(AnswerText.escaped(words))](\(address(of: path))\(end))"
  }

  /// A link as a note has it; words alone where brackets would not hold it.
  func link(_ words: String, target: String, isInTable: Bool) -> String {
    let hasMarks = (target + words).contains { "[]|`\\<>%$\n\r".contains($0) }
    if hasMarks || target.contains("://") { return AnswerText.escaped(words) }
    return words == target ? "[[\(target)]]" : "[[\(target)\(isInTable ? "\\|" : "|")\(words)]]"
  }

  func address(of path: NotePath) -> String {
    let steps = Self.steps(of: path)
    let same = zip(folder, steps.dropLast()).prefix { $0 == $1 }.count
    let ways = folder.dropFirst(same).map { _ in ".." }
    return (ways + steps.dropFirst(same).map(Self.encoded)).joined(separator: "/")
  }

  private static func encoded(_ step: ArraySlice<UInt8>) -> String {
    Percent.text(of: step) { byte in
      Percent.isPlain(byte) && !#"#()<>\?:&"#.utf8.contains(byte)
    }
  }

  /// Where a row comes from that links to its note.
  func origin(_ note: NoteID, line: Int = 1) -> RowOrigin {
    RowOrigin(note: note, line: line, address: address(of: note.path))
  }
}
