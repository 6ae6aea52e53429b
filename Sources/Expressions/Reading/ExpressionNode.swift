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
    /// An anonymous function, and the call of one where it is written.
    case lambda([String], ExpressionNode)
    case applied(ExpressionNode, [ExpressionNode])
    case not(ExpressionNode)
    case negative(ExpressionNode)
    case binary(ExpressionOperator, ExpressionNode, ExpressionNode)
  }

  package let kind: Kind
  /// The node's start in the expression's bytes; for an operator or a call, the offset of its sign.
  package let offset: Int
  /// The depth of the parts in it.
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

/// The operations of operators; raw values of arithmetic ones are their signs.
package enum ExpressionOperator: String, Sendable {
  case or, and, equal, different, less, greater, lessOrEqual, greaterOrEqual
  case plus = "+"
  case minus = "-"
  case times = "*"
  case over = "/"
  case remainder = "%"
}

/// A problem in an expression, and its byte offset.
package struct ExpressionFault: Error {
  package var offset: Int
  package var reason: String

  package init(_ reason: String, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }

  /// Returns the position in the text, counted from 1; columns count characters.
  package func position(in text: some Collection<UInt8>) -> (line: Int, column: Int) {
    let before = text.prefix(max(0, offset))
    let line = before.split(separator: 0x0a, omittingEmptySubsequences: false)
    return (line.count, 1 + String(decoding: line.last ?? before, as: UTF8.self).count)
  }
}
