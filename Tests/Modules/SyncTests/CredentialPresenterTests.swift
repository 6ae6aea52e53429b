import Secrets
import Services
import TestSupport
import Testing
import Viper

@testable import Sync

@MainActor
@Suite("Questions of git and ssh on the screen")
struct CredentialPresenterTests {
  private final class Wireframe: CredentialWireframe {
    let questions = AskedQuestions()
    var asked = 0
    var withdrawn = 0

    func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
      asked += 1
      questions.take(question, then: answer)
    }

    func withdrawQuestion() {
      withdrawn += 1
      questions.answer(.cancelled)
    }
  }

  private let wireframe = Wireframe()

  private func secret(_ text: String) -> TypedSecret {
    let secret = TypedSecret()
    secret.append(Array(text.utf8))
    return secret
  }

  /// Asks, and gives the answer once the question is shown.
  private func answer(
    to question: CredentialQuestion, _ answer: Answer
  ) async -> (shown: Question?, answer: CredentialAnswer) {
    let interactor = CredentialInteractor(wireframe: wireframe)
    let before = wireframe.asked
    let task = Task { await interactor.answer(question) }
    while wireframe.asked == before { await Task.yield() }
    wireframe.questions.answer(answer)
    return (wireframe.questions.last, await task.value)
  }

  @Test(
    "Each kind has its own box: secrets are hidden, and a host key asks for a typed word",
    arguments: [
      (.userName, .line(initial: "")), (.password, .secret(isNew: false)),
      (.passphrase, .secret(isNew: false)), (.code, .secret(isNew: false)),
      (.hostKey, .line(initial: "")),
    ] as [(CredentialQuestion.Kind, Question.Kind)])
  func boxes(kind: CredentialQuestion.Kind, box: Question.Kind) async {
    let (shown, given) = await answer(to: CredentialQuestion(kind, "Who?"), .cancelled)
    #expect(shown?.kind == box && shown?.text.hasPrefix("Who?") == true)
    #expect(given == .no(.declined))
  }

  @Test("Typed text is passed on, and only the first line of a name")
  func given() async {
    let typed = secret("open sesame")
    #expect(await answer(to: .init(.passphrase, "?"), .gave(typed)).answer == .given(typed))
    let name = await answer(to: .init(.userName, "?"), .typed("ann\npassword")).answer
    #expect(name == .given(secret("ann")))
  }

  @Test(
    "A host's key is accepted only with the word yes or its fingerprint",
    arguments: [("yes", true), ("Yes ", true), ("y", false), ("", false), ("no", false)])
  func hosts(word: String, agrees: Bool) async {
    let given = await answer(to: .init(.hostKey, "fingerprint is SHA256:x."), .typed(word)).answer
    #expect(given == (agrees ? .yes : .no(.declined)))
  }

  @Test("Consent is a choice whose first option is no")
  func consent() async {
    let (shown, given) = await answer(to: .init(.consent, "May it?"), .chosen("yes"))
    guard case .choices(let choices, _)? = shown?.kind else {
      Issue.record("no choice")
      return
    }
    #expect(choices.map(\.id) == ["no", "yes"] && given == .yes)
    #expect(await answer(to: .init(.consent, "May it?"), .chosen("no")).answer == .no(.declined))
  }

  @Test("A repeated question says that the last answer was wrong")
  func repeated() async {
    let question = CredentialQuestion(.passphrase, "Key?", isRepeated: true)
    #expect(await answer(to: question, .cancelled).shown?.text == "That was wrong. Key?")
  }

  @Test("A question that is no longer awaited leaves the screen, once")
  func withdrawn() async {
    let interactor = CredentialInteractor(wireframe: wireframe)
    let task = Task { await interactor.answer(.init(.passphrase, "?")) }
    while wireframe.asked == 0 { await Task.yield() }
    task.cancel()
    #expect(await task.value == .no(.declined))
    #expect(wireframe.withdrawn == 1)
    // This question is canceled before it is shown.
    let other = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await interactor.answer(.init(.passphrase, "never shown"))
    }
    #expect(await other.value == .no(.declined))
    #expect(wireframe.questions.last?.text == "?")
  }
}
