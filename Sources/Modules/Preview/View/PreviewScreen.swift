import Terminal

/// A note's text, wrapped softly at words. Only the lines that are visible are measured.
@MainActor
final class PreviewScreen: Screen, PreviewView {
  let surface = Surface()
  private let presenter: any PreviewEventHandler & PreviewDataSource
  private var state = PreviewState()
  /// The text that is shown.
  private var wrapped = WrappedText([])
  /// Texts that were or may be shown, the latest first, wrapped into the same width.
  private var others: [WrappedText] = []
  private static let mostOthers = 8
  private var wrappedWidth = 0
  /// The rows of lines that no text has: of one that is being written, and our remark.
  private var measured: [Int: [String]] = [:]
  /// The rows of such lines by what they say, for the same width.
  private var known: [LineBytes: [String]] = [:]
  private static let mostKnown = 1_000
  private var drawn = DrawnRows<ShownRow>()

  private struct ShownRow: Equatable {
    var text: String
    var isRemark: Bool
  }

  init(presenter: any PreviewEventHandler & PreviewDataSource) {
    self.presenter = presenter
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
    measured = [:]
    let lines = presenter.lines
    if !wrapped.isOf(lines) {
      keep(wrapped)
      if let index = others.firstIndex(where: { $0.isOf(lines) }) {
        wrapped = others.remove(at: index)
      } else {
        wrapped = WrappedText(lines)
      }
    }
    surface.needsUpdate()
  }

  func mayShow(_ lines: [String]) {
    wrap(into: surface.size.columns)
    var text = WrappedText(lines)
    var height = 0
    for index in lines.indices where height < visibleRows {
      height += text.rows(ofLine: index, width: wrappedWidth).count
    }
    keep(text)
    // Now, while nobody waits for a frame.
    others.removeLast(max(0, others.count - Self.mostOthers))
  }

  private func keep(_ text: WrappedText) {
    if others.count > 2 * Self.mostOthers { others.removeLast() }
    others.insert(text, at: 0)
  }

  func rowCount(ofLine index: Int) -> Int {
    rows(ofLine: index, width: surface.size.columns).count
  }

  func row(ofLine index: Int, withByte byte: Int) -> Int {
    let line = presenter.line(at: index).text.utf8
    let rows = rows(ofLine: index, width: surface.size.columns)
    var (place, end) = (line.startIndex, 0)
    for (row, text) in rows.enumerated() {
      // Blanks where a line was wrapped stand in no row.
      let blank = UInt8(ascii: " ")
      while place < line.endIndex, line[place] == blank, text.utf8.first != blank {
        place = line.index(after: place)
        end += 1
      }
      let count = text.utf8.count
      place = line.index(place, offsetBy: count, limitedBy: line.endIndex) ?? line.endIndex
      end += count
      if byte < end { return row }
    }
    return rows.count - 1
  }

  var visibleRows: Int { surface.size.rows }

  let keyTable = PreviewKeymap.table.table(titled: "Preview")

  var chrome: Chrome { Chrome(place: state.title, hints: keyTable.hints) }

  /// A larger window has room for more of the end: scrolling by nothing moves it into sight.
  func didResize(to size: Size) {
    presenter.handle(.scroll(0))
    surface.needsDrawing()
  }

  func draw(on canvas: Canvas) {
    switch state.content {
    case .nothing:
      drawNotice("No note selected.", canvas.theme[.muted], on: canvas)
    case .problem(let message):
      drawNotice(message, canvas.theme[.warning], on: canvas)
    case .text:
      drawText(on: canvas)
    }
  }

  private func drawNotice(_ notice: String, _ style: Style, on canvas: Canvas) {
    for (row, text) in WordWrap.rows(of: notice, width: canvas.size.columns).enumerated() {
      canvas.text(text, row: row, style)
    }
  }

  private func drawText(on canvas: Canvas) {
    let lines = drawn.begin(on: canvas)
    var row = 0
    var index = state.firstLine
    while row < canvas.size.rows, index < state.lineCount {
      let texts = rows(ofLine: index, width: canvas.size.columns)
      let isRemark = presenter.line(at: index).isRemark
      // A wider window wraps into fewer rows: the last one stays visible.
      let hidden = index == state.firstLine ? min(state.hiddenRows, texts.count - 1) : 0
      for text in texts.dropFirst(hidden) {
        show(ShownRow(text: text, isRemark: isRemark), row, on: lines)
        row += 1
      }
      index += 1
    }
    for empty in row..<max(row, canvas.size.rows) { show(nil, empty, on: lines) }
  }

  private func show(_ row: ShownRow?, _ line: Int, on canvas: Canvas) {
    drawn.show(row, line: line, on: canvas, fillsLine: true) { row, line in
      line.wholeRow(row.text, row: 0, line.theme[row.isRemark ? .muted : .text])
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      guard let command = PreviewKeymap.table.command(for: key) else { return false }
      presenter.handle(command)
      return true
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelDown: presenter.handle(.scroll(3))
      case .wheelUp: presenter.handle(.scroll(-3))
      // A click is for whoever holds the preview: it may move the focus here.
      case .press, .release, .drag: return false
      }
      return true
    case .paste, .resize, .sync, .closed:
      return false
    }
  }

  private func rows(ofLine index: Int, width: Int) -> [String] {
    wrap(into: width)
    if index < wrapped.lineCount { return wrapped.rows(ofLine: index, width: width) }
    if let rows = measured[index] { return rows }
    let rows = rows(of: presenter.line(at: index).text)
    measured[index] = rows
    return rows
  }

  private func wrap(into width: Int) {
    if width == wrappedWidth { return }
    wrapped = WrappedText(presenter.lines)
    others = []
    measured = [:]
    known = [:]
    wrappedWidth = width
  }

  private func rows(of line: String) -> [String] {
    // Too long to be worth a place.
    if line.utf8.count > 4_096 { return WordWrap.rows(of: line, width: wrappedWidth) }
    let key = LineBytes(line: line)
    if let rows = known[key] { return rows }
    let rows = WordWrap.rows(of: line, width: wrappedWidth)
    if known.count >= Self.mostKnown { known = [:] }
    known[key] = rows
    return rows
  }
}
