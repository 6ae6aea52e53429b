import Cells
import Secrets
import Terminal
import Viper

/// Draws the vaults, the question for a secret, or the recovery key.
@MainActor
final class LoginScreen: Screen, StateView {
  let surface = Surface()
  let presenter: any LoginPresenting
  var state = LoginState()
  var list = ListWidget()
  lazy var field = PassphraseField()
  /// The first visible row of the recovery key's text.
  var top = 0
  /// The position of the cursor in the last frame.
  var cursor: Point?

  init(presenter: any LoginPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: LoginState) {
    if state.stage != self.state.stage {
      field.wipe()
      // Show it as it is typed: the key was on the screen a moment ago, so its end is not secret.
      field.isShown = state.stage == .typing(.endOfRecoveryKey)
      top = 0
    }
    self.state = state
    surface.needsDrawing()
  }

  private var isChoosing: Bool { state.stage == .choosing }

  private var keymap: Keymap<LoginCommand> {
    switch state.stage {
    case .choosing: state.canGoBack ? LoginKeymap.choosingAnother : LoginKeymap.choosing
    case .typing(.passphrase): LoginKeymap.passphrase
    case .typing: LoginKeymap.secret
    case .showingRecoveryKey: LoginKeymap.recoveryKey
    case .asking: LoginKeymap.asking
    case .converting: LoginKeymap.converting
    case .telling: LoginKeymap.telling
    }
  }

  var keyTable: KeyTable { keymap.table(titled: state.stage.title) }

  var chrome: Chrome {
    let count = counted(state.rows.count, "vault")
    let isNews = state.progress != nil || state.message.isEmpty && state.wait == 0
    return Chrome(
      title: state.stage.title,
      state: isChoosing ? (state.isListed ? count : "") : waits ? LoginWords.wait(state.wait) : "",
      message: message, tone: isNews ? .news : .warning, hints: keyTable.hints)
  }

  /// Whether passphrases are refused now.
  private var waits: Bool {
    state.wait > 0 && [.typing(.passphrase), .typing(.oldPassphrase)].contains(state.stage)
  }

