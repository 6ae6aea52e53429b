import Cells
import Terminal

/// Draws the lines around every screen: the title above, the message and the keys below.
@MainActor
final class ChromeView {
  var vaultName = "" {
    didSet { if vaultName != oldValue { isStale = true } }
  }
  /// A mark next to the vault's name on every screen, such as the state of the sync.
  var vaultMark = "" {
    didSet { if vaultMark != oldValue { isStale = true } }
  }
  /// A message of the app, shown until the next key.
  var notice = "" {
    didSet { if notice != oldValue { isStale = true } }
  }
  /// A message of the app that yields to a screen's message.
  var aside = "" {
    didSet { if aside != oldValue { isStale = true } }
  }
  /// A hint that is shown on every screen.
  var permanentHint: Chrome.Hint? {
    didSet { if permanentHint != oldValue { isStale = true } }
  }
  /// Whether the vault cannot be changed.
  var isReadOnly = false {
    didSet { if isReadOnly != oldValue { isStale = true } }
  }
  /// The folder that is written as `~`.
  var home = ""
  private static let readOnlyHint = Chrome.Hint(key: "read-only", word: "")
  private let driver: any Driver
  var ownKeys: UserKeys? {
    didSet { isStale = true }
  }
  /// The colors. Setting them does not redraw anything.
  var theme: Theme
  private let title: any Window
  private let message: any Window
  private let footer: any Window
  private var drawn: Content?
  /// The rows of the message's window; 0 until it is laid out.
  private var messageRows = 0
  /// Whether the app's own text may have changed. If not, and the same screens are fresh, nothing
  /// is computed again.
  private var isStale = true

  private struct Content: Equatable {
    var size: Size
    /// Whether only messages are shown.
    var isBare: Bool
    var left: String
    /// The width of the vault's name, if a screen's title follows it.
    var vaultWidth = 0
    var right: String
    var message: String
    var tone: Chrome.Tone
    var hints: [Chrome.Hint]
    /// The keys that matter on every screen.
    var general: [Chrome.Hint]
  }

  init(driver: any Driver, theme: Theme) {
    self.driver = driver
    self.theme = theme
    let nowhere = Rect(row: 0, column: 0, rows: 1, columns: 1)
    title = driver.makeWindow(nowhere)
    message = driver.makeWindow(nowhere)
    footer = driver.makeWindow(nowhere)
  }

  /// The windows, the topmost last. A long message covers the keys.
  var windows: [any Window] {
    hasMessageLine(in: driver.size) ? [title, footer, message] : [title, footer]
  }

  func contentArea(in size: Size) -> Rect {
    Rect(
      row: 1, column: 0, rows: size.rows - (hasMessageLine(in: size) ? 3 : 2),
      columns: size.columns)
  }

  /// Returns whether the message has a line of its own. In a low window it replaces the keys.
  private func hasMessageLine(in size: Size) -> Bool { size.rows >= 8 }

  /// Makes everything be drawn again.
  func needsDrawing() {
    drawn = nil
    isStale = true
  }

  /// Draws the changes; returns false if there are none. `isNew`: screens appeared, left or moved.
  func draw(for sight: VisibleScreens, isNew: Bool) -> Bool {
    var isStale = isNew || isStale
    for visible in sight.screens where visible.surface.chromeIsStale && visible.node.hasNewChrome()
    {
      isStale = true
    }
    guard isStale else { return false }
    self.isStale = false
    let content = content(for: sight.screens.map(\.node), focused: sight.focused)
    guard content != drawn else { return false }
    let size = content.size
    if drawn?.size != size {
      title.setFrame(Rect(row: 0, column: 0, rows: 1, columns: size.columns))
      messageRows = 0
      footer.setFrame(Rect(row: size.rows - 1, column: 0, rows: 1, columns: size.columns))
    }
    let old = drawn?.size == size ? drawn : nil
    drawn = content
    if old?.left != content.left || old?.right != content.right || old?.isBare != content.isBare {
      StatusLine(left: content.left, right: content.right).draw(
        on: Canvas(title, theme: theme), left: theme[content.isBare ? .text : .title],
        right: theme[content.isBare ? .muted : .state])
    }
    let saysNews = old?.message != content.message || old?.tone != content.tone
    let hasNewHints = old?.hints != content.hints || old?.general != content.general
    if hasMessageLine(in: size) {
      if saysNews {
        let rows = rows(of: content, most: 2)
        if messageRows != max(1, rows.count) {
          messageRows = max(1, rows.count)
          message.setFrame(
            Rect(row: size.rows - 2, column: 0, rows: messageRows, columns: size.columns))
        }
        drawMessage(rows, content.tone, on: Canvas(message, theme: theme))
      }
      if hasNewHints { drawHints(content, on: Canvas(footer, theme: theme)) }
    } else if saysNews || hasNewHints {
      let canvas = Canvas(footer, theme: theme)
      if content.message.isEmpty {
        drawHints(content, on: canvas)
      } else {
        drawMessage(rows(of: content, most: 1), content.tone, on: canvas)
      }
    }
    return true
  }

