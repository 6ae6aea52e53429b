/// A part of an expression.
package struct ExpressionNode: Sendable {
  package indirect enum Kind: Sendable {
    case literal(Value)
    case list([ExpressionNode])
    case object([(name: String, value: ExpressionNode)])
    case name(FieldName)
    case member(ExpressionNode, FieldName)
    case item(ExpressionNode, ExpressionNode)
    case call(String, [ExpressionNode])
    case method(ExpressionNode, String, [ExpressionNode])
    /// A function without a name, and one that is called where it is written.
    case lambda([String], ExpressionNode)
    case applied(ExpressionNode, [ExpressionNode])
    case not(ExpressionNode)
    case negative(ExpressionNode)
    case binary(ExpressionOperator, ExpressionNode, ExpressionNode)
  }

  package let kind: Kind
  /// Where it begins among the expression's bytes; of an operator or a call, where that is.
  package let offset: Int
  /// How deep parts are nested in it.
  private let height: Int

  private static let highest = 200

  init(_ kind: Kind, at offset: Int) throws(ExpressionFault) {
    self.kind = kind
    self.offset = offset
    height = kind.parts.reduce(0) { max($0, $1.height) } + 1
    if height > Self.highest {
      throw ExpressionFault("the expression is nested too deep", at: offset)
    }
  }

  /// The parts that it is made of.
  package var parts: [ExpressionNode] { kind.parts }

  package var name: FieldName? { if case .name(let name) = kind { name } else { nil } }

  package func isName(_ word: String) -> Bool { name == FieldName(word) }
}

extension ExpressionNode.Kind {
  fileprivate var parts: [ExpressionNode] {
    switch self {
    case .literal, .name: []
    case .list(let nodes), .call(_, let nodes): nodes
    case .object(let pairs): pairs.map(\.value)
    case .member(let inner, _), .not(let inner), .negative(let inner), .lambda(_, let inner):
      [inner]
    case .item(let left, let right), .binary(_, let left, let right): [left, right]
    case .method(let inner, _, let nodes), .applied(let inner, let nodes): [inner] + nodes
    }
  }
}

/// What operators do; those of numbers by their signs.
package enum ExpressionOperator: String, Sendable {
  case or, and, equal, different, less, greater, lessOrEqual, greaterOrEqual
  case plus = "+"
  case minus = "-"
  case times = "*"
  case over = "/"
  case remainder = "%"
}

/// A problem of an expression, and at which of its bytes.
package struct ExpressionFault: Error {
  package var offset: Int
  package var reason: String

  package init(_ reason: String, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }

  /// Where that is in the text: both counted from 1, a column in characters.
  package func position(in text: some Collection<UInt8>) -> (line: Int, column: Int) {
    let before = text.prefix(max(0, offset))
    let line = before.split(separator: 0x0a, omittingEmptySubsequences: false)
    return (line.count, 1 + String(decoding: line.last ?? before, as: UTF8.self).count)
  }
}
