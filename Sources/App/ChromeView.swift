import Terminal
import Viper

/// The lines around every screen: the title above, the message and the keys below.
@MainActor
final class ChromeView {
  var vaultName = "" {
    didSet { if vaultName != oldValue { isStale = true } }
  }
  /// What the app itself has to say, until the next key.
  var notice = "" {
    didSet { if notice != oldValue { isStale = true } }
  }
  /// The same, where it can wait: what a screen says goes first.
  var aside = "" {
    didSet { if aside != oldValue { isStale = true } }
  }
  /// A key that matters wherever one is.
  var standingHint: Chrome.Hint? {
    didSet { if standingHint != oldValue { isStale = true } }
  }
  private let driver: any Driver
  var ownKeys: OwnKeys? {
    didSet { isStale = true }
  }
  /// What is drawn already is not drawn anew by itself.
  var theme: Theme
  private let title: any Window
  private let message: any Window
  private let footer: any Window
  private var drawn: Content?
  /// What the title's row shows; nil: nothing that stands any more.
  private var titleStanding: StatusLine.Standing?
  /// Whether the app itself may have something else to say. With the same screens, none of them stale,
  /// nothing is asked again.
  private var isStale = true

  private struct Content: Equatable {
    var size: Size
    var left: String
    var right: String
    var message: String
    var tone: Chrome.Tone
    var hints: [Chrome.Hint]
  }

  init(driver: any Driver, theme: Theme) {
    self.driver = driver
    self.theme = theme
    let nowhere = Rect(row: 0, column: 0, rows: 1, columns: 1)
    title = driver.makeWindow(nowhere)
    message = driver.makeWindow(nowhere)
    footer = driver.makeWindow(nowhere)
  }

  var windows: [any Window] {
    hasMessageLine(in: driver.size) ? [title, message, footer] : [title, footer]
  }

  func contentArea(in size: Size) -> Rect {
    Rect(
      row: 1, column: 0, rows: size.rows - (hasMessageLine(in: size) ? 3 : 2),
      columns: size.columns)
  }

  /// In a low window the message takes the place of the keys while there is one.
  private func hasMessageLine(in size: Size) -> Bool { size.rows >= 8 }

  /// Nothing that was drawn stands any more.
  func needsDrawing() {
    drawn = nil
    titleStanding = nil
    isStale = true
  }

  /// Draws what changed; false if nothing did. `isNew`: other screens are in sight, or elsewhere.
  func draw(for sight: Sight, isNew: Bool) -> Bool {
    var isStale = isNew || isStale
    for place in sight.places where place.surface.chromeIsStale && place.node.saysOtherwise() {
      isStale = true
    }
    guard isStale else { return false }
    self.isStale = false
    let content = content(for: sight.places.map(\.node), focused: sight.focused)
    guard content != drawn else { return false }
    let size = content.size
    if drawn?.size != size {
      titleStanding = nil
      title.place(at: Rect(row: 0, column: 0, rows: 1, columns: size.columns))
      message.place(at: Rect(row: size.rows - 2, column: 0, rows: 1, columns: size.columns))
      footer.place(at: Rect(row: size.rows - 1, column: 0, rows: 1, columns: size.columns))
    }
    let old = drawn?.size == size ? drawn : nil
    drawn = content
    if old?.left != content.left || old?.right != content.right {
      titleStanding = StatusLine(left: content.left, right: content.right).draw(
        on: Canvas(title, theme: theme), left: theme[.title], right: theme[.state],
        over: titleStanding)
    }
    let saysNews = old?.message != content.message || old?.tone != content.tone
    let hasNewHints = old?.hints != content.hints
    if hasMessageLine(in: size) {
      if saysNews { drawMessage(content, on: Canvas(message, theme: theme)) }
      if hasNewHints { drawHints(content, on: Canvas(footer, theme: theme)) }
    } else if saysNews || hasNewHints {
      let canvas = Canvas(footer, theme: theme)
      if content.message.isEmpty {
        drawHints(content, on: canvas)
      } else {
        drawMessage(content, on: canvas)
      }
    }
    return true
  }

  private func base(of nodes: [RouteNode]) -> RouteNode? {
    nodes.first { $0.presentation?.covers == true }?.placeWithFocus
  }

  private func content(for nodes: [RouteNode], focused: RouteNode?) -> Content {
    let base = base(of: nodes)?.chrome ?? Chrome()
    let top = focused?.chrome ?? base
    let speaking = nodes.last { !$0.chrome.message.isEmpty }?.chrome
    let said: (text: String, tone: Chrome.Tone) =
      if !notice.isEmpty {
        (notice, .warning)
      } else if let speaking {
        (speaking.message, speaking.tone)
      } else {
        (aside, .warning)
      }
    let hints = ownKeys == nil ? top.hints : hints(of: focused?.screen?.keyTable, top)
    let place =
      vaultName.isEmpty || base.place.isEmpty
      ? vaultName + base.place : "\(vaultName) › \(base.place)"
    return Content(
      size: driver.size, left: place, right: base.state,
      message: said.text, tone: said.tone, hints: hints + [standingHint].compactMap(\.self))
  }

  /// With the person's own keys; hints that come from no table stay.
  private func hints(of table: KeyTable?, _ chrome: Chrome) -> [Chrome.Hint] {
    guard let table, let ownKeys, chrome.hints == table.hints else { return chrome.hints }
    return ownKeys.applied(to: table).hints
  }

  private func drawMessage(_ content: Content, on canvas: Canvas) {
    canvas.erase()
    canvas.shortened(
      content.message, row: 0, column: 1,
      theme[content.tone == .warning ? .warning : .message], limit: canvas.size.columns - 2)
  }

  private func drawHints(_ content: Content, on canvas: Canvas) {
    canvas.erase()
    var column = 1
    for hint in content.hints {
      let width = hint.key.count + 1 + hint.word.count
      guard column + width <= canvas.size.columns - 1 else {
        // In the smallest window a part of what matters most says more than nothing.
        if column == 1 { drawPart(of: hint, on: canvas) }
        break
      }
      column += canvas.text(hint.key, row: 0, column: column, theme[.key]) + 1
      column += canvas.text(hint.word, row: 0, column: column, theme[.footer]) + 2
    }
  }
}

extension ChromeView {
  private func drawPart(of hint: Chrome.Hint, on canvas: Canvas) {
    let end = canvas.size.columns - 1
    let column = 2 + canvas.text(hint.key, row: 0, column: 1, theme[.key], limit: end - 1)
    canvas.shortened(hint.word, row: 0, column: column, theme[.footer], limit: end - column)
  }
}

extension RouteNode {
  /// Asks a screen again that may say something else; whether that shows. Beside the keys only a
  /// message does.
  fileprivate func saysOtherwise() -> Bool {
    let old = knownChrome, new = chrome
    guard let parent, parent.focused !== self else { return true }
    return new.message != old.message || new.tone != old.tone
  }

  /// Itself, or the place in a slot of it that has the focus.
  fileprivate var placeWithFocus: RouteNode {
    guard let child = focused, child.screen?.surface.window != nil, child.chrome.isPlace else {
      return self
    }
    return child.placeWithFocus
  }
}
