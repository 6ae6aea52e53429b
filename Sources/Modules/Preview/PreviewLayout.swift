import Markdown
import Pictures

/// A text laid out in a window: which rows it has, and where links, boxes and pictures are in them.
/// The presenter finds its way through it, the view draws it. Only the units that are asked for are
/// laid out.
struct PreviewLayout: Equatable {
  let text: PreviewText
  let columns: Int
  /// How many rows of the text the window shows.
  let height: Int
  var pictures: [PictureWish: DrawnPicture] = [:]
  private var laid = LaidUnits()

  init(_ text: PreviewText, columns: Int, height: Int) {
    self.text = text
    self.columns = columns
    self.height = height
  }

  /// The same text in another window.
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

  /// The rows of a unit; at least one.
  func rows(of index: UnitIndex) -> [RenderedRow] {
    if let known = laid[index] { return known }
    let unit = note.unit(at: index)
    if let wish = wish(of: unit) {
      // Not cached: the picture may come later.
      return switch pictures[wish] {
      case .cells(let cells): unit.rows(width: columns, picture: cells)
      case .problem(let words): unit.rows(width: columns, remark: words)
      case nil: unit.rows(width: columns)
      }
    }
    let rows = unit.rows(width: columns)
    laid[index] = rows
    return rows
  }

  /// What the window shows, from a position on.
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

  /// The pictures in sight, whether they are drawn or not.
  func pictureWishes(from top: PreviewPosition) -> [PictureWish] {
    var wishes: [PictureWish] = []
    for row in rowsInSight(from: top) {
      let wish = wish(of: note.unit(at: row.position.index))
      if let wish, !wishes.contains(wish) { wishes.append(wish) }
    }
    return wishes
  }

  /// A picture is seen as a whole, whatever is around it.
  private func wish(of unit: RenderedUnit) -> PictureWish? {
    unit.picture.map { picture in
      PictureWish(
        picture: picture, columns: unit.pictureRoom(width: columns),
        rows: max(3, min(Self.mostPictureRows, height - 1)))
    }
  }

  private static let mostPictureRows = 40
}

/// A row of the text, and where it is.
struct PreviewRow {
  var position: PreviewPosition
  var row: RenderedRow

  init(at position: PreviewPosition, _ row: RenderedRow) {
    (self.position, self.row) = (position, row)
  }
}

/// The rows of units that were laid out once: a paragraph may be as long as a book.
private final class LaidUnits {
  private var rows: [UnitIndex: [RenderedRow]] = [:]
  /// Who pages through a large note does not keep all of it.
  private static let most = 4_000

  subscript(index: UnitIndex) -> [RenderedRow]? {
    get { rows[index] }
    set {
      if rows.count >= Self.most { rows = [:] }
      rows[index] = newValue
    }
  }
}