  private func base(of nodes: [RouteNode]) -> RouteNode? {
    nodes.first { $0.presentation?.covers == true }?.focusedScreen
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
    let remarks = [isReadOnly ? "read-only" : "", vaultMark].filter { !$0.isEmpty }
    let vault =
      vaultName.isEmpty || remarks.isEmpty
      ? vaultName : "\(vaultName) (\(remarks.joined(separator: ", ")))"
    let title =
      vault.isEmpty || base.title.isEmpty ? vault + base.title : "\(vault) › \(base.title)"
    let everywhere = ownKeys?.applied(to: AppKeymap.table) ?? AppKeymap.table
    let general = Footer.general(
      for: focused?.screen?.keyTable, everywhere: everywhere,
      isQuestion: focused?.isQuestion == true)
    var content = Content(
      size: driver.size, isBare: base.isBare, left: base.isBare ? "" : title, right: base.state,
      message: said.text, tone: said.tone, hints: hints,
      general: [isReadOnly ? Self.readOnlyHint : nil, permanentHint].compactMap(\.self) + general)
    if !content.left.isEmpty, !base.title.isEmpty { content.vaultWidth = Cells.width(of: vault) }
    if top.isBare { (content.hints, content.general) = ([], []) }
    return content
  }

  /// Applies the person's own keys, except to hints that do not come from the table.
  private func hints(of table: KeyTable?, _ chrome: Chrome) -> [Chrome.Hint] {
    guard let table, let ownKeys, chrome.hints == table.hints else { return chrome.hints }
    return ownKeys.applied(to: table).hints
  }

  private func rows(of content: Content, most: Int) -> [String] {
    MessageText.rows(
      content.message, home: home, width: content.size.columns - 2, most: most)
  }

  private func drawMessage(_ rows: [String], _ tone: Chrome.Tone, on canvas: Canvas) {
    canvas.erase()
    let style = theme[tone == .warning ? .warning : .message]
    for (row, text) in rows.enumerated() {
      canvas.shortened(text, row: row, column: 1, style, limit: canvas.size.columns - 2)
    }
  }

  private func footer(of content: Content) -> Footer {
    Footer(content.hints, general: content.general, width: content.size.columns)
  }

  private func drawHints(_ content: Content, on canvas: Canvas) {
    canvas.erase()
    let footer = footer(of: content)
    // In the smallest window, part of the first hint is better than nothing.
    if footer.items.isEmpty, let hint = content.hints.first { drawPart(of: hint, on: canvas) }
    for item in footer.items {
      let start = item.columns.lowerBound
      let column = start + canvas.text(item.hint.key, row: 0, column: start, theme[.key]) + 1
      canvas.text(item.hint.word, row: 0, column: column, theme[.footer])
    }
  }

  /// Returns the keys of the footer's hint at a point; nil if there is none.
  func keys(at point: Point) -> [Key]? {
    guard let drawn, point.row == drawn.size.rows - 1 else { return nil }
    let isCovered = hasMessageLine(in: drawn.size) ? messageRows > 1 : !drawn.message.isEmpty
    guard !isCovered, let name = footer(of: drawn).key(at: point.column) else { return nil }
    let keys = name.split(separator: " ").compactMap { Key(name: String($0)) }
    return keys.isEmpty ? nil : keys
  }

  /// Returns whether the vault's name is at a point of the title line.
  func isVaultName(at point: Point) -> Bool {
    guard let drawn, point.row == 0 else { return false }
    let line = StatusLine(left: drawn.left, right: drawn.right)
    let shown = min(drawn.vaultWidth, line.leftRoom(in: drawn.size.columns))
    return (1..<1 + shown).contains(point.column)
  }

  private func drawPart(of hint: Chrome.Hint, on canvas: Canvas) {
    let end = canvas.size.columns - 1
    let column = 2 + canvas.text(hint.key, row: 0, column: 1, theme[.key], limit: end - 1)
    canvas.shortened(hint.word, row: 0, column: column, theme[.footer], limit: end - column)
  }
}

extension RouteNode {
  /// Reads a screen's chrome again; returns whether a change shows. Without focus only messages do.
  fileprivate func hasNewChrome() -> Bool {
    let old = knownChrome, new = chrome
    guard let parent, parent.focused !== self else { return true }
    return new.message != old.message || new.tone != old.tone
  }

  /// The screen of its own in a slot that has the focus, else the node itself.
  fileprivate var focusedScreen: RouteNode {
    guard let child = focused, child.screen?.surface.window != nil, child.chrome.isOwnScreen else {
      return self
    }
    return child.focusedScreen
  }
}
