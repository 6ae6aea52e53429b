import Lists
import Terminal
import TextEngine

/// The text area over its window: visible rows, the cursor, a scroll bar for long texts; below them
/// the find bar while there is one.
@MainActor
final class EditorScreen: Screen {
  let surface = Surface()
  private let presenter: any EditorPresenting
  private let keymap: KeymapStyle
  /// What the last frame shows.
  private var shown = EditorState()
  private var keys = EditorKeys()
  private var bar = EditorBarFields()
  /// What came while an answer is waited for.
  private var held: [InputEvent] = []

  init(presenter: any EditorPresenting, keymap: KeymapStyle = .own) {
    self.presenter = presenter
    self.keymap = keymap
    presenter.view = self
  }

  var state: EditorState { presenter.state }

  var keyTable: KeyTable {
    let state = state
    if state.isPeek { return EditorKeymap.peek.table }
    if state.offer != nil { return EditorKeymap.offer(in: keymap).table }
    guard let bar = state.bar else { return EditorKeymap.table(for: keymap, state.keys) }
    return bar.replacement == nil ? EditorKeymap.bar.table : EditorKeymap.replaceTable
  }

  func layOut() { presenter.layOut() }

  var chrome: Chrome {
    let state = state
    let waiting =
      state.keys.map { [$0.pending, $0.mode] }?.filter { !$0.isEmpty }
      .joined(separator: "  ") ?? keys.shown
    if state.isZen {
      // How the keys are meant is to be seen all the same.
      var bare = Chrome(
        title: "", state: waiting, isOwnScreen: true, message: state.message, hints: [])
      bare.isBare = true
      return bare
    }
    return Chrome(
      title: state.title, state: waiting.isEmpty ? state.status : "\(waiting)  \(state.status)",
      isOwnScreen: true, message: state.message,
      hints: keyTable.hints)
  }

  var cursor: Point? {
    let state = state
    let area = panes(in: surface.size).text
    if let shown = state.bar { return bar.cursor(in: shown, area) }
    if let prompt = state.keys?.prompt { return EditorPromptLine(prompt).cursor(in: area) }
    return state.cursor.map {
      Point(row: area.row + $0.row, column: area.column + $0.column + state.margin)
    }
  }

  var cursorShape: CursorShape {
    let state = state
    guard let keys = state.keys, state.bar == nil else { return .usual }
    if keymap == .emacs || keys.prompt != nil { return .usual }
    switch keys.cursor {
    case .bar: return .bar
    case .block: return .block
    case .underline: return .underline
    }
  }

  var slots: [String] { [EditorSlot.preview, EditorSlot.beside] }

  func frame(ofSlot slot: String, in size: Size) -> Rect? {
    let panes = panes(in: size)
    return slot == EditorSlot.preview ? panes.preview?.second : panes.beside
  }

  private func panes(in size: Size) -> EditorPanes {
    EditorPanes(state, in: size, keysAreBeside: surface.focusedSlot == EditorSlot.beside)
  }

  func preferredSize(in available: Size) -> Size {
    Size(columns: min(available.columns, 76), rows: max(3, available.rows * 2 / 3))
  }

  func didResize(to size: Size) { reportRoom(in: size) }

  /// The last column is left to the scroll bar.
  private func reportRoom(in size: Size) {
    let text = panes(in: size).text
    presenter.handle(.room(columns: max(1, text.columns - 1), rows: text.rows))
  }

  func draw(on canvas: Canvas) {
    let state = shown
    let panes = panes(in: canvas.size)
    let area = panes.text
    if canvas.isFresh { panes.drawDividers(on: canvas) }
    if let head = panes.head { drawHead(on: canvas.part(head)) }
    let barRows = min(state.barRows, area.rows)
    let text = Rect(
      row: area.row, column: area.column, rows: area.rows - barRows, columns: area.columns)
    drawRows(on: canvas.part(text))
    if let waiting = state.keys?.waitingText, !waiting.isEmpty, let cursor = state.cursor {
      canvas.part(text).text(waiting, row: cursor.row, column: cursor.column + state.margin)
    }
    if let shown = state.bar {
      bar.draw(
        shown,
        on: canvas.part(
          Rect(row: text.endRow, column: area.column, rows: barRows, columns: area.columns)))
    }
    if state.bar == nil, let prompt = state.keys?.prompt, barRows > 0 {
      let line = Rect(row: text.endRow, column: area.column, rows: 1, columns: area.columns)
      EditorPromptLine(prompt).draw(on: canvas.part(line))
    }
    if let offer = state.offer {
      EditorOfferBox(offer: offer, margin: state.margin).draw(on: canvas.part(text))
    }
  }

