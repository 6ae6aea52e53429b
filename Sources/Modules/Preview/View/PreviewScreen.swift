import Markdown
import Terminal

/// A note as it is meant to be read. Only the units that are visible are laid out.
@MainActor
final class PreviewScreen: Screen, PreviewView {
  let surface = Surface()
  private let presenter: any PreviewEventHandler & PreviewDataSource
  private var state = PreviewState()
  /// The text that is shown.
  private var laid: LaidText?
  /// Texts that were or may be shown, the latest first, laid out into the same width.
  private var others: [LaidText] = []
  private static let mostOthers = 8
  private var width = 0
  private var lines = PreviewLines()
  /// Whose lines those are.
  private var drawnText: LaidText?
  /// So many of the texts that may be shown are drawn already.
  private static let mostPages = 4
  private var looks: [RunStyle: Style] = [:]
  private var list = ListWidget()

  private let isPlace: Bool

  init(presenter: any PreviewEventHandler & PreviewDataSource, isPlace: Bool = false) {
    self.presenter = presenter
    self.isPlace = isPlace
    presenter.view = self
  }

  func show(_ state: PreviewState) {
    // A notice stands where rows do not know of it.
    if state.content == .text, self.state.content == .text {
      surface.needsUpdate()
    } else {
      surface.needsDrawing()
    }
    self.state = state
  }

  func reloadRows() {
    let text = presenter.text
    if laid?.text !== text {
      if let laid { keep(laid) }
      laid = nil
      if let text {
        if let index = others.firstIndex(where: { $0.text === text }) {
          laid = others.remove(at: index)
        } else {
          laid = LaidText(text)
        }
      }
    }
    surface.needsUpdate()
  }

  func mayShow(_ text: PreviewText) {
    lay(into: textColumns)
    guard width > 0 else { return }
    let laid = LaidText(text)
    let top = PreviewPosition(place: text.note.first)
    // Now, while nobody waits for a frame.
    if var page = freePage() {
      draw(laid, from: top, selected: nil, on: page.canvas, instead: &page.lines)
      surface.prepare(page.canvas)
      laid.page = page
    } else {
      forEachRow(of: laid, from: top) { _, _, _, _ in true }
    }
    keep(laid)
    others.removeLast(max(0, others.count - Self.mostOthers))
  }

  /// One that nobody sees: a new one, or where there are enough of them the one that was seen longest ago.
  private func freePage() -> PreviewPage? {
    guard state.content == .text else { return nil }
    let having = others.filter { $0.page != nil }
    guard having.count >= Self.mostPages, let oldest = having.last else {
      return surface.makeSpare().map { PreviewPage(canvas: $0) }
    }
    defer { oldest.page = nil }
    return oldest.page
  }

  private func forgetPages() {
    lines.content = nil
    laid?.page = nil
    for other in others { other.page = nil }
    drawnText = nil
  }

  private func keep(_ text: LaidText) {
    if others.count > 2 * Self.mostOthers { others.removeLast() }
    others.insert(text, at: 0)
  }

  func rows(of place: UnitPlace) -> [RenderedRow] {
    lay(into: textColumns)
    return laid.map { rows(of: place, in: $0) } ?? []
  }

  private func rows(of place: UnitPlace, in text: LaidText) -> [RenderedRow] {
    text.rows(of: place, width: width) { text === laid ? drawn($0) : nil }
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
    surface.needsUpdate()
  }

