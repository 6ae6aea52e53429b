extension [String] {
  /// What `joined(separator:)` gives. That one has types looked up by name when it is first asked, which
  /// takes a tenth of a millisecond: too long for a command that asks once.
  func chained(by separator: String) -> String {
    var text = first ?? ""
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}
