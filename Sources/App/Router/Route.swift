package import Terminal
package import Viper

package typealias ScreenModule = Module<any Screen>

/// A way to somewhere, asked for and not yet gone: the router calls `make` when it is sure that the
/// module may be shown, and never builds one itself.
///
/// ```swift
/// try router.push(Route("Editor", key: id.path.text) { builder.make(…).module })
/// ```
@MainActor
package struct Route {
  package var name: String
  /// Tells two modules of one name apart, for `singleTop`.
  package var key: String
  /// Whether it waits for an answer, above whatever asked.
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

/// What a caller wants to do around a route. `prepare` runs before the first draw; of the others,
/// `completion` and one of `success` and `failure` run exactly once.
@MainActor
package struct RouteOptions {
  var prepare: (RouteHandle) -> Void = { _ in }
  package var success: (RouteHandle) -> Void = { _ in }
  package var failure: (RouteError) -> Void = { _ in }
  var completion: () -> Void = {}
}

/// What observers hear, before and after it happens.
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

/// Checks every route first. A locked vault sends all but a few to login.
@MainActor
protocol RouteGuard: AnyObject {
  func verdict(onShowing module: String) -> RouteVerdict
}

@MainActor
enum RouteVerdict {
  case allow
  case refuse(reason: String)
  /// Go here instead; the route asked for waits until `resumeWaitingRoutes()`.
  case redirect(Route)
}

/// How a module is shown.
@MainActor
package enum Presentation {
  /// Over the whole content; the one below waits.
  case push
  /// The same, as a step aside that is dismissed rather than popped.
  case modal
  /// In a frame as large as the module wants; what is below stays in sight.
  case box
  /// Inside its parent's view, in a slot that the parent names.
  case slot(String)
  /// Nowhere: a viewless module that lives with its parent.
  case attached
  /// In a way of the caller's own.
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

  /// Whether nothing below it can be seen.
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

/// A caller's own way to show a module: its frame, and what else happens on the way.
@MainActor
package struct CustomPresentation {
  package var name: String
  var covers = false
  var hasFrame = true
  /// The frame in a content area of this size.
  package var frame: (Size) -> Rect
  /// Runs before it is shown; what it throws refuses the route.
  var present: () throws -> Void = {}
  var dismiss: () -> Void = {}
}
