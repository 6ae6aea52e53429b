import Bytes
import Expressions
import Folding

extension BaseEvaluator {
  /// Compares like JavaScript's `==`, except that lists, dates and links are equal if their
  /// contents are.
  func areEqual(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Bool {
    try spend(at: offset)
    switch (left, right) {
    case (.null, .null): return true
    case (.null, _), (_, .null): return false
    case (.string(let left), .string(let right)):
      try spend(min(left.utf8.count, right.utf8.count) / 64, at: offset)
      return left == right
    case (.date(let date), _): return isEqual(date, right)
    case (_, .date(let date)): return isEqual(date, left)
    case (.list(let left), .list(let right)):
      guard left.items.count == right.items.count else { return false }
      for (one, other) in zip(left.items, right.items) where !(try areEqual(one, other, at: offset))
      {
        return false
      }
      return true
    case (.object(let left), .object(let right)):
      guard left.pairs.count == right.pairs.count else { return false }
      for pair in left.pairs {
        try spend(left.pairs.count / 8, at: offset)
        guard let other = right[pair.name], try areEqual(pair.value, other, at: offset) else {
          return false
        }
      }
      return true
    case (.list, _), (_, .list), (.object, _), (_, .object): return false
    case (.link, _), (.file, _), (_, .link), (_, .file): return isSameFile(left, right)
    case (.pattern(let left), .pattern(let right)): return left.text == right.text
    case (.shown(let left), .shown(let right)): return left == right
    case (.duration(let duration), .string(let text)), (.string(let text), .duration(let duration)):
      return (DurationValue(text)?.total ?? NumberText.read(text)) == duration.total
    case (.pattern, _), (_, .pattern), (.shown, _), (_, .shown): return false
    default:
      guard let first = plainNumber(left), let second = plainNumber(right) else { return false }
      return first == second
    }
  }

  /// A text without a time means a whole day.
  private func isEqual(_ date: DateValue, _ value: Value) -> Bool {
    guard let other = asDate(value) else { return false }
    if case .string = value, !other.hasTime { return date.day == other }
    return date == other
  }

  private func plainNumber(_ value: Value) -> Double? {
    switch value {
    case .boolean(let isTrue): isTrue ? 1 : 0
    case .number(let number): number
    case .duration(let duration): duration.total
    case .string(let text): NumberText.read(text)
    default: nil
    }
  }

  /// Returns the file that a value refers to.
  func file(of value: Value) -> Int? {
    switch value {
    case .file(let file): return file
    case .link(let link):
      if let known = link.known { return known }
      return link.isExternal ? nil : files.file(named: link.file, from: link.source ?? row)
    case .string(let text):
      if let link = LinkValue(written: text, source: row) { return file(of: .link(link)) }
      return text.isEmpty ? nil : files.file(named: text, from: row)
    default: return nil
    }
  }

  private func isSameFile(_ left: Value, _ right: Value) -> Bool {
    if case .link(let one) = left, case .link(let other) = right, one.isExternal || other.isExternal
    {
      return one.target == other.target
    }
    let (one, other) = (file(of: left), file(of: right))
    if one != nil || other != nil { return one == other }
    // Links to notes that do not exist yet.
    guard let one = target(left), let other = target(right) else { return false }
    return one == other
  }

  private func target(_ value: Value) -> [UInt8]? {
    switch value {
    case .link(let link): return Folding.name(link.file.utf8)
    case .string(let text):
      return Folding.name((LinkValue(written: text, source: row)?.file ?? text).utf8)
    default: return nil
    }
  }

  package func order(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Int? {
    switch (left, right) {
    case (.null, _), (_, .null): return nil
    case (.string(let left), .string(let right)):
      try spend(min(left.utf8.count, right.utf8.count) / 64, at: offset)
      return left == right ? 0 : left.utf16.lexicographicallyPrecedes(right.utf16) ? -1 : 1
    case (.date(let first), _):
      if let second = asDate(right) { return Self.order(first, second) }
      if case .string = right { return nil }
    case (_, .date(let second)):
      if let first = asDate(left) { return Self.order(first, second) }
      if case .string = left { return nil }
    case (.duration(let first), .string(let text)):
      if let second = DurationValue(text) { return Self.order(first.total, second.total) }
    case (.string(let text), .duration(let second)):
      if let first = DurationValue(text) { return Self.order(first.total, second.total) }
    case (.link, .link), (.link, .string), (.string, .link), (.file, .file):
      let (first, second) = (shownPlainly(left), shownPlainly(right))
      return first == second ? 0 : first.utf16.lexicographicallyPrecedes(second.utf16) ? -1 : 1
    case (.list, _), (_, .list), (.object, _), (_, .object), (.pattern, _), (_, .pattern),
      (.shown, _),
      (_, .shown), (.link, _), (_, .link), (.file, _), (_, .file):
      throw ExpressionFault("a \(left.typeName) and a \(right.typeName) have no order", at: offset)
    default: break
    }
    let first = orderedNumber(left), second = orderedNumber(right)
    guard let first, let second, !first.isNaN, !second.isNaN else { return nil }
    return Self.order(first, second)
  }

  private func orderedNumber(_ value: Value) -> Double? {
    if case .date(let date) = value { return moment.milliseconds(of: date) }
    return plainNumber(value)
  }

  /// Returns the sort key for rows and `sort()`: numbers before dates before texts before missing
  /// values. Texts ignore case.
  func sortKey(_ value: Value, depth: Int = 0) -> BaseSortKey {
    switch value {
    case .null: .nothing
    case .boolean(let isTrue): .number(isTrue ? 1 : 0)
    case .number(let number): number.isNaN ? .nothing : .number(number)
    case .duration(let duration): .number(duration.total)
    case .date(let date): .date(date.milliseconds)
    case .string(let text): Self.sortKey(of: text)
    // Deeply nested lists have no order.
    case .list(let list) where list.items.isEmpty || depth > 1: .nothing
    case .list(let list): .list(list.items.prefix(20).map { sortKey($0, depth: depth + 1) })
    default: Self.sortKey(of: shownPlainly(value))
    }
  }

  /// Texts are compared up to this length, in bytes.
  static let longestKey = 4096

  private static func sortKey(of text: String) -> BaseSortKey {
    if text.isEmpty { return .nothing }
    let start = text.utf8.count > longestKey ? String(text.prefix(longestKey / 4)) : text
    return .text(Folding.name(start.utf8), start)
  }
}

/// A value's position in the order of all values.
package enum BaseSortKey: Comparable {
  case number(Double)
  case date(Int64)
  case text([UInt8], String)
  case list([BaseSortKey])
  case nothing

  private var rank: Int {
    switch self {
    case .number: 0
    case .date: 1
    case .text, .list: 2
    case .nothing: 3
    }
  }

  private var parts: [BaseSortKey] { if case .list(let parts) = self { parts } else { [self] } }

  package static func < (left: BaseSortKey, right: BaseSortKey) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    case (.text(let left, let leftText), .text(let right, let rightText)):
      switch order(left, right) {
      case 0: leftText.utf8.lexicographicallyPrecedes(rightText.utf8)
      case let order: order < 0
      }
    case (.list, .list), (.list, .text), (.text, .list):
      left.parts.lexicographicallyPrecedes(right.parts)
    default: left.rank < right.rank
    }
  }

  /// Returns a negative number where the first text comes first. Digits are compared as numbers, so
  /// that `item 9` is before `item 10`.
  package static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var (one, other) = (left[...], right[...])
    while let first = one.first, let second = other.first {
      if Byte.isDigit(first), Byte.isDigit(second) {
        let (number, another) = (number(in: &one), number(in: &other))
        if number.count != another.count { return number.count - another.count }
        for (digit, second) in zip(number, another) where digit != second {
          return Int(digit) - Int(second)
        }
      } else {
        if first != second { return Int(first) - Int(second) }
        one.removeFirst()
        other.removeFirst()
      }
    }
    return one.count - other.count
  }

  private static func number(in text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: Byte.isDigit)
    text = text.dropFirst(digits.count)
    return digits.drop { $0 == 0x30 }
  }
}
