import Viper

/// Choosing from what is offered below a line.
extension PromptPresenter {
  func edit(_ text: String) {
    typed = text
    waiting = nil
    findOffers()
  }

  func findOffers() {
    finder?.find(typed) { [weak self] in self?.show($0) }
  }

  private func show(_ found: OfferedLines) {
    state.offers = found.rows
    state.hasNoOffers = found.rows.isEmpty && !typed.isEmpty
    state.offer = found.isFirstChosen && typed != initial ? 0 : nil
    guard let waiting else { return }
    self.waiting = nil
    handle(waiting)
  }

  private var initial: String {
    if case .line(let initial) = question.kind { initial } else { "" }
  }

  /// Holds a command that would act on the offers for an earlier text.
  private func mustWait(_ command: PromptCommand) -> Bool {
    guard finder?.isFinding == true else { return false }
    waiting = command
    return true
  }

  func acceptLine() {
    if mustWait(.accept) { return }
    guard let offer = state.offer else { return finish(.typed(typed)) }
    chooseOffer(offer)
  }

  func chooseOffer(_ index: Int) {
    guard let offers = state.offers, offers.indices.contains(index) else { return }
    let offer = offers[index]
    if offer.leadsOn { replaceLine(by: offer.completed) } else { finish(.typed(offer.line)) }
  }

  func complete() {
    if mustWait(.complete) { return }
    guard let offers = state.offers else { return }
    let offer = state.offer.map { offers[$0] } ?? offers.first { !$0.isNew }
    if let offer { replaceLine(by: offer.completed) }
  }

  private func replaceLine(by text: String) {
    state.field = PromptState.Field(number: state.field.number + 1, text: text)
    edit(text)
  }

  /// Selects another offer. Above the first one is the line as it was typed.
  func moveOffer(by steps: Int) {
    guard let offers = state.offers, !offers.isEmpty else { return }
    let next = (state.offer ?? -1) + steps
    state.offer = next < 0 ? nil : min(next, offers.count - 1)
  }
}
