/// Keys as vim writes them (`<C-v>`, `<lt>`, letters) by the program's names.
package enum KeyTokens {
  private static let names: [String: String] = [
    "Esc": "Esc", "CR": "Enter", "Enter": "Enter", "Return": "Enter", "NL": "C-j",
    "BS": "Backspace",
    "Del": "Del", "Tab": "Tab", "Space": "Space", "Left": "Left", "Right": "Right", "Up": "Up",
    "Down": "Down", "Home": "Home", "End": "End", "Insert": "Ins", "PageUp": "PgUp",
    "PageDown": "PgDn", "lt": "<", "Bar": "|", "Bslash": "\\",
  ]

  package static func keys(of text: String) -> [String] { tokens(of: text).map(\.key) }

  /// The same keys as a string of vim's own script language.
  static func vimString(of text: String) -> String {
    let parts = tokens(of: text).map { written, _ in
      switch written {
      case "\"", "\\": "\\\(written)"
      case _ where written.utf8.count > 1 && written.first == "<": "\\\(written)"
      default: String(written)
      }
    }
    return "\"\(parts.joined())\""
  }

  /// Each key as it is written, and by its name.
  private static func tokens(of text: String) -> [(written: Substring, key: String)] {
    var tokens: [(written: Substring, key: String)] = []
    var rest = Substring(text)
    while let first = rest.unicodeScalars.first {
      if first == "<", let end = rest.firstIndex(of: ">"),
        let key = named(rest[rest.index(after: rest.startIndex)..<end])
      {
        tokens.append((rest[...end], key))
        rest = rest[rest.index(after: end)...]
      } else {
        let next = rest.unicodeScalars.index(after: rest.startIndex)
        tokens.append((rest[..<next], key(of: first)))
        rest = rest[next...]
      }
    }
    return tokens
  }

  private static func named(_ name: Substring) -> String? {
    if let key = names[String(name)] { return key }
    guard name.count > 2,
      let dash = name.dropFirst().firstIndex(of: "-") ?? name.firstIndex(of: "-")
    else { return nil }
    let (modifier, key) = (name[..<dash], name[name.index(after: dash)...])
    guard ["C", "S", "M"].contains(modifier.uppercased()), !key.isEmpty else { return nil }
    if modifier.uppercased() == "C", key == "[" { return "Esc" }
    if modifier.uppercased() == "C", key == "i" || key == "I" { return "Tab" }
    if modifier.uppercased() == "C", key == "m" || key == "M" { return "Enter" }
    let plain = names[String(key)] ?? (key.count == 1 ? key.lowercased() : String(key))
    return "\(modifier.uppercased())-\(plain)"
  }

  private static func key(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case " ": "Space"
    case "\n", "\r": "Enter"
    case "\t": "Tab"
    case "\u{1b}": "Esc"
    default: String(Character(scalar))
    }
  }
}
