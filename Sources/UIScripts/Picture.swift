package import FakeTerminal
import Terminal

/// A frame as a picture: an SVG in which every cell stands where a terminal shows it.
///
/// The same frame gives the same bytes, so that a picture can be held against a new one.
package struct Picture {
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

  /// `title` is what the picture says to those who do not see it.
  package init(of frame: FakeFrame, titled title: String) {
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
      fill="\(PictureColour.ground)" stroke="\(PictureColour.edge)"/>
      <g transform="translate(\(Self.margin),\(Self.margin))">

      """
    // All grounds come first, so that none covers what leans over from the cell beside it.
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
            cells[start..<column].map(\.text), row: row, column: start, colour: ink.text)
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

  /// A word is stretched to its cells, whatever font the reader has; a wide character stands in
  /// the middle of its two.
  private static func text(
    _ text: String, row: Int, _ columns: Range<Int>, _ ink: PictureInk, isWide: Bool
  ) -> String {
    let (x, width) = (columns.lowerBound * cellWidth, columns.count * cellWidth)
    let place =
      isWide
      ? "x=\"\(x + cellWidth)\" text-anchor=\"middle\""
      : "x=\"\(x)\" textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\""
    let classes = [ink.isBold ? "b" : nil, ink.isItalic ? "i" : nil].compactMap(\.self)
    let look = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    return "<text \(place) y=\"\(row * cellHeight + baseline)\" fill=\"\(ink.text)\"\(look)>"
      + "\(escaped(text))</text>\n"
  }

  private static func rect(
    _ columns: Range<Int>, y: Int, height: Int, _ colour: PictureColour
  ) -> String {
    "<rect x=\"\(columns.lowerBound * cellWidth)\" y=\"\(y)\" "
      + "width=\"\(columns.count * cellWidth)\" height=\"\(height)\" fill=\"\(colour)\"/>\n"
  }

  /// The longest stretches of the same value.
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
      // XML has no way to write these.
      case "\0"..<"\t", "\u{b}", "\u{c}", "\u{e}"..<" ", "\u{fffe}", "\u{ffff}":
        escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
