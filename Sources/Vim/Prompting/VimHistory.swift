/// What was typed on one kind of command line, the newest last.
package struct VimHistory: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// Counted from 1, over all that were ever typed.
    var number: Int
    var line: String
  }

  /// As many as vim's `history` is by default.
  package static let most = 50

  private(set) var entries: [Entry] = []
  private var last = 0

  package init() {}

  package init(lines: [String]) { for line in lines { add(line) } }

  package var lines: [String] { entries.map(\.line) }

  /// Adds a line. The same line from before moves to the end, with a new number.
  mutating func add(_ line: String) {
    if line.isEmpty { return }
    entries.removeAll { $0.line == line }
    last += 1
    entries.append(Entry(number: last, line: line))
    if entries.count > Self.most { entries.removeFirst(entries.count - Self.most) }
  }

  /// Returns the index of the next entry in a direction that begins with a text; the number of
  /// entries means the text that was being typed. Nil if there is none.
  func index(from start: Int, by step: Int, beginningWith typed: [UInt8]) -> Int? {
    var index = start + step
    while index >= 0, index < entries.count {
      if entries[index].line.utf8.starts(with: typed) { return index }
      index += step
    }
    return index == entries.count && step > 0 && start < index ? index : nil
  }
}

/// A walk through the history of the command line.
struct VimRecall {
  /// The current entry; the number of entries for the typed text.
  var index: Int
  /// The text before the cursor when the walk began.
  var typed: [UInt8]
}

/// The kinds of history, and the signs of the command lines that they are for.
enum VimHistoryKind: String, CaseIterable {
  case command = "cmd"
  case search, expression = "expr", input, debug

  init?(sign: Character) {
    switch sign {
    case ":": self = .command
    case "/", "?": self = .search
    case "=": self = .expression
    case "@", "<": self = .input
    default: return nil
    }
  }

  /// Returns the kind that `:history` names by a sign or by the beginning of its name.
  init?(named name: String) {
    if name.count == 1, let sign = name.first, sign != "<", let kind = Self(sign: sign) {
      self = kind
    } else if name == ">" {
      self = .debug
    } else if let kind = Self.allCases.first(where: { $0.rawValue.hasPrefix(name) }) {
      self = kind
    } else {
      return nil
    }
  }
}
