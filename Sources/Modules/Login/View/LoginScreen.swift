import Cells
import Terminal

/// The vaults by name, or the question for one's passphrase.
@MainActor
final class LoginScreen: Screen, LoginView {
  let surface = Surface()
  private let presenter: any LoginEventHandler & LoginDataSource
  private var state = LoginState()
  private var list = ListWidget()
  private var passphrase = PassphraseField()
  /// Where the cursor stood in the last frame.
  private(set) var cursor: Point?

  init(presenter: any LoginEventHandler & LoginDataSource) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: LoginState) {
    if state.stage != self.state.stage { passphrase.wipe() }
    self.state = state
    surface.needsDrawing()
  }

  func reloadRows() {
    surface.needsDrawing()
  }

  private var isChoosing: Bool { state.stage == .choosing }

  private var keymap: Keymap<LoginCommand> {
    isChoosing ? LoginKeymap.choosing : LoginKeymap.passphrase
  }

  var keyTable: KeyTable { keymap.table(titled: isChoosing ? "Vaults" : "Passphrase") }

  var chrome: Chrome {
    let count = state.rowCount == 1 ? "1 vault" : "\(state.rowCount) vaults"
    return Chrome(
      place: isChoosing ? "Vaults" : "Passphrase",
      state: isChoosing && state.isListed ? count : "",
      message: state.progress ?? state.message,
      tone: state.progress == nil ? .warning : .news,
      hints: keyTable.hints)
  }

  func draw(on canvas: Canvas) {
    cursor = nil
    switch state.stage {
    case .askingPassphrase(let vault):
      drawQuestion(vault, on: canvas)
    case .choosing where state.rowCount > 0:
      drawVaults(on: canvas)
    case .choosing:
      if state.isListed { drawText("No vault yet. Press n to make one.", on: canvas) }
    }
  }

  /// Draws wrapped text and answers with the row below it.
  @discardableResult
  private func drawText(_ text: String, on canvas: Canvas) -> Int {
    let rows = WordWrap.rows(of: text, width: canvas.size.columns)
    for (row, text) in rows.enumerated() { canvas.text(text, row: row) }
    return rows.count
  }

  private func drawQuestion(_ vault: String, on canvas: Canvas) {
    let (width, height) = (canvas.size.columns, canvas.size.rows)
    guard height > 0, width > 0 else { return }
    // In a low window the field goes before the question.
    let above = canvas.part(Rect(row: 0, column: 0, rows: height - 1, columns: width))
    let row = min(drawText("Passphrase of “\(vault)”:", on: above), height - 1)
    canvas.fill(row: row, width: width, canvas.theme[.field])
    let dots = min(passphrase.count, width - 1)
    canvas.text(String(repeating: "•", count: dots), row: row, canvas.theme[.field])
    cursor = Point(row: row, column: dots)
  }

  private func drawVaults(on canvas: Canvas) {
    list.reveal(state.selected, count: state.rowCount, height: canvas.size.rows)
    let names = min(widestName(height: canvas.size.rows), max(8, canvas.size.columns / 3))
    list.draw(on: canvas, count: state.rowCount) { index, canvas in
      draw(
        presenter.row(at: index), isSelected: index == state.selected, nameWidth: names, on: canvas)
    }
  }

  private func widestName(height: Int) -> Int {
    (list.top..<min(state.rowCount, list.top + height)).reduce(0) {
      max($0, Cells.width(of: presenter.row(at: $1).name))
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
      let note = row.isLocked ? "locked  " : ""
      canvas.shortened(note + row.path, row: 0, column: rest, style, limit: width)
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      guard let command = keymap.command(for: key) else { return edit(event) }
      report(command)
      return true
    case .mouse(let mouse):
      if isChoosing { handle(mouse) }
      return true
    case .paste:
      return edit(event)
    case .resize, .sync, .closed:
      return false
    }
  }

  private func report(_ command: LoginCommand) {
    guard case .passphrase = command else { return presenter.handle(command) }
    // While one passphrase is being tried, the next one may be typed but not sent.
    if state.progress != nil { return }
    surface.needsDrawing()
    presenter.handle(.passphrase(passphrase.take()))
  }

  private func edit(_ event: InputEvent) -> Bool {
    guard !isChoosing, passphrase.handle(event) else { return false }
    surface.needsDrawing()
    return true
  }

  /// A click selects; a click on what is selected opens.
  private func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .press:
      guard let index = list.row(atLine: mouse.at.row, count: state.rowCount) else { return }
      presenter.handle(index == state.selected ? .open : .select(index))
    case .wheelDown: presenter.handle(.move(1))
    case .wheelUp: presenter.handle(.move(-1))
    case .release, .drag: break
    }
  }
}
