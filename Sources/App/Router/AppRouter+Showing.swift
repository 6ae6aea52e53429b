import Terminal
package import Viper

extension AppRouter {
  /// Makes a module without showing it; `show(_:as:)` shows the same instance later.
  package func make(_ route: Route) -> RouteHandle {
    let handle = newHandle(route.name)
    handle.unshown = RouteNode(module: route.make(), handle: handle, route: route)
    return handle
  }

  @discardableResult
  func push(_ route: Route) throws(RouteError) -> RouteHandle {
    try showOnStack(route, as: .push)
  }

  @discardableResult
  func modal(_ route: Route) throws(RouteError) -> RouteHandle {
    try showOnStack(route, as: .modal)
  }

  @discardableResult
  package func box(_ route: Route) throws(RouteError) -> RouteHandle {
    try showOnStack(route, as: .box)
  }

  @discardableResult
  func custom(
    _ route: Route, _ presentation: CustomPresentation
  ) throws(RouteError) -> RouteHandle {
    try showOnStack(route, as: .custom(presentation))
  }

  /// Shows a made module, or moves one from a box or a slot of the top to the stack, as the same
  /// instance.
  package func show(_ handle: RouteHandle, as presentation: Presentation) throws(RouteError) {
    switch handle.state {
    case .unrouted:
      guard let node = handle.unshown as? RouteNode else { throw fail(.notShown(handle.name)) }
      try refuseRecursion(node.name, RouteOptions())
      do throws(RouteError) {
        try checkGuard(node.name)
        handle.move(to: .routing)
        try enter(node, as: presentation, on: nil, options: RouteOptions())
      } catch {
        handle.move(to: .unrouted)
        throw fail(error)
      }
    case .routed:
      guard let node = node(of: handle), node.root === stack.last, node.screen != nil,
        node.presentation?.covers == false, presentation.covers
      else { throw fail(.alreadyShown(handle.name)) }
      commit(node, to: presentation)
    case .routing, .removing: throw fail(.underWay(handle.name))
    case .removed: throw fail(.alreadyRemoved(handle.name))
    }
  }

  /// Puts a module into a slot of a live one; a module that is there is removed first.
  @discardableResult
  func embed(
    _ route: Route, in parent: RouteHandle, slot: String
  ) throws(RouteError) -> RouteHandle {
    try refuseRecursion(route.name, route.options)
    guard let parentNode = node(of: parent) else {
      throw fail(.parentNotShown(route.name), route.options)
    }
    guard parentNode.screen?.slots.contains(slot) == true else {
      throw fail(.noSlot(slot, in: parentNode.name), route.options)
    }
    for old in parentNode.children where old.presentation?.slotName == slot { detach(old) }
    return try showModule(route) { [weak parentNode] node throws(RouteError) in
      guard let parentNode else { throw .parentNotShown(route.name) }
      try self.enter(node, as: .slot(slot), on: parentNode, options: route.options)
    }
  }

  /// Attaches a viewless module to a live one, which it lives with.
  @discardableResult
  func attach(
    _ route: Route, to parent: RouteHandle
  ) throws(RouteError) -> RouteHandle {
    try refuseRecursion(route.name, route.options)
    guard let parentNode = node(of: parent) else {
      throw fail(.parentNotShown(route.name), route.options)
    }
    return try showModule(route) { [weak parentNode] node throws(RouteError) in
      guard let parentNode else { throw .parentNotShown(route.name) }
      try self.enter(node, as: .attached, on: parentNode, options: route.options)
    }
  }

  /// Shows the module in the parent's slot `detail` if that has room, else pushes it. No screen
  /// uses this yet.
  @discardableResult
  func replaceDetail(
    _ route: Route, of parent: RouteHandle
  ) throws(RouteError) -> RouteHandle {
    if let screen = node(of: parent)?.screen, screen.slots.contains("detail"),
      screen.frame(ofSlot: "detail", in: screen.surface.size) != nil
    {
      return try embed(route, in: parent, slot: "detail")
    }
    return try push(route)
  }

  /// Pushes the module, unless the top is the same destination already.
  @discardableResult
  func singleTop(_ route: Route) throws(RouteError) -> RouteHandle {
    if let top = stack.last, top.name == route.name, top.key == route.key {
      route.options.success(top.handle)
      route.options.completion()
      return top.handle
    }
    return try push(route)
  }

  /// Pushes the module; if the top is the same module with another content, replaces it.
  @discardableResult
  func renewTop(_ route: Route) throws(RouteError) -> RouteHandle {
    try isAt(route) ? replaceTop(route) : push(route)
  }

  /// Replaces the top, without showing the one below in between.
  @discardableResult
  func replaceTop(_ route: Route) throws(RouteError) -> RouteHandle {
    guard let top = stack.last else { throw fail(.emptyStack(route.name), route.options) }
    let handle = try push(route)
    if handle.state == .routed { detach(top) }
    return handle
  }

