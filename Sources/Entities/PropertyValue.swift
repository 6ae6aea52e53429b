/// The value of a property, as front matter has it.
package indirect enum PropertyValue: Hashable, Sendable {
  case null
  case checkbox(Bool)
  case number(Double)
  /// Days and times too: `PropertyType` says which they are.
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

  /// What a word without quotes means.
  package init(plain text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .checkbox(true)
    case "false", "False", "FALSE": self = .checkbox(false)
    default: self = Self.number(in: text).map(PropertyValue.number) ?? .text(text)
    }
  }

  /// A decimal number, as `-3`, `2.50` or `1e6`; nil for all else.
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

/// What a property holds, by the names that Obsidian has for it.
package enum PropertyType: String, CaseIterable, Sendable {
  case text, multitext, number, checkbox, date, datetime, tags, aliases

  package var isList: Bool { self == .multitext || self == .tags || self == .aliases }

  /// What the value is, where it is not declared; nil where there is none.
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

/// One property of a note's front matter.
package struct NoteProperty: Hashable, Sendable {
  package var name: String
  /// Its values as texts: one for each item of a list, none where there is nothing.
  package var values: [String]
  /// As it is meant.
  package var value: PropertyValue

  /// Without a value, as texts.
  package init(name: String, values: [String], value: PropertyValue? = nil) {
    self.name = name
    self.values = values
    let texts = values.map(PropertyValue.text)
    self.value = value ?? (texts.count > 1 ? .list(texts) : texts.first ?? .null)
  }
}

/// A change of a property of one note or many.
package enum PropertyChange: Equatable, Sendable {
  /// Values as they are written: a number in digits, a day as `2026-03-02`. Several make a list, and of
  /// a type that is a list one does too.
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
  /// What these texts are as a value of the type.
  package init(_ values: [String], as type: PropertyType) {
    switch (type, values.first) {
    case (_, _) where type.isList: self = .list(values.map(PropertyValue.text))
    case (_, nil): self = .null
    case (.number, let text?), (.checkbox, let text?): self = PropertyValue(plain: text)
    case (_, let text?): self = .text(text)
    }
  }
}
