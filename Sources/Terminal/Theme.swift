/// The meaning of a piece of the screen, independent of its style.
package enum Role: Int, CaseIterable, Sendable {
  case text
  case muted
  case title
  case state
  case selection
  case marked
  case match
  case heading
  case border
  case key
  case footer
  case message
  case warning
  case field
  case escape
  case added
  case removed
  case strong
  case emphasis
  case code
  case link
  case tag
  case quote
  case mark
  /// Bullets, numbers and boxes of lists, and the heads of tables.
  case bullet

  package init?(name: String) {
    guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = role
  }

  /// The name for scripts.
  package var name: String { "\(self)" }
}

/// The styles of all roles. Every role with a meaning also has a distinct attribute or sign, so
/// that no meaning depends on color alone.
package struct Theme: Equatable, Sendable {
  package let name: String
  /// Indexed by the role's number.
  private let styles: [Style]

  package init(name: String, styles: [Role: Style]) {
    self.name = name
    self.styles = Role.allCases.map { styles[$0] ?? .plain }
  }

  package subscript(role: Role) -> Style { styles[role.rawValue] }

  package static let standard = Theme(
    name: "standard",
    styles: [
      .muted: Style(foreground: .indexed(245)),
      .title: Style(.bold, foreground: .indexed(231), background: .indexed(24)),
      .state: Style(foreground: .indexed(231), background: .indexed(24)),
      .selection: Style(foreground: .indexed(231), background: .indexed(238)),
      .marked: Style(.bold, foreground: .indexed(178)),
      .match: Style([.bold, .underline]),
      .heading: Style(.bold, foreground: .indexed(39)),
      .border: Style(foreground: .indexed(245)),
      .key: Style(.bold, foreground: .indexed(79)),
      .footer: Style(foreground: .indexed(245)),
      .message: Style(foreground: .indexed(114)),
      .warning: Style(.bold, foreground: .indexed(203)),
      .field: Style(.underline),
      .escape: Style(.reverse, foreground: .indexed(203)),
      .added: Style(foreground: .indexed(114)),
      .removed: Style(foreground: .indexed(203)),
      .strong: Style(.bold),
      .emphasis: Style(.italic),
      .code: Style(foreground: .indexed(180)),
      .link: Style(.underline, foreground: .indexed(75)),
      .tag: Style(foreground: .indexed(141)),
      .quote: Style(.italic, foreground: .indexed(250)),
      .mark: Style(.bold, foreground: .indexed(222)),
      .bullet: Style(foreground: .indexed(215)),
    ])
}

/// The brightness of a terminal's background.
package enum Background: Equatable, Sendable {
  case dark
  case light

  /// Parses a terminal's answer about its background: `11;rgb:ffff/ffff/ffff`, with any number of
  /// digits for each color. Nil for any other answer.
  init?(answer: some Sequence<UInt8>) {
    let text = String(decoding: Array(answer), as: UTF8.self)
    guard text.hasPrefix("11;rgb") else { return nil }
    let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/")
    let levels = parts.prefix(3).compactMap { part -> Double? in
      guard 1...4 ~= part.count, let value = Int(part, radix: 16) else { return nil }
      return Double(value) / Double((1 << (4 * part.count)) - 1)
    }
    guard parts.count >= 3, levels.count == 3 else { return nil }
    // The brightness as an eye sees it.
    self = 0.299 * levels[0] + 0.587 * levels[1] + 0.114 * levels[2] > 0.5 ? .light : .dark
  }

  /// Parses `COLORFGBG`, such as `0;15`: the foreground color, then the background.
  package init?(variable: String) {
    guard let last = variable.split(separator: ";").last, let color = Int(last), 0...15 ~= color
    else { return nil }
    self = color == 7 || color > 8 ? .light : .dark
  }
}

/// Parses a theme file: lines of `role = color, attributes, on color`, and comments after `#`.
///
/// ```
/// title = bold white on 24
/// link = underline bright-blue
/// ```
///
/// Roles without a line have the standard theme's style.
package enum ThemeText {
  /// Reads all valid lines. The problems name `path` and say what is allowed.
  package static func theme(
    named name: String, from bytes: [UInt8], path: String
  ) -> (theme: Theme, problems: [String]) {
    var styles: [Role: Style] = [:]
    for role in Role.allCases { styles[role] = Theme.standard[role] }
    var problems: [String] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      switch read(line) {
      case .nothing: break
      case .style(let role, let style): styles[role] = style
      case .unreadable(let why): problems.append("\(path), line \(index + 1): \(why)")
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
      return .unreadable("it is not UTF-8.")
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
      return .unreadable("it is not of the form “role = color, attributes”.")
    }
    guard let role = Role(name: left[0]) else {
      return .unreadable(
        "there is no role “\(left[0])”. There are \(Role.allCases.map(\.name).joined(separator: ", "))."
      )
    }
    return style(words(sides[1])).map { .style(role, $0) }
      ?? .unreadable(
        "\(role.name) cannot be “\(words(sides[1]).joined(separator: " "))”. It may be \(allowed).")
  }

  /// Nil if a word is unknown, or no color follows `on`.
  private static func style(_ words: [String]) -> Style? {
    var style = Style()
    var isBackground = false
    for word in words {
      if let attribute = attributes[word], !isBackground {
        style.attributes.insert(attribute)
      } else if word == "on", !isBackground {
        isBackground = true
      } else if let color = color(word) {
        if isBackground { style.background = color } else { style.foreground = color }
        isBackground = false
      } else if word != "plain" || isBackground {
        return nil
      }
    }
    return isBackground ? nil : style
  }

  private static let allowed =
    "a color (0 to 255, standard, \(colors.joined(separator: ", ")), each also with bright- before "
    + "it), “on” and another for the background, bold, dim, italic, underline, reverse, or plain"

  private static let attributes: [String: Style.Attributes] = [
    "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
  ]

  private static let colors = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  private static func color(_ word: String) -> Color? {
    if word == "standard" { return .standard }
    if word.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = UInt8(word)
    {
      return .indexed(number)
    }
    let isBright = word.hasPrefix("bright-")
    let name = isBright ? String(word.dropFirst(7)) : word
    return colors.firstIndex(of: name).map { .indexed(UInt8($0 + (isBright ? 8 : 0))) }
  }
}

extension Theme {
  package var withoutColor: Theme {
    var styles: [Role: Style] = [:]
    for role in Role.allCases { styles[role] = self[role].adapted(to: .none) }
    return Theme(name: name, styles: styles)
  }
}
