import Cells
import Terminal
import Viper

/// The vaults by name, the question for a secret, or the recovery key.
@MainActor
final class LoginScreen: Screen, StateView {
  let surface = Surface()
  let presenter: any LoginPresenting
  var state = LoginState()
  var list = ListWidget()
  lazy var field = PassphraseField()
  /// The first row of the recovery key's text that is shown.
  var top = 0
  /// Where the cursor stood in the last frame.
  var cursor: Point?

  init(presenter: any LoginPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: LoginState) {
    if state.stage != self.state.stage {
      field.wipe()
      // The end of a key that stood here just now is no secret from whoever looks on.
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
      place: state.stage.title,
      state: isChoosing ? (state.isListed ? count : "") : waits ? "wait \(state.wait) s" : "",
      message: message, tone: isNews ? .news : .warning, hints: keyTable.hints)
  }

  /// No passphrase is taken now.
  private var waits: Bool {
    state.wait > 0 && [.typing(.passphrase), .typing(.oldPassphrase)].contains(state.stage)
  }

  private var message: String {
    if let progress = state.progress { return progress }
    if waits {
      let next = "Next try in \(state.wait) s."
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

  /// A click selects; a click on what is selected opens.
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
}
