import Prompt
import Services
import Trash
import Viper

extension Wireframe {
  func trash() -> Route {
    Route("Trash") {
      let routes = TrashRoutes(wireframe: self)
      return TrashBuilder(
        trash: vault.services.trash, clock: container.clock, work: container.work,
        dateForm: { [container] in container.preferences.values.dateForm }
      ).make(wireframe: routes, output: routes.adapter)
    }
  }
}

/// Where the trash can go.
@MainActor
final class TrashRoutes: TrashWireframe {
  private let wireframe: Wireframe
  let adapter: ChangedNoteAdapter
  private var questionAdapter: AnyObject?

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
    adapter = wireframe.vault.changedNotes
  }

  func askToDelete(noteTitled title: String, answer: any TrashAnswers) {
    ask(
      "Delete “\(title)” for good? Nothing brings it back but its kept versions.",
      yes: PromptChoice(key: "y", label: "delete", id: "yes"), answer)
  }

  func askToEmpty(count: Int, answer: any TrashAnswers) {
    ask(
      "Delete \(count == 1 ? "the one note" : "all \(count) notes") in the trash for good?",
      yes: PromptChoice(key: "y", label: "delete", id: "yes"), answer)
  }

  private func ask(_ text: String, yes: PromptChoice, _ answer: any TrashAnswers) {
    let request = PromptRequest(
      id: "delete-for-good", title: "Trash", text: text,
      kind: .choices([PromptChoice(key: "n", label: "keep", id: "no"), yes]))
    questionAdapter = wireframe.ask(request, for: answer as AnyObject) { target, reply in
      if reply == .chosen("yes") { (target as? any TrashAnswers)?.deletingWasConfirmed() }
    }
  }
}
