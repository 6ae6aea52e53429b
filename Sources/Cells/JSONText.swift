/// Writes texts as JSON strings. Characters that could control a terminal are escaped, even where
/// JSON would allow them.
package enum JSONText {
  /// Returns the text in quotes.
  package static func quoted(_ text: String) -> String {
    var quoted = ""
    write(text, to: &quoted)
    return quoted
  }

  /// Appends the text in quotes.
  package static func write(_ text: String, to quoted: inout String) {
    quoted += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where Cells.steers(scalar):
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    quoted += "\""
  }
}
