import Terminal
package import Viper

/// Holds the screens: a stack of modules, each with the children in its slots or attached to it. It
/// shows and removes modules that wireframes make, calls their life cycles, and returns a handle
/// that undoes whichever way was used.
///
/// `AppRouter+Showing` shows modules, `+Removing` removes them, `+Frames` lays out and draws,
/// `+Input` handles keys and mouse.
@MainActor
package final class AppRouter {
  let driver: any Driver
  private(set) var theme: Theme
  let probe: LeakProbe
  /// The main stack, from the bottom to the top.
  var stack: [RouteNode] = []
  /// The module whose `prepare` is running. A route requested meanwhile would never end.
  var preparing: String?
  /// The depth of nested routes, since a module may route when it is ready. No module appears
  /// before the outermost route is done.
  var depth = 0
  var waiting: [WaitingRoute] = []
  var observers: [WeakObserver] = []
  weak var routeGuard: (any RouteGuard)?
  let log: (String) -> Void
  let traces: Bool
  var frame = FrameState()
  /// The module where the mouse button was pressed, which gets the whole drag.
  weak var pressed: RouteNode?
  let chromeView: ChromeView
  /// The module that had the focus before the one that has it.
  private(set) weak var focusedBefore: RouteHandle?
  /// The person's own keys, if there are any.
  var ownKeys: UserKeys? {
    didSet { chromeView.ownKeys = ownKeys }
  }

  /// Makes a router. `log` gets a line for every route that failed and, with `traces`, for every
  /// module that was attached or detached.
  init(
    driver: any Driver, theme: Theme, probe: LeakProbe, traces: Bool = false,
    log: @escaping (String) -> Void
  ) {
    self.driver = driver
    self.theme = theme
    self.probe = probe
    self.traces = traces
    self.log = log
    chromeView = ChromeView(driver: driver, theme: theme)
  }

  /// Applies a theme from the next frame on.
  func use(_ theme: Theme) {
    self.theme = theme
    chromeView.theme = theme
    terminalWasResized()
  }

  /// A route that a guard redirected.
  struct WaitingRoute {
    var route: Route
    var handle: RouteHandle
    var show: (ScreenModule) throws(RouteError) -> Void
  }

  struct WeakObserver {
    weak var observer: (any RouteObserver)?
  }

  /// Adds an observer of routes, held weakly.
  func addObserver(_ observer: any RouteObserver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  /// The name at the left of the title line.
  var vaultName: String {
    get { chromeView.vaultName }
    set { chromeView.vaultName = newValue }
  }

  /// The hint after the keys of every screen.
  var lockHint: Chrome.Hint? {
    get { chromeView.permanentHint }
    set { chromeView.permanentHint = newValue }
  }

  /// Like `notice`, but yields to a screen's message.
  var aside: String {
    get { chromeView.aside }
    set { chromeView.aside = newValue }
  }

  /// A message of the app, shown until the next key.
  var notice: String {
    get { chromeView.notice }
    set { chromeView.notice = newValue }
  }

  /// The stack as scripts write it: `NoteList > Editor`.
  package var stackDescription: String {
    stack.map(\.name).joined(separator: " > ")
  }

  var root: RouteHandle? { stack.first?.handle }
  package var top: RouteHandle? { stack.last?.handle }
  var isAtRoot: Bool { stack.count == 1 }
  /// Whether the top is a question.
  var asks: Bool { stack.last?.isQuestion == true }

  /// Returns whether the top is the route's module.
  func isAt(_ route: Route?) -> Bool { stack.last.map { $0.name == route?.name } ?? false }

  /// The key that leaves the focused screen, without first leaving a search or marks in it.
  var leavingKey: Key {
    focusedKeyTable?.rows.contains { $0.keys.contains("q") } == true ? "q" : "Esc"
  }

  /// Returns the position in the stack of a module or its holder; nil if it is not shown.
  func depth(of handle: RouteHandle) -> Int? {
    stack.firstIndex { $0.family.contains { $0.handle === handle } }
  }

  /// Returns whether a module is the top of the stack, or is in one of its slots.
  func isAtTop(_ handle: RouteHandle) -> Bool {
    stack.last?.family.contains { $0.handle === handle } ?? false
  }

  /// Returns whether a module is somewhere inside another.
  package func holds(_ handle: RouteHandle, in parent: RouteHandle) -> Bool {
    node(of: parent)?.family.dropFirst().contains { $0.handle === handle } ?? false
  }

  /// Whether redirected routes are waiting. Only tests use this.
  var hasWaitingRoutes: Bool { !waiting.isEmpty }

  /// Logs a failure that occurred before a route was requested, and shows it.
  func report(_ error: RouteError) {
    notice = fail(error).message
  }

  var tree: [ModuleTreeNode] { stack.map(\.treeNode) }

  /// The keys of the focused screen, with the user's own keys applied; nil if no screen has focus.
  var focusedKeyTable: KeyTable? {
    focusChain.first?.screen.map { ownKeys?.applied(to: $0.keyTable) ?? $0.keyTable }
  }

  /// The part that decides in the focused module.
  var focusedModule: (any LifeCycle)? { focusChain.first?.module.lifeCycle }

  /// Calls every live module before the program ends; returns what they could not save.
  @discardableResult
  func programWillEnd() -> [String] {
    stack.flatMap(\.family).compactMap { $0.module.lifeCycle.programWillEnd() }
  }

  // MARK: - Shared steps

  func rememberFocus(_ handle: RouteHandle?) {
    if let handle, focusChain.first?.handle !== handle { focusedBefore = handle }
  }

  func node(of handle: RouteHandle) -> RouteNode? {
    stack.lazy.flatMap(\.family).first { $0.handle === handle }
  }

  func newHandle(_ name: String) -> RouteHandle {
    RouteHandle(name: name) { [weak self] handle throws(RouteError) in
      guard let self else { throw .noRouter(handle.name) }
      try self.remove(handle)
    }
  }

  /// Handles every failure: writes one line to the log, and calls the route's handlers.
  func fail(_ error: RouteError, _ options: RouteOptions = RouteOptions()) -> RouteError {
    log("route failed: \(error.logged)")
    options.failure(error)
    options.completion()
    return error
  }

  func tell(_ event: RouteEvent, before: Bool) {
    if traces, !before {
      switch event.action {
      case .show(let way): log("attached \(event.module) (\(way))")
      case .remove: log("detached \(event.module)")
      }
    }
    for entry in observers {
      if before {
        entry.observer?.routerWill(event)
      } else {
        entry.observer?.routerDid(event)
      }
    }
  }
}
