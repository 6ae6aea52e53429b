import Lists
import Terminal
import TextEngine

/// Draws the editor: visible rows, cursor, scroll bar and find bar. Turns keys and the mouse into commands.
@MainActor
final class EditorScreen: Screen {
  let surface = Surface()
  let presenter: any EditorPresenting
  private let keymap: KeymapStyle
  /// The state that the last frame shows.
  private var shown = EditorState()
  var keys = KeyInterpreter(EditorKeymap.rules)
  private var bar = EditorBarFields()
  /// Events that wait for an answer.
  private var held: [InputEvent] = []
  /// The divider that is being dragged.
  var dragged: EditorDivider?

  init(presenter: any EditorPresenting, keymap: KeymapStyle = .own) {
    self.presenter = presenter
    self.keymap = keymap
    presenter.view = self
  }

  var state: EditorState { presenter.state }

  var keyTable: KeyTable {
    let state = state
    if state.isPeek { return EditorKeymap.peek.table }
    if let offer = state.offer, !offer.isOfKeymap {
      return EditorKeymap.offer(in: keymap).table
    }
    guard let bar = state.bar else { return EditorKeymap.table(for: keymap, state.keys) }
    return bar.replacement == nil ? EditorKeymap.bar.table : EditorKeymap.replaceTable
  }

  func layOut() { presenter.layOut() }

  private var awaited: KeyDisplay.Awaited? {
    let state = state
    if state.bar != nil || state.isWaiting { return nil }
    return state.keys.map(\.awaited) ?? keys.awaited
  }

  var awaitsKeys: Bool { awaited != nil }

  func keyHints() -> (title: String, hints: [KeyHint]) {
    guard let awaited else { return ("", []) }
    let hints = EditorKeyHints(
      keymap: keymap, face: state.keys, contents: presenter.contentsOfNextKey())
    return (state.keys?.pending ?? keys.shown, hints.hints(for: awaited))
  }

  var chrome: Chrome {
    let state = state
    let waiting =
      state.keys.map { [$0.pending, $0.mode] }?.filter { !$0.isEmpty }
      .joined(separator: "  ") ?? keys.shown
    // Zen mode shows how the keys are meant, too.
    let words = [waiting, state.isZen ? "" : state.status].filter { !$0.isEmpty }
    var chrome = Chrome(
      title: state.isZen ? "" : state.title, state: words.joined(separator: "  "),
      isOwnScreen: true, message: state.message, hints: state.isZen ? [] : keyTable.hints)
    chrome.isBare = state.isZen
    return chrome
  }

  var cursor: Point? {
    let state = state
    let area = panes(in: surface.size).text
    if let shown = state.bar { return bar.cursor(in: shown, area) }
    if let prompt = state.keys?.prompt { return EditorPromptLine(prompt).cursor(in: area) }
    if let window = state.keys?.window { return EditorKeyWindow(window).cursor(in: area) }
    return state.cursor.map {
      Point(row: area.row + $0.row, column: area.column + $0.column + state.margin)
    }
  }

  var cursorShape: CursorShape {
    let state = state
    guard let keys = state.keys, state.bar == nil else { return .usual }
    if keymap == .emacs || keys.prompt != nil { return .usual }
    return switch keys.cursor {
    case .bar: .bar
    case .block: .block
    case .underline: .underline
    }
  }

  var slots: [String] { [EditorSlot.preview, EditorSlot.beside] }

  func frame(ofSlot slot: String, in size: Size) -> Rect? {
    let panes = panes(in: size)
    return slot == EditorSlot.preview ? panes.preview?.second : panes.beside
  }

  func ownFrame(in size: Size) -> Rect { panes(in: size).own }

  func panes(in size: Size) -> EditorPanes {
    EditorPanes(state, in: size, keysAreBeside: surface.focusedSlot == EditorSlot.beside)
  }

  func preferredSize(in available: Size) -> Size {
    Size(columns: min(available.columns, 76), rows: max(3, available.rows * 2 / 3))
  }

  /// The last column is left to the scroll bar.
  func didResize(to size: Size) {
    let text = panes(in: size).text
    let column = (surface.window?.frame.column ?? 0) + text.column
    presenter.handle(
      .room(columns: max(1, text.columns - 1), rows: text.rows, followsDivider: column > 0))
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
    let below = Rect(row: text.endRow, column: area.column, rows: barRows, columns: area.columns)
    if let shown = state.bar {
      bar.draw(shown, on: canvas.part(below))
    } else if barRows > 0 {
      drawKeys(on: canvas.part(below))
      if let prompt = state.keys?.prompt {
        EditorPromptLine(prompt).drawOffer(on: canvas.part(text))
      }
    }
    if let offer = state.offer {
      EditorOfferBox(offer: offer, margin: state.margin).draw(on: canvas.part(text))
    }
  }

