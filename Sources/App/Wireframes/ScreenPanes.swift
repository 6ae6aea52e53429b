import Editor
import Terminal
import Entities

/// The panes of the top screen: a list, notes and previews, which vim and emacs call windows. `+Sizes`
/// changes their sizes and order.
@MainActor
struct ScreenPanes {
  let router: AppRouter
  let keymap: KeymapName
  let editors: OpenEditors?

  /// A pane, and its area of the screen; nil if it is not visible.
  struct Pane {
    let node: RouteNode
    var area: Rect?
  }

  func perform(_ command: PaneCommand) {
    switch command {
    case .go(let side, let count): go(side, times: count)
    case .step(let steps): step(steps)
    case .number(let number): focus(number: number)
    case .recent: focusRecent()
    case .preview: focusPreview()
    case .close: close()
    case .closePreview: closePreview()
    case .only: closeOthers()
    case .even: even()
    case .resize(let isWidth, let size): resize(isWidth: isWidth, size)
    case .exchange: exchange(keepsFocus: false)
    case .rotate: exchange(keepsFocus: true)
    case .move(let side): move(to: side)
    }
  }

  // MARK: - The panes

  /// Nil while a box is on top.
  private var top: RouteNode? {
    router.stack.last.flatMap { $0.presentation?.covers == true ? $0 : nil }
  }

  /// In vim's order: from the left and from above, each preview after its note.
  var all: [Pane] {
    guard let top else { return [] }
    var groups = [[top] + previews(of: top)]
    if let other = child(of: top, in: EditorSlot.beside) {
      groups.append([other] + previews(of: other))
      if routes(of: top)?.editor?.paneLayout.isSwapped == true { groups.reverse() }
    }
    return groups.flatMap(\.self).map { Pane(node: $0, area: area(of: $0)) }
  }

  var current: RouteNode? { router.focusChain.first }

  func routes(of node: RouteNode) -> EditorRoutes? {
    editors?.editors.first { $0.handle === node.handle }
  }

  /// The focused note, or the one of the focused preview.
  var currentNote: EditorRoutes? {
    guard let current else { return nil }
    return isPreview(current) ? current.parent.flatMap(routes) : routes(of: current)
  }

  func isPreview(_ node: RouteNode) -> Bool { node.presentation?.slotName == EditorSlot.preview }

  private func child(of node: RouteNode, in slot: String) -> RouteNode? {
    node.children.first { $0.presentation?.slotName == slot }
  }

  /// A preview that is not visible is no pane.
  private func previews(of node: RouteNode) -> [RouteNode] {
    [child(of: node, in: EditorSlot.preview)].compactMap(\.self)
      .filter { $0.screen?.surface.window != nil }
  }

  private func area(of node: RouteNode) -> Rect? {
    guard let screen = node.screen, let frame = screen.surface.window?.frame else { return nil }
    var area = screen.ownFrame(in: frame.size)
    area.row += frame.row
    area.column += frame.column
    // A narrow window shows only the note with the focus, which covers the one that holds it.
    let other = child(of: node, in: EditorSlot.beside)?.screen?.surface.window?.frame
    return other == frame ? nil : area
  }

  // MARK: - Going from one to another

  private func go(_ side: PaneSide, times count: Int) {
    for _ in 0..<max(1, min(count, 9)) {
      guard let node = neighbor(on: side) else { return }
      router.focus(node.handle)
    }
  }

  /// The nearest pane on a side that is next to the row or column of the cursor, as in vim.
  private func neighbor(on side: PaneSide) -> RouteNode? {
    let panes = all
    guard let current, let own = panes.first(where: { $0.node === current })?.area else {
      return nil
    }
    if current.fillsRoot { return current.parent }
    let point = cursor(in: current) ?? Point(row: own.row, column: own.column)
    let candidates = panes.filter { pane in
      pane.node !== current && pane.area.map { $0.isBeyond(own, on: side) } ?? false
    }
    let best = candidates.min { left, right in
      guard let left = left.area, let right = right.area else { return false }
      return left.distance(from: own, point, on: side) < right.distance(from: own, point, on: side)
    }
    return best?.node ?? hidden(on: side, of: panes)
  }

