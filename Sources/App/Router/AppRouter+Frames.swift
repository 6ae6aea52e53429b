import Terminal

/// What of the picture must be done again.
struct FrameState {
  var windowsChanged = true
  var lastCursor: Point?
  var tooSmall: (any Window)?
}

extension AppRouter {
  static let smallest = Size(columns: 20, rows: 5)

  /// Where modules stand: all but the lines of the chrome.
  var contentArea: Rect { chromeView.contentArea(in: driver.size) }

  private var isTooSmall: Bool {
    driver.size.columns < Self.smallest.columns || driver.size.rows < Self.smallest.rows
  }

  /// Gives every module in sight its window, after the stack or the terminal's size changed.
  func layOutEverything() {
    frame.windowsChanged = true
    // Where a slot stands may depend on it.
    for node in stack { node.tellFocus() }
    guard !isTooSmall else { return }
    for node in seenNodes where node.parent == nil { layOut(node) }
  }

  /// A screen moved its slots: place their modules anew.
  package func slotsMoved() {
    layOutEverything()
    settleAppearance()
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
      inner = centred(
        Size(columns: min(wanted.columns, room.columns), rows: min(wanted.rows, room.rows)),
        in: area)
    case .custom(let custom):
      var place = custom.place(area.size)
      place.row += area.row
      place.column += area.column
      inner = custom.hasFrame ? place.inset(rows: 1, columns: 2) : place
    case .slot, .attached: return
    }
    if presentation.hasFrame {
      let outer = inner.inset(rows: -1, columns: -2)
      if let window = node.frameWindow {
        window.place(at: outer)
      } else {
        node.frameWindow = driver.makeWindow(outer)
      }
      node.drawnFrameTitle = nil
    }
    place(screen, at: inner)
    for child in node.children { layOutSlot(child, of: screen, at: inner, within: inner) }
  }

  private func layOutSlot(
    _ child: RouteNode, of parent: any Screen, at parentFrame: Rect, within whole: Rect
  ) {
    guard let slot = child.presentation?.slotName, let screen = child.screen else { return }
    if child.fillsRoot {
      place(screen, at: whole)
    } else if var rect = parent.frame(ofSlot: slot, in: parentFrame.size) {
      rect.row += parentFrame.row
      rect.column += parentFrame.column
      place(screen, at: rect)
      for grandchild in child.children {
        layOutSlot(grandchild, of: screen, at: rect, within: whole)
      }
    } else {
      screen.surface.attach(nil)
    }
  }

  private func place(_ screen: any Screen, at rect: Rect) {
    if let window = screen.surface.window {
      if window.frame == rect { return }
      window.place(at: rect)
      screen.surface.needsDrawing()
    } else {
      screen.surface.attach(driver.makeWindow(rect))
    }
    screen.didResize(to: rect.size)
  }

  private func centred(_ size: Size, in area: Rect) -> Rect {
    Rect(
      row: area.row + (area.rows - size.rows) / 2,
      column: area.column + (area.columns - size.columns) / 2,
      rows: size.rows, columns: size.columns)
  }

  // MARK: - Drawing

  /// Puts on the screen what changed since the last frame; nothing if nothing did.
  package func drawFrame() {
    if isTooSmall { return drawTooSmall() }
    frame.tooSmall = nil
    let nodes = seenNodes.filter { $0.screen?.surface.window != nil }
    var changed = frame.windowsChanged
    if chromeView.draw(for: nodes, focused: focusChain.first) { changed = true }
    var windows = chromeView.windows
    for node in nodes where !isCovered(node) {
      guard let screen = node.screen, let window = screen.surface.window else { continue }
      if let frameWindow = node.frameWindow {
        if drawBox(of: node, on: frameWindow) { changed = true }
        windows.append(frameWindow)
      }
      if screen.surface.isStale {
        changed = true
        let canvas = Canvas(window, theme: theme, isFresh: screen.surface.startsFresh)
        if canvas.isFresh { canvas.erase() }
        screen.draw(on: canvas)
        screen.surface.wasDrawn(on: canvas)
      }
      windows.append(window)
    }
    let cursor = cursorOnScreen
    if changed || cursor != frame.lastCursor {
      driver.present(windows, cursor: cursor)
      frame.windowsChanged = false
      frame.lastCursor = cursor
    }
  }

  private var cursorOnScreen: Point? {
    guard let screen = focusChain.first?.screen, let at = screen.cursor,
      let frame = screen.surface.window?.frame, Rect(frame.size).contains(at)
    else { return nil }
    return Point(row: frame.row + at.row, column: frame.column + at.column)
  }

  private func drawBox(of node: RouteNode, on window: any Window) -> Bool {
    let title = node.chrome.place
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
