package import Terminal
import Viper

extension AppRouter {
  /// The nodes that are offered a key, in order: the focused child, then its parents.
  var focusChain: [RouteNode] {
    guard var node = stack.last else { return [] }
    var chain = [node]
    while let child = node.focused, child.screen?.surface.window != nil {
      chain.insert(child, at: 0)
      node = child
    }
    return chain
  }

  /// Focuses a module in a slot; naming the parent itself moves the focus back to it.
  func focus(_ handle: RouteHandle) {
    guard let node = node(of: handle) else { return }
    let old = focusChain.first?.handle
    defer { rememberFocus(old) }
    let before = node.root.family.map { (node: $0, focused: $0.focused) }
    node.focused = nil
    var child = node
    while let parent = child.parent {
      parent.focused = child
      child = parent
    }
    // The focus may make it visible.
    layOutEverything()
    if node.screen?.surface.window == nil {
      // A module that is not visible gets no focus, not even when the window grows later.
      for entry in before { entry.node.focused = entry.focused }
      return layOutEverything()
    }
    // Without the focus, no module fills its screen.
    if isCovered(node) {
      node.root.filling = nil
      layOutEverything()
    }
    for node in stack.flatMap(\.family) { node.screen?.surface.needsDrawing() }
  }

  func hasFocus(_ handle: RouteHandle) -> Bool {
    focusChain.first?.handle === handle
  }

  /// Whether the focused screen is waiting for its rows.
  var awaitsRows: Bool { focusChain.first?.screen?.awaitsRows ?? false }

  /// Gives an event to the module that should have it; returns false if none handled it.
  package func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key, .paste:
      chromeView.notice = ""
      chromeView.aside = ""
      for node in focusChain {
        if node.takes(event, as: ownKeys) { return true }
        // Keys that a screen of its own in a slot does not know are not for its holder.
        if node.chrome.isOwnScreen { return false }
      }
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

  /// Gives the focused screen a whole text; returns false if it wants single keys.
  func type(_ text: String) -> Bool {
    guard focusChain.first?.screen?.type(text) == true else { return false }
    chromeView.notice = ""
    chromeView.aside = ""
    return true
  }

  /// Gives a key to the screen below the topmost one, which stays.
  func pressBelowTop(_ key: Key) {
    guard var node = stack.dropLast().last else { return }
    while let child = node.focused, child.screen?.surface.window != nil { node = child }
    _ = node.screen?.handle(.key(key))
  }

  /// Returns the keys of the footer's hint at a point of the screen.
  func keys(at point: Point) -> [Key]? { chromeView.keys(at: point) }

  /// Returns whether the vault's name is at a point, and no box covers the screen below it.
  func isVaultName(at point: Point) -> Bool {
    stack.last?.presentation?.covers == true && chromeView.isVaultName(at: point)
  }

  /// Runs a command without a key in the focused screen.
  func perform(_ command: String) {
    _ = focusChain.first { $0.screen?.perform(command) ?? false }
  }

  /// Lays out everything for the terminal's new size.
  func terminalWasResized() {
    // A terminal blanks what it cut off, even if it has its old size again by now.
    chromeView.needsDrawing()
    layOutEverything()
    // Hidden windows were cut off as well, and may be shown again at their old size.
    for node in stack.flatMap(\.family) { node.screen?.surface.needsDrawing() }
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    guard let top = stack.last else { return false }
    if mouse.action == .drag || mouse.action == .release, let node = pressed {
      if mouse.action == .release { pressed = nil }
      // Events of a drag go only to the module where the button was pressed.
      return top.family.contains { $0 === node } && node.handle(mouse)
    }
    if mouse.action == .press { pressed = nil }
    for node in top.family.reversed()
    where !isCovered(node) && node.screen?.surface.window?.frame.contains(mouse.at) == true {
      if node.handle(mouse) {
        if mouse.action == .press { pressed = node }
        return true
      }
      if node.chrome.isOwnScreen { break }
    }
    // A click outside a box closes it.
    if mouse.action == .press, top.presentation?.hasFrame == true,
      top.frameWindow?.frame.contains(mouse.at) == false
    {
      detach(top)
      return true
    }
    return false
  }
}

extension RouteNode {
  /// Gives the screen a key, translated by the person's own keys.
  fileprivate func takes(_ event: InputEvent, as ownKeys: UserKeys?) -> Bool {
    guard let screen else { return false }
    guard let ownKeys, case .key(let key) = event,
      let meaning = ownKeys.meaning(of: key, in: screen.keyTable)
    else { return screen.handle(event) }
    var isTaken = false
    for key in meaning where screen.handle(.key(key)) { isTaken = true }
    return isTaken
  }

  /// Gives the screen a mouse event, with the point relative to its own window.
  fileprivate func handle(_ mouse: MouseEvent) -> Bool {
    guard let screen, let frame = screen.surface.window?.frame else { return false }
    var local = mouse
    local.at = Point(row: mouse.at.row - frame.row, column: mouse.at.column - frame.column)
    return screen.handle(.mouse(local))
  }
}

extension AppRouter {
  /// The topmost module that covers all below it, ignoring boxes.
  private var topScreen: RouteNode? { stack.last { $0.presentation?.covers == true } }

  /// Returns whether a module is the top screen, or is in one of its slots.
  func isOnTopScreen(_ handle: RouteHandle) -> Bool {
    topScreen?.family.contains { $0.handle === handle } ?? false
  }

  /// Returns whether the module would have the focus without the boxes above.
  func wouldHaveFocus(_ handle: RouteHandle) -> Bool {
    var node = topScreen
    while let child = node?.focused, child.screen?.surface.window != nil { node = child }
    return node?.handle === handle
  }
}

/// A run of characters that arrived together. Terminals that do not mark pasted text send it like
/// keys; handled as a text, it costs as much as a paste instead of as many keys.
struct TypedText {
  private(set) var text = ""
  private(set) var keyCount = 0

  /// The least count of keys, more than a person types between two reads.
  private static let least = 64

  /// Collects the text; nil if a person may have typed it, or if the first key is not text.
  init?(in events: [InputEvent], from start: Int) {
    if events.count < Self.least { return nil }
    for event in events[start...] {
      guard case .key(let key) = event, let character = key.typed else { break }
      text.append(character)
      keyCount += 1
    }
    if keyCount < 2 { return nil }
  }
}
