package import Terminal
package import Viper

extension AppRouter {
  /// Who is asked about a key, in order: the focused child, then those that hold it.
  var focusChain: [RouteNode] {
    guard var node = stack.last else { return [] }
    var chain = [node]
    while let child = node.focused, child.screen?.surface.window != nil {
      chain.insert(child, at: 0)
      node = child
    }
    return chain
  }

  /// Gives the keys to a module in a slot, or back to its parent when the parent is named.
  package func focus(_ handle: RouteHandle) {
    // What is not in sight gets no keys, and none later when the window has grown.
    guard let node = node(of: handle), node.screen?.surface.window != nil else { return }
    node.focused = nil
    var child = node
    while let parent = child.parent {
      parent.focused = child
      child = parent
    }
    for node in stack.flatMap(\.family) { node.screen?.surface.needsDrawing() }
  }

  package func hasFocus(_ handle: RouteHandle) -> Bool {
    focusChain.first?.handle === handle
  }

  /// Hands an event to the module that should have it; false where none wanted it.
  package func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key, .paste:
      chromeView.notice = ""
      chromeView.aside = ""
      for node in focusChain where node.screen?.handle(event) == true { return true }
      return false
    case .mouse(let mouse):
      return handle(mouse)
    case .resize:
      terminalWasResized()
      return true
    case .sync, .closed:
      return false
    }
  }

  /// The terminal has another size.
  package func terminalWasResized() {
    // A terminal blanks what it had to cut off, also where it is as large as before by now.
    chromeView.needsDrawing()
    layOutEverything()
    // Windows out of sight are cut off and blanked as well, and may show again at their old size.
    for node in stack.flatMap(\.family) { node.screen?.surface.needsDrawing() }
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    guard let top = stack.last else { return false }
    for node in top.family.reversed() {
      guard let screen = node.screen, let frame = screen.surface.window?.frame,
        frame.contains(mouse.at)
      else { continue }
      var local = mouse
      local.at = Point(row: mouse.at.row - frame.row, column: mouse.at.column - frame.column)
      if screen.handle(.mouse(local)) { return true }
    }
    // A click beside a box closes it, as everywhere.
    if mouse.action == .press, top.presentation?.hasFrame == true,
      top.frameWindow?.frame.contains(mouse.at) == false
    {
      detach(top)
      return true
    }
    return false
  }
}
