package import Entities

extension Value {
  /// A property's value in a note. `type` is what such properties are to hold: a value that is written
  /// otherwise is taken as that where it can be.
  package init(
    _ value: PropertyValue, as type: PropertyType? = nil, written: String = "", of file: Int,
    _ wall: (Timestamp) -> CivilTime
  ) {
    switch (type, value) {
    case (.text?, .number), (.text?, .checkbox):
      self = .string(written)
      return
    case (.text?, .text(let text)):
      self = Self.link(text, of: file) ?? .string(text)
      return
    case (.number?, .text(let text)), (.checkbox?, .text(let text)):
      self = Value(PropertyValue(plain: text), of: file, wall)
      return
    case (let type?, .text), (let type?, .number), (let type?, .checkbox):
      if type.isList {
        self = Value(.list([value]), of: file, wall)
        return
      }
    default: break
    }
    switch value {
    case .null: self = .null
    case .checkbox(let isOn): self = .boolean(isOn)
    case .number(let number): self = .number(number)
    case .text(let text): self = Value(text, of: file, wall)
    case .list(let items):
      // `[[Note]]` without quotes is a list in a list to YAML, and a link to a person.
      if items.count == 1, case .list(let inner) = items[0], inner.count == 1,
        case .text(let name) = inner[0]
      {
        self = .link(LinkValue(name, source: file))
      } else {
        self = .list(ListValue(items.map { Value($0, of: file, wall) }))
      }
    case .object(let pairs):
      self = .object(
        ObjectValue(pairs.map { (FieldName($0.name), Value($0.value, of: file, wall)) }))
    }
  }

  /// A Markdown link is a text in a property.
  private static func link(_ text: String, of file: Int) -> Value? {
    text.hasPrefix("[[") ? LinkValue(written: text, source: file).map(Value.link) : nil
  }

  /// What a text is taken as: a link, a date, or itself.
  private init(_ text: String, of file: Int, _ wall: (Timestamp) -> CivilTime) {
    if let link = Self.link(text, of: file) {
      self = link
    } else if let moment = WrittenMoment(property: text) {
      self = .date(DateValue(moment, wall: wall))
    } else {
      self = .string(text)
    }
  }
}
