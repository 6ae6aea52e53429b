import Entities
import Login
import Prompt
import Viper

extension Wireframe {
  func login(for purpose: LoginPurpose = .choose, output: any LoginOutput) -> Route {
    Route("Login") {
      let builder = LoginBuilder(
        vaults: container.vaults, converting: container.converting,
        scheduler: container.scheduler, work: container.work)
      return builder.make(
        for: purpose, wireframe: LoginRoutes(wireframe: self), output: output)
    }
  }
}

/// Where login can go.
@MainActor
final class LoginRoutes: LoginWireframe {
  private let wireframe: Wireframe
  private var questionAdapter: AnyObject?

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
  }

  func askForPlace(answer: any LoginAnswers) {
    let request = PromptRequest(
      id: "place", title: "New vault", text: "Folder of the vault, made if it is not there:",
      kind: .line(initial: "~/"))
    questionAdapter = wireframe.ask(request, for: answer as AnyObject) { target, reply in
      if case .typed(let place) = reply { (target as? any LoginAnswers)?.placeWasChosen(place) }
    }
  }

  func askForKind(of place: String, answer: any LoginAnswers) {
    let request = PromptRequest(
      id: "kind", title: "New vault", text: "Store the notes in \(place) as",
      kind: .choices([
        PromptChoice(key: "p", label: "plain files", id: "plain"),
        PromptChoice(key: "e", label: "encrypted, with a passphrase", id: "encrypted"),
      ]))
    questionAdapter = wireframe.ask(request, for: answer as AnyObject) { target, reply in
      guard case .chosen(let kind) = reply else { return }
      (target as? any LoginAnswers)?.kindWasChosen(isEncrypted: kind == "encrypted", at: place)
    }
  }

  func quit() {
    wireframe.app.quit()
  }
}