  /// Which note this is of the two: not by its color alone.
  private func drawHead(on canvas: Canvas) {
    let state = shown
    let style = canvas.theme[surface.hasFocus ? .title : .muted]
    StatusLine(left: "\(surface.hasFocus ? "›" : " ") \(state.title)", right: state.status)
      .draw(on: canvas, left: style, right: style)
  }

  private func drawRows(on canvas: Canvas) {
    let state = shown
    let rows = canvas.size.rows
    // The last column is left to the scroll bar.
    let hasBar = state.lineCount > rows && !state.isZen
    if hasBar {
      ScrollBar(first: state.firstLine, visible: rows, total: state.lineCount)
        .draw(atEdgeOf: canvas)
    }
    let columns = canvas.size.columns - (hasBar ? 1 : 0)
    let lines = canvas.part(Rect(row: 0, column: 0, rows: rows, columns: columns))
    for line in 0..<max(0, rows) { drawRow(presenter.row(at: line), on: lines.line(line)) }
  }

  /// All of a line: what it leaves free becomes blank.
  private func drawRow(_ row: EditorRow, on canvas: Canvas) {
    let margin = shown.margin
    var end = 0
    func draw(_ text: String, at column: Int, _ style: Style, limit: Int? = nil) {
      if column > end { canvas.fill(row: 0, column: end, width: column - end) }
      end = column + canvas.text(text, row: 0, column: column, style, limit: limit)
    }
    if !row.number.isEmpty {
      let column = max(0, margin - 1 - row.number.utf8.count)
      draw(row.number, at: column, canvas.theme[.muted], limit: margin)
    }
    for piece in row.pieces {
      draw(piece.text, at: margin + piece.column, piece.look.style(in: canvas.theme))
    }
    if !row.remark.isEmpty { draw(row.remark, at: max(end, margin) + 1, canvas.theme[.muted]) }
    canvas.fill(row: 0, column: end)
    if let guide = shown.guide, guide >= 0, margin + guide >= end, !shown.isZen {
      canvas.text("│", row: 0, column: margin + guide, canvas.theme[.border])
    }
  }
}

extension EditorScreen {
  func handle(_ event: InputEvent) -> Bool {
    if state.isWaiting, hold(event) { return true }
    switch event {
    case .key(let key): return handle(key, event)
    case .paste(let bytes):
      if state.isPeek { return false }
      if state.bar != nil { return typeIntoBar(event) }
      presenter.handle(.paste(bytes))
      return true
    case .mouse(let mouse): return handle(mouse)
    case .resize, .sync, .closed: return false
    }
  }

  func perform(_ command: String) -> Bool {
    guard keyTable.keyless.contains(where: { $0.name == command }) else { return false }
    presenter.handle(.run(Invocation(CommandID(command))))
    return true
  }

  /// Everything keeps its order, but for what is typed into a search that is under way, and Esc.
  private func hold(_ event: InputEvent) -> Bool {
    switch event {
    case .key("Esc"),
      .key("C-c") where keymap == .vim,
      .key("C-g") where keymap == .emacs:
      held = []
      presenter.handle(.stopWaiting)
      return true
    case .key(let key) where held.isEmpty && state.bar != nil && key.typed != nil: return false
    case .key, .paste, .mouse:
      held.append(event)
      return true
    case .resize, .sync, .closed: return false
    }
  }

  func dropHeldEvents() { held = [] }

  func takeHeldEvents() {
    while !state.isWaiting, !held.isEmpty { _ = handle(held.removeFirst()) }
  }

