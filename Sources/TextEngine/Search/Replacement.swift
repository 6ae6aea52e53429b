import Bytes

/// What stands in the place of a match: text as it is, or a template with groups and cases.
///
/// In a template, `$1`, `${1}`, `${name}` and `\1` stand for groups, `$0` and `$&` for the whole
/// match, `\n` and `\t` for a line end and a tab, `$$` and `\\` for themselves. `\u` and `\l`
/// change the next letter, `\U` and `\L` all letters up to `\E`.
package struct Replacement: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text([UInt8])
    /// The first of these groups that matched.
    case groups([Int])
    case letters(LetterChange)
  }

  enum LetterChange: Hashable, Sendable {
    case nextUpper, nextLower, upper, lower, none
  }

  let parts: [Part]

  init(parts: [Part]) { self.parts = parts }

  /// The same bytes for each match.
  package init(text: [UInt8]) { parts = text.isEmpty ? [] : [.text(text)] }

  /// The same bytes for each match; nil where it depends on the match.
  var constant: [UInt8]? {
    if parts.isEmpty { return [] }
    if parts.count == 1, case .text(let bytes) = parts[0] { return bytes }
    return nil
  }

  /// What stands in the place of a match of a text.
  package func bytes(for match: TextSearch.Match, in text: Rope) -> [UInt8] {
    if let constant { return constant }
    var writer = LetterWriter()
    for part in parts {
      switch part {
      case .text(let bytes): writer.append(bytes)
      case .groups(let numbers):
        let ranges = numbers.lazy.compactMap { number in
          number == 0 ? match.range : number < match.groups.count ? match.groups[number] : nil
        }
        if let range = ranges.first { writer.append(text.bytes(in: range)) }
      case .letters(let change): writer.change(change)
      }
    }
    return writer.bytes
  }
}

/// Writes text, and changes the case of its letters where it was asked to.
private struct LetterWriter {
  private(set) var bytes: [UInt8] = []
  private var all = Replacement.LetterChange.none
  private var next = Replacement.LetterChange.none

  mutating func change(_ change: Replacement.LetterChange) {
    switch change {
    case .nextUpper, .nextLower: next = change
    case .upper, .lower: all = change
    case .none: (all, next) = (.none, .none)
    }
  }

  mutating func append(_ text: [UInt8]) {
    if all == .none, next == .none {
      bytes += text
      return
    }
    var index = 0
    while index < text.count {
      let length = UTF8Scalars.length(startingWith: text[index])
      var end = min(text.count, index + length)
      // Bytes that are no text go one by one.
      if String(validating: text[index..<end], as: UTF8.self) == nil { end = index + 1 }
      append(text[index..<end])
      index = end
    }
  }

  private mutating func append(_ character: ArraySlice<UInt8>) {
    let change = next == .none ? all : next
    // Bytes that are no text stay as they are.
    guard change != .none, let text = String(validating: character, as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else {
      bytes += character
      if all == .none, !character.isEmpty { next = .none }
      return
    }
    next = .none
    switch change {
    case .nextUpper: bytes += Array(scalar.properties.titlecaseMapping.utf8)
    case .upper: bytes += Array(scalar.properties.uppercaseMapping.utf8)
    case .nextLower, .lower: bytes += Array(scalar.properties.lowercaseMapping.utf8)
    case .none: break
    }
  }
}
