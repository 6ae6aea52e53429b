import Terminal

/// How a cell looks in a picture, with all that its style says worked out.
struct PictureInk: Equatable {
  var text: PictureColour
  var ground: PictureColour
  var isBold = false
  var isItalic = false
  var isUnderlined = false

  static let cursor = PictureInk(text: .ground, ground: PictureColour(0xe6_c0_7b))

  init(text: PictureColour, ground: PictureColour) {
    self.text = text
    self.ground = ground
  }

  init(_ style: Style) {
    text = PictureColour(style.foreground) ?? .text
    ground = PictureColour(style.background) ?? .ground
    let attributes = style.attributes
    if attributes.contains(.dim) { text = text.mixed(with: ground) }
    if attributes.contains(.reverse) { (text, ground) = (ground, text) }
    isBold = attributes.contains(.bold)
    isItalic = attributes.contains(.italic)
    isUnderlined = attributes.contains(.underline)
  }
}

/// A colour as SVG writes it: `#5fafff`.
struct PictureColour: Equatable, CustomStringConvertible {
  private let (red, green, blue): (Int, Int, Int)

  /// What a terminal shows where nobody chose.
  static let ground = PictureColour(0x16_19_1e)
  static let text = PictureColour(0xd5_d8_dd)
  /// The line around the picture, seen on a light page and on a dark one.
  static let edge = PictureColour(0x4a_50_5b)

  /// The first sixteen differ from terminal to terminal; these are readable on the dark ground.
  private static let named = [
    0x1d_20_26, 0xcc_5c_5c, 0x7f_b0_69, 0xd6_a8_4b, 0x5b_8e_d6, 0xb0_7f_c7, 0x57_a8_a8, 0xc8_cc_d2,
    0x6b_72_80, 0xee_77_77, 0x9f_d1_8b, 0xf0_c7_6b, 0x7f_b0_f0, 0xcf_a0_e5, 0x7f_d0_d0, 0xff_ff_ff,
  ]

  init(_ hexadecimal: Int) {
    red = hexadecimal >> 16
    green = hexadecimal >> 8 & 0xff
    blue = hexadecimal & 0xff
  }

  private init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour of the 256; nil for the terminal's own.
  init?(_ colour: Colour) {
    guard case .indexed(let index) = colour else { return nil }
    switch Int(index) {
    case let index where index < 16: self.init(Self.named[index])
    case let index where index < 232:
      func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
      let cube = index - 16
      self.init(red: level(cube / 36), green: level(cube / 6 % 6), blue: level(cube % 6))
    case let index:
      let grey = 8 + 10 * (index - 232)
      self.init(red: grey, green: grey, blue: grey)
    }
  }

  /// Two parts of this colour and one of another.
  func mixed(with other: PictureColour) -> PictureColour {
    PictureColour(
      red: (2 * red + other.red) / 3, green: (2 * green + other.green) / 3,
      blue: (2 * blue + other.blue) / 3)
  }

  var description: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