  private func cursor(in node: RouteNode) -> Point? {
    guard let at = node.screen?.cursor, let frame = node.screen?.surface.window?.frame else {
      return nil
    }
    return Point(row: frame.row + at.row, column: frame.column + at.column)
  }

  /// The other one of two notes, where the window has no room for both.
  private func hidden(on side: PaneSide, of panes: [Pane]) -> RouteNode? {
    guard let top, let layout = routes(of: top)?.editor?.paneLayout,
      side.isStacked == layout.isStacked,
      let index = panes.firstIndex(where: { $0.node === current })
    else { return nil }
    let others = side.isFirst ? panes[..<index] : panes[(index + 1)...]
    return others.first { $0.area == nil && !isPreview($0.node) }?.node
  }

  private func step(_ steps: Int) {
    let panes = all
    guard panes.count > 1, let index = panes.firstIndex(where: { $0.node === current }) else {
      return say(PaneWords.onlyPane(in: keymap))
    }
    let next = (index + steps) % panes.count
    router.focus(panes[next < 0 ? next + panes.count : next].node.handle)
  }

  private func focus(number: Int) {
    let panes = all
    if panes.isEmpty { return }
    router.focus(panes[max(1, min(number, panes.count)) - 1].node.handle)
  }

  private func focusRecent() {
    let panes = all
    guard panes.count > 1 else { return say(PaneWords.onlyPane(in: keymap)) }
    guard let pane = panes.first(where: { $0.node.handle === router.focusedBefore }) else {
      return say(PaneWords.noRecentPane)
    }
    router.focus(pane.node.handle)
  }

  private func focusPreview() {
    guard let pane = all.first(where: { isPreview($0.node) }) else {
      return say(PaneWords.noPreview)
    }
    router.focus(pane.node.handle)
  }

  // MARK: - Closing

  private func close() {
    guard let current else { return }
    if isPreview(current) { return closePreview(current) }
    guard let routes = routes(of: current), routes.neighbor != nil else {
      return say(PaneWords.lastPane(in: keymap, hasPreview: all.count > 1))
    }
    routes.editor?.closePane()
  }

  private func closePreview() {
    if let pane = all.first(where: { isPreview($0.node) }) { closePreview(pane.node) }
  }

  private func closePreview(_ node: RouteNode) {
    guard let parent = node.parent, let routes = routes(of: parent) else {
      return say(PaneWords.previewOfList)
    }
    if node === current { router.focus(parent.handle) }
    routes.editor?.hidePreview()
  }

  /// A preview goes with its note, so it fills the screen instead.
  private func closeOthers() {
    guard all.count > 1, let current, let routes = currentNote else {
      return say(PaneWords.onlyPaneLeft(in: keymap))
    }
    let (router, isPreview) = (router, isPreview(current))
    routes.closeOtherPane { [weak routes, weak current] in
      if isPreview {
        if let current { router.fill(current.handle) }
      } else {
        routes?.editor?.hidePreview()
      }
    }
  }

  func say(_ message: String) { router.notice = message }
}

extension Rect {
  /// Whether it begins where the other one ends, on a side of that.
  fileprivate func isBeyond(_ other: Rect, on side: PaneSide) -> Bool {
    switch side {
    case .left: endColumn <= other.column
    case .right: column >= other.endColumn
    case .above: endRow <= other.row
    case .below: row >= other.endRow
    }
  }

  /// The cells between, and then those between it and a point's row or column.
  fileprivate func distance(from other: Rect, _ point: Point, on side: PaneSide) -> Int {
    let gap =
      switch side {
      case .left: other.column - endColumn
      case .right: column - other.endColumn
      case .above: other.row - endRow
      case .below: row - other.endRow
      }
    let (low, high, at) =
      side.isStacked ? (column, endColumn, point.column) : (row, endRow, point.row)
    let aside = at < low ? low - at : at >= high ? at - high + 1 : 0
    return gap * 10_000 + aside
  }
}
