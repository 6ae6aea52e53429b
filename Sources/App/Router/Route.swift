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

  package init(
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
  package var prepare: (RouteHandle) -> Void
  package var success: (RouteHandle) -> Void
  package var failure: (RouteError) -> Void
  package var completion: () -> Void

  package init(
    prepare: @escaping (RouteHandle) -> Void = { _ in },
    success: @escaping (RouteHandle) -> Void = { _ in },
    failure: @escaping (RouteError) -> Void = { _ in },
    completion: @escaping () -> Void = {}
  ) {
    self.prepare = prepare
    self.success = success
    self.failure = failure
    self.completion = completion
  }
}

/// What observers are told, before and after it happens.
package struct RouteEvent: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    case show(String)
    case remove
  }

  package var module: String
  package var action: Action
}

@MainActor
package protocol RouteObserver: AnyObject {
  func routerWill(_ event: RouteEvent)
  func routerDid(_ event: RouteEvent)
}

/// Stands before every route. A locked vault sends all but a few to login first.
@MainActor
package protocol RouteGuard: AnyObject {
  func verdict(onShowing module: String) -> RouteVerdict
}

@MainActor
package enum RouteVerdict {
  case allow
  case refuse(reason: String)
  /// Go here instead; the route asked for waits until `resumeWaitingRoutes()`.
  case redirect(Route)
}