  private func handle(_ key: Key, _ event: InputEvent) -> Bool {
    let state = state
    if state.isPeek {
      guard let command = EditorKeymap.peek.command(for: key) else { return false }
      presenter.handle(command)
      return true
    }
    if let shown = state.bar {
      if key == "Enter", shown.replacement != nil {
        presenter.handle(.bar(shown.focus == .find ? .switchField : .replace))
        return true
      }
      if let command = EditorKeymap.bar.command(for: key) {
        presenter.handle(command)
        return true
      }
      return typeIntoBar(event)
    }
    if state.offer != nil, let command = EditorKeymap.offer(in: keymap).command(for: key) {
      presenter.handle(command)
      // As in vim's own menu, one Esc ends the typing too.
      if keymap != .vim || key != "Esc" { return true }
    }
    if keymap != .own, !isOfProgram(key) {
      presenter.handle(.key(key.name))
      return true
    }
    let before = keys.shown
    let isTaken = keys.press(key) { presenter.handle($0) }
    if keys.shown != before { surface.needsChrome() }
    return isTaken
  }

  func type(_ text: String) -> Bool {
    let state = state
    if state.isPeek || state.isWaiting || state.bar != nil || state.offer != nil { return false }
    if let machine = state.keys {
      guard machine.cursor == .bar, machine.prompt == nil, machine.pending.isEmpty,
        machine.maps.isEmpty
      else { return false }
    } else if !keys.shown.isEmpty {
      return false
    }
    presenter.handle(.type(text))
    return true
  }

  /// Keys that the other editors have no meaning for keep the program's own.
  private func isOfProgram(_ key: Key) -> Bool {
    let keys = state.keys
    if keys?.prompt != nil { return false }
    let name = key.name
    if keys?.maps.contains(where: { $0.keys.first == name }) == true { return false }
    return EditorKeymap.keeps(name, in: keymap)
  }

  private func typeIntoBar(_ event: InputEvent) -> Bool {
    guard let shown = state.bar else { return false }
    // It may have been opened since the last frame.
    bar.follow(shown)
    guard let command = bar.handle(event, in: shown) else { return false }
    presenter.handle(.bar(command))
    return true
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    let area = panes(in: surface.size).text
    let cell = EditorCell(row: mouse.at.row - area.row, column: mouse.at.column - area.column)
    keys.cancel()
    switch mouse.action {
    case .press:
      if !surface.hasFocus { presenter.handle(.touch) }
      guard !state.isPeek, cell.row >= 0, cell.row < area.rows - state.barRows else {
        return false
      }
      presenter.handle(
        .press(
          cell, selects: mouse.modifiers.contains(.shift),
          adds: mouse.modifiers.contains(.control) || mouse.modifiers.contains(.meta)))
    case .drag:
      if state.isPeek { return false }
      presenter.handle(.drag(cell))
    case .release: return false
    case .wheelUp: presenter.handle(.scroll(-3))
    case .wheelDown: presenter.handle(.scroll(3))
    }
    return true
  }
}

extension EditorScreen: EditorView {
  func show(_ state: EditorState, haveRowsChanged: Bool) {
    let old = shown
    shown = state
    if haveRowsChanged { surface.needsRows() }
    if !state.hasSameChrome(as: old) { surface.needsChrome() }
    guard state != old else { return }
    surface.needsRows()
    if state.isLaidOutLike(old) {
      if state.bar != old.bar, let shown = state.bar { bar.follow(shown) }
      return
    }
    if let shown = state.bar { bar.follow(shown) } else { bar = EditorBarFields() }
    // What was where something else is now.
    surface.needsDrawing()
    if state.showsPreview != old.showsPreview || state.pane != old.pane {
      reportRoom(in: surface.size)
    }
  }
}

extension EditorState {
  /// Whether the lines around the text are those of another state.
  fileprivate func hasSameChrome(as other: EditorState) -> Bool {
    title == other.title && status == other.status && isPeek == other.isPeek
      && message == other.message && isZen == other.isZen
      && (bar == nil) == (other.bar == nil) && (offer == nil) == (other.offer == nil)
      && keys == other.keys
  }

  /// Whether everything is where it was.
  fileprivate func isLaidOutLike(_ other: EditorState) -> Bool {
    margin == other.margin && barRows == other.barRows && isZen == other.isZen
      && offer == other.offer && showsPreview == other.showsPreview
      && pane == other.pane
  }
}
