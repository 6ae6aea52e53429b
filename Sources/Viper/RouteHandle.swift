/// Where a module is on its way through the router. True also when something else removed it.
package enum RouteState: Equatable, Sendable {
  /// Made, never shown.
  case unrouted
  case routing
  case routed
  case removing
  case removed
}

/// The router's answer to a route, and the module's own way out: `try handle.remove()`.
///
/// It undoes whichever way the module was shown: pops, dismisses or unembeds.
@MainActor
package final class RouteHandle {
  package let name: String
  package private(set) var state = RouteState.unrouted
  /// What a router keeps here while the module is made and not shown; nobody else holds it then.
  package var unshown: AnyObject?
  private let remover: @MainActor (RouteHandle) throws(RouteError) -> Void

  /// Only a router makes handles; `remover` must not keep the router alive.
  package init(
    name: String, remover: @escaping @MainActor (RouteHandle) throws(RouteError) -> Void
  ) {
    self.name = name
    self.remover = remover
  }

  /// Throws `.alreadyRemoved` on a second call and `.notShown` before the first showing.
  package func remove() throws(RouteError) {
    try remover(self)
  }

  /// Removes it where it is shown, and answers why it is still there. To be gone already is fine.
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

  /// For the router alone.
  package func move(to state: RouteState) {
    self.state = state
  }
}