  private func lay(into columns: Int) {
    if columns == width { return }
    laid = laid.map { LaidText($0.text) }
    others = []
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
      message: state.message, tone: state.isWarning ? .warning : .news, hints: keyTable.hints)
  }

  /// A larger window has room for more of the end: scrolling by nothing moves it into sight.
  func didResize(to size: Size) {
    if state.content == .text { _ = presenter.handle(.scroll(0)) }
    surface.needsDrawing()
  }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    if canvas.isFresh { forgetPages() }
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
    lay(into: textColumns)
    turnPage(on: canvas)
    draw(laid, from: state.top, selected: state.selected, on: canvas, instead: &lines)
    drawnText = laid
  }

  /// Where the text was drawn already, that is shown; what was shown stays with its own text.
  private func turnPage(on canvas: Canvas) {
    guard let page = laid?.page else { return }
    laid?.page = nil
    guard canvas.exchange(with: page.canvas) else { return }
    drawnText?.page = PreviewPage(canvas: page.canvas, lines: lines)
    lines = page.lines
  }

  private func draw(
    _ text: LaidText?, from top: PreviewPosition, selected: PreviewStop?, on canvas: Canvas,
    instead drawn: inout PreviewLines
  ) {
    let content = text.map {
      PreviewLines.Content(edition: $0.edition, top: top, selected: selected)
    }
    if let content, drawn.content == content { return }
    drawn.content = content
    let lines = drawn.rows.begin(on: canvas)
    var end = 0
    if let text {
      end = forEachRow(of: text, from: top) { place, index, row, line in
        let selected = link(of: selected, in: text, place, row: index)
        let shown = PreviewLines.Row(
          edition: text.edition, place: place, index: index, selected: selected)
        drawn.rows.show(shown, line: line, on: lines, fillsLine: true) { _, line in
          draw(row, selected: selected, on: line)
        }
        return true
      }
    }
    for empty in end..<max(end, canvas.size.rows) {
      drawn.rows.show(nil, line: empty, on: lines) { _, _ in }
    }
  }

  /// From the first one down to the window's end, or as long as the body is true; answers with how
  /// many there are.
  @discardableResult
  private func forEachRowInSight(
    _ body: (_ place: UnitPlace, _ index: Int, _ row: RenderedRow, _ line: Int) -> Bool
  ) -> Int {
    lay(into: textColumns)
    return laid.map { forEachRow(of: $0, from: state.top, body) } ?? 0
  }

  @discardableResult
  private func forEachRow(
    of text: LaidText, from top: PreviewPosition,
    _ body: (_ place: UnitPlace, _ index: Int, _ row: RenderedRow, _ line: Int) -> Bool
  ) -> Int {
    let height = visibleRows
    var line = 0
    var place: UnitPlace? = top.place
    while line < height, let here = place {
      let rows = rows(of: here, in: text)
      // A wider window wraps into fewer rows: the last one stays visible.
      let hidden = here == top.place ? min(top.row, rows.count - 1) : 0
      for index in max(0, hidden)..<rows.count {
        if line >= height || !body(here, index, rows[index], line) { return line }
        line += 1
      }
      place = text.text.note.place(after: here)
    }
    return line
  }

  /// A box is selected in the row that has it.
  private func link(
    of stop: PreviewStop?, in text: LaidText, _ place: UnitPlace, row: Int
  ) -> Int {
    guard let stop, stop.place == place else { return -2 }
    guard stop.link == PreviewStop.box else { return stop.link }
    return row == text.text.note.unit(at: place).emptyRows ? PreviewStop.box : -2
  }

  private func draw(_ row: RenderedRow, selected: Int, on line: Canvas) {
    let theme = line.theme
    let text = theme[.text]
    var column = 0
    for run in row.runs {
      var style =
        run.colours.map { Style($0) } ?? (run.style.isEmpty ? text : look(run.style, in: theme))
      let isSelected =
        selected >= 0 ? run.link == selected : selected == PreviewStop.box && run.style == .marker
      if isSelected { style = theme[.selection] }
      column += line.laid(run.text, width: run.width, row: 0, column: column, style)
    }
    line.fill(row: 0, column: column)
  }

  private func look(_ style: RunStyle, in theme: Theme) -> Style {
    if let known = looks[style] { return known }
    let look = style.look(in: theme)
    looks[style] = look
    return look
  }

  private func drawOutline(_ selected: Int, on canvas: Canvas) {
    let headings = laid?.text.headings ?? []
    let height = canvas.size.rows
    list.reveal(selected, count: headings.count, height: height)
    var none = DrawnRows<Int>()
    list.draw(on: canvas, count: headings.count, drawn: &none) {
      $0
    } draw: { index, line in
      let heading = headings[index]
      let style = line.theme[index == selected ? .selection : .text]
      if index == selected { line.fill(row: 0, style) }
      let indent = min(2 * (heading.level - 1), max(0, line.size.columns / 3))
      line.text(index == selected ? ">" : " ", row: 0, style)
      line.shortened(
        heading.title, row: 0, column: 2 + indent, style, limit: line.size.columns - 2 - indent)
    }
  }

  // MARK: - Input

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      guard let command = PreviewKeymap.table.command(for: key) else { return false }
      return presenter.handle(command)
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelDown: return presenter.handle(.scroll(3))
      case .wheelUp: return presenter.handle(.scroll(-3))
      case .press: return press(mouse.at)
      // The rest is for whoever holds the preview.
      case .release, .drag: return false
      }
    case .paste, .resize, .sync, .closed:
      return false
    }
  }

  /// A link that is clicked is opened, a box ticked; a click elsewhere moves the focus here.
  private func press(_ point: Point) -> Bool {
    if case .outline = state.content {
      guard OutlinePlaces(in: surface.size).outline.contains(point),
        let row = list.row(atLine: point.row, count: laid?.text.headings.count ?? 0)
      else { return presenter.handle(.touch) }
      return presenter.handle(.chooseHeading(row))
    }
    guard state.content == .text, let stop = stop(at: point) else {
      return presenter.handle(.touch)
    }
    return presenter.handle(.press(stop))
  }

  private func stop(at point: Point) -> PreviewStop? {
    var stop: PreviewStop?
    forEachRowInSight { place, index, row, line in
      guard line == point.row else { return true }
      stop = self.stop(in: row, index, place, column: point.column)
      return false
    }
    return stop
  }

  private func stop(
    in row: RenderedRow, _ index: Int, _ place: UnitPlace, column: Int
  ) -> PreviewStop? {
    var end = 0
    for run in row.runs {
      end += run.width
      guard column < end else { continue }
      if run.link >= 0 { return PreviewStop(place: place, link: run.link) }
      let unit = laid?.text.note.unit(at: place)
      let isBox = run.style == .marker && unit?.task != nil && index == unit?.emptyRows
      return isBox ? PreviewStop(place: place, link: PreviewStop.box) : nil
    }
    return nil
  }
}
