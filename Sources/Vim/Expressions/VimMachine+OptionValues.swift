/// Options as values of expressions: `&ts`.
extension VimMachine {
  /// Whether an option is on or off.
  func isSwitch(_ name: String) -> Bool {
    if case .flag = VimOption.named(name)?.kind { true } else { false }
  }

  /// The value of `&name`; nil for an option that is not known.
  func optionValue(_ name: String) -> VimValue? {
    switch VimOption.named(name)?.kind {
    case .flag(let path): .bool(options[keyPath: path])
    case .number(let path, _): .number(options[keyPath: path])
    default: nil
    }
  }
}
