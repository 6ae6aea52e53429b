import FakeTerminal
import Terminal

/// An SVG picture of a frame in which every cell is where a terminal shows it.
///
/// The same frame gives the same bytes, so that pictures can be compared.
struct Picture {
  static let cellWidth = 9
  static let cellHeight = 19
  private static let baseline = 14
  private static let margin = 12
  private static let style = """
    text{font:15px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;\
    unicode-bidi:bidi-override}.b{font-weight:bold}.i{font-style:italic}
    """

  private let frame: FakeFrame
  private let title: String

  /// `title` is the alternative text.
  init(of frame: FakeFrame, titled title: String) {
    self.frame = frame
    self.title = title
  }

  package var svg: String {
    let width = frame.size.columns * Self.cellWidth + 2 * Self.margin
    let height = frame.size.rows * Self.cellHeight + 2 * Self.margin
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(Self.escaped(title))</title>
      <style>\(Self.style)</style>
      <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="8" \
      fill="\(PictureColor.ground)" stroke="\(PictureColor.edge)"/>
      <g transform="translate(\(Self.margin),\(Self.margin))">

      """
    // All backgrounds come first, so that none covers a character that extends from the cell next
    // to it.
    let rows = frame.rows.indices.map(inks(inRow:))
    for (row, inks) in rows.enumerated() { svg += Self.grounds(inks, row: row) }
    for (row, inks) in rows.enumerated() { svg += drawing(of: inks, row: row) }
    return svg + "</g>\n</svg>\n"
  }

  private func inks(inRow row: Int) -> [PictureInk] {
    var inks = frame.rows[row].map { PictureInk($0.style) }
    if let cursor = frame.cursor, cursor.row == row, inks.indices.contains(cursor.column) {
      inks[cursor.column] = .cursor
      if frame.isWide(row, cursor.column) { inks[cursor.column + 1] = .cursor }
    }
    return inks
  }

  private static func grounds(_ inks: [PictureInk], row: Int) -> String {
    runs(in: inks.map(\.ground)).reduce(into: "") { svg, run in
      guard inks[run.lowerBound].ground != .ground else { return }
      svg += rect(run, y: row * cellHeight, height: cellHeight, inks[run.lowerBound].ground)
    }
  }

  private func drawing(of inks: [PictureInk], row: Int) -> String {
    let cells = frame.rows[row]
    var svg = ""
    for run in Self.runs(in: inks) {
      let ink = inks[run.lowerBound]
      var column = run.lowerBound
      while column < run.upperBound {
        let start = column
        if let weight = PictureLines.weight(of: cells[column].text) {
          while column < run.upperBound, PictureLines.weight(of: cells[column].text) == weight {
            column += 1
          }
          svg += PictureLines.path(
            cells[start..<column].map(\.text), row: row, column: start, color: ink.text)
        } else if frame.isWide(row, column) {
          column += 2
          svg += Self.text(cells[start].text, row: row, start..<column, ink, isWide: true)
        } else if Self.isBlank(cells[column]) {
          column += 1
        } else {
          while column < run.upperBound, !Self.isBlank(cells[column]),
            !frame.isWide(row, column), PictureLines.weight(of: cells[column].text) == nil
          {
            column += 1
          }
          let word = cells[start..<column].map(\.text).joined()
          svg += Self.text(word, row: row, start..<column, ink, isWide: false)
        }
      }
      if ink.isUnderlined {
        svg += Self.rect(run, y: row * Self.cellHeight + Self.baseline + 2, height: 1, ink.text)
      }
    }
    return svg
  }

  private static func isBlank(_ cell: FakeCell) -> Bool {
    cell.isContinuation || cell.text.isEmpty || cell.text == " " || cell.text == "\u{a0}"
  }

  /// Stretches a word to its cells, whatever the reader's font is; a wide character is centered in
  /// its two cells.
  private static func text(
    _ text: String, row: Int, _ columns: Range<Int>, _ ink: PictureInk, isWide: Bool
  ) -> String {
    let (x, width) = (columns.lowerBound * cellWidth, columns.count * cellWidth)
    let position =
      isWide
      ? "x=\"\(x + cellWidth)\" text-anchor=\"middle\""
      : "x=\"\(x)\" textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\""
    let classes = [ink.isBold ? "b" : nil, ink.isItalic ? "i" : nil].compactMap(\.self)
    let look = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    return "<text \(position) y=\"\(row * cellHeight + baseline)\" fill=\"\(ink.text)\"\(look)>"
      + "\(escaped(text))</text>\n"
  }

  private static func rect(
    _ columns: Range<Int>, y: Int, height: Int, _ color: PictureColor
  ) -> String {
    "<rect x=\"\(columns.lowerBound * cellWidth)\" y=\"\(y)\" "
      + "width=\"\(columns.count * cellWidth)\" height=\"\(height)\" fill=\"\(color)\"/>\n"
  }

  /// Returns the longest runs of equal values.
  private static func runs<Value: Equatable>(in values: [Value]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in values.indices {
      if let last = runs.last, values[last.lowerBound] == values[index] {
        runs[runs.count - 1] = last.lowerBound..<(index + 1)
      } else {
        runs.append(index..<(index + 1))
      }
    }
    return runs
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // XML cannot represent these characters.
      case "\0"..<"\t", "\u{b}", "\u{c}", "\u{e}"..<" ", "\u{fffe}", "\u{ffff}":
        escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The resolved style of a cell in a picture.
private struct PictureInk: Equatable {
  var text: PictureColor
  var ground: PictureColor
  var isBold = false
  var isItalic = false
  var isUnderlined = false

  static let cursor = PictureInk(text: .ground, ground: PictureColor(0xe6_c0_7b))

  init(text: PictureColor, ground: PictureColor) {
    self.text = text
    self.ground = ground
  }

  init(_ style: Style) {
    text = PictureColor(style.foreground) ?? .text
    ground = PictureColor(style.background) ?? .ground
    let attributes = style.attributes
    if attributes.contains(.dim) { text = text.mixed(with: ground) }
    if attributes.contains(.reverse) { (text, ground) = (ground, text) }
    isBold = attributes.contains(.bold)
    isItalic = attributes.contains(.italic)
    isUnderlined = attributes.contains(.underline)
  }
}

/// A color in SVG syntax: `#5fafff`.
struct PictureColor: Equatable, CustomStringConvertible {
  private let (red, green, blue): (Int, Int, Int)

  /// The default colors of the terminal.
  static let ground = PictureColor(0x16_19_1e)
  static let text = PictureColor(0xd5_d8_dd)
  /// The line around the picture, visible on a light page and on a dark one.
  static let edge = PictureColor(0x4a_50_5b)

  /// The first sixteen colors differ between terminals; these are readable on the dark background.
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

  /// A color of the 256; nil for the terminal's default.
  init?(_ color: Color) {
    guard case .indexed(let index) = color else { return nil }
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

  /// Mixes two parts of this color with one of another.
  func mixed(with other: PictureColor) -> PictureColor {
    PictureColor(
      red: (2 * red + other.red) / 3, green: (2 * green + other.green) / 3,
      blue: (2 * blue + other.blue) / 3)
  }

  var description: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// Draws borders as lines: as characters they would leave gaps between the rows of a picture.
private enum PictureLines {
  private struct Arms: OptionSet {
    let rawValue: Int
    static let left = Arms(rawValue: 1)
    static let right = Arms(rawValue: 2)
    static let up = Arms(rawValue: 4)
    static let down = Arms(rawValue: 8)
  }

  private static let light: [String: Arms] = [
    "─": [.left, .right], "│": [.up, .down], "┌": [.right, .down], "┐": [.left, .down],
    "└": [.right, .up], "┘": [.left, .up], "├": [.right, .up, .down], "┤": [.left, .up, .down],
    "┬": [.left, .right, .down], "┴": [.left, .right, .up], "┼": [.left, .right, .up, .down],
  ]
  private static let heavy: [String: Arms] = ["━": [.left, .right], "┃": [.up, .down]]

  /// Returns the thickness of a border sign; nil for any other sign.
  static func weight(of text: String) -> Int? {
    light[text] != nil ? 1 : heavy[text] != nil ? 3 : nil
  }

  /// Returns the path of adjacent signs of the same weight.
  static func path(_ signs: [String], row: Int, column: Int, color: PictureColor) -> String {
    let (top, bottom) = (2 * row, 2 * row + 2)
    var level: (start: Int, end: Int)?
    var path = ""
    for (index, sign) in signs.enumerated() {
      let arms = light[sign] ?? heavy[sign] ?? []
      let middle = 2 * (column + index) + 1
      if arms.contains(.left) || arms.contains(.right) {
        let start = arms.contains(.left) ? middle - 1 : middle
        let end = arms.contains(.right) ? middle + 1 : middle
        if let open = level, open.end == start {
          level = (open.start, end)
        } else {
          path += horizontal(level, row: row)
          level = (start, end)
        }
      }
      if arms.contains(.up) || arms.contains(.down) {
        let start = arms.contains(.up) ? top : top + 1
        let end = arms.contains(.down) ? bottom : bottom - 1
        path += "M\(across(middle)) \(along(start))V\(along(end))"
      }
    }
    path += horizontal(level, row: row)
    let weight = signs.first.flatMap(weight(of:)) ?? 1
    return "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(weight)\"/>\n"
  }

  private static func horizontal(_ line: (start: Int, end: Int)?, row: Int) -> String {
    guard let line else { return "" }
    return "M\(across(line.start)) \(along(2 * row + 1))H\(across(line.end))"
  }

  /// Coordinates are in half cells, so that no number is ever rounded.
  private static func across(_ halves: Int) -> String { half(halves * Picture.cellWidth) }
  private static func along(_ halves: Int) -> String { half(halves * Picture.cellHeight) }

  private static func half(_ twice: Int) -> String {
    twice % 2 == 0 ? "\(twice / 2)" : "\(twice / 2).5"
  }
}
