package indirect enum PropertyValue: Hashable, Sendable {
  case null
  case checkbox(Bool)
  case number(Double)
  /// Also days and times; `PropertyType` tells them apart.
  case text(String)
  case list([PropertyValue])
  /// In the order of the source.
  case object([Pair])

  package struct Pair: Hashable, Sendable {
    package var name: String
    package var value: PropertyValue

    package init(name: String, value: PropertyValue) {
      self.name = name
      self.value = value
    }
  }

  /// Reads a YAML word without quotes.
  package init(plain text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .checkbox(true)
    case "false", "False", "FALSE": self = .checkbox(false)
    default: self = Self.number(in: text).map(PropertyValue.number) ?? .text(text)
    }
  }

  /// Reads a decimal number such as `-3`, `2.50` or `1e6`; nil for anything else.
  package static func number(in text: String) -> Double? {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= 40,
      (0x30...0x39).contains(first) || bytes.count > 1 && "+-.".utf8.contains(first),
      bytes.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}

/// The type of a property, under Obsidian's name for it.
package enum PropertyType: String, CaseIterable, Sendable {
  case text, multitext, number, checkbox, date, datetime, tags, aliases

  package var isList: Bool { self == .multitext || self == .tags || self == .aliases }

  /// The type of an undeclared property, derived from its value; nil if that is empty.
  package init?(of value: PropertyValue, named name: String) {
    switch (name.lowercased(), value) {
    case ("tags", _): self = .tags
    case ("aliases", _): self = .aliases
    case (_, .null): return nil
    case (_, .checkbox): self = .checkbox
    case (_, .number): self = .number
    case (_, .list): self = .multitext
    case (_, .object): self = .text
    case (_, .text(let text)):
      self = WrittenMoment(property: text).map { $0.hasTime ? .datetime : .date } ?? .text
    }
  }
}

package struct NoteProperty: Hashable, Sendable {
  package var name: String
  /// The values as text: one for each item of a list, none for an empty property.
  package var values: [String]
  package var value: PropertyValue

  /// Without a `value`, the values are texts.
  package init(name: String, values: [String], value: PropertyValue? = nil) {
    self.name = name
    self.values = values
    let texts = values.map(PropertyValue.text)
    self.value = value ?? (texts.count > 1 ? .list(texts) : texts.first ?? .null)
  }
}

/// A change to a property of one note or of many.
package enum PropertyChange: Equatable, Sendable {
  /// Values in their written form: a number in digits, a day as `2026-03-02`. Several make a list,
  /// and so does a single one of a list type.
  case set(name: String, values: [String], type: PropertyType)
  case unset(name: String)
  case rename(name: String, to: String)

  package var name: String {
    switch self {
    case .set(let name, _, _), .unset(let name), .rename(let name, _): name
    }
  }
}

extension PropertyValue {
  package init(_ values: [String], as type: PropertyType) {
    switch (type, values.first) {
    case (_, _) where type.isList: self = .list(values.map(PropertyValue.text))
    case (_, nil): self = .null
    case (.number, let text?), (.checkbox, let text?): self = PropertyValue(plain: text)
    case (_, let text?): self = .text(text)
    }
  }
}
