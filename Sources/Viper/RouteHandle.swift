/// The state of a module in the router. It is correct even if something else removed the module.
package enum RouteState: Equatable, Sendable {
  /// Made but never shown.
  case unrouted
  case routing
  case routed
  case removing
  case removed
}

/// The handle of a shown module, by which it also removes itself: `try handle.remove()`.
///
/// It undoes whichever way the module was shown: pops, dismisses or unembeds.
@MainActor
package final class RouteHandle {
  package let name: String
  package private(set) var state = RouteState.unrouted
  /// The router's node while the module is made but not shown; it has no other owner then.
  package var unshown: AnyObject?
  private let remover: @MainActor (RouteHandle) throws(RouteError) -> Void

  /// Makes a handle, for routers only. `remover` must not retain the router.
  package init(
    name: String, remover: @escaping @MainActor (RouteHandle) throws(RouteError) -> Void
  ) {
    self.name = name
    self.remover = remover
  }

  /// Removes the module. Throws `.alreadyRemoved` the second time, `.notShown` before it was shown.
  package func remove() throws(RouteError) {
    try remover(self)
  }

  /// Removes the module; returns the reason of a failure. A removed module is not a failure.
  package func close() -> RouteError? {
    do {
      try remove()
    } catch .alreadyRemoved {
      return nil
    } catch {
      return error
    }
    return nil
  }

  /// Changes the state, for the router only.
  package func move(to state: RouteState) {
    self.state = state
  }
}

/// The reason that a route was refused. Each case names the module.
package enum RouteError: Error, Equatable, Sendable {
  /// The handle's module is on the screen already.
  case alreadyShown(String)
  /// The handle was removed before; a module can be shown only once.
  case alreadyRemoved(String)
  /// The handle's module was made but never shown.
  case notShown(String)
  /// The module is being shown or removed right now.
  case underWay(String)
  /// A module requested a route during its own `prepare`.
  case recursive(String)
  /// The parent has no slot with this name.
  case noSlot(String, in: String)
  /// Embedding and attaching need a parent that is on the screen.
  case parentNotShown(String)
  /// `popTo` found no such module below the top.
  case notOnStack(String)
  /// The last module of the stack cannot be removed; quit instead.
  case lastOnStack(String)
  /// The stack has no module to replace.
  case emptyStack(String)
  /// A viewless module can be attached, not shown.
  case hasNoView(String)
  /// The guard refused the route.
  case refused(String, reason: String)
  /// A custom presentation failed.
  case customFailed(String, reason: String)
  /// `notes://…` names no module that can be opened.
  case unknownAddress(String)
  /// The router was released.
  case noRouter(String)

  /// The text for a log, which must not reveal notes: an address may name one.
  package var logged: String {
    if case .unknownAddress = self { return "unknown address" }
    return message
  }

  package var message: String {
    switch self {
    case .alreadyShown(let name): "\(name) is already open."
    case .alreadyRemoved(let name): "\(name) was closed before."
    case .notShown(let name): "\(name) is not open."
    case .underWay(let name): "\(name) is just being opened or closed."
    case .recursive(let name): "\(name) asked for a route while it was being prepared."
    case .noSlot(let slot, let parent): "\(parent) has no slot named \(slot)."
    case .parentNotShown(let name): "\(name) has no open module for it."
    case .notOnStack(let name): "\(name) is not below the top of the stack."
    case .lastOnStack(let name): "\(name) is the last screen and stays."
    case .emptyStack(let name): "\(name) shows nothing that could be replaced."
    case .hasNoView(let name): "\(name) has nothing to show."
    case .refused(let name, let reason): "\(name) cannot be opened: \(reason)."
    case .customFailed(let name, let reason): "\(name) could not be shown: \(reason)."
    case .unknownAddress(let path): "\(path) opens nothing. Try notes://editor/NOTE."
    case .noRouter(let name): "\(name) outlived the app."
    }
  }
}
