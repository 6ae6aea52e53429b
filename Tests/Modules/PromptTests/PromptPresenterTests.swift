import Testing
import Viper

@testable import Prompt

@MainActor
@Suite("Prompt: one question, one answer")
struct PromptPresenterTests {
  let parent = RecordingParent()
  let view = RecordingView()
  let presenter: PromptPresenter

  init() {
    presenter = PromptPresenter(question: .deletion, then: parent.hear)
    presenter.view = view
  }

  /// Shows the prompt as a router would: removing it tells the presenter.
  private func showPrompt(failingWith failure: RouteError? = nil) -> RouteHandle {
    let (presenter, parent) = (presenter, parent)
    let route = RouteHandle(name: "Prompt") { [weak presenter] handle throws(RouteError) in
      if let failure { throw failure }
      parent.heard.append("removed")
      handle.move(to: .removed)
      presenter?.moduleWasRemoved()
    }
    presenter.moduleIsReady(route)
    return route
  }

  @Test("The view gets the question as soon as there is a view")
  func shows() {
    #expect(view.states.first?.text == "Delete “Diary”?")
    #expect(view.states.first?.selected == 0)
  }

  @Test("The prompt closes first and then reports its answer", arguments: [Character("y"), "Y"])
  func closesThenTells(key: Character) {
    _ = showPrompt()
    presenter.handle(.press(key))
    #expect(parent.heard == ["removed", "chosen(\"delete\")"])
  }

  @Test(
    "Each key gives its answer",
    arguments: [
      ([PromptCommand.accept], "chosen(\"delete\")"),
      ([.move(1), .accept], "chosen(\"keep\")"),
      ([.move(-1), .accept], "chosen(\"keep\")"),
      ([.move(2), .accept], "chosen(\"delete\")"),
      ([.choose(1)], "chosen(\"keep\")"),
      ([.choose(7), .press("x"), .press("n")], "chosen(\"keep\")"),
      ([.cancel], "cancelled"),
    ])
  func answers(commands: [PromptCommand], answer: String) {
    _ = showPrompt()
    for command in commands { presenter.handle(command) }
    #expect(parent.heard == ["removed", "\(answer)"])
  }

  @Test("The parent hears the selected choice before one is taken")
  func selecting() {
    let meanwhile = RecordingParent()
    let presenter = PromptPresenter(question: .deletion) {
      meanwhile.heard.append("\($0)")
    } then: {
      parent.hear($0)
    }
    for command in [PromptCommand.move(1), .move(1), .move(-1), .edit("x"), .accept] {
      presenter.handle(command)
    }
    #expect(meanwhile.heard == ["1", "0", "1"])
    #expect(parent.heard == ["chosen(\"keep\")"])
  }

  @Test("A typed line is the answer, or the initial line if nothing was typed")
  func line() {
    for (commands, answer) in [
      ([PromptCommand.accept], "typed(\"~/notes\")"),
      ([.edit("~/diary"), .accept], "typed(\"~/diary\")"),
    ] {
      let parent = RecordingParent()
      let presenter = PromptPresenter(question: .place, then: parent.hear)
      for command in commands { presenter.handle(command) }
      #expect(parent.heard == ["\(answer)"])
    }
  }

  @Test("The parent hears one answer, even if the prompt is answered twice")
  func once() {
    _ = showPrompt()
    presenter.handle(.press("n"))
    presenter.handle(.press("y"))
    presenter.handle(.cancel)
    presenter.moduleWasRemoved()
    #expect(parent.heard == ["removed", "chosen(\"keep\")"])
  }

  @Test("A removal from outside counts as canceled")
  func removedFromOutside() throws {
    let route = showPrompt()
    try route.remove()
    #expect(parent.heard == ["removed", "cancelled"])
  }

  @Test("A prompt that cannot close says why and can be answered again")
  func cannotClose() {
    _ = showPrompt(failingWith: .underWay("Prompt"))
    presenter.handle(.accept)
    #expect(parent.heard == [])
    #expect(view.states.last?.problem == RouteError.underWay("Prompt").message)
    _ = showPrompt(failingWith: .alreadyRemoved("Prompt"))
    presenter.handle(.accept)
    #expect(parent.heard == ["chosen(\"delete\")"])
  }
}

@MainActor
final class RecordingView: StateView {
  private(set) var states: [PromptState] = []
  func show(_ state: PromptState) { states.append(state) }
}

@MainActor
final class RecordingParent {
  var heard: [String] = []
  func hear(_ answer: Answer) { heard.append("\(answer)") }
}

extension Question {
  static let deletion = Question.choice(
    "Trash", "Delete “Diary”?", Choice("y", "delete", "delete"), Choice("n", "keep", "keep"))
  static let place = Question.line("New vault", "Where shall it be?", initial: "~/notes")
}
