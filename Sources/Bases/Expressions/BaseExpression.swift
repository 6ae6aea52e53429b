import Folding

/// A formula or a condition, read and checked: every function that it calls is there.
package struct BaseExpression: Sendable {
  package let text: String
  let root: BaseNode

  /// Longer ones are refused.
  static let longest = 100_000

  package init(_ text: String) throws(BaseProblem) {
    self.text = text
    let bytes = Array(text.utf8)
    do throws(BaseFault) {
      guard bytes.count <= Self.longest else {
        throw BaseFault(offset: 0, reason: "the expression is too long")
      }
      var parser = try BaseParser(bytes)
      root = try parser.whole()
    } catch {
      throw BaseProblem(offset: error.offset, in: bytes, reason: error.reason)
    }
  }

  func problem(_ fault: BaseFault) -> BaseProblem {
    BaseProblem(offset: fault.offset, in: Array(text.utf8), reason: fault.reason)
  }
}

/// A part of an expression.
struct BaseNode: Sendable {
  indirect enum Kind: Sendable {
    case literal(BaseValue)
    case list([BaseNode])
    case object([(name: String, value: BaseNode)])
    case name(BaseName)
    case member(BaseNode, BaseName)
    case item(BaseNode, BaseNode)
    case function(String, [BaseNode])
    case method(BaseNode, String, [BaseNode])
    case not(BaseNode)
    case negative(BaseNode)
    case binary(BaseOperator, BaseNode, BaseNode)
  }

  var kind: Kind
  /// Where it begins among the expression's bytes; of an operator or a call, where that is.
  var offset: Int
  /// How deep parts are nested in it.
  var height: Int

  static let highest = 200

  init(_ kind: Kind, at offset: Int) throws(BaseFault) {
    self.kind = kind
    self.offset = offset
    let inner =
      switch kind {
      case .literal, .name: 0
      case .list(let items), .function(_, let items): items.map(\.height).max() ?? 0
      case .object(let pairs): pairs.map(\.value.height).max() ?? 0
      case .member(let inner, _), .not(let inner), .negative(let inner): inner.height
      case .item(let left, let right), .binary(_, let left, let right):
        max(left.height, right.height)
      case .method(let inner, _, let items): max(inner.height, items.map(\.height).max() ?? 0)
      }
    height = inner + 1
    if height > Self.highest {
      throw BaseFault(offset: offset, reason: "the expression is nested too deep")
    }
  }
}

extension BaseNode {
  /// The parts that it is made of.
  var parts: [BaseNode] {
    switch kind {
    case .literal, .name: []
    case .list(let nodes), .function(_, let nodes): nodes
    case .object(let pairs): pairs.map(\.value)
    case .member(let inner, _), .not(let inner), .negative(let inner): [inner]
    case .item(let left, let right), .binary(_, let left, let right): [left, right]
    case .method(let inner, _, let nodes): [inner] + nodes
    }
  }

  /// The formulas that it asks for.
  var formulas: Set<BaseName> {
    if case .member(let inner, let name) = kind, inner.isName("formula") { return [name] }
    return parts.reduce(into: []) { $0.formUnion($1.formulas) }
  }

  func isName(_ word: String) -> Bool {
    if case .name(let name) = kind { name == BaseName(word) } else { false }
  }
}

/// A name as it is written, and what it shares with other spellings of it.
package struct BaseName: Hashable, Sendable {
  package let text: String
  package let key: [UInt8]

  package init(_ text: String) {
    self.text = text
    key = Folding.name(text.utf8)
  }

  package static func == (left: BaseName, right: BaseName) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

enum BaseOperator: String, Sendable {
  case or = "||"
  case and = "&&"
  case equal = "=="
  case different = "!="
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case plus = "+"
  case minus = "-"
  case times = "*"
  case over = "/"
  case remainder = "%"

  var strength: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .different: 3
    case .less, .greater, .lessOrEqual, .greaterOrEqual: 4
    case .plus, .minus: 5
    case .times, .over, .remainder: 6
    }
  }
}
