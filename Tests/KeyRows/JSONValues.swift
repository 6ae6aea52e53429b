package import Bytes

extension JSONReader.Value {
  package subscript(name: String) -> JSONReader.Value? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  package var number: Int? { if case .number(let text) = self { Int(text) } else { nil } }

  package var values: [JSONReader.Value] { if case .array(let all) = self { all } else { [] } }

  package var isTrue: Bool { self == .bool(true) }

  package var members: [String: JSONReader.Value] {
    if case .object(let members) = self { members } else { [:] }
  }

  /// Two numbers: a line from 1, a byte from 0.
  package var position: [Int]? {
    let numbers = values.compactMap(\.number)
    return numbers.count == 2 ? numbers : nil
  }
}
