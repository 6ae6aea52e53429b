import Terminal
import Viper

extension AppRouter {
  /// Removes a module however it was shown. Its children go first, innermost first.
  func remove(_ handle: RouteHandle) throws(RouteError) {
    switch handle.state {
    case .unrouted: throw fail(.notShown(handle.name))
    case .removed: throw fail(.alreadyRemoved(handle.name))
    case .routing, .removing: throw fail(.underWay(handle.name))
    case .routed: break
    }
    guard let node = node(of: handle) else { throw fail(.alreadyRemoved(handle.name)) }
    if node.parent == nil, stack.count == 1 { throw fail(.lastOnStack(handle.name)) }
    detach(node)
  }

  /// Removes everything above the topmost module with this name.
  func popTo(_ name: String) throws(RouteError) {
    guard let index = stack.lastIndex(where: { $0.name == name }) else {
      throw fail(.notOnStack(name))
    }
    for node in stack[(index + 1)...].reversed() { detach(node) }
  }

  /// Removes the boxes above the topmost screen: a peek, a help.
  func closeBoxes() {
    while let top = stack.last, top.presentation?.covers == false, stack.count > 1 { detach(top) }
  }

  /// The most screens on the stack, which bounds memory however often one screen opens another.
  static let mostScreens = 16

  /// If there are too many screens, removes the lowest one above the root, with its boxes. A screen
  /// with unfinished work stays, and the next one is removed.
  func removeLowestIfTooMany() {
    let screens = stack.indices.filter { stack[$0].presentation?.covers == true }
    guard screens.count > Self.mostScreens else { return }
    for (start, next) in zip(screens.dropFirst(), screens.dropFirst(2)) {
      let group = Array(stack[start..<next])
      let isUnfinished = group.flatMap(\.family).contains(
        where: \.module.lifeCycle.hasUnfinishedWork)
      if isUnfinished { continue }
      for node in group.reversed() { detach(node) }
      return
    }
  }

  /// Removes every module at the end of the program.
  func removeAll() {
    for node in stack.reversed() { detach(node) }
  }

  /// Removes a node from the tree. Everything that it held is freed when this returns.
  func detach(_ node: RouteNode) {
    guard node.handle.state == .routed else { return }
    node.handle.move(to: .removing)
    let event = RouteEvent(module: node.name, action: .remove)
    tell(event, before: true)
    for child in node.children.reversed() { detach(child) }
    setAppearance(of: node, onScreen: false)
    if case .custom(let custom) = node.presentation { custom.dismiss() }
    stack.removeAll { $0 === node }
    node.leaveParent()
    node.screen?.surface.attach(nil)
    node.frameWindow = nil
    node.handle.move(to: .removed)
    node.module.lifeCycle.moduleWasRemoved()
    probe.watch(node.module)
    tell(event, before: false)
    layOutEverything()
    reportAppearance()
  }

  /// Reports to modules that they appeared or disappeared after the stack changed. Their reactions
  /// may change it again, so it is checked again after each.
  func reportAppearance() {
    guard depth == 0 else { return }
    while let hidden = stack.flatMap(\.family).last(where: { node in
      node.isOnScreen && !visibleNodes.contains { $0 === node }
    }) {
      setAppearance(of: hidden, onScreen: false)
    }
    while let shown = visibleNodes.first(where: { !$0.isOnScreen && $0.wasReady }) {
      setAppearance(of: shown, onScreen: true)
    }
  }

  /// All visible nodes: the topmost that covers those below, those above it, and their families.
  var visibleNodes: [RouteNode] {
    let bottom = stack.lastIndex { $0.presentation?.covers == true } ?? 0
    return stack.dropFirst(bottom).flatMap(\.family)
  }

  private func setAppearance(of node: RouteNode, onScreen: Bool) {
    guard node.isOnScreen != onScreen, node.wasReady else { return }
    node.isOnScreen = onScreen
    if onScreen {
      node.module.lifeCycle.moduleWillAppear()
      node.module.lifeCycle.moduleDidAppear()
    } else {
      node.module.lifeCycle.moduleWillDisappear()
      node.module.lifeCycle.moduleDidDisappear()
    }
  }
}
