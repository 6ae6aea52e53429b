/// The lines around two versions of the same lines in one text, as git writes them:
///
///     <<<<<<< laptop 2026-03-02 09:00
///     one
///     =======
///     other
///     >>>>>>> phone 2026-03-02 09:05
///
/// Where a version has such lines itself, the marks are longer than those.
package enum ConflictMark: Sendable {
  case opening
  /// Some programs put what both versions came of between the first one and the middle.
  case base
  case middle
  case closing

  package static let shortest = 7

  package var sign: UInt8 {
    switch self {
    case .opening: UInt8(ascii: "<")
    case .base: UInt8(ascii: "|")
    case .middle: UInt8(ascii: "=")
    case .closing: UInt8(ascii: ">")
    }
  }

  /// The mark that a line is, how long, and the name behind it. `line` is without its ending.
  package static func read(
    _ line: some Collection<UInt8>
  ) -> (mark: ConflictMark, length: Int, name: String)? {
    guard let first = line.first, let mark = mark(of: first) else { return nil }
    let rest = line.drop { $0 == first }
    let length = line.count - rest.count
    guard length >= shortest else { return nil }
    if mark == .middle { return rest.isEmpty ? (mark, length, "") : nil }
    guard rest.isEmpty || rest.first == UInt8(ascii: " ") else { return nil }
    return (mark, length, String(decoding: rest.dropFirst(), as: UTF8.self))
  }

  private static func mark(of sign: UInt8) -> ConflictMark? {
    switch sign {
    case UInt8(ascii: "<"): .opening
    case UInt8(ascii: "|"): .base
    case UInt8(ascii: "="): .middle
    case UInt8(ascii: ">"): .closing
    default: nil
    }
  }

  /// The mark's line, without its ending.
  package func line(_ name: String, length: Int = shortest) -> [UInt8] {
    let signs = [UInt8](repeating: sign, count: length)
    let plain = name.utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }
    return plain.isEmpty || self == .middle ? signs : signs + [UInt8(ascii: " ")] + plain
  }
}

/// Whose the two versions in a conflict are, as marks say it.
package struct ConflictNames: Equatable, Sendable {
  package var first: String
  package var second: String
  /// How long marks are, where no longer ones are needed.
  package var length: Int

  package init(_ first: String, _ second: String, length: Int = ConflictMark.shortest) {
    self.first = first
    self.second = second
    self.length = max(length, ConflictMark.shortest)
  }

  package var swapped: ConflictNames { ConflictNames(second, first, length: length) }
}

extension Merge {
  /// The merged text with both versions in each conflict, between marks. `ending` ends the marks' lines.
  package func marked(
    theirs: [UInt8], names: ConflictNames, ending: [UInt8] = [UInt8(ascii: "\n")]
  ) -> [UInt8] {
    if conflicts.isEmpty { return bytes }
    let (lines, others) = (TextLines(bytes), TextLines(theirs))
    var text: [UInt8] = []
    func add(_ lines: ArraySlice<UInt8>) {
      text += lines
      if let last = text.last, last != UInt8(ascii: "\n") { text += ending }
    }
    var next = 0
    for conflict in conflicts {
      let (first, second) = (conflict.merged, conflict.theirs)
      let needed = 1 + max(Self.longestMark(first, lines), Self.longestMark(second, others))
      let length = max(needed, names.length)
      add(lines[next..<first.lowerBound])
      add(ConflictMark.opening.line(names.first, length: length)[...])
      add(lines[first])
      add(ConflictMark.middle.line("", length: length)[...])
      add(others[second])
      add(ConflictMark.closing.line(names.second, length: length)[...])
      next = first.upperBound
    }
    return text + lines[next..<lines.count]
  }

  /// The length of the longest mark among some lines, at least one less than marks have.
  private static func longestMark(_ lines: Range<Int>, _ text: TextLines) -> Int {
    lines.reduce(ConflictMark.shortest - 1) {
      max($0, ConflictMark.read(text.text(of: $1))?.length ?? 0)
    }
  }
}
