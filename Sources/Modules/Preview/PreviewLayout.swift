import Markdown
import Pictures

/// A text laid out for a window: its rows, and the positions of links, boxes and pictures. Shared
/// by the presenter, which moves through it, and the view, which draws it. Only requested units are
/// laid out.
struct PreviewLayout: Equatable {
  let text: PreviewText
  let columns: Int
  /// The count of rows that the window shows.
  let height: Int
  var pictures: [PictureRequest: DrawnPicture] = [:]
  private var laid = LaidUnits()

  init(_ text: PreviewText, columns: Int, height: Int) {
    self.text = text
    self.columns = columns
    self.height = height
  }

  /// Returns the layout of the same text for another size.
  func resized(columns: Int, height: Int) -> PreviewLayout {
    var layout = PreviewLayout(text, columns: columns, height: height)
    layout.pictures = pictures
    if columns == self.columns { layout.laid = laid }
    return layout
  }

  var note: RenderedNote { text.note }

  static func == (left: PreviewLayout, right: PreviewLayout) -> Bool {
    left.text === right.text && left.columns == right.columns && left.height == right.height
      && left.pictures == right.pictures
  }

  // MARK: - Rows

  /// Returns the rows of a unit; at least one.
  func rows(of index: UnitIndex) -> [RenderedRow] {
    if let known = laid[index] { return known }
    let unit = note.unit(at: index)
    if let wish = wish(of: unit) {
      // Not cached, because the picture may be drawn later.
      return switch pictures[wish] {
      case .cells(let cells): unit.rows(width: columns, picture: cells)
      case .problem(let words): unit.rows(width: columns, remark: words)
      case nil: unit.rows(width: columns, fillsTitles: true)
      }
    }
    let rows = unit.rows(width: columns, fillsTitles: true)
    laid[index] = rows
    return rows
  }

  /// Returns the visible rows from a position on.
  func rowsInSight(from top: PreviewPosition) -> [PreviewRow] {
    var inSight: [PreviewRow] = []
    var index: UnitIndex? = top.index
    while inSight.count < height, let here = index {
      let rows = rows(of: here)
      // A wider window wraps into fewer rows: the last one stays visible.
      let hidden = here == top.index ? min(top.row, rows.count - 1) : 0
      for index in hidden..<rows.count where inSight.count < height {
        inSight.append(PreviewRow(at: PreviewPosition(index: here, row: index), rows[index]))
      }
      index = note.index(after: here)
    }
    return inSight
  }

  // MARK: - Pictures

  /// Returns the visible pictures, drawn or not.
  func pictureWishes(from top: PreviewPosition) -> [PictureRequest] {
    var wishes: [PictureRequest] = []
    for row in rowsInSight(from: top) {
      let wish = wish(of: note.unit(at: row.position.index))
      if let wish, !wishes.contains(wish) { wishes.append(wish) }
    }
    return wishes
  }

  /// Returns the wish for a unit's picture, sized so that all of it fits the window.
  private func wish(of unit: RenderedUnit) -> PictureRequest? {
    unit.picture.map { picture in
      PictureRequest(
        picture: picture, columns: unit.pictureRoom(width: columns),
        rows: max(3, min(Self.mostPictureRows, height - 1)))
    }
  }

  private static let mostPictureRows = 40
}

/// A row of the text and its position.
struct PreviewRow {
  var position: PreviewPosition
  var row: RenderedRow

  init(at position: PreviewPosition, _ row: RenderedRow) {
    (self.position, self.row) = (position, row)
  }
}

/// The cached rows of units, because a paragraph may be as long as a book.
private final class LaidUnits {
  private var rows: [UnitIndex: [RenderedRow]] = [:]
  /// The most cached rows, which limits memory when a person pages through a large note.
  private static let most = 4_000

  subscript(index: UnitIndex) -> [RenderedRow]? {
    get { rows[index] }
    set {
      if rows.count >= Self.most { rows = [:] }
      rows[index] = newValue
    }
  }
}
