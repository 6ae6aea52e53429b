import FakeTerminal
import Terminal
import Testing
import Viper

@testable import TaskForm

@MainActor
@Suite("The form of a new task")
struct TaskFormTests {
  @MainActor
  private final class Output: TaskFormOutput {
    var typed: [String] = []
    var isGone = false

    func taskWasTyped(_ words: String, due: String) { typed.append("\(words)|\(due)|\(isGone)") }
    func reading(ofDay written: String) -> String? { written == "fri" ? "Friday" : nil }
  }

  private let output = Output()
  private let presenter: TaskFormPresenter
  private let screen: TaskFormScreen

  init() {
    let output = output
    presenter = TaskFormPresenter(day: "", output: output)
    screen = TaskFormScreen(presenter: presenter, day: "")
    let route = RouteHandle(name: "TaskForm") { _ in output.isGone = true }
    route.move(to: .routed)
    presenter.moduleIsReady(route)
  }

  private func press(_ keys: [Key]) { for key in keys { _ = screen.handle(.key(key)) } }

  private func type(_ text: String) { press(text.map { Key(.character($0)) }) }

  private func lines(columns: Int = 30, rows: Int = 3) -> [String] {
    FakeFrame.drawing(screen, columns: columns, rows: rows).lines
  }

  @Test("T3: words and a day are typed, the day is shown as it is read, Ctrl-S saves")
  func saves() {
    type("Call Ann")
    press(["Tab"])
    type("fri")
    #expect(lines() == ["Task  Call Ann", "Day   fri", "      Friday"])
    press(["C-s"])
    #expect(output.typed == ["Call Ann|fri|true"])
  }

  @Test("Enter goes to the day and saves from there")
  func enter() {
    type("Call")
    press(["Enter", "Enter"])
    #expect(output.typed == ["Call||true"])
  }

  @Test("What cannot be read is said, and nothing is saved")
  func refuses() {
    press(["C-s"])
    #expect(screen.chrome.message == "A task needs words.")
    type("Call")
    press(["Tab"])
    type("frx")
    #expect(lines()[2] == "      no day that can be read")
    press(["C-s"])
    #expect(screen.chrome.message.hasPrefix("“frx” is no day."))
    #expect(output.typed.isEmpty && !output.isGone)
  }

  @Test("T3: Esc cancels and nobody is told")
  func cancels() {
    type("Call")
    press(["Esc"])
    #expect(output.isGone && output.typed.isEmpty)
  }

  @Test("In the smallest box the field that is typed in is in sight")
  func tiny() {
    type("Call")
    #expect(lines(columns: 16, rows: 1) == ["Call"])
    press(["Tab"])
    type("fri")
    #expect(lines(columns: 16, rows: 1) == ["fri"])
  }

  @Test("A paste of lines is one line, a click goes to its field")
  func pasteAndClick() {
    _ = screen.handle(.paste(Array("a\nb".utf8)))
    _ = lines()
    _ = screen.handle(
      .mouse(MouseEvent(.press, at: Point(row: 1, column: 8))))
    type("fri")
    #expect(lines()[0] == "Task  a b")
    #expect(lines()[1].hasPrefix("Day"))
  }

  @Test("Dropped, it is freed in all its parts")
  func freed() {
    let probe = LeakProbe()
    do {
      probe.watch(TaskFormBuilder().make(output: output))
    }
    #expect(probe.leaks == [])
  }
}
