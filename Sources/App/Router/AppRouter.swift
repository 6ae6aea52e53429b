import Terminal
package import Viper

/// Keeps the screens: a stack of modules, each with the children in its slots or
/// attached to it. It shows and removes modules that wireframes build, tells them so, and answers
/// with a handle that undoes whichever way was taken.
///
/// Showing is in `AppRouter+Showing`, removing in `+Removing`, the picture and slots that
/// take all the room in `+Frames`, keys and mouse in `+Input`.
@MainActor
package final class AppRouter {
  let driver: any Driver
  private(set) var theme: Theme
  let probe: LeakProbe
  /// The main stack, from the bottom to the top.
  var stack: [RouteNode] = []
  /// Set while a module's `prepare` runs: a route asked for meanwhile would never end.
  var preparing: String?
  /// How many routes are under way inside one another: a module may route when it is ready.
  /// No module appears before the outermost is done.
  var depth = 0
  var waiting: [WaitingRoute] = []
  var observers: [WeakObserver] = []
  weak var routeGuard: (any RouteGuard)?
  let log: (String) -> Void
  let traces: Bool
  var frame = FrameState()
  /// Who took the button's press: what is dragged from there is its own, wherever the mouse goes.
  weak var pressed: RouteNode?
  let chromeView: ChromeView
  /// The person's own, if they have any.
  var ownKeys: UserKeys? {
    didSet { chromeView.ownKeys = ownKeys }
  }

  /// `log` gets one line for every route that failed and, with `traces`, for every module that was
  /// attached or detached.
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

  /// Everything looks so from the next frame on.
  func use(_ theme: Theme) {
    self.theme = theme
    chromeView.theme = theme
    terminalWasResized()
  }

  /// A route that a guard sent elsewhere first.
  struct WaitingRoute {
    var route: Route
    var handle: RouteHandle
    var show: (ScreenModule) throws(RouteError) -> Void
  }

  struct WeakObserver {
    weak var observer: (any RouteObserver)?
  }

  /// No part of the program listens yet: the lineage has observers of routes (K9).
  func addObserver(_ observer: any RouteObserver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  /// The name at the left of the title line.
  var vaultName: String {
    get { chromeView.vaultName }
    set { chromeView.vaultName = newValue }
  }

  /// Shown after the keys of every screen.
  var lockHint: Chrome.Hint? {
    get { chromeView.standingHint }
    set { chromeView.standingHint = newValue }
  }

  /// The same as `notice`, where no screen has something to say.
  var aside: String {
    get { chromeView.aside }
    set { chromeView.aside = newValue }
  }

  /// A line for the person from the app itself, until the next key.
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
  /// A question waits for its answer.
  var asks: Bool { stack.last?.isQuestion == true }

  /// Whether the top is the module that this leads to.
  func isAt(_ route: Route?) -> Bool { stack.last.map { $0.name == route?.name } ?? false }

  /// The key that leaves the screen with the focus, without leaving a search or marks in it first.
  var leavingKey: Key {
    focusedKeyTable?.rows.contains { $0.keys.contains("q") } == true ? "q" : "Esc"
  }

  /// How far up in the stack a module is shown, by itself or in a slot; nil where it is not.
  func depth(of handle: RouteHandle) -> Int? {
    stack.firstIndex { $0.family.contains { $0.handle === handle } }
  }

  /// Whether a module is the top of the stack, or is in one of its slots.
  func isAtTop(_ handle: RouteHandle) -> Bool {
    stack.last?.family.contains { $0.handle === handle } ?? false
  }

  /// Whether a module is somewhere inside another.
  package func holds(_ handle: RouteHandle, in parent: RouteHandle) -> Bool {
    node(of: parent)?.family.dropFirst().contains { $0.handle === handle } ?? false
  }

  /// Whether a guard has sent routes elsewhere that may go on now. Tests ask: the lineage has it (K9).
  var hasWaitingRoutes: Bool { !waiting.isEmpty }

  /// Logs a failure that came up before a route was asked for, and tells the person.
  func report(_ error: RouteError) {
    notice = fail(error).message
  }

  var tree: [ModuleTreeNode] { stack.map(\.treeNode) }

  /// The keys of the screen that has the focus.
  var focusedKeyTable: KeyTable? {
    focusChain.first?.screen.map { ownKeys?.applied(to: $0.keyTable) ?? $0.keyTable }
  }

  /// Tells every live module that the program is about to end; answers with what they could not
  /// keep.
  @discardableResult
  func programWillEnd() -> [String] {
    stack.flatMap(\.family).compactMap { $0.module.lifeCycle.programWillEnd() }
  }

  // MARK: - Shared steps

  func node(of handle: RouteHandle) -> RouteNode? {
    stack.lazy.flatMap(\.family).first { $0.handle === handle }
  }

  func newHandle(_ name: String) -> RouteHandle {
    RouteHandle(name: name) { [weak self] handle throws(RouteError) in
      guard let self else { throw .noRouter(handle.name) }
      try self.remove(handle)
    }
  }

  /// Every failure passes here: one line in the log, and the caller's handlers.
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
