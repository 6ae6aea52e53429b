import Secrets
package import Services
import Viper

/// Puts to the person what git and ssh ask in a sync that they began, on whatever screen they are.
@MainActor
package final class CredentialPresenter: CredentialAsking {
  private let wireframe: any CredentialWireframe
  private var count = 0
  /// The number of the question that is shown.
  private var shown: Int?

  package init(wireframe: any CredentialWireframe) { self.wireframe = wireframe }

  @MainActor
  package func answer(_ question: CredentialQuestion) async -> CredentialAnswer {
    count += 1
    let number = count
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: .no(.declined)) }
        shown = number
        wireframe.ask(question.shown) { [weak self] answer in
          if self?.shown == number { self?.shown = nil }
          continuation.resume(returning: question.meaning(of: answer))
        }
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.withdraw(number) }
    }
  }

  private func withdraw(_ number: Int) {
    if shown == number { wireframe.withdrawQuestion() }
  }
}

extension CredentialQuestion {
  fileprivate var shown: Question {
    let asked = (isRepeated ? "That was wrong. " : "") + text
    return switch kind {
    case .userName: .line("Sync", asked)
    case .password, .passphrase, .code: Question("Sync", asked, .secret(isNew: false))
    // A word and not a key: the box may come while something else is typed.
    case .hostKey:
      .line("Sync", asked + "\nType yes if this is the fingerprint of its owner; it is kept then:")
    case .consent: .choice("Sync", asked, .init("n", "no", "no"), .init("y", "yes", "yes"))
    case .notice: .choice("Sync", asked, .init("h", "hide", "yes"))
    }
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
