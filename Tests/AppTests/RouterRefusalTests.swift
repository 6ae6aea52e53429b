import FakeTerminal
import Terminal
import Testing
import Viper

@testable import App

@MainActor
@Suite("The router refuses invalid routes with a named error and one line in the log")
struct RouterRefusalTests {
  let ground = Playground()

  private func refusals() -> [String] { ground.log.filter { $0.hasPrefix("route failed") } }

  @Test("K7 K8 each error is thrown by its cause, and leaves one line in the log")
  func everyError() throws {
    struct Broken: Error {}
    let router = ground.router
    let ground = ground
    var provoked: [RouteError?] = []
    func provoke(_ route: () throws(RouteError) -> Void) { provoked.append(failure(of: route)) }

    provoke { () throws(RouteError) in _ = try router.replaceTop(ground.toy("A")) }
    let root = try router.push(ground.toy("Root"))
    let gone = try router.push(ground.toy("Gone"))
    try gone.remove()
    let made = router.make(ground.toy("Made"))

    provoke { () throws(RouteError) in try router.show(root, as: .push) }
    provoke { () throws(RouteError) in try router.show(gone, as: .push) }
    provoke { () throws(RouteError) in try made.remove() }
    provoke { () throws(RouteError) in
      try router.embed(ground.toy("C"), in: root, slot: "nowhere")
    }
    provoke { () throws(RouteError) in
      try router.embed(ground.toy("C"), in: gone, slot: "detail")
    }
    provoke { () throws(RouteError) in try router.popTo("Nobody") }
    provoke { () throws(RouteError) in try root.remove() }
    provoke { () throws(RouteError) in try router.push(ground.viewless("V")) }
    provoke { () throws(RouteError) in
      try router.custom(
        ground.toy("C"),
        CustomPresentation(
          name: "broken", frame: { Rect($0) }, present: { throw Broken() }))
    }
    let names = provoked.map { $0.map { String("\($0)".prefix { $0 != "(" }) } ?? "nothing" }
    #expect(
      names == [
        "emptyStack", "alreadyShown", "alreadyRemoved", "notShown", "noSlot", "parentNotShown",
        "notOnStack", "lastOnStack", "hasNoView", "customFailed",
      ])
    #expect(refusals().count == provoked.count)
    #expect(router.stackDescription == "Root")
  }

  @Test("K7 a module that is being removed cannot be removed again")
  func underWay() throws {
    let router = ground.router
    try router.push(ground.toy("Root"))
    let handle = try router.push(ground.toy("A"))
    var error: RouteError?
    let observer = Watcher { event, before in
      guard before, event.action == .remove else { return }
      error = failure { () throws(RouteError) in try handle.remove() }
    }
    router.addObserver(observer)
    try handle.remove()
    #expect(error == .underWay("A"))
    #expect(handle.state == .removed)
  }

  @Test("K7 a handle outlives its router, and then throws")
  func noRouter() throws {
    var other: Playground? = Playground()
    let handle = try other?.router.push(Playground().toy("A"))
    other = nil
    #expect(
      failure { () throws(RouteError) in try handle?.remove() } == .noRouter("A"))
  }

  @Test("K14 a route from within prepare is refused, and the outer route continues")
  func recursion() throws {
    let router = ground.router
    let ground = ground
    var inner: RouteError?
    let options = RouteOptions(prepare: { _ in
      inner = failure { () throws(RouteError) in try router.push(ground.toy("A")) }
    })
    try router.push(ground.toy("A", options: options))
    #expect(inner == .recursive("A"))
    #expect(router.stackDescription == "A")
  }

  @Test("K9 observers are called before and after each route, in order")
  func observers() throws {
    var told: [String] = []
    let watcher = Watcher { event, before in
      told.append("\(before ? "will" : "did") \(event.module) \(event.action)")
    }
    ground.router.addObserver(watcher)
    try ground.router.push(ground.toy("A"))
    let box = try ground.router.box(ground.toy("B"))
    try box.remove()
    #expect(
      told == [
        "will A show(\"push\")", "did A show(\"push\")", "will B show(\"box\")",
        "did B show(\"box\")", "will B remove", "did B remove",
      ])
  }

  @Test("K9 a guard can refuse a route")
  func refusingGuard() throws {
    let gate = Gate { _ in .refuse(reason: "it is late") }
    ground.router.routeGuard = gate
    var failed = 0
    let options = RouteOptions(failure: { _ in failed += 1 })
    let error = failure { () throws(RouteError) in
      try ground.router.push(ground.toy("A", options: options))
    }
    #expect(error == .refused("A", reason: "it is late"))
    #expect(failed == 1)
    #expect(ground.router.stackDescription == "")
  }

  @Test("K9 R8 a guard redirects a route, which waits unbuilt and continues afterwards")
  func redirectingGuard() throws {
    var isOpen = false
    let ground = ground
    let gate = Gate { name in
      isOpen || name == "Login" ? .allow : .redirect(ground.toy("Login"))
    }
    ground.router.routeGuard = gate
    var built = 0
    var succeeded = 0
    let options = RouteOptions(success: { _ in succeeded += 1 })
    let handle = try ground.router.push(
      ground.toy("Notes", options: options) { _ in built += 1 })
    #expect(ground.router.stackDescription == "Login")
    #expect(handle.state == .routing && built == 0 && ground.router.hasWaitingRoutes)
    isOpen = true
    ground.router.resumeWaitingRoutes()
    #expect(ground.router.stackDescription == "Login > Notes")
    #expect(handle.state == .routed && built == 1 && succeeded == 1)
    #expect(!ground.router.hasWaitingRoutes)
  }
}

@MainActor
private final class Watcher: RouteObserver {
  private let told: (RouteEvent, Bool) -> Void

  init(_ told: @escaping (RouteEvent, Bool) -> Void) { self.told = told }

  func routerWill(_ event: RouteEvent) { told(event, true) }
  func routerDid(_ event: RouteEvent) { told(event, false) }
}

@MainActor
private final class Gate: RouteGuard {
  private let decide: (String) -> RouteVerdict

  init(_ decide: @escaping (String) -> RouteVerdict) { self.decide = decide }

  func verdict(onShowing module: String) -> RouteVerdict { decide(module) }
}
