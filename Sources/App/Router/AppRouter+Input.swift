package import Terminal
import Viper

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
  func focus(_ handle: RouteHandle) {
    guard let node = node(of: handle) else { return }
    let before = node.root.family.map { (node: $0, focused: $0.focused) }
    node.focused = nil
    var child = node
    while let parent = child.parent {
      parent.focused = child
      child = parent
    }
    // With the focus it may come in sight.
    layOutEverything()
    if node.screen?.surface.window == nil {
      // What is not in sight gets no keys, and none later when the window has grown.
      for entry in before { entry.node.focused = entry.focused }
      return layOutEverything()
    }
    // Without the keys no screen takes the room of all others.
    if isCovered(node) {
      node.root.filling = nil
      layOutEverything()
    }
    for node in stack.flatMap(\.family) { node.screen?.surface.needsDrawing() }
  }

  func hasFocus(_ handle: RouteHandle) -> Bool {
    focusChain.first?.handle === handle
  }

  /// The screen with the keys waits for its rows.
  var awaitsRows: Bool { focusChain.first?.screen?.awaitsRows ?? false }

  /// Hands an event to the module that should have it; false where none wanted it.
  package func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key, .paste:
      chromeView.notice = ""
      chromeView.aside = ""
      for node in focusChain {
        if node.takes(event, as: ownKeys) { return true }
        // What a screen of its own in a slot does not know is not for its holder.
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

  /// Hands the screen with the keys a text that came at once; false where it wants keys.
  func type(_ text: String) -> Bool {
    guard focusChain.first?.screen?.type(text) == true else { return false }
    chromeView.notice = ""
    chromeView.aside = ""
    return true
  }

  /// Hands a key to the screen below the topmost one, which stays.
  func pressBelowTop(_ key: Key) {
    guard var node = stack.dropLast().last else { return }
    while let child = node.focused, child.screen?.surface.window != nil { node = child }
    _ = node.screen?.handle(.key(key))
  }

  /// The keys that the footer shows at a point on the screen.
  func keys(at point: Point) -> [Key]? { chromeView.keys(at: point) }

  /// Whether the vault's name is at a point on the screen, and nothing covers the screen that it names.
  func isVaultName(at point: Point) -> Bool {
    stack.last?.presentation?.covers == true && chromeView.isVaultName(at: point)
  }

  /// Does a command that has no key, in the screen with the focus.
  func perform(_ command: String) {
    _ = focusChain.first { $0.screen?.perform(command) ?? false }
  }

  /// The terminal has another size.
  func terminalWasResized() {
    // A terminal blanks what it had to cut off, also where it is as large as before by now.
    chromeView.needsDrawing()
    layOutEverything()
    // Windows out of sight are cut off and blanked as well, and may show again at their old size.
    for node in stack.flatMap(\.family) { node.screen?.surface.needsDrawing() }
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    guard let top = stack.last else { return false }
    if mouse.action == .drag || mouse.action == .release, let node = pressed {
      if mouse.action == .release { pressed = nil }
      // Only this one gets the end of what began there.
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

extension RouteNode {
  /// Hands its screen a key, or the keys that it means here.
  fileprivate func takes(_ event: InputEvent, as ownKeys: UserKeys?) -> Bool {
    guard let screen else { return false }
    guard let ownKeys, case .key(let key) = event,
      let meaning = ownKeys.meaning(of: key, in: screen.keyTable)
    else { return screen.handle(event) }
    var isTaken = false
    for key in meaning where screen.handle(.key(key)) { isTaken = true }
    return isTaken
  }

  /// Hands its screen what the mouse does, at the point in its own window.
  fileprivate func handle(_ mouse: MouseEvent) -> Bool {
    guard let screen, let frame = screen.surface.window?.frame else { return false }
    var local = mouse
    local.at = Point(row: mouse.at.row - frame.row, column: mouse.at.column - frame.column)
    return screen.handle(.mouse(local))
  }
}

extension AppRouter {
  /// The topmost module that covers all below it, boxes apart.
  private var topScreen: RouteNode? { stack.last { $0.presentation?.covers == true } }

  /// Whether a module is that one, or is in a slot of it.
  func isOnTopScreen(_ handle: RouteHandle) -> Bool {
    topScreen?.family.contains { $0.handle === handle } ?? false
  }

  /// Whether the keys go to it once the boxes above are gone.
  func wouldHaveFocus(_ handle: RouteHandle) -> Bool {
    var node = topScreen
    while let child = node?.focused, child.screen?.surface.window != nil { node = child }
    return node?.handle === handle
  }
}

/// Characters that came at once, one behind the other: a terminal that does not mark what is pasted
/// sends it like keys. As a text they cost what a paste costs, and not what as many keys do.
struct TypedText {
  private(set) var text = ""
  private(set) var keyCount = 0

  /// More than a person types between two checks for keys.
  private static let least = 64

  /// Nil where a person may have pressed the keys, or where the first of them types nothing.
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
