import Cells
import Terminal

/// What the message line says of a message: on as many rows as there are, with `~` for the person's
/// home. Where that is not room enough, the names in it are cut short, so that what to do stays in sight.
enum MessageText {
  private static let lengths = [60, 40, 24, 16, 10]

  static func rows(_ message: String, home: String, width: Int, most: Int) -> [String] {
    guard !message.isEmpty, width > 0, most > 0 else { return [] }
    let text = withoutHome(message, home)
    var rows = WordWrap.rows(of: text, width: width)
    for length in lengths where rows.count > most {
      rows = WordWrap.rows(of: shortened(text, to: length), width: width)
    }
    guard rows.count > most else { return rows }
    // The last row tells that there was more.
    return Array(rows.prefix(most - 1)) + [rows.dropFirst(most - 1).joined(separator: " ")]
  }

  private static func withoutHome(_ text: String, _ home: String) -> String {
    guard home.utf8.count > 1, text.contains(home) else { return text }
    var (shown, rest) = ("", text[...])
    while let found = rest.firstRange(of: home) {
      let isStart =
        found.lowerBound == text.startIndex
        || !text[text.index(before: found.lowerBound)].isPartOfPath
      let isWhole = found.upperBound == text.endIndex || !text[found.upperBound].isPartOfName
      shown += rest[..<found.lowerBound]
      shown += isStart && isWhole ? "~" : home
      rest = rest[found.upperBound...]
    }
    return shown + rest
  }

  /// With what stands between quotes cut to so many characters.
  private static func shortened(_ text: String, to length: Int) -> String {
    var shown = ""
    var quoted: String?
    for character in text {
      if character == "”", let name = quoted {
        shown += (name.count > length ? name.prefix(length - 1) + "…" : name[...]) + "”"
        quoted = nil
      } else if quoted != nil {
        quoted?.append(character)
      } else {
        shown.append(character)
        if character == "“" { quoted = "" }
      }
    }
    return shown + (quoted ?? "")
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || "-_.".contains(self) }
  fileprivate var isPartOfPath: Bool { isPartOfName || self == "/" || self == "~" }
}
