import Bytes
import Entities

/// Makes the links of an answer, relative to the note that has the block.
struct AnswerLinks {
  private let folder: [ArraySlice<UInt8>]

  init(from note: NoteID?) { folder = Self.steps(of: note?.path.folder ?? NotePath("")) }

  private static func steps(of path: NotePath) -> [ArraySlice<UInt8>] {
    path.bytes.split(separator: Byte.slash)
  }

  /// `part`: a heading or block of the note, with its `#`.
  func link(_ words: String, to path: NotePath, part: String = "") -> AnswerRun {
    let end = part.isEmpty ? "" : "#" + Self.encoded(Array(part.utf8.dropFirst())[...])
    return .link(words, to: address(of: path) + end)
  }

  /// Returns a link as written in a note; plain words if the text has signs that end a link.
  func link(_ words: String, target: String) -> AnswerRun {
    let hasMarks = (target + words).contains { "[]|`\\<>%$\n\r".contains($0) }
    return hasMarks || target.contains("://") ? .text(words) : .wiki(words, to: target)
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

  /// Returns the origin of a row.
  func origin(_ note: NoteID, line: Int = 1) -> RowOrigin {
    RowOrigin(note: note, line: line, address: address(of: note.path))
  }
}

extension AnswerRow {
  /// A remark about an answer.
  static func remark(_ words: String, isApart: Bool = false) -> AnswerRow {
    AnswerRow([.emphasis([.markdown(words)])], isApart: isApart)
  }

  /// A warning.
  static func notice(_ words: String, isApart: Bool = false) -> AnswerRow {
    AnswerRow([.text("⚠ \(words)")], isApart: isApart)
  }

  /// The heading of a group, at its depth within other groups.
  static func heading(
    _ title: [AnswerRun], depth: Int = 0, origin: RowOrigin? = nil
  ) -> AnswerRow {
    AnswerRow([depth == 0 ? .strong(title) : .emphasis(title)], isApart: true, origin: origin)
  }
}
