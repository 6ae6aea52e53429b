import Bytes

/// Property lists as XML, in the values that JSON has: dates are texts.
final class PropertyList: XmlHandler {
  private enum Open {
    case array([JSONReader.Value])
    case object([String: JSONReader.Value], key: String?)
  }

  private var open: [Open] = []
  private var text: [UInt8] = []
  private var value: JSONReader.Value?

  /// Nil for what is none.
  static func value(of bytes: [UInt8]) -> JSONReader.Value? {
    let list = PropertyList()
    let reader = XmlReader(list)
    do {
      try reader.add(bytes[...])
      try reader.finish()
    } catch {
      return nil
    }
    return list.value
  }

  func start(_ name: String, _ attributes: [XmlReader.Attribute]) {
    text = []
    switch name {
    case "dict": open.append(.object([:], key: nil))
    case "array": open.append(.array([]))
    default: break
    }
  }

  func text(_ bytes: [UInt8]) { text += bytes }

  func end(_ name: String) {
    let words = String(decoding: text, as: UTF8.self)
    text = []
    switch name {
    case "key":
      if case .object(let members, _)? = open.popLast() {
        open.append(.object(members, key: words))
      }
    case "string", "date": add(.string(words))
    case "integer", "real": add(.number(words.trimmingBlanks))
    case "true": add(.bool(true))
    case "false": add(.bool(false))
    case "dict", "array":
      switch open.popLast() {
      case .array(let items): add(.array(items))
      case .object(let members, _): add(.object(members))
      case nil: break
      }
    default: break
    }
  }

  private func add(_ new: JSONReader.Value) {
    switch open.popLast() {
    case .array(let items): open.append(.array(items + [new]))
    case .object(var members, let key):
      if let key { members[key] = new }
      open.append(.object(members, key: nil))
    case nil: if value == nil { value = new }
    }
  }
}
