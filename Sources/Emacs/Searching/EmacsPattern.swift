import Regex
import TextEngine

/// A search pattern: ignores case if it has no capital, and a blank matches any white space.
struct EmacsPattern {
  private enum Element {
    /// A character in all forms that match.
    case character([[UInt8]])
    case white
  }

  private var elements: [Element] = []
  let foldsCase: Bool
  /// The first bytes of possible matches.
  private var firsts: Set<UInt8> = []
  private var expression: TextSearch?

  init(_ string: String, isLax: Bool = true, foldsCase: Bool? = nil) {
    let folds = foldsCase ?? Self.hasNoCapital(string)
    self.foldsCase = folds
    for scalar in string.unicodeScalars {
      if isLax, scalar == " " {
        if case .white? = elements.last { continue }
        elements.append(.white)
      } else {
        elements.append(.character(Self.forms(of: scalar, folds: folds)))
      }
    }
    switch elements.first {
    case .white: firsts = Self.whites
    case .character(let forms): firsts = Set(forms.compactMap(\.first))
    case nil: break
    }
  }

  /// Creates a pattern from an Emacs expression. The text's budget limits the cost of its matches.
  init(
    expression source: String, foldsCase: Bool, in text: KeyText
  ) throws(EmacsFailure) {
    self.foldsCase = foldsCase
    let translated = try EmacsExpression.translated(source)
    if translated.isEmpty { return }
    do throws(SearchTrouble) {
      expression = try TextSearch(
        Array(translated.utf8),
        .init(letters: foldsCase ? .ignored : .exact, isExpression: true))
    } catch {
      throw EmacsFailure(message: "\(error)")
    }
    expression?.budget = text.budget
  }

  /// The same pattern with another limit to its cost.
  func within(_ budget: RegexBudget) -> EmacsPattern {
    var pattern = self
    pattern.expression?.budget = budget
    return pattern
  }

  static func hasNoCapital(_ string: String) -> Bool {
    string.unicodeScalars.allSatisfy { $0.properties.lowercaseMapping == String($0) }
  }

  private static let whites: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d, 0x0c]

  private static func forms(of scalar: Unicode.Scalar, folds: Bool) -> [[UInt8]] {
    let plain = Array(String(scalar).utf8)
    if !folds { return [plain] }
    var forms = [plain]
    for other in [scalar.properties.uppercaseMapping, scalar.properties.lowercaseMapping]
    where other.unicodeScalars.count == 1 {
      let bytes = Array(other.utf8)
      if !forms.contains(bytes) { forms.append(bytes) }
    }
    return forms
  }

  /// Returns the end of a match at an offset.
  func end(in reader: inout RopeReader, at start: Int) -> Int? {
    var offset = start
    for element in elements {
      switch element {
      case .white:
        let first = offset
        while let byte = reader.byte(at: ByteOffset(offset)), Self.whites.contains(byte) {
          offset += 1
        }
        if offset == first { return nil }
      case .character(let forms):
        guard let form = forms.first(where: { Self.matches($0, &reader, offset) }) else {
          return nil
        }
        offset += form.count
      }
    }
    return offset
  }

  private static func matches(_ form: [UInt8], _ reader: inout RopeReader, _ offset: Int) -> Bool {
    for (index, byte) in form.enumerated()
    where reader.byte(at: ByteOffset(offset + index)) != byte { return false }
    return true
  }

  func end(in rope: Rope, at start: Int) -> Int? {
    if expression != nil {
      guard let match = first(in: rope, from: start), match.lowerBound == start else { return nil }
      return match.upperBound
    }
    var reader = RopeReader(rope)
    return end(in: &reader, at: start)
  }

  /// Returns the first match that starts at or after an offset and ends by a limit.
  func first(in rope: Rope, from start: Int, upTo limit: Int? = nil) -> Range<Int>? {
    if let expression {
      let scope = ByteOffset(start)..<ByteOffset(max(start, limit ?? rope.byteCount))
      return Self.values(
        try? expression.next(from: scope.lowerBound, in: rope, scope: scope, wraps: false))
    }
    if elements.isEmpty { return start..<start }
    var reader = RopeReader(rope)
    var offset = start
    let stop = limit ?? rope.byteCount
    while offset < stop {
      guard let byte = reader.byte(at: ByteOffset(offset)) else { return nil }
      if firsts.contains(byte), let end = end(in: &reader, at: offset), end <= stop {
        return offset..<end
      }
      offset += 1
    }
    return nil
  }

  /// A match with the groups of an expression.
  struct Match {
    var range: Range<Int>
    var groups: [Range<Int>?] = []
  }

  /// Returns the first match with its groups, at the cost of a key's budget.
  func firstMatch(in text: KeyText, from start: Int, upTo limit: Int?) -> Match? {
    let rope = text.text
    guard var expression else {
      return first(in: rope, from: start, upTo: limit).map { Match(range: $0) }
    }
    // The pattern is older than the key.
    expression.budget = text.budget
    let scope = ByteOffset(start)..<ByteOffset(max(start, limit ?? rope.byteCount))
    let step = try? expression.next(from: scope.lowerBound, in: rope, scope: scope, wraps: false)
    return step.map { step in
      Match(
        range: step.match.range.lowerBound.value..<step.match.range.upperBound.value,
        groups: step.match.groups.dropFirst().map {
          $0.map { $0.lowerBound.value..<$0.upperBound.value }
        })
    }
  }

  /// Returns the last match that ends by an offset and starts at or after a limit.
  func last(in rope: Rope, before end: Int, downTo limit: Int = 0) -> Range<Int>? {
    if let expression { return last(of: expression, in: rope, before: end, downTo: limit) }
    if elements.isEmpty { return end..<end }
    var reader = RopeReader(rope)
    var offset = end - 1
    while offset >= limit {
      if let byte = reader.byte(at: ByteOffset(offset)), firsts.contains(byte),
        let stop = self.end(in: &reader, at: offset), stop <= end
      {
        return offset..<stop
      }
      offset -= 1
    }
    return nil
  }

  // MARK: - Expressions

  private static func values(_ step: TextSearch.Step?) -> Range<Int>? {
    step.map { $0.match.range.lowerBound.value..<$0.match.range.upperBound.value }
  }

  /// Returns the match with the last start that ends by an offset: it may lie inside a longer one.
  private func last(
    of expression: TextSearch, in rope: Rope, before end: Int, downTo limit: Int
  ) -> Range<Int>? {
    let part = rope[.zero..<ByteOffset(end)]
    let scope = ByteOffset(min(limit, end))..<ByteOffset(end)
    var found = Self.values(
      try? expression.previous(before: scope.upperBound, in: part, scope: scope, wraps: false))
    while let match = found, match.lowerBound < match.upperBound {
      let rest = part.boundary(after: ByteOffset(match.lowerBound))..<scope.upperBound
      let later = Self.values(
        try? expression.next(from: rest.lowerBound, in: part, scope: rest, wraps: false))
      guard let later, later.lowerBound < end else { break }
      found = later
    }
    return found
  }
}
