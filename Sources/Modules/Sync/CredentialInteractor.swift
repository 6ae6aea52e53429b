import Secrets
package import Services
import Viper

/// Has the person answer what git and ssh ask in a sync that they began.
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
      // More than one line would be the answer to the next question.
      return secret.append(Array(line.prefix { !$0.isNewline }.utf8))
        ? .given(secret) : .no(.declined)
    case .typed(let line): return agrees(line) ? .yes : .no(.declined)
    case .chosen, .cancelled: return .no(.declined)
    }
  }
}
