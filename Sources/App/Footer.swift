import Cells
import Terminal

/// The hints in the footer: the screen's own, if there is room, then those that lead to all others.
struct Footer: Equatable {
  struct Item: Equatable {
    var hint: Chrome.Hint
    var columns: Range<Int>
  }

  private(set) var items: [Item] = []

  private static let gap = 2

  /// Lays out the hints. If room is short, the screen's first key has priority, then the `general`
  /// keys, then the screen's others.
  init(_ hints: [Chrome.Hint], general: [Chrome.Hint], width: Int) {
    var room = width - 2 + Self.gap
    func fits(_ hint: Chrome.Hint) -> Bool {
      let wanted = hint.width + Self.gap
      if wanted > room { return false }
      room -= wanted
      return true
    }
    var own = hints.prefix(1).filter(fits)
    let shown = general.filter(fits)
    for hint in hints.dropFirst() {
      guard fits(hint) else { break }
      own.append(hint)
    }
    var column = 1
    for hint in own + shown {
      items.append(Item(hint: hint, columns: column..<(column + hint.width)))
      column += hint.width + Self.gap
    }
  }

  /// Returns the key shown at a column.
  func key(at column: Int) -> String? { items.first { $0.columns.contains(column) }?.hint.key }

  /// Returns the keys that lead to all others, as far as this table does not use them.
  static func general(for table: KeyTable?, everywhere: KeyTable, isQuestion: Bool) -> [Chrome.Hint]
  {
    let taken = Set((table?.rows ?? []).flatMap(\.keys))
    let types = table?.typesText ?? false
    return zip(everywhere.rows, AppKeymap.map.bindings).compactMap { row, binding in
      // A question must be answered first, so it has no palette.
      guard binding.command == .help || (binding.command == .palette && !isQuestion) else {
        return nil
      }
      // While text is typed, a letter is no command; otherwise it is the shortest name.
      let names = row.keys.filter { !types || Key(name: $0)?.typed == nil }
      guard !names.contains(where: taken.contains) else { return nil }
      let name =
        names.first { binding.command == .help && Key(name: $0)?.typed != nil } ?? names.first
      return name.map {
        Chrome.Hint(key: $0, word: binding.command == .help ? "keys" : "commands")
      }
    }
    .reversed()
  }
}

extension Chrome.Hint {
  fileprivate var width: Int { key.count + (word.isEmpty ? 0 : 1 + word.count) }
}

/// Fits a message into the rows of the message line, with `~` for the person's home. If it is too
/// long, quoted names are cut, so that the advice stays visible.
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
    // The last row shows that there is more.
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

  /// Cuts text in quotes to `length` characters.
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