  /// Draws the list and the prompt of the keymap.
  private func drawKeys(on canvas: Canvas) {
    let (size, keys) = (canvas.size, shown.keys)
    let promptRows = keys?.prompt == nil ? 0 : 1
    if let window = keys?.window {
      let rows = max(0, size.rows - promptRows)
      EditorKeyWindow(window).draw(
        on: canvas.part(Rect(row: 0, column: 0, rows: rows, columns: size.columns)))
    }
    if let prompt = keys?.prompt {
      EditorPromptLine(prompt).draw(on: canvas.line(size.rows - 1))
    }
  }

  /// Marks the pane with the focus, not by color alone.
  private func drawHead(on canvas: Canvas) {
    let state = shown
    let style = canvas.theme[surface.hasFocus ? .title : .muted]
    let status = surface.hasFocus ? state.status : state.quietStatus
    StatusLine(left: "\(surface.hasFocus ? "›" : " ") \(state.title)", right: status)
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

  /// Draws a row and blanks the rest of its line.
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
      return state.bar == nil ? perform(.paste(bytes)) : typeIntoBar(event)
    case .mouse(let mouse): return handle(mouse)
    case .resize, .sync, .closed: return false
    }
  }

  func perform(_ command: String) -> Bool {
    let isKnown = keyTable.keyless.contains { $0.name == command }
    return perform(isKnown ? .run(Invocation(CommandID(command))) : nil)
  }

  /// Holds events in order, except what is typed into a running search, and Esc.
  private func hold(_ event: InputEvent) -> Bool {
    switch event {
    case .key("Esc"),
      .key("C-c") where keymap == .vim,
      .key("C-g") where keymap == .emacs:
      held = []
      return perform(.stopWaiting)
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
    if state.isPeek { return perform(EditorKeymap.peek.command(for: key)) }
    if let shown = state.bar {
      if key == "Enter", shown.replacement != nil {
        return perform(.bar(shown.focus == .find ? .switchField : .replace))
      }
      return perform(EditorKeymap.bar.command(for: key)) || typeIntoBar(event)
    }
    if state.offer?.isNumbered == true, let number = Int(key.name), number > 0 {
      return perform(.offer(.choose(number - 1)))
    }
    if let offer = state.offer, !offer.isOfKeymap,
      perform(EditorKeymap.offer(in: keymap).command(for: key))
    {
      // As in vim's own menu, one Esc ends the typing too.
      if keymap != .vim || key != "Esc" { return true }
    }
    if isOfShell(key) { return false }
    if keymap != .own, !isOfProgram(key) { return perform(.key(key.name)) }
    let before = keys.shown
    let outcome = keys.press(key.name)
    if case .run(let invocation) = outcome { presenter.handle(.run(invocation)) }
    if keys.shown != before { surface.needsChrome() }
    return outcome != .unbound
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
    return perform(.type(text))
  }

  /// Whether a key keeps its meaning in vim's or emacs's keymap.
  private func isOfProgram(_ key: Key) -> Bool {
    let (keys, name) = (state.keys, key.name)
    if keys?.prompt != nil { return false }
    if keys?.maps.contains(where: { $0.keys.first == name }) == true { return false }
    return EditorKeymap.keeps(name, in: keymap)
  }

  /// Whether a key is left to the program, which has the same meaning for it as emacs, or as vim in normal
  /// mode: back to the shell, and the screen painted again.
  private func isOfShell(_ key: Key) -> Bool {
    if keymap == .emacs { return key == "C-z" && state.keys?.prompt == nil }
    guard keymap == .vim, key == "C-z" || key == "C-l", let keys = state.keys else { return false }
    return keys.cursor == .block && keys.pending.isEmpty && keys.prompt == nil
      && !keys.maps.contains { $0.keys.first == key.name }
  }

  private func typeIntoBar(_ event: InputEvent) -> Bool {
    guard let shown = state.bar else { return false }
    // The bar may have been opened since the last frame.
    bar.follow(shown)
    return perform(bar.handle(event, in: shown).map { .bar($0) })
  }

  /// False for no command.
  private func perform(_ command: EditorCommand?) -> Bool {
    guard let command else { return false }
    presenter.handle(command)
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
    if let shown = state.bar {
      bar.follow(shown)
    } else if old.bar != nil {
      bar = EditorBarFields()
    }
    if state.isLaidOutLike(old) { return }
    // The layout changed, so everything is drawn.
    surface.needsDrawing()
    if !state.hasSamePanes(as: old) {
      didResize(to: surface.size)
    }
  }
}

extension EditorState {
  fileprivate func hasSameChrome(as other: EditorState) -> Bool {
    title == other.title && status == other.status && isPeek == other.isPeek
      && message == other.message && isZen == other.isZen
      && (bar == nil) == (other.bar == nil) && (offer == nil) == (other.offer == nil)
      && keys == other.keys
  }

  /// Whether all areas are the same.
  fileprivate func isLaidOutLike(_ other: EditorState) -> Bool {
    margin == other.margin && barRows == other.barRows && isZen == other.isZen
      && offer == other.offer && keys?.prompt?.offer == other.keys?.prompt?.offer
      && hasSamePanes(as: other)
  }

  fileprivate func hasSamePanes(as other: EditorState) -> Bool {
    showsPreview == other.showsPreview && pane == other.pane && layout == other.layout
  }
}
