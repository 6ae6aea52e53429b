import Entities
import Login
import Prompt
import Viper

extension Wireframe {
  func login(output: any LoginOutput) -> Route {
    Route("Login") {
      let builder = LoginBuilder(vaults: container.vaults, work: container.work)
      return builder.make(wireframe: LoginRoutes(wireframe: self), output: output)
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
      kind: .line(initial: "~/notes"))
    questionAdapter = wireframe.ask(request, for: answer as AnyObject) { target, reply in
      if case .typed(let place) = reply { (target as? any LoginAnswers)?.placeWasChosen(place) }
    }
  }

  func quit() {
    wireframe.app.quit()
  }
}
