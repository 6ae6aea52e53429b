/// The words and dates in programs' names for copies.
enum ConflictWords {
  /// The words of Dropbox in its languages; a date follows them.
  static let ofDropbox = [
    "conflicted copy", "in konflikt stehende kopie", "copie en conflit", "copia en conflicto",
    "copia in conflitto", "cópia em conflito", "copia conflictiva", "conflicterende kopie",
    "kopia powodująca konflikt", "kopia w konflikcie", "konfliktkopia", "konfliktkopi",
    "konfliktní kopie", "конфликтующая копия", "конфліктна копія", "競合コピー", "冲突副本", "衝突複本",
    "충돌된 사본", "çakışan kopya",
  ]

  static let ofDropboxWithoutDate = [
    "case conflict", "unicode encoding conflict", "selective sync conflict",
  ]

  /// Whether the words contain a date like `2026-03-02`.
  static func hasDate(_ words: String) -> Bool {
    let text = Array(words.utf8)
    guard text.count >= 10 else { return false }
    return (0...(text.count - 10)).contains { start in
      text[start..<(start + 10)].enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == UInt8(ascii: "-") : isDigit(byte)
      }
    }
  }

  /// Whether the words end with a time like `202603020901`.
  static func hasLongDate(_ words: String) -> Bool {
    let tail = words.utf8.reversed().prefix { isDigit($0) }
    return tail.count == 12 || tail.count == 14
  }

  /// Whether the text is a time like `Mar-02-0901-2026`.
  static func isSynologyMoment(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Array($0.utf8) }
    return parts.map(\.count) == [3, 2, 4, 4] && parts.dropFirst().joined().allSatisfy(isDigit)
      && parts[0].allSatisfy { !isDigit($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
