import FakeTerminal
import Terminal
import Viper

@testable import App

/// Records the events of toy modules, in order: `A ready`, `B will appear`.
@MainActor
final class Diary {
  var lines: [String] = []
}

/// The simplest module: a screen that shows its name, with a recorded life cycle.
@MainActor
final class ToyPresenter: LifeCycle {
  let name: String
  let diary: Diary
  var whenReady: ((RouteHandle) -> Void)?
  var hasUnfinishedWork = false

  init(name: String, diary: Diary) {
    self.name = name
    self.diary = diary
  }

  private func write(_ event: String) { diary.lines.append("\(name) \(event)") }

  func moduleIsReady(_ route: RouteHandle) {
    write("ready")
    whenReady?(route)
  }
  func moduleWillAppear() { write("will appear") }
  func moduleDidAppear() { write("did appear") }
  func moduleWillDisappear() { write("will disappear") }
  func moduleDidDisappear() { write("did disappear") }
  func moduleWasRemoved() { write("removed") }
  func programWillEnd() -> String? {
    write("will end")
    return nil
  }
}

@MainActor
final class ToyScreen: Screen {
  let surface = Surface()
  let presenter: ToyPresenter
  var slotFrame: Rect? = Rect(row: 1, column: 0, rows: 2, columns: 10)
  var taken: [Key] = []
  var takes: Set<Key> = []
  var takesMouse = false
  var mouse: [String] = []
  var slots: [String]

  init(presenter: ToyPresenter, slots: [String]) {
    self.presenter = presenter
    self.slots = slots
  }

  var chrome: Chrome { Chrome(title: presenter.name) }
  var keyTable: KeyTable { KeyTable(title: presenter.name, rows: []) }

  func draw(on canvas: Canvas) {
    presenter.diary.lines.append("\(presenter.name) drawn")
    canvas.text("[\(presenter.name)]", row: 0)
  }

  func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let event) = event {
      mouse.append("\(event.action) \(event.at.row):\(event.at.column)")
      return takesMouse
    }
    guard case .key(let key) = event else { return false }
    taken.append(key)
    return takes.contains(key)
  }

  func frame(ofSlot slot: String, in size: Size) -> Rect? { slotFrame }

  func preferredSize(in available: Size) -> Size {
    Size(columns: min(12, available.columns), rows: min(3, available.rows))
  }
}

/// A router on a fake terminal, with toy modules to show.
@MainActor
final class Playground {
  let diary = Diary()
  let driver: FakeDriver
  let probe = LeakProbe()
  let router: AppRouter
  var log: [String] { logged.lines }
  private let logged = Diary()

  init(columns: Int = 40, rows: Int = 12) {
    driver = FakeDriver(size: Size(columns: columns, rows: rows))
    let logged = logged
    router = AppRouter(
      driver: driver, theme: .standard, probe: probe, traces: true,
      log: { logged.lines.append($0) })
  }

  func toy(
    _ name: String, key: String = "", options: RouteOptions = RouteOptions(),
    slots: [String] = ["detail"], made: ((ToyScreen) -> Void)? = nil
  ) -> Route {
    Route(name, key: key, options: options) { [diary] in
      let presenter = ToyPresenter(name: name, diary: diary)
      let screen = ToyScreen(presenter: presenter, slots: slots)
      made?(screen)
      return Module(
        name: name, view: screen, lifeCycle: presenter, parts: [screen, presenter])
    }
  }

  func viewless(_ name: String) -> Route {
    Route(name) { [diary] in
      let presenter = ToyPresenter(name: name, diary: diary)
      return Module(name: name, view: nil, lifeCycle: presenter, parts: [presenter])
    }
  }

  func takeDiary() -> [String] {
    defer { diary.lines = [] }
    return diary.lines.filter { !$0.hasSuffix("drawn") }
  }
}

/// The error that a route throws, or nil.
@MainActor
func failure(of route: () throws(RouteError) -> Void) -> RouteError? {
  do throws(RouteError) {
    try route()
    return nil
  } catch {
    return error
  }
}
