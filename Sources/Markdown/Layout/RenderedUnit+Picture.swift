import Cells

extension RenderedUnit {
  /// Returns the number of cells for a picture in a row of the unit, in a window of this width.
  package func pictureRoom(width: Int) -> Int {
    max(1, width - prefix.fitting(max(1, width)).width)
  }

  /// Returns the unit's rows with a picture instead of its words, cut where it is too wide.
  package func rows(width: Int, picture: [[RenderedRow.Run]]) -> [RenderedRow] {
    let room = pictureRoom(width: width)
    return rows(
      width: width, content: picture.map { RenderedRow(Self.fitting($0, room), line: line) })
  }

  /// Returns the unit's rows with a remark after its words.
  package func rows(width: Int, remark: String) -> [RenderedRow] {
    guard case .text(var text) = content else { return rows(width: width) }
    text.append(" \(remark)".utf8, .muted)
    var unit = self
    unit.content = .text(text)
    return unit.rows(width: width)
  }

  private static func fitting(_ runs: [RenderedRow.Run], _ room: Int) -> [RenderedRow.Run] {
    var left = room
    var fitting: [RenderedRow.Run] = []
    for var run in runs where left > 0 {
      if run.width > left {
        let part = Cells.prefix(of: run.text, fitting: left)
        (run.text, run.width) = (part.text, part.width)
      }
      left -= run.width
      fitting.append(run)
    }
    return fitting
  }
}