  private var message: String {
    if let progress = state.progress { return progress }
    if waits {
      let next = LoginWords.nextTry(in: state.wait)
      return state.message.isEmpty ? next : "\(state.message) \(next)"
    }
    guard state.message.isEmpty, case .typing = state.stage else { return state.message }
    return presenter.hint(on: field.secret)
  }

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      guard let command = keymap.command(for: key) else { return edit(event) }
      report(command)
      return true
    case .mouse(let mouse):
      if isChoosing { handle(mouse) } else { scroll(mouse) }
      return true
    case .paste:
      return edit(event)
    case .resize, .sync, .closed:
      return false
    }
  }

  private func report(_ command: LoginCommand) {
    switch command {
    case .submit:
      // While one passphrase is being tried, the next one may be typed but not sent.
      if state.progress != nil || waits { return }
      surface.needsDrawing()
      presenter.handle(.submit(field.take()))
    case .showTyped:
      field.isShown.toggle()
      surface.needsDrawing()
    case .scroll(let rows):
      top = max(0, top + rows)
      surface.needsDrawing()
    default: presenter.handle(command)
    }
  }

  private func edit(_ event: InputEvent) -> Bool {
    guard case .typing = state.stage, field.handle(event) else { return false }
    surface.needsDrawing()
    return true
  }

  private func scroll(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelDown: report(.scroll(1))
    case .wheelUp: report(.scroll(-1))
    case .press, .release, .drag: break
    }
  }

  /// Handles a click, which selects a vault, or opens the selected one.
  private func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .press:
      guard let index = list.row(atLine: mouse.at.row, count: state.rows.count) else { return }
      presenter.handle(index == state.selected ? .open : .select(index))
    case .wheelDown: presenter.handle(.move(1))
    case .wheelUp: presenter.handle(.move(-1))
    case .release, .drag: break
    }
  }

  func draw(on canvas: Canvas) {
    cursor = nil
    switch state.stage {
    case .typing: drawQuestion(on: canvas)
    case .showingRecoveryKey: drawRecoveryKey(on: canvas)
    case .asking, .converting, .telling: drawPage(on: canvas)
    case .choosing where !state.rows.isEmpty: drawVaults(on: canvas)
    case .choosing:
      if state.isListed { drawText(LoginWords.noVault, on: canvas) }
    }
  }

  /// Draws wrapped text and returns the row below it.
  @discardableResult
  private func drawText(_ text: String, on canvas: Canvas) -> Int {
    let rows = WordWrap.rows(ofText: text, width: canvas.size.columns)
    for (row, text) in rows.enumerated() { canvas.text(text, row: row) }
    return rows.count
  }

  // MARK: - Secrets

  private func drawQuestion(on canvas: Canvas) {
    let (width, height) = (canvas.size.columns, canvas.size.rows)
    guard height > 0, width > 0 else { return }
    // In a low window the field gets its row before the question.
    let above = canvas.part(Rect(row: 0, column: 0, rows: height - 1, columns: width))
    let row = min(drawText(state.question, on: above), height - 1)
    cursor = Point(row: row, column: field.draw(on: canvas, row: row, width: width))
    let below = Rect(row: row + 2, column: 0, rows: max(0, height - row - 2), columns: width)
    if let remark = state.remark { drawText(remark, on: canvas.part(below)) }
  }

  /// Draws the key in rows of its own between its paragraphs. A text that does not fit scrolls.
  private func drawRecoveryKey(on canvas: Canvas) {
    let (width, height) = (canvas.size.columns, canvas.size.rows)
    guard width > 0, height > 0, let key = presenter.recoveryKey else { return }
    var text = RecoveryText(state.text, keyLength: key.count, width: width)
    if text.count > height, width > 8 {
      text = RecoveryText(state.text, keyLength: key.count, width: width - 1)
      ScrollBar(first: top, visible: height, total: text.count).draw(atEdgeOf: canvas)
    }
    top = min(top, max(0, text.count - height))
    for row in 0..<min(height, text.count - top) {
      switch text.row(top + row) {
      case .words(let words): canvas.text(words, row: row)
      case .key(let letters):
        key.withBytes { bytes in
          _ = SecretCells.draw(
            UnsafeRawBufferPointer(rebasing: bytes[letters]), on: canvas, row: row,
            canvas.theme[.key])
        }
      }
    }
  }

  // MARK: - Pages

  /// Draws paragraphs with an empty row between them. A text that does not fit scrolls.
  private func drawPage(on canvas: Canvas) {
    let (width, height) = (canvas.size.columns, canvas.size.rows)
    guard width > 0, height > 0 else { return }
    var rows = pageRows(width: width)
    if rows.count > height, width > 8 {
      rows = pageRows(width: width - 1)
      ScrollBar(first: top, visible: height, total: rows.count).draw(atEdgeOf: canvas)
    }
    top = min(top, max(0, rows.count - height))
    for row in 0..<min(height, rows.count - top) { canvas.text(rows[top + row], row: row) }
  }

  private func pageRows(width: Int) -> [String] {
    Array(state.text.map { WordWrap.rows(ofText: $0, width: width) }.joined(separator: [""]))
  }

  // MARK: - Vaults

  private func drawVaults(on canvas: Canvas) {
    list.reveal(state.selected, count: state.rows.count, height: canvas.size.rows)
    let names = min(widestName(height: canvas.size.rows), max(8, canvas.size.columns / 3))
    list.draw(on: canvas, count: state.rows.count) { index, canvas in
      draw(state.rows[index], isSelected: index == state.selected, nameWidth: names, on: canvas)
    }
  }

  private func widestName(height: Int) -> Int {
    (list.top..<min(state.rows.count, list.top + height)).reduce(0) {
      max($0, Cells.width(of: state.rows[$1].name))
    }
  }

  private func draw(_ row: LoginRow, isSelected: Bool, nameWidth: Int, on canvas: Canvas) {
    let base = isSelected ? canvas.theme[.selection] : .plain
    if isSelected {
      canvas.fill(row: 0, base)
      canvas.text(">", row: 0, base)
    }
    canvas.shortened(row.name, row: 0, column: 2, base, limit: nameWidth)
    let rest = nameWidth + 4
    let width = canvas.size.columns - rest
    if let obstacle = row.obstacle {
      let style = isSelected ? base : canvas.theme[.warning]
      canvas.shortened("! \(obstacle)", row: 0, column: rest, style, limit: width)
    } else {
      let style = isSelected ? base : canvas.theme[.muted]
      let note = row.isLocked ? LoginWords.locked : ""
      canvas.shortened(note + row.path, row: 0, column: rest, style, limit: width)
    }
  }
}

/// The recovery key between its paragraphs, as rows.
private struct RecoveryText {
  enum Row {
    case words(String)
    /// A range of the key's letters.
    case key(Range<Int>)
  }

  private let before: [String]
  private let after: [String]
  private let keyLength: Int
  private let width: Int

  init(_ text: [String], keyLength: Int, width: Int) {
    before = text.first.map { WordWrap.rows(of: $0, width: width) + [""] } ?? []
    after = text.last.map { [""] + WordWrap.rows(of: $0, width: width) } ?? []
    (self.keyLength, self.width) = (keyLength, width)
  }

  private var keyRows: Int { (keyLength + width - 1) / width }
  var count: Int { before.count + keyRows + after.count }

  func row(_ index: Int) -> Row {
    if index < before.count { return .words(before[index]) }
    let row = index - before.count
    if row >= keyRows { return .words(after[row - keyRows]) }
    return .key(row * width..<min(keyLength, (row + 1) * width))
  }
}
