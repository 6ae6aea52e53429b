/// Borders as drawn lines: as letters they would leave gaps between the rows of a picture.
enum PictureLines {
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

  /// How thick a sign's lines are; nil where it is no border.
  static func weight(of text: String) -> Int? {
    light[text] != nil ? 1 : heavy[text] != nil ? 3 : nil
  }

  /// Signs of one weight that stand side by side.
  static func path(_ signs: [String], row: Int, column: Int, colour: PictureColour) -> String {
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
    return "<path d=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"\(weight)\"/>\n"
  }

  private static func horizontal(_ line: (start: Int, end: Int)?, row: Int) -> String {
    guard let line else { return "" }
    return "M\(across(line.start)) \(along(2 * row + 1))H\(across(line.end))"
  }

  /// Places are counted in half cells, so that no number is ever rounded.
  private static func across(_ halves: Int) -> String { half(halves * Picture.cellWidth) }
  private static func along(_ halves: Int) -> String { half(halves * Picture.cellHeight) }

  private static func half(_ twice: Int) -> String {
    twice % 2 == 0 ? "\(twice / 2)" : "\(twice / 2).5"
  }
}