  /// Shows the module as the only one; all others are removed.
  @discardableResult
  func replaceAll(_ route: Route) throws(RouteError) -> RouteHandle {
    let old = stack
    let handle = try push(route)
    if handle.state == .routed {
      for node in old.reversed() { detach(node) }
    }
    return handle
  }

  /// Continues the routes that a guard redirected. One that fails now has already reported to its
  /// handlers and the log.
  func resumeWaitingRoutes() {
    let resumed = waiting
    waiting = []
    for entry in resumed {
      do throws(RouteError) {
        try checkGuard(entry.route.name)
        try entry.show(entry.route.make())
      } catch {
        entry.handle.move(to: .removed)
        _ = fail(error, entry.route.options)
      }
    }
  }

  // MARK: - Steps

  private func showOnStack(
    _ route: Route, as presentation: Presentation
  ) throws(RouteError) -> RouteHandle {
    try refuseRecursion(route.name, route.options)
    return try showModule(route) { node throws(RouteError) in
      try self.enter(node, as: presentation, on: nil, options: route.options)
    }
  }

  /// Asks the guard, makes the module and enters it. A redirected route keeps its handle and waits.
  private func showModule(
    _ route: Route, enter: @escaping (RouteNode) throws(RouteError) -> Void
  ) throws(RouteError) -> RouteHandle {
    let handle = newHandle(route.name)
    let show = { (module: ScreenModule) throws(RouteError) in
      handle.move(to: .routing)
      try enter(RouteNode(module: module, handle: handle, route: route))
    }
    switch routeGuard?.verdict(onShowing: route.name) ?? .allow {
    case .allow:
      do throws(RouteError) {
        try show(route.make())
      } catch {
        handle.move(to: .removed)
        throw fail(error, route.options)
      }
    case .refuse(let reason):
      handle.move(to: .removed)
      throw fail(.refused(route.name, reason: reason), route.options)
    case .redirect(let instead):
      handle.move(to: .routing)
      waiting.append(WaitingRoute(route: route, handle: handle, show: show))
      if stack.last?.name != instead.name { try replaceAll(instead) }
    }
    return handle
  }

  private func refuseRecursion(_ name: String, _ options: RouteOptions) throws(RouteError) {
    if let preparing { throw fail(.recursive(preparing), options) }
  }

  /// Throws if the guard refuses. The caller logs it, like all failures of showing.
  private func checkGuard(_ name: String) throws(RouteError) {
    switch routeGuard?.verdict(onShowing: name) ?? .allow {
    case .allow: return
    case .refuse(let reason): throw .refused(name, reason: reason)
    case .redirect(let instead): throw .refused(name, reason: "\(instead.name) comes first")
    }
  }

  /// Adds a node to the tree, with the life cycle calls in a fixed order: prepare, ready, will
  /// appear, did appear.
  private func enter(
    _ node: RouteNode, as presentation: Presentation, on parent: RouteNode?,
    options: RouteOptions
  ) throws(RouteError) {
    if case .attached = presentation {
    } else if node.screen == nil {
      throw .hasNoView(node.name)
    }
    if case .custom(let custom) = presentation {
      do {
        try custom.present()
      } catch {
        throw .customFailed(node.name, reason: "\(error)")
      }
    }
    let event = RouteEvent(module: node.name, action: .show(presentation.name))
    tell(event, before: true)
    preparing = node.name
    options.prepare(node.handle)
    preparing = nil
    node.presentation = presentation
    node.parent = parent
    node.handle.unshown = nil
    if let parent {
      parent.children.append(node)
    } else {
      stack.append(node)
    }
    node.handle.move(to: .routed)
    layOutEverything()
    depth += 1
    node.wasReady = true
    node.module.lifeCycle.moduleIsReady(node.handle)
    depth -= 1
    reportAppearance()
    // Only now does a box have its content, and so its preferred size.
    if presentation.hasFrame, node.handle.state == .routed { layOutEverything() }
    tell(event, before: false)
    options.success(node.handle)
    options.completion()
    removeLowestIfTooMany()
  }

  /// Turns a box or an embedded module into a full screen. The module only notices a new size.
  private func commit(_ node: RouteNode, to presentation: Presentation) {
    let event = RouteEvent(module: node.name, action: .show(presentation.name))
    tell(event, before: true)
    if case .custom(let custom) = node.presentation { custom.dismiss() }
    node.presentation = presentation
    node.frameWindow = nil
    if node.parent != nil {
      node.leaveParent()
      node.parent = nil
      stack.append(node)
    }
    layOutEverything()
    reportAppearance()
    tell(event, before: false)
  }
}

extension Presentation {
  var slotName: String? {
    if case .slot(let name) = self { return name }
    return nil
  }
}
