import Terminal
import Viper

/// The state of drawing frames.
struct FrameState {
  /// Whether the visible screens, their windows or the focus may have changed.
  var windowsChanged = true
  /// The visible screens as last found, cached because every frame needs them.
  var sight = VisibleScreens()
  var lastCursor: Point?
  var lastShape = CursorShape.usual
  var tooSmall: (any Window)?
  /// The keys that may come next.
  var hints: (any Window)?
}

/// The visible modules with windows, parents before children, and all windows from the lowest to
/// the topmost.
struct VisibleScreens {
  struct Entry {
    let node: RouteNode
    let screen: any Screen
    let surface: Surface
    let window: any Window
    /// Whether another module fills the screen that holds this one.
    let isCovered: Bool
  }

  var screens: [Entry] = []
  var windows: [any Window] = []
  /// The node with the focus.
  var focused: RouteNode?
}

extension AppRouter {
  static let smallest = Size(columns: 20, rows: 5)

  /// The area of the modules: all but the lines of the chrome.
  var contentArea: Rect { chromeView.contentArea(in: driver.size) }

  private var isTooSmall: Bool {
    driver.size.columns < Self.smallest.columns || driver.size.rows < Self.smallest.rows
  }

  /// Gives every visible module its window. Call it after the stack or the terminal's size changed.
  func layOutEverything() {
    frame.windowsChanged = true
    // They belong to the screens before, and may show text of a note that is locked now.
    frame.hints = nil
    // Release modules that are gone.
    frame.sight = VisibleScreens()
    // A slot's frame may depend on the focus.
    for node in stack { node.updateFocus() }
    guard !isTooSmall else { return }
    for node in visibleNodes where node.parent == nil { layOut(node) }
  }

  /// Lays out the slots again, because a screen moved them.
  func slotsMoved() {
    layOutEverything()
    reportAppearance()
  }

  private func layOut(_ node: RouteNode) {
    guard let screen = node.screen, let presentation = node.presentation else { return }
    let area = contentArea
    var inner = area
    switch presentation {
    case .push, .modal: break
    case .box:
      let room = Size(columns: area.columns - 4, rows: area.rows - 2)
      let wanted = screen.preferredSize(in: room)
      inner = centered(
        Size(columns: min(wanted.columns, room.columns), rows: min(wanted.rows, room.rows)),
        in: area)
    case .custom(let custom):
      var frame = custom.frame(area.size)
      frame.row += area.row
      frame.column += area.column
      inner = custom.hasFrame ? frame.inset(rows: 1, columns: 2) : frame
    case .slot, .attached: return
    }
    if presentation.hasFrame {
      let outer = inner.inset(rows: -1, columns: -2)
      if let window = node.frameWindow {
        window.setFrame(outer)
      } else {
        node.frameWindow = driver.makeWindow(outer)
      }
      node.drawnFrameTitle = nil
    }
    setFrame(of: screen, to: inner)
    for child in node.children { layOutSlot(child, of: screen, at: inner, within: inner) }
  }

  private func layOutSlot(
    _ child: RouteNode, of parent: any Screen, at parentFrame: Rect, within whole: Rect
  ) {
    guard let slot = child.presentation?.slotName, let screen = child.screen else { return }
    if child.fillsRoot {
      setFrame(of: screen, to: whole)
    } else if var rect = parent.frame(ofSlot: slot, in: parentFrame.size) {
      rect.row += parentFrame.row
      rect.column += parentFrame.column
      setFrame(of: screen, to: rect)
      for grandchild in child.children {
        layOutSlot(grandchild, of: screen, at: rect, within: whole)
      }
    } else {
      screen.surface.attach(nil)
    }
  }

  private func setFrame(of screen: any Screen, to rect: Rect) {
    if let window = screen.surface.window {
      if window.frame == rect { return }
      window.setFrame(rect)
      screen.surface.needsDrawing()
    } else {
      screen.surface.attach(driver.makeWindow(rect))
    }
    screen.didResize(to: rect.size)
  }

  private func centered(_ size: Size, in area: Rect) -> Rect {
    Rect(
      row: area.row + (area.rows - size.rows) / 2,
      column: area.column + (area.columns - size.columns) / 2,
      rows: size.rows, columns: size.columns)
  }

  // MARK: - Drawing

