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
  /// What a router keeps here while the module is made and not shown; it has no other owner then.
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

/// Why a route was refused. Each case names the module it was about.
package enum RouteError: Error, Equatable, Sendable {
  /// The handle's module is on the screen already.
  case alreadyShown(String)
  /// The handle was removed before; a module is shown once.
  case alreadyRemoved(String)
  /// The handle was made and never shown.
  case notShown(String)
  /// The module is being shown or removed at this moment.
  case underWay(String)
  /// A module asked for a route while it was itself being prepared.
  case recursive(String)
  /// The parent has no slot of this name.
  case noSlot(String, in: String)
  /// Embedding and attaching need a parent that is on the screen.
  case parentNotShown(String)
  /// `popTo` found no such module below the top.
  case notOnStack(String)
  /// The last module of the stack stays: quit instead.
  case lastOnStack(String)
  /// There is nothing on the stack to replace.
  case emptyStack(String)
  /// A viewless module can be attached, not shown.
  case hasNoView(String)
  /// The guard said no.
  case refused(String, reason: String)
  /// A custom presentation could not be done.
  case customFailed(String, reason: String)
  /// `notes://…` names no module that can be opened.
  case unknownAddress(String)
  /// The router is gone.
  case noRouter(String)

  /// For a log, which must not tell of notes: an address names one.
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
