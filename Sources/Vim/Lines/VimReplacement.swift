/// A parsed replacement of `:s`.
struct VimReplacement {
  private enum Part {
    case text([UInt8])
    /// The match or one of its groups.
    case group(Int)
    case lineBreak
    case one(isUpper: Bool)
    case all(isUpper: Bool)
    case end
    /// The expression after `\=`.
    case expression(String)
  }

  private var parts: [Part] = []

  init(_ source: String) {
    if source.hasPrefix("\\=") {
      parts = [.expression(String(source.dropFirst(2)))]
      return
    }
    var scalars = Array(source.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "&": parts.append(.group(0))
      case "\r": parts.append(.lineBreak)
      case "\\":
        parts.append(scalars.popFirst().map(Self.escaped) ?? .text([0x5c]))
      default: parts.append(.text(Array(String(Character(scalar)).utf8)))
      }
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> Part {
    switch scalar {
    case "0"..."9": .group(Int(scalar.value) - 0x30)
    case "u": .one(isUpper: true)
    case "l": .one(isUpper: false)
    case "U": .all(isUpper: true)
    case "L": .all(isUpper: false)
    case "e", "E": .end
    case "r": .lineBreak
    // A line ending cannot be part of a line: there it becomes NUL.
    case "n": .text([0x00])
    case "t": .text([0x09])
    case "b": .text([0x08])
    default: .text(Array(String(Character(scalar)).utf8))
    }
  }

  /// Replaces `~` with the last replacement.
  static func expanded(_ source: String, last: String?) -> String {
    var made = ""
    var scalars = Array(source.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      if scalar == "~" {
        made += last ?? ""
      } else {
        made.unicodeScalars.append(scalar)
        if scalar == "\\", let next = scalars.popFirst() { made.unicodeScalars.append(next) }
      }
    }
    return made
  }

  /// Returns the replacement of a match as lines; more than one if it breaks the line.
  func lines(for match: VimMatch, in machine: VimMachine) throws(VimFailure) -> [[UInt8]] {
    if case .expression(let source)? = parts.first {
      let scene = VimScene(machine, groups: match.groups, at: match.start)
      return try VimEvaluator(source, scene).whole().registerText()
        .split(omittingEmptySubsequences: false) { $0 == 0x0a || $0 == 0x0d }.map(Array.init)
    }
    return filled(match.groups, isText: false).lines
  }

  /// Returns the replacement of a match in a text that is not the note: there `\n` is a line ending.
  func text(for groups: [[UInt8]]) -> [UInt8] {
    Array(filled(groups, isText: true).lines.joined(separator: [0x0a]))
  }

  private func filled(_ groups: [[UInt8]], isText: Bool) -> VimCasedText {
    var made = VimCasedText()
    for part in parts {
      switch part {
      case .text([0x00]) where isText: made.breakLine()
      case .text(let bytes): made.append(bytes)
      case .group(let number):
        let pieces = (number < groups.count ? groups[number] : [])
          .split(separator: 0x0a, omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
          if index > 0 { made.breakLine() }
          made.append(Array(piece))
        }
      case .lineBreak: if isText { made.append([0x0d]) } else { made.breakLine() }
      case .one(let isUpper): made.one = isUpper
      case .all(let isUpper): made.all = isUpper
      case .end: (made.one, made.all) = (nil, nil)
      case .expression: break
      }
    }
    return made
  }
}

/// Text that changes to upper or lower case as it is appended.
private struct VimCasedText {
  var lines: [[UInt8]] = [[]]
  /// The case of the next character, and of all; nil for no change.
  var one: Bool?
  var all: Bool?

  mutating func breakLine() { lines.append([]) }

  mutating func append(_ bytes: [UInt8]) {
    guard one != nil || all != nil else { return lines[lines.count - 1] += bytes }
    var column = 0
    while column < bytes.count {
      let (value, length) = VimChars.scalar(bytes, column)
      let own = Array(bytes[column..<column + length])
      let isUpper = one ?? all
      one = nil
      lines[lines.count - 1] += isUpper.map { Self.cased(value, isUpper: $0) ?? own } ?? own
      column += length
    }
  }

  private static func cased(_ value: UInt32, isUpper: Bool) -> [UInt8]? {
    guard let properties = Unicode.Scalar(value)?.properties else { return nil }
    return VimCase.single(isUpper ? properties.uppercaseMapping : properties.lowercaseMapping)
      .map { Array($0.utf8) }
  }
}
