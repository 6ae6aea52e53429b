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
      left != right
        ? left.lexicographicallyPrecedes(right)
        : leftText.utf8.lexicographicallyPrecedes(rightText.utf8)
    case (.list, .list), (.list, .text), (.text, .list):
      left.parts.lexicographicallyPrecedes(right.parts)
    default: left.rank < right.rank
    }
  }
}
