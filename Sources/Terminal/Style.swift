package enum Color: Hashable, Sendable {
  /// The terminal's default.
  case standard
  /// One of 256; the first eight exist on every color terminal.
  case indexed(UInt8)
}

package enum ColorDepth: Int, Comparable, Sendable {
  case none = 0
  case eight = 8
  case full = 256

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

package struct Style: Hashable, Sendable {
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    package static let reverse = Attributes(rawValue: 16)
  }

  package var foreground: Color
  package var background: Color
  package var attributes: Attributes

  package init(
    _ attributes: Attributes = [], foreground: Color = .standard, background: Color = .standard
  ) {
    self.attributes = attributes
    self.foreground = foreground
    self.background = background
  }

  package static let plain = Style()

  /// Returns the style for a terminal with fewer colors.
  ///
  /// With eight, each of the 256 becomes the nearest one. With none, only the attributes stay, and
  /// a colored background becomes reverse, because the color carried the meaning.
  package func adapted(to depth: ColorDepth) -> Style {
    switch depth {
    case .full:
      return self
    case .eight:
      var style = self
      style.foreground = foreground.nearestOfEight
      style.background = background.nearestOfEight
      if background.isGray, style.background == .indexed(0) {
        // A dark gray would vanish in the background of the terminal.
        return Style(attributes.union(.reverse))
      }
      if style.foreground == style.background, style.foreground != .standard {
        style.foreground = .standard
      }
      return style
    case .none:
      var style = Style(attributes)
      if background != .standard { style.attributes.insert(.reverse) }
      return style
    }
  }
}

extension Color {
  fileprivate var number: UInt32 {
    switch self {
    case .standard: 256
    case .indexed(let index): UInt32(index)
    }
  }

  /// Whether it is one of the shades of gray.
  var isGray: Bool { if case .indexed(232...) = self { true } else { false } }

  /// The nearest of the eight colors that every color terminal has.
  var nearestOfEight: Color {
    guard case .indexed(let index) = self else { return self }
    let (red, green, blue): (Int, Int, Int)
    switch index {
    case 0..<8: return self
    case 8..<16: return .indexed(index - 8)
    case 16..<232:
      let cube = Int(index) - 16
      (red, green, blue) = (cube / 36, cube / 6 % 6, cube % 6)
    default:
      let level = (Int(index) - 232) * 6 / 24
      (red, green, blue) = (level, level, level)
    }
    let bits = (red > 2 ? 1 : 0) | (green > 2 ? 2 : 0) | (blue > 2 ? 4 : 0)
    return .indexed(UInt8(bits))
  }
}
