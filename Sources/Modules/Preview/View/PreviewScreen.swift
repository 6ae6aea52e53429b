import Markdown
import Lists
import Terminal

/// A note as it is meant to be read. Only the units that are visible are laid out.
@MainActor
final class PreviewScreen: Screen, PreviewView {
  let surface = Surface()
  let presenter: any PreviewPresenting
  private(set) var state = PreviewState()
  /// The text that is shown.
  private(set) var laid: LaidText?
  private var width = 0
  private(set) var list = ListWidget()

  private let isPlace: Bool

  init(presenter: any PreviewPresenting, isPlace: Bool = false) {
    self.presenter = presenter
    self.isPlace = isPlace
    presenter.view = self
  }

  func show(_ state: PreviewState) {
    self.state = state
    surface.needsDrawing()
  }

  func reloadRows() {
    let text = presenter.text
    if laid?.text !== text { laid = text.map(LaidText.init) }
    surface.needsDrawing()
  }

  func rows(of place: UnitPlace) -> [RenderedRow] {
    lay(into: textColumns)
    return laid?.rows(of: place, width: width) { drawn($0) } ?? []
  }

  private func drawn(_ unit: RenderedUnit) -> DrawnPicture? {
    wish(of: unit).flatMap { presenter.picture($0) }
  }

  private func wish(of unit: RenderedUnit) -> PictureWish? {
    unit.picture.map { picture in
      // A picture is seen as a whole, whatever stands around it.
      PictureWish(
        picture: picture, columns: unit.pictureRoom(width: width),
        rows: max(3, min(Self.mostPictureRows, visibleRows - 1)))
    }
  }

  private static let mostPictureRows = 40

  var pictureWishes: [PictureWish] {
    var wishes: [PictureWish] = []
    forEachRowInSight { place, row, _, _ in
      guard let unit = laid?.text.note.unit(at: place), unit.picture != nil else { return true }
      if let wish = wish(of: unit), !wishes.contains(wish) { wishes.append(wish) }
      return true
    }
    return wishes
  }

  func picturesCame() {
    laid?.forgetPictures()
    surface.needsDrawing()
  }

  private func lay(into columns: Int) {
    if columns == width { return }
    laid = laid.map { LaidText($0.text) }
    width = columns
  }

  var visibleRows: Int { surface.size.rows }

  private var textColumns: Int {
    let size = surface.size
    guard case .outline = state.content else { return size.columns }
    return OutlinePlaces(in: size).text?.columns ?? size.columns
  }

  /// Made when it is first asked for: beside a list that is after the first frame.
  private(set) lazy var keyTable = PreviewKeymap.table.table(titled: "Preview")

  var chrome: Chrome {
    Chrome(
      place: state.title, state: "preview", isPlace: isPlace || surface.fillsHolder,
      message: state.message, hints: keyTable.hints)
  }

  /// A larger window has room for more of the end: scrolling by nothing moves it into sight.
  func didResize(to size: Size) {
    if state.content == .text { _ = presenter.handle(.scroll(0)) }
    surface.needsDrawing()
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    switch state.content {
    case .nothing:
      drawNotice("No note selected.", canvas.theme[.muted], on: canvas)
    case .problem(let message):
      drawNotice(message, canvas.theme[.warning], on: canvas)
    case .text:
      drawText(on: canvas)
    case .outline(let selected):
      let places = OutlinePlaces(in: canvas.size)
      places.drawDivider(on: canvas)
      if let text = places.text { drawText(on: canvas.part(text)) }
      drawOutline(selected, on: canvas.part(places.outline))
    }
  }

  private func drawNotice(_ notice: String, _ style: Style, on canvas: Canvas) {
    for (row, text) in WordWrap.rows(of: notice, width: canvas.size.columns).enumerated() {
      canvas.text(text, row: row, style)
    }
  }

  private func drawText(on canvas: Canvas) {
    forEachRowInSight { place, index, row, line in
      let selected = link(of: state.selected, place, row: index)
      draw(row, selected: selected, on: canvas.line(line))
      return true
    }
  }

  /// From the first one down to the window's end, or as long as the body is true.
  func forEachRowInSight(
    _ body: (_ place: UnitPlace, _ index: Int, _ row: RenderedRow, _ line: Int) -> Bool
  ) {
    lay(into: textColumns)
    guard let laid else { return }
    var line = 0
    var place: UnitPlace? = state.top.place
    while line < visibleRows, let here = place {
      let rows = rows(of: here)
      // A wider window wraps into fewer rows: the last one stays visible.
      let hidden = here == state.top.place ? min(state.top.row, rows.count - 1) : 0
      for index in max(0, hidden)..<rows.count {
        if line >= visibleRows || !body(here, index, rows[index], line) { return }
        line += 1
      }
      place = laid.text.note.place(after: here)
    }
  }

  /// A box, or what folds a callout, is selected in the row that has it.
  private func link(
    of stop: PreviewStop?, _ place: UnitPlace, row: Int
  ) -> Int? {
    guard let stop, stop.place == place, let text = laid?.text else { return nil }
    if stop.link >= 0 { return stop.link }
    return row == text.note.unit(at: place).emptyRows ? stop.link : nil
  }

  private func draw(_ row: RenderedRow, selected: Int?, on line: Canvas) {
    let theme = line.theme
    let text = theme[.text]
    var column = 0
    for run in row.runs {
      var style =
        run.colours.map { Style($0) } ?? (run.style.isEmpty ? text : run.style.look(in: theme))
      let isSelected =
        switch selected {
        case PreviewStop.box: run.style == .marker
        case PreviewStop.fold: run.style.contains(.heading)
        default: run.link == selected
        }
      if isSelected { style = theme[.selection] }
      column += line.laid(run.text, width: run.width, row: 0, column: column, style)
    }
  }

  private func drawOutline(_ selected: Int, on canvas: Canvas) {
    let headings = laid?.text.headings ?? []
    let height = canvas.size.rows
    list.reveal(selected, count: headings.count, height: height)
    list.draw(on: canvas, count: headings.count) { index, line in
      let heading = headings[index]
      let style = line.theme[index == selected ? .selection : .text]
      if index == selected { line.fill(row: 0, style) }
      let indent = min(2 * (heading.level - 1), max(0, line.size.columns / 3))
      line.text(index == selected ? ">" : " ", row: 0, style)
      line.shortened(
        heading.title, row: 0, column: 2 + indent, style, limit: line.size.columns - 2 - indent)
    }
  }
}
