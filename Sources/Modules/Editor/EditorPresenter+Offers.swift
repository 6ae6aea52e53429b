import TextEngine

/// Names to choose from while a link or a tag is typed.
extension EditorPresenter {
  struct Offering {
    var completion: Completion?
    var candidates: [EditorCandidate] = []
    /// Tells the answer that is waited for from older ones.
    var number = 0
    /// Esc was pressed: nothing is offered before another link or tag is begun.
    var isDismissed = false
  }

  /// These begin something that can be completed.
  private static let beginnings: Set<String> = ["[", "#", "^"]

  func offerNames(after invocation: Invocation) {
    switch invocation.command {
    case .type:
      if Self.beginnings.contains(invocation.argument) {
        offering.isDismissed = false
      } else if offering.completion == nil {
        return
      }
    case .deleteLeft where offering.completion != nil: break
    default: return endOffer()
    }
    if !offering.isDismissed { lookForNames(isAsked: false) }
  }

  /// Asked for by a key: also where nothing was typed yet.
  func complete() {
    offering.isDismissed = false
    lookForNames(isAsked: true)
  }

  private func lookForNames(isAsked: Bool) {
    let text = interactor.text
    // Several cursors that stand behind the same word complete it together.
    guard let completion = Completion.at(selections, in: text),
      !selections.all.contains(where: { page.isCode(at: $0.head, in: text) })
    else {
      endOffer()
      if isAsked, selections.count == 1 { say("There is no link or tag to complete here.") }
      return
    }
    offering.completion = completion
    offering.number += 1
    interactor.findCandidates(for: completion, number: offering.number)
  }

  func candidatesWereFound(_ candidates: [EditorCandidate], number: Int) {
    layOut()
    guard number == offering.number, let completion = offering.completion else { return }
    offering.candidates = candidates
    // What is typed in full already needs no help.
    let isTyped = candidates.count == 1 && candidates[0].written == completion.typed
    guard !candidates.isEmpty, !isTyped,
      let cell = page.cell(of: completion.range.lowerBound, in: interactor.text)
    else {
      state.offer = nil
      return showState()
    }
    state.offer = EditorOffer(
      rows: candidates.map(\.shown), place: EditorPlace(row: cell.row, column: cell.column))
    showState()
  }

  func handle(_ command: EditorOfferCommand) {
    guard let offer = state.offer else { return }
    switch command {
    case .move(let count):
      state.offer?.chosen = (offer.chosen + count + offer.rows.count) % offer.rows.count
      showState()
    case .accept: accept(offer)
    case .dismiss:
      endOffer()
      offering.isDismissed = true
      showState()
    }
  }

  private func accept(_ offer: EditorOffer) {
    guard offering.candidates.indices.contains(offer.chosen) else { return endOffer() }
    let change = Completion.change(
      writing: offering.candidates[offer.chosen].written, in: context)
    endOffer()
    if let change { perform(change) } else { showState() }
  }

  func endOffer() {
    offering.completion = nil
    offering.candidates = []
    offering.number += 1
    if state.offer != nil {
      state.offer = nil
      view?.show(state)
    }
  }
}
