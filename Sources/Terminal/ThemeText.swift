/// A theme as a file writes it: `role = colour, attributes, on colour` lines, comments behind `#`.
///
/// ```
/// title = bold white on 24
/// link = underline bright-blue
/// ```
///
/// Roles that no line names look as in the standard theme.
package enum ThemeText {
  /// Reads all that can be read; `place` is named in the problems, which say what is allowed.
  package static func theme(
    named name: String, from bytes: [UInt8], place: String
  ) -> (theme: Theme, problems: [String]) {
    var styles: [Role: Style] = [:]
    for role in Role.allCases { styles[role] = Theme.standard[role] }
    var problems: [String] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      switch read(line) {
      case .nothing: break
      case .style(let role, let style): styles[role] = style
      case .unreadable(let why): problems.append("\(place), line \(index + 1): \(why)")
      }
    }
    return (Theme(name: name, styles: styles), problems)
  }

  private enum Line {
    case nothing
    case style(Role, Style)
    case unreadable(String)
  }

  private static func read(_ bytes: ArraySlice<UInt8>) -> Line {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .unreadable("it is no UTF-8; the line was passed over.")
    }
    let content = text.prefix { $0 != "#" }
    let sides = content.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let words = { (side: Substring) in
      side.split { $0 == "," || $0.isWhitespace || $0 == "\u{feff}" }.map(String.init)
    }
    guard let left = sides.first.map(words), !(left.isEmpty && sides.count == 1) else {
      return .nothing
    }
    guard sides.count == 2, left.count == 1 else {
      return .unreadable("it is no “role = colour, attributes”; the line was passed over.")
    }
    guard let role = Role(name: left[0]) else {
      return .unreadable(
        "there is no role “\(left[0])”. There are \(Role.allCases.map(\.name).joined(separator: ", "))."
      )
    }
    return style(words(sides[1])).map { .style(role, $0) }
      ?? .unreadable(
        "“\(words(sides[1]).joined(separator: " "))” is no look; \(role.name) looks as in the standard "
          + "theme. Write \(allowed).")
  }

  /// Nil where a word means nothing, or `on` names no colour.
  private static func style(_ words: [String]) -> Style? {
    var style = Style()
    var isBackground = false
    for word in words {
      if let attribute = attributes[word], !isBackground {
        style.attributes.insert(attribute)
      } else if word == "on", !isBackground {
        isBackground = true
      } else if let colour = colour(word) {
        if isBackground { style.background = colour } else { style.foreground = colour }
        isBackground = false
      } else if word != "plain" || isBackground {
        return nil
      }
    }
    return isBackground ? nil : style
  }

  private static let allowed =
    "a colour (0 to 255, standard, \(colours.joined(separator: ", ")), each also with bright- before "
    + "it), “on” and another for the background, bold, dim, italic, underline, reverse, or plain"

  private static let attributes: [String: Style.Attributes] = [
    "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
  ]

  private static let colours = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  private static func colour(_ word: String) -> Colour? {
    if word == "standard" { return .standard }
    if word.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = UInt8(word)
    {
      return .indexed(number)
    }
    let isBright = word.hasPrefix("bright-")
    let name = isBright ? String(word.dropFirst(7)) : word
    return colours.firstIndex(of: name).map { .indexed(UInt8($0 + (isBright ? 8 : 0))) }
  }
}

extension Theme {
  /// The same look without any colour.
  package var withoutColour: Theme {
    var styles: [Role: Style] = [:]
    for role in Role.allCases { styles[role] = self[role].adapted(to: .none) }
    return Theme(name: name, styles: styles)
  }
}
