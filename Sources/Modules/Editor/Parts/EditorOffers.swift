import TextEngine
import Viper

/// Names to choose from while a link or a tag is typed, and whatever else is offered at the cursor.
@MainActor
final class EditorOffers {
  private let scene: EditorScene
  private var completion: Completion?
  /// What is done with the row that is chosen.
  private var take: ((Int) -> Void)?
  /// Tells the answer that is waited for from older ones.
  private var number = 0
  /// Esc was pressed: nothing is offered before another link or tag is begun.
  private var isDismissed = false

  /// These begin something that can be completed.
  private static let beginnings: Set<String> = ["[", "#", "^"]

  init(_ scene: EditorScene) { self.scene = scene }

  func follow(_ invocation: Invocation) {
    // What was not offered for what is typed ends with it.
    if completion == nil, take != nil { end() }
    switch invocation.command {
    case .type:
      if Self.beginnings.contains(invocation.argument) {
        isDismissed = false
      } else if completion == nil {
        return
      }
    case .deleteLeft where completion != nil: break
    default: return end()
    }
    if !isDismissed { lookForNames(isAsked: false) }
  }

  /// Asked for by a key: also where nothing was typed yet.
  func complete() {
    isDismissed = false
    lookForNames(isAsked: true)
  }

  private func lookForNames(isAsked: Bool) {
    let (text, page, selections) = (scene.text, scene.page, scene.selections)
    // Several cursors that stand behind the same word complete it together.
    guard let completion = Completion.at(selections, in: text),
      !selections.all.contains(where: { page.isCode(at: $0.head, in: text) })
    else {
      end()
      if isAsked, selections.count == 1 {
        scene.showMessage("There is no link or tag to complete here.")
      }
      return
    }
    self.completion = completion
    number += 1
    scene.interactor.findCandidates(for: completion) { [weak self, number] found in
      if self?.number == number { self?.offer(found, for: completion) }
    }
  }

  private func offer(_ candidates: [EditorCandidate], for completion: Completion) {
    // What is typed in full already needs no help.
    let isTyped = candidates.count == 1 && candidates[0].written == completion.typed
    show(isTyped ? [] : candidates.map(\.shown), at: completion.range.lowerBound) { [weak self] in
      self?.write(candidates[$0])
    }
  }

  /// Offers rows that have nothing to do with what is typed.
  func offer(_ rows: [String], at place: ByteOffset, take: @escaping (Int) -> Void) {
    end()
    show(rows, at: place, take: take)
  }

  private func show(_ rows: [String], at place: ByteOffset, take: @escaping (Int) -> Void) {
    scene.layOut()
    scene.state.offer = nil
    if !rows.isEmpty, let cell = scene.page.cell(of: place, in: scene.text) {
      scene.state.offer = EditorOffer(
        rows: rows, place: EditorCell(row: cell.row, column: cell.column))
      self.take = take
    }
    scene.showState()
  }

  func handle(_ command: EditorOfferCommand) {
    guard let offer = scene.state.offer else { return }
    switch command {
    case .move(let count):
      scene.state.offer?.chosen = (offer.chosen + count + offer.rows.count) % offer.rows.count
      scene.showState()
    case .accept: accept(offer)
    case .dismiss:
      end()
      isDismissed = true
      scene.showState()
    }
  }

  private func accept(_ offer: EditorOffer) {
    let take = take
    end()
    take?(offer.chosen)
  }

  private func write(_ candidate: EditorCandidate) {
    let change = Completion.change(
      writing: candidate.written, isWhole: candidate.isWhole, in: scene.interactor.context)
    if let change { scene.perform(change) } else { scene.showState() }
  }

  func end() {
    completion = nil
    take = nil
    number += 1
    if scene.state.offer != nil {
      scene.state.offer = nil
      scene.view?.show(scene.state)
    }
  }
}
