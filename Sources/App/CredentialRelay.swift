package import Services
import Synchronization

/// Passes questions on to the one who answers them, who may come later: a screen is made after the services that
/// ask.
package final class CredentialRelay: CredentialAsking {
  private let person = Mutex<(any CredentialAsking)?>(nil)
  private let refusal: CredentialRefusal

  /// `refusal` is the answer as long as there is no one.
  package init(_ refusal: CredentialRefusal = .automatic) { self.refusal = refusal }

  package func connect(to person: any CredentialAsking) {
    self.person.withLock { $0 = person }
  }

  package func answer(_ question: CredentialQuestion) async -> CredentialAnswer {
    guard let person = person.withLock({ $0 }) else { return .no(refusal) }
    return await person.answer(question)
  }
}
