/// What is done to a property of a note, or of many.
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
