import Terminal
package import Viper

extension AppRouter {
  /// Makes a module without showing it; `show(_:as:)` does that later, with the same instance.
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

  /// Shows a made module, or moves one from a box or a slot of the top to the stack: the
  /// very same instance.
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

  /// Puts a module into a slot of a live one; one that is there already is removed first.
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

  /// Lets a viewless module live with a live one.
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

  /// Shows in the parent's slot `detail` where it has one with room, else pushes. No screen needs it
  /// yet: it is one of the ways to show a module that the lineage has (K3).
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

  /// Pushes, unless the top is the same destination already: then that one stays.
  @discardableResult
  func singleTop(_ route: Route) throws(RouteError) -> RouteHandle {
    if let top = stack.last, top.name == route.name, top.key == route.key {
      route.options.success(top.handle)
      route.options.completion()
      return top.handle
    }
    return try push(route)
  }

  /// Pushes; a top of the same module, with something else in it, goes.
  @discardableResult
  func renewTop(_ route: Route) throws(RouteError) -> RouteHandle {
    try isAt(route) ? replaceTop(route) : push(route)
  }

  /// Replaces the top, which is removed without the one below being seen.
  @discardableResult
  func replaceTop(_ route: Route) throws(RouteError) -> RouteHandle {
    guard let top = stack.last else { throw fail(.emptyStack(route.name), route.options) }
    let handle = try push(route)
    if handle.state == .routed { detach(top) }
    return handle
  }

  /// Shows as the only module; all others are removed.
  @discardableResult
  func replaceAll(_ route: Route) throws(RouteError) -> RouteHandle {
    let old = stack
    let handle = try push(route)
    if handle.state == .routed {
      for node in old.reversed() { detach(node) }
    }
    return handle
  }

  /// Goes on with the routes that a guard had sent elsewhere. A route that fails now has reported to its
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

  /// Asks the guard, builds, and enters; a redirected route keeps its handle and waits.
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

  /// Its caller logs the refusal, as one failure with whatever else can fail.
  private func checkGuard(_ name: String) throws(RouteError) {
    switch routeGuard?.verdict(onShowing: name) ?? .allow {
    case .allow: return
    case .refuse(let reason): throw .refused(name, reason: reason)
    case .redirect(let instead): throw .refused(name, reason: "\(instead.name) comes first")
    }
  }

  /// Puts a node where it belongs, in the order that every module can rely on: prepare, ready,
  /// will appear, did appear.
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
    settleAppearance()
    // Only now does a box know all that it has to show, and so how large it wants to be.
    if presentation.hasFrame, node.handle.state == .routed { layOutEverything() }
    tell(event, before: false)
    options.success(node.handle)
    options.completion()
    removeLowestIfTooMany()
  }

  /// Turns a box or a part of a screen into a full screen without the module noticing more than a
  /// new size.
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
    settleAppearance()
    tell(event, before: false)
  }
}

extension Presentation {
  var slotName: String? {
    if case .slot(let name) = self { return name }
    return nil
  }
}
