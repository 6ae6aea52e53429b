import Cells
import Terminal
import Viper

/// The lines around every screen: the title above, the message and the keys below.
@MainActor
final class ChromeView {
  var vaultName = "" {
    didSet { if vaultName != oldValue { isStale = true } }
  }
  /// What a person should know of the vault wherever they are: that it is being synced.
  var vaultMark = "" {
    didSet { if vaultMark != oldValue { isStale = true } }
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
  /// Nothing in the vault can be changed.
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
  /// What is drawn already is not drawn again by itself.
  var theme: Theme
  private let title: any Window
  private let message: any Window
  private let footer: any Window
  private var drawn: Content?
  /// How many rows the message's window has; 0 until it is laid out.
  private var messageRows = 0
  /// Whether the app itself may have something else to say. With the same screens, none of them stale,
  /// nothing is asked again.
  private var isStale = true

  private struct Content: Equatable {
    var size: Size
    /// Nothing but messages is to be seen.
    var isBare: Bool
    var left: String
    /// How much of it is the vault's name, where a screen's title follows it.
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

  /// A long message covers the keys.
  var windows: [any Window] {
    hasMessageLine(in: driver.size) ? [title, footer, message] : [title, footer]
  }

  func contentArea(in size: Size) -> Rect {
    Rect(
      row: 1, column: 0, rows: size.rows - (hasMessageLine(in: size) ? 3 : 2),
      columns: size.columns)
  }

  /// In a low window the message replaces the keys while there is one.
  private func hasMessageLine(in size: Size) -> Bool { size.rows >= 8 }

  /// Nothing that was drawn is valid any more.
  func needsDrawing() {
    drawn = nil
    isStale = true
  }

  /// Draws what changed; false if nothing did. `isNew`: other screens are in sight, or elsewhere.
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
      general: [isReadOnly ? Self.readOnlyHint : nil, standingHint].compactMap(\.self) + general)
    if !content.left.isEmpty, !base.title.isEmpty { content.vaultWidth = Cells.width(of: vault) }
    if top.isBare { (content.hints, content.general) = ([], []) }
    return content
  }

  /// With the person's own keys; hints that come from no table stay.
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
    // In the smallest window a part of what matters most says more than nothing.
    if footer.items.isEmpty, let hint = content.hints.first { drawPart(of: hint, on: canvas) }
    for item in footer.items {
      let start = item.columns.lowerBound
      let column = start + canvas.text(item.hint.key, row: 0, column: start, theme[.key]) + 1
      canvas.text(item.hint.word, row: 0, column: column, theme[.footer])
    }
  }

  /// The keys that the footer shows at a point; nil where it shows none.
  func keys(at point: Point) -> [Key]? {
    guard let drawn, point.row == drawn.size.rows - 1 else { return nil }
    let isCovered = hasMessageLine(in: drawn.size) ? messageRows > 1 : !drawn.message.isEmpty
    guard !isCovered, let name = footer(of: drawn).key(at: point.column) else { return nil }
    let keys = name.split(separator: " ").compactMap { Key(name: String($0)) }
    return keys.isEmpty ? nil : keys
  }

  /// Whether the vault's name is at a point, before that of a screen.
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
  /// Asks a screen again that may say something else; whether that shows. Beside the keys only a
  /// message does.
  fileprivate func hasNewChrome() -> Bool {
    let old = knownChrome, new = chrome
    guard let parent, parent.focused !== self else { return true }
    return new.message != old.message || new.tone != old.tone
  }

  /// Itself, or the screen in one of its slots that has the focus.
  fileprivate var focusedScreen: RouteNode {
    guard let child = focused, child.screen?.surface.window != nil, child.chrome.isOwnScreen else {
      return self
    }
    return child.focusedScreen
  }
}
