import Entities

/// How the rows of a property store its value: most need only their texts and type; any other is
/// encoded, with `l2:` before a list of two, `s3:` before a text of three bytes.
enum PropertyForm {
  /// Returns the value that texts and a type determine by themselves.
  static func value(of texts: [String], _ type: PropertyType?) -> PropertyValue {
    guard let type else { return .null }
    if type.isList { return .list(texts.map(PropertyValue.text)) }
    guard let text = texts.first else { return .null }
    return type == .checkbox || type == .number ? PropertyValue(plain: text) : .text(text)
  }

  static func text(of value: PropertyValue) -> String {
    switch value {
    case .null: "n"
    case .checkbox(let isOn): isOn ? "t" : "f"
    case .number(let number): "d\(number);"
    case .text(let text): string(text)
    case .list(let items): "l\(items.count):" + items.map { self.text(of: $0) }.joined()
    case .object(let pairs):
      "o\(pairs.count):" + pairs.map { string($0.name) + text(of: $0.value) }.joined()
    }
  }

  private static func string(_ text: String) -> String { "s\(text.utf8.count):\(text)" }

  /// Returns nil for an invalid encoding.
  static func value(of text: String) -> PropertyValue? {
    var rest = text.utf8[...]
    return value(&rest, depth: 0)
  }

  private static func value(_ rest: inout Substring.UTF8View, depth: Int) -> PropertyValue? {
    guard depth < 64, let kind = rest.popFirst() else { return nil }
    switch kind {
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "t"): return .checkbox(true)
    case UInt8(ascii: "f"): return .checkbox(false)
    case UInt8(ascii: "d"): return head(&rest, ";").flatMap(Double.init).map(PropertyValue.number)
    case UInt8(ascii: "s"): return text(&rest).map(PropertyValue.text)
    case UInt8(ascii: "l"):
      guard let count = head(&rest, ":").flatMap({ Int($0) }), count <= rest.count else {
        return nil
      }
      var items: [PropertyValue] = []
      for _ in 0..<count {
        guard let item = value(&rest, depth: depth + 1) else { return nil }
        items.append(item)
      }
      return .list(items)
    case UInt8(ascii: "o"):
      guard let count = head(&rest, ":").flatMap({ Int($0) }), count <= rest.count else {
        return nil
      }
      var pairs: [PropertyValue.Pair] = []
      for _ in 0..<count {
        guard rest.popFirst() == UInt8(ascii: "s"), let name = text(&rest),
          let value = value(&rest, depth: depth + 1)
        else { return nil }
        pairs.append(PropertyValue.Pair(name: name, value: value))
      }
      return .object(pairs)
    default: return nil
    }
  }

  /// Removes and returns the text before a character, which is removed too.
  private static func head(_ rest: inout Substring.UTF8View, _ sign: Unicode.Scalar) -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: sign)) else { return nil }
    defer { rest = rest[rest.index(after: end)...] }
    return String(Substring(rest[..<end]))
  }

  private static func text(_ rest: inout Substring.UTF8View) -> String? {
    guard let count = head(&rest, ":").flatMap({ Int($0) }), count >= 0,
      let end = rest.index(rest.startIndex, offsetBy: count, limitedBy: rest.endIndex)
    else { return nil }
    defer { rest = rest[end...] }
    return String(Substring(rest[..<end]))
  }
}
