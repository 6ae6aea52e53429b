package import Terminal
package import Viper

package typealias ScreenModule = Module<any Screen>

/// A request to show a module. The router calls `make` when it is sure that the module may be
/// shown, and never makes one itself.
///
/// ```swift
/// try router.push(Route("Editor", key: id.path.text) { builder.make(…).module })
/// ```
@MainActor
package struct Route {
  package var name: String
  /// Distinguishes modules with the same name, for `singleTop`.
  package var key: String
  /// Whether the module waits for an answer, above the screen that asked.
  var isQuestion = false
  package var make: () -> ScreenModule
  package var options = RouteOptions()

  init(
    _ name: String, key: String = "", options: RouteOptions = RouteOptions(),
    make: @escaping () -> ScreenModule
  ) {
    self.name = name
    self.key = key
    self.options = options
    self.make = make
  }
}

/// Closures to run around a route. `prepare` runs before the first draw; `completion`, and either
/// `success` or `failure`, run exactly once.
@MainActor
package struct RouteOptions {
  var prepare: (RouteHandle) -> Void = { _ in }
  package var success: (RouteHandle) -> Void = { _ in }
  package var failure: (RouteError) -> Void = { _ in }
  var completion: () -> Void = {}
}

/// An event for observers, before and after it happens.
struct RouteEvent: Equatable, Sendable {
  enum Action: Equatable, Sendable {
    case show(String)
    case remove
  }

  package var module: String
  var action: Action
}

@MainActor
protocol RouteObserver: AnyObject {
  func routerWill(_ event: RouteEvent)
  func routerDid(_ event: RouteEvent)
}

/// Checks every route first. Without an open vault, all but a few are redirected to the login.
@MainActor
protocol RouteGuard: AnyObject {
  func verdict(onShowing module: String) -> RouteVerdict
}

@MainActor
enum RouteVerdict {
  case allow
  case refuse(reason: String)
  /// Shows this route instead; the requested one waits until `resumeWaitingRoutes()`.
  case redirect(Route)
}

/// How a module is shown.
@MainActor
package enum Presentation {
  /// Over the whole content; the module below waits.
  case push
  /// Like `push`, as a detour that is dismissed instead of popped.
  case modal
  /// In a frame of the module's preferred size; the screen below stays visible.
  case box
  /// In a named slot of its parent's view.
  case slot(String)
  /// Not on the screen: a viewless module that lives with its parent.
  case attached
  /// In a way that the caller defines.
  case custom(CustomPresentation)

  var name: String {
    switch self {
    case .push: "push"
    case .modal: "modal"
    case .box: "box"
    case .slot(let slot): "slot \(slot)"
    case .attached: "attached"
    case .custom(let custom): custom.name
    }
  }

  /// Whether it hides everything below it.
  var covers: Bool {
    switch self {
    case .push, .modal: true
    case .custom(let custom): custom.covers
    case .box, .slot, .attached: false
    }
  }

  var hasFrame: Bool {
    switch self {
    case .box: true
    case .custom(let custom): custom.hasFrame
    case .push, .modal, .slot, .attached: false
    }
  }
}

/// A caller's own way to show a module: its frame, and actions before and after.
@MainActor
package struct CustomPresentation {
  package var name: String
  var covers = false
  var hasFrame = true
  /// Returns the frame in a content area of this size.
  package var frame: (Size) -> Rect
  /// Runs before the module is shown; an error refuses the route.
  var present: () throws -> Void = {}
  var dismiss: () -> Void = {}
}
