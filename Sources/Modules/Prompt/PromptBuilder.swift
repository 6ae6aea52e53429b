package import Terminal
package import Viper

/// Makes a prompt. Show it in a box; it closes itself.
package enum PromptBuilder {
  /// Makes the module. `selecting` gets the index of each choice that is selected before the
  /// answer; `answer` is called once, after the prompt was closed. `offers` finds what is offered
  /// below a line, which needs `work`.
  @MainActor
  package static func make(
    _ question: Question, offers: LineOffers? = nil, work: Work? = nil,
    selecting: @escaping @MainActor (Int) -> Void = { _ in },
    then answer: @escaping @MainActor (Answer) -> Void
  ) -> Module<any Screen> {
    let finder = work.flatMap { work in offers.map { OfferFinder($0, scope: work.scope()) } }
    let presenter = PromptPresenter(
      question: question, finder: finder, selecting: selecting, then: answer)
    let screen = PromptScreen(presenter: presenter)
    return Module(
      name: "Prompt", view: screen, lifeCycle: presenter, parts: [screen, presenter])
  }

  /// The prompt's keys, for the list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [
      PromptKeymap.choices.table(titled: PromptWords.choices),
      PromptKeymap.line.table(titled: PromptWords.line),
      PromptKeymap.offered.table(titled: PromptWords.offered),
      PromptKeymap.secret.table(titled: PromptWords.secret),
    ]
  }
}
