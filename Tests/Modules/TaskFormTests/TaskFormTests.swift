import FakeTerminal
import Terminal
import Testing
import Viper

@testable import TaskForm

@MainActor
@Suite("The form of a new task")
struct TaskFormTests {
  @MainActor
  private final class Output {
    var typed: [String] = []
    var isGone = false
    /// Why what is typed is not written.
    var refusal: String?
    /// Not given before a test gives them.
    var replies: [TaskFormReply]?

    func taskWasTyped(_ words: String, due: String, reply: @escaping TaskFormReply) {
      typed.append("\(words)|\(due)|\(isGone)")
      if replies == nil { reply(refusal) } else { replies?.append(reply) }
    }
    func reading(ofDay written: String) -> String? { written == "fri" ? "Friday" : nil }
    func dayAtEnd(of words: String) -> (rest: String, day: String)? {
      words.hasSuffix(" fri") ? (String(words.dropLast(4)), "fri") : nil
    }
    func request(ofTask words: String? = nil, day: String = "") -> TaskFormRequest {
      TaskFormRequest(
        ofTask: words, day: day, reading: reading, dayAtEnd: dayAtEnd, write: taskWasTyped)
    }
  }

  private let output = Output()
  private let presenter: TaskFormPresenter
  private let screen: TaskFormScreen

  init() {
    let output = output
    presenter = TaskFormPresenter(output.request())
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

  @Test("T3: words and a day are typed, the day is shown as understood, and Ctrl-S saves")
  func saves() {
    type("Call Ann")
    press(["Tab"])
    type("fri")
    #expect(lines() == ["Task  Call Ann", "Day   fri", "      Friday"])
    press(["C-s"])
    #expect(output.typed == ["Call Ann|fri|false"] && output.isGone)
  }

  @Test("A day at the end of the words is the task's day if no other is typed (use polish)")
  func dayInWords() {
    type("Call Ann fri")
    #expect(lines() == ["Task  Call Ann fri", "Day", "      Friday"])
    output.refusal = "The disk is full."
    press(["C-s"])
    #expect(output.typed == ["Call Ann|fri|false"])
    #expect(lines() == ["Task  Call Ann fri", "Day", "      Friday"])
    output.refusal = nil
    press(["Tab"])
    type("fri")
    press(["C-s"])
    #expect(output.typed.last == "Call Ann fri|fri|false" && output.isGone)
  }

  @Test("A failed save shows its reason until the next try succeeds")
  func refused() {
    output.refusal = "The disk is full."
    type("Call Ann")
    press(["Tab"])
    type("fri")
    press(["C-s"])
    #expect(!output.isGone && screen.chrome.message == "The disk is full.")
    #expect(lines() == ["Task  Call Ann", "Day   fri", "      Friday"])
    output.refusal = nil
    press(["C-s"])
    #expect(output.typed == ["Call Ann|fri|false", "Call Ann|fri|false"] && output.isGone)
  }

  @Test("Typing and saving do nothing during a save, and Esc leaves")
  func saving() {
    output.replies = []
    type("Call")
    press(["C-s"])
    #expect(screen.chrome.state == "saving…" && !output.isGone)
    type("xy")
    press(["C-s", "Tab"])
    #expect(output.typed == ["Call||false"] && lines()[0] == "Task  Call")
    press(["Esc"])
    #expect(output.isGone)
    output.replies?[0]("The disk is full.")
  }

  @Test("The first letter replaces the proposed day, and a cursor move edits it")
  func proposed() {
    for (keys, expected) in [
      (["f", "r", "i"], "fri"), (["Backspace", "9"], "2026-03-09"), (["End", "x"], "2026-03-06x"),
      (["Tab", "a", "Tab", "x"], "x"),
    ] as [([Key], String)] {
      let presenter = TaskFormPresenter(output.request(day: "2026-03-06"))
      let screen = TaskFormScreen(presenter: presenter, day: "2026-03-06")
      for key in ["Tab"] + keys { _ = screen.handle(.key(key)) }
      #expect(FakeFrame.drawing(screen, columns: 40, rows: 3).lines[1] == "Day   \(expected)")
    }
  }

  @Test("An existing task has only its day to edit")
  func dayAlone() {
    let presenter = TaskFormPresenter(output.request(ofTask: "Call Ann", day: "fri"))
    let screen = TaskFormScreen(presenter: presenter, day: "fri")
    let route = RouteHandle(name: "TaskForm") { [output] _ in output.isGone = true }
    route.move(to: .routed)
    presenter.moduleIsReady(route)
    let lines = FakeFrame.drawing(screen, columns: 30, rows: 3).lines
    #expect(lines == ["Task  Call Ann", "Day   fri", "      Friday"])
    _ = screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 8))))
    for key in ["C-u", "Enter"] as [Key] { _ = screen.handle(.key(key)) }
    #expect(output.typed == ["Call Ann||false"] && output.isGone)
    #expect(screen.chrome.title == "Day")
  }

  @Test("Enter goes to the day and saves from there")
  func enter() {
    type("Call")
    press(["Enter", "Enter"])
    #expect(output.typed == ["Call||false"] && output.isGone)
  }

  @Test("An unreadable day is reported, and nothing is saved")
  func refuses() {
    press(["C-s"])
    #expect(screen.chrome.message == "A task needs some text.")
    type("Call")
    press(["Tab"])
    type("frx")
    #expect(lines(columns: 50)[2] == "      no day: try fri, in 2 weeks, 2026-12-01")
    press(["C-s"])
    #expect(screen.chrome.message.hasPrefix("Not a date: “frx”."))
    #expect(output.typed.isEmpty && !output.isGone)
  }

  @Test("T3: Esc cancels and reports nothing")
  func cancels() {
    type("Call")
    press(["Esc"])
    #expect(output.isGone && output.typed.isEmpty)
  }

  @Test("The smallest box shows the field being typed in")
  func tiny() {
    type("Call")
    #expect(lines(columns: 16, rows: 1) == ["Call"])
    press(["Tab"])
    type("fri")
    #expect(lines(columns: 16, rows: 1) == ["fri"])
  }

  @Test("Pasted lines become one line, and a click goes to its field")
  func pasteAndClick() {
    _ = screen.handle(.paste(Array("a\nb".utf8)))
    _ = lines()
    _ = screen.handle(
      .mouse(MouseEvent(.press, at: Point(row: 1, column: 8))))
    type("fri")
    #expect(lines()[0] == "Task  a b")
    #expect(lines()[1].hasPrefix("Day"))
  }

  @Test("Every part of a dropped form is freed")
  func freed() {
    let probe = LeakProbe()
    do {
      probe.watch(TaskFormBuilder.make(output.request()))
    }
    #expect(probe.leaks == [])
  }
}
