import Markdown
import Terminal

/// A note as it is meant to be read. Only the units that are visible are laid out.
@MainActor
final class PreviewScreen: Screen, PreviewView {
  let surface = Surface()
  let presenter: any PreviewEventHandler & PreviewDataSource
  private(set) var state = PreviewState()
  /// The text that is shown.
  private(set) var laid: LaidText?
  /// Texts that were or may be shown, the latest first, laid out into the same width.
  private var others: [LaidText] = []
  private static let mostOthers = 8
  private var width = 0
  private var lines = PreviewLines()
  /// Whose lines those are.
  private var drawnText: LaidText?
  /// So many of the texts that may be shown are drawn already.
  private static let mostPages = 4
  /// The text that is shown, from another place: where it may be scrolled to.
  private var scrolled: PreviewPage?
  private var looks: [RunStyle: Style] = [:]
  private(set) var list = ListWidget()

  private let isPlace: Bool

  init(presenter: any PreviewEventHandler & PreviewDataSource, isPlace: Bool = false) {
    self.presenter = presenter
    self.isPlace = isPlace
    presenter.view = self
  }

  func show(_ state: PreviewState) {
    let old = self.state
    self.state = state
    // A notice stands where rows do not know of it.
    guard state.content == .text, old.content == .text else { return surface.needsDrawing() }
    surface.needsRows()
    if state.aroundText != old.aroundText { surface.needsChrome() }
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
      draw(laid, from: top, selected: nil, ahead: &page)
      laid.page = page
    } else {
      forEachRow(of: laid, from: top) { _, _, _, _ in true }
    }
    keep(laid)
    others.removeLast(max(0, others.count - Self.mostOthers))
  }

  func mayScroll(to top: PreviewPosition) {
    // Over all of the width the terminal itself moves the lines, and is sent less.
    guard let laid, laid === drawnText, !surface.fillsHolder, var page = scrolled ?? freePage()
    else { return }
    draw(laid, from: top, selected: state.selected, ahead: &page)
    scrolled = page
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
    // The theme may be another one.
    looks = [:]
    lines.content = nil
    laid?.page = nil
    for other in others { other.page = nil }
    scrolled = nil
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
    guard let laid else { return }
    if let page = laid.page {
      laid.page = nil
      guard canvas.exchange(with: page.canvas) else { return }
      drawnText?.page = PreviewPage(canvas: page.canvas, lines: lines)
      lines = page.lines
    } else if let page = scrolled {
      let content = PreviewLines.Content(laid, from: state.top, selected: state.selected)
      guard page.lines.content == content, lines.content != content,
        canvas.exchange(with: page.canvas)
      else { return }
      scrolled = PreviewPage(canvas: page.canvas, lines: lines)
      lines = page.lines
    }
  }

  private func draw(
    _ text: LaidText, from top: PreviewPosition, selected: PreviewStop?,
    ahead page: inout PreviewPage
  ) {
    // Nobody saw what stands there, and so it does not scroll.
    if page.lines.content?.edition == text.edition { page.lines.content = nil }
    draw(text, from: top, selected: selected, on: page.canvas, instead: &page.lines)
    surface.prepare(page.canvas)
  }

  private func draw(
    _ text: LaidText?, from top: PreviewPosition, selected: PreviewStop?, on canvas: Canvas,
    instead drawn: inout PreviewLines
  ) {
    let content = text.map { PreviewLines.Content($0, from: top, selected: selected) }
    if let content, drawn.content == content { return }
    let lines = drawn.rows.begin(on: canvas)
    var (first, anew) = (top, 0..<max(visibleRows, canvas.size.rows))
    if let text, let content, let seen = scroll(&drawn, to: content, of: text, on: lines) {
      (first, anew) = seen
    }
    drawn.content = content
    var end = anew.lowerBound
    if let text {
      end = forEachRow(of: text, from: first, in: anew) { place, index, row, line in
        let selected = link(of: selected, in: text, place, row: index)
        let shown = PreviewLines.Row(
          edition: text.edition, place: place, index: index, selected: selected)
        drawn.rows.show(shown, line: line, on: lines, fillsLine: true) { _, line in
          draw(row, selected: selected, on: line)
        }
        return true
      }
    }
    for empty in end..<anew.upperBound {
      drawn.rows.show(nil, line: empty, on: lines) { _, _ in }
    }
  }

  /// Moves the lines that stay in sight; answers with those that come into it, and the row of the first of
  /// them. Nil where all may be others.
  private func scroll(
    _ drawn: inout PreviewLines, to content: PreviewLines.Content, of text: LaidText,
    on canvas: Canvas
  ) -> (first: PreviewPosition, lines: Range<Int>)? {
    guard let old = drawn.content, old.edition == content.edition,
      let distance = distance(from: old.top, to: content.top, in: text)
    else { return nil }
    let anew = drawn.rows.scroll(by: distance, on: canvas)
    guard old.selected == content.selected, anew.count < canvas.size.rows else { return nil }
    if distance < 0 { return drawn.rows.row(at: anew.upperBound).map { _ in (content.top, anew) } }
    // From the last one that stays: what follows on it is known.
    return drawn.rows.row(at: anew.lowerBound - 1).map {
      (PreviewPosition(place: $0.place, row: $0.index), anew.lowerBound - 1..<anew.upperBound)
    }
  }

  /// How many rows further down the second place is; nil where they are not in sight at once.
  private func distance(
    from old: PreviewPosition, to new: PreviewPosition, in text: LaidText
  ) -> Int? {
    if new < old { return distance(from: new, to: old, in: text).map { -$0 } }
    var distance: Int?
    forEachRow(of: text, from: old) { place, index, _, line in
      if place == new.place, index == new.row { distance = line }
      return distance == nil
    }
    return distance
  }

  /// From the first one down to the window's end, or as long as the body is true; answers with how
  /// many there are.
  @discardableResult
  func forEachRowInSight(
    _ body: (_ place: UnitPlace, _ index: Int, _ row: RenderedRow, _ line: Int) -> Bool
  ) -> Int {
    lay(into: textColumns)
    return laid.map { forEachRow(of: $0, from: state.top, body) } ?? 0
  }

  @discardableResult
  private func forEachRow(
    of text: LaidText, from top: PreviewPosition,
    in lines: Range<Int>? = nil,
    _ body: (_ place: UnitPlace, _ index: Int, _ row: RenderedRow, _ line: Int) -> Bool
  ) -> Int {
    let lines = lines ?? 0..<visibleRows
    var line = lines.lowerBound
    var place: UnitPlace? = top.place
    while line < lines.upperBound, let here = place {
      let rows = rows(of: here, in: text)
      // A wider window wraps into fewer rows: the last one stays visible.
      let hidden = here == top.place ? min(top.row, rows.count - 1) : 0
      for index in max(0, hidden)..<rows.count {
        if line >= lines.upperBound || !body(here, index, rows[index], line) { return line }
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
}
