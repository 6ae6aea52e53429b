import Secrets
package import Services
import Viper

/// Asks the person what git and ssh ask during a sync that the person began.
@MainActor
package final class CredentialInteractor: CredentialAsking {
  private let presenter: CredentialPresenter

  package init(wireframe: any CredentialWireframe) {
    presenter = CredentialPresenter(wireframe: wireframe)
  }

  @MainActor
  package func answer(_ question: CredentialQuestion) async -> CredentialAnswer {
    question.meaning(of: await presenter.ask(question.prompt))
  }
}

extension CredentialQuestion {
  fileprivate var prompt: CredentialPrompt {
    let form: CredentialPrompt.Form =
      switch kind {
      case .userName: .line
      case .password, .passphrase, .code: .secret
      case .hostKey: .hostKey
      case .consent: .consent
      case .notice: .notice
      }
    return CredentialPrompt(form: form, text: text, isRepeated: isRepeated)
  }

  fileprivate func meaning(of answer: Answer) -> CredentialAnswer {
    switch answer {
    case .gave(let secret): return .given(secret)
    case .chosen("yes"): return .yes
    case .typed(let line) where kind == .userName:
      let secret = TypedSecret()
      // Drop further lines: they would answer the next question.
      return secret.append(Array(line.prefix { !$0.isNewline }.utf8))
        ? .given(secret) : .no(.declined)
    case .typed(let line): return agrees(line) ? .yes : .no(.declined)
    case .chosen, .cancelled: return .no(.declined)
    }
  }
}
