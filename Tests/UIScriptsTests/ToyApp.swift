import Entities
import FakeTerminal
import Terminal
import UIScripts
import Viper

/// A small app with everything that a script can ask about: it counts, and misbehaves on demand.
@MainActor
final class ToyApp: ScriptedApp {
  private let launch: ScriptLaunch
  private let window: any Window
  private var count = 0
  private var typed = ""
  private var stack = ["Counter"]
  private(set) var leaks: [String] = []
  private(set) var exitCode: Int32?
  private(set) var endMessage = ""
  private(set) var isIdle = true
  private var isStuck = false
  private var stuck: [CheckedContinuation<Void, Never>] = []

  init(_ launch: ScriptLaunch) {
    self.launch = launch
    window = launch.driver.makeWindow(Rect(launch.driver.size))
    typed = launch.arguments.joined(separator: ",")
  }

  var moduleStack: String { stack.joined(separator: " > ") }

  func start() { draw() }

  func whenIdle() async {
    // Never resumed, so the app is stuck.
    if isStuck { await withCheckedContinuation { stuck.append($0) } }
    draw()
  }

  func process(_ events: [InputEvent]) {
    for event in events { take(event) }
    draw()
  }

  private func take(_ event: InputEvent) {
    switch event {
    case .key("Up"): count += 1
    case .key("Enter"): stack.append("Detail")
    case .key("Esc"): stack.removeLast()
    case .key("C-q"): end(0)
    case .key("C-x"): end(3, "out of luck")
    case .key("C-l"): leaks.append("Detail: DetailScreen")
    case .key("C-b"): isIdle = false
    case .key("C-g"): isStuck = true
    case .key("C-t"):
      _ = launch.scheduler.schedule(after: .seconds(2)) { [weak self] in self?.typed += "ring" }
    case .key(let key): typed += key.typed.map(String.init) ?? key.name
    case .paste(let bytes): typed += "[\(String(decoding: bytes, as: UTF8.self))]"
    case .mouse(let mouse): typed += "\(mouse.action)@\(mouse.at.row),\(mouse.at.column);"
    case .resize(let size): window.setFrame(Rect(size))
    case .sync, .closed: break
    }
  }

  private func end(_ code: Int32, _ message: String = "") {
    exitCode = code
    endMessage = message
  }

  private func draw() {
    let canvas = Canvas(window, theme: .standard)
    canvas.erase()
    canvas.text("count: \(count)", row: 0, canvas.theme[.title])
    canvas.text(typed, row: 1, Style(.dim, foreground: .indexed(2)))
    let time = launch.clock.civil(launch.clock.now)
    canvas.text("\(time.hour):\(time.minute):\(time.second)", row: 2)
    launch.driver.present([window], cursor: count > 8 ? nil : Point(row: 1, column: typed.count))
  }
}

extension ScriptHost {
  /// A host of toys. A pseudo-terminal would run `binary`.
  @MainActor
  static func toys(binary: String = "/nonexistent/notes-tui") -> ScriptHost {
    ScriptHost(
      launch: { ToyApp($0) },
      run: { arguments, sandbox in
        if arguments == ["where"] {
          return (sandbox.vault.hasSuffix("home/notes") ? "in" : "out", 0)
        }
        return (arguments.joined(separator: "+") + "\n", 0)
      },
      binary: binary,
      openTerminal: { throw NoTerminal() },
      pause: {})
  }
}

struct NoTerminal: Error {}
