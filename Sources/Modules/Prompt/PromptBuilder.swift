package import Terminal
package import Viper

/// Makes a prompt. Show it in a box; it closes itself.
package enum PromptBuilder {
  /// `selecting` hears the number of each choice that is selected before one is taken; `answer` is
  /// called once, after the prompt has gone.
  @MainActor
  package static func make(
    _ question: Question, selecting: @escaping @MainActor (Int) -> Void = { _ in },
    then answer: @escaping @MainActor (Answer) -> Void
  ) -> Module<any Screen> {
    let presenter = PromptPresenter(question: question, selecting: selecting, then: answer)
    let screen = PromptScreen(presenter: presenter)
    return Module(
      name: "Prompt", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// What its keys do, for a list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [
      PromptKeymap.choices.table(titled: PromptWords.choices),
      PromptKeymap.line.table(titled: PromptWords.line),
      PromptKeymap.secret.table(titled: PromptWords.secret),
    ]
  }
}
