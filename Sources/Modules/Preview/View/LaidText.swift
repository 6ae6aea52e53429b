import Markdown

/// A text, and the rows of those of its units that were laid out. All are asked for in one width.
@MainActor
final class LaidText {
  let text: PreviewText
  private var rows: [UnitPlace: [RenderedRow]] = [:]
  /// Whoever pages through a large note does not keep all of it.
  private static let most = 4_000

  init(_ text: PreviewText) {
    self.text = text
  }

  func rows(
    of place: UnitPlace, width: Int, picture: (RenderedUnit) -> DrawnPicture?
  ) -> [RenderedRow] {
    if let known = rows[place] { return known }
    let unit = text.note.unit(at: place)
    let laid =
      switch unit.picture == nil ? nil : picture(unit) {
      case .cells(let cells): unit.rows(width: width, picture: cells)
      case .problem(let words): unit.rows(width: width, remark: words)
      case nil: unit.rows(width: width)
      }
    if rows.count >= Self.most { rows = [:] }
    rows[place] = laid
    return laid
  }

  /// Pictures came.
  func forgetPictures() {
    rows = rows.filter { text.note.unit(at: $0.key).picture == nil }
  }
}
