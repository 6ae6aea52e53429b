import Bytes

/// Where a value stands among others.
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

  /// Below 0 where the first comes first: numbers among the letters are compared as numbers, so that
  /// `item 9` is before `item 10`.
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
