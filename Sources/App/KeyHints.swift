import Editor
import Terminal
import VaultSettings
import Viper

/// Shows the keys that may come next, once no key has come for a while. The next key hides them.
@MainActor
final class KeyHints {
  /// Emacs's `C-x` or vim's `C-w`, if it was pressed and no screen handled it.
  var prefix: PendingPrefix?
  private let router: AppRouter
  private let preferences: Preferences
  private let scheduler: any Scheduler
  private var timer: Viper.Timer?

  init(router: AppRouter, container: Container) {
    self.router = router
    preferences = container.preferences
    scheduler = container.scheduler
  }

  /// A key was pressed, or the mouse.
  func hide() {
    timer?.cancel()
    timer = nil
    router.hideKeyHints()
  }

  /// Waits for more keys, if the last one was only a part of a command.
  func showSoon() {
    guard let pause = preferences.values.keyHintPause,
      prefix != nil || router.focusedScreen?.awaitsKeys == true
    else { return }
    timer = scheduler.schedule(after: pause) { [weak self] in self?.show() }
  }

  private func show() {
    timer = nil
    if let prefix {
      let hints = KeyHint.hints(after: [prefix.key.name], in: rows)
      router.show(hints, titled: prefix.key.name)
    } else if let screen = router.focusedScreen, screen.awaitsKeys {
      let (title, hints) = screen.keyHints()
      router.show(hints, titled: title)
    }
  }

  /// The keys of the app that have a prefix.
  private var rows: [KeyHint.Row] {
    EditorBuilder.paneKeys(in: preferences.keymap)
      + AppKeymap.table(for: preferences.keymap).rows.map { ($0.keys, $0.summary) }
  }
}

/// The box of the keys, above all screens.
extension AppRouter {
  var focusedScreen: (any Screen)? { focusChain.first?.screen }

  func show(_ hints: [KeyHint], titled title: String) {
    let screen = focusedScreen
    let row = screen?.surface.window.flatMap { window in
      screen?.activeRow.map { window.frame.row + $0 }
    }
    guard
      let box = KeyHintBox(hints, titled: title, in: contentArea, besides: row)
    else { return }
    let window = driver.makeWindow(box.frame)
    box.draw(on: Canvas(window, theme: theme))
    frame.hints = window
    frame.windowsChanged = true
  }

  func hideKeyHints() {
    if frame.hints == nil { return }
    frame.hints = nil
    frame.windowsChanged = true
  }
}
