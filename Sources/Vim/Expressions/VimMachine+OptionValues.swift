/// Options as values of expressions: `&ts`.
extension VimMachine {
  /// Whether an option is on or off.
  func isSwitch(_ name: String) -> Bool { Self.switches.contains { $0.names.contains(name) } }

  /// The value of `&name`; nil for an option that is not known.
  func optionValue(_ name: String) -> VimValue? {
    if let row = Self.switches.first(where: { $0.names.contains(name) }) {
      return .bool(options[keyPath: row.path])
    }
    return Self.numbers.first { $0.names.contains(name) }
      .map { .number(options[keyPath: $0.path]) }
  }
}
