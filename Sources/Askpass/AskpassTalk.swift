import Secrets
import Services
import Synchronization

/// What was asked and answered during one sync, which calls git more than once: what was typed for one call does
/// for the next. It is wiped at the end.
final class AskpassTalk: Sendable {
  typealias Asking = @Sendable (CredentialQuestion) async -> CredentialAnswer

  private struct State {
    var given: [[UInt8]: Given] = [:]
    var refused: (question: CredentialQuestion, refusal: CredentialRefusal)?
    var wrongPassphrases = 0
  }

  private struct Given {
    var secret: TypedSecret
    var askers: Set<Int32>
  }

  private let state = Mutex(State())
  private let ask: Asking

  init(ask: @escaping Asking) { self.ask = ask }

  /// The first question that got no answer.
  var refused: (question: CredentialQuestion, refusal: CredentialRefusal)? {
    state.withLock(\.refused)
  }

  /// How often a key did not open with what was typed.
  var wrongPassphrases: Int { state.withLock(\.wrongPassphrases) }

  func answer(_ request: AskpassRequest) async -> CredentialAnswer {
    var question = CredentialQuestion(prompt: request.prompt, hint: request.hint)
    // A person who wants no more of it is not asked for the next best.
    if let refused { return .no(refused.refusal) }
    if let secret = known(request, &question) { return .given(secret) }
    let answer = await ask(question)
    state.withLock { state in
      switch answer {
      case .given(let secret):
        state.given[request.prompt] = Given(secret: secret, askers: [request.asker])
      case .no(let refusal):
        if !Task.isCancelled, state.refused == nil { state.refused = (question, refusal) }
      case .yes: break
      }
    }
    return answer
  }

  /// One that asks the same twice found the first answer wrong.
  private func known(
    _ request: AskpassRequest, _ question: inout CredentialQuestion
  ) -> TypedSecret? {
    state.withLock { state in
      guard let given = state.given[request.prompt] else { return nil }
      if !given.askers.contains(request.asker) {
        state.given[request.prompt]?.askers.insert(request.asker)
        return given.secret
      }
      given.secret.wipe()
      state.given[request.prompt] = nil
      question.isRepeated = true
      if question.kind == .passphrase { state.wrongPassphrases += 1 }
      return nil
    }
  }

  func wipe() {
    state.withLock { state in
      for given in state.given.values { given.secret.wipe() }
      state.given = [:]
    }
  }
}