  /// Draws what changed since the last frame, if anything did.
  func drawFrame() {
    if isTooSmall { return drawTooSmall() }
    let isNew = frame.windowsChanged
    if isNew { findVisibleScreens() }
    let sight = frame.sight
    for visible in sight.screens where !visible.isCovered { visible.screen.layOut() }
    var changed = isNew
    if chromeView.draw(for: sight, isNew: isNew) { changed = true }
    // A loop without a closure, because one on the main actor is checked at each call.
    for visible in sight.screens where !visible.isCovered {
      if let frameWindow = visible.node.frameWindow, drawBox(of: visible.node, on: frameWindow) {
        changed = true
      }
      guard visible.surface.isStale else { continue }
      changed = true
      let canvas = Canvas(visible.window, theme: theme, isFresh: visible.surface.startsFresh)
      if canvas.isFresh { canvas.erase() }
      visible.screen.draw(on: canvas)
      visible.surface.wasDrawn()
    }
    let cursor = cursorOnScreen(of: sight.focused?.screen)
    if changed || cursor != frame.lastCursor {
      frame.lastCursor = cursor
      driver.present(sight.windows, cursor: cursor)
    }
    let shape = sight.focused?.screen?.cursorShape ?? .usual
    if shape != frame.lastShape {
      frame.lastShape = shape
      driver.shapeCursor(shape)
    }
  }

  /// Finds the visible screens.
  private func findVisibleScreens() {
    frame.windowsChanged = false
    frame.tooSmall = nil
    var sight = VisibleScreens()
    sight.windows = chromeView.windows
    for node in visibleNodes {
      guard let screen = node.screen, let window = screen.surface.window else { continue }
      let isCovered = isCovered(node)
      sight.screens.append(
        VisibleScreens.Entry(
          node: node, screen: screen, surface: screen.surface, window: window,
          isCovered: isCovered))
      if !isCovered { sight.windows += [node.frameWindow, window].compactMap(\.self) }
    }
    if let hints = frame.hints { sight.windows.append(hints) }
    sight.focused = focusChain.first
    frame.sight = sight
  }

  private func cursorOnScreen(of screen: (any Screen)?) -> Point? {
    guard let screen, let at = screen.cursor, let frame = screen.surface.window?.frame,
      Rect(frame.size).contains(at)
    else { return nil }
    return Point(row: frame.row + at.row, column: frame.column + at.column)
  }

  private func drawBox(of node: RouteNode, on window: any Window) -> Bool {
    let title = node.chrome.title
    if node.drawnFrameTitle == title { return false }
    node.drawnFrameTitle = title
    let canvas = Canvas(window, theme: theme)
    canvas.erase()
    Box(title: title).draw(on: canvas)
    return true
  }

  private func drawTooSmall() {
    guard frame.windowsChanged else { return }
    let window = driver.makeWindow(Rect(driver.size))
    frame.tooSmall = window
    let canvas = Canvas(window, theme: theme)
    canvas.erase()
    canvas.text("too small", row: 0)
    canvas.text(
      "needs \(Self.smallest.columns)x\(Self.smallest.rows)", row: 1, theme[.muted])
    driver.present([window], cursor: nil)
    frame.windowsChanged = false
  }
}

/// Letting a module in a slot fill the screen that holds it, and undoing that.
extension AppRouter {
  /// Fills the screen with the module and focuses it, even if its slot has no room.
  func fill(_ handle: RouteHandle) {
    guard let node = node(of: handle), node.presentation?.slotName != nil else { return }
    node.root.filling = node
    focus(handle)
    // In a terminal that is too small, no screen gets the focus.
    if !hasFocus(handle) {
      node.root.filling = nil
      layOutEverything()
    }
  }

  /// Puts the module back into its slot. If the slot has no room, the focus goes to the holder.
  func unfill(_ handle: RouteHandle) {
    guard let node = node(of: handle), node.fillsRoot else { return }
    node.root.filling = nil
    layOutEverything()
    if node.screen?.surface.window == nil, let parent = node.parent { focus(parent.handle) }
    for node in stack.flatMap(\.family) { node.screen?.surface.needsDrawing() }
  }

  func fills(_ handle: RouteHandle) -> Bool { node(of: handle)?.fillsRoot ?? false }

  /// Returns whether another module fills the screen that holds this one.
  func isCovered(_ node: RouteNode) -> Bool {
    node.root.filling.map { $0 !== node } ?? false
  }
}
