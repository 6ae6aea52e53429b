import Regex
import TextEngine
import Viper

@testable import Editor

/// A fake of the interactor that holds the text: it applies changes to a snapshot, records requests,
/// and answers as a test says.
@MainActor
final class FakeInteractor: EditorInteracting {
  weak var output: (any EditorInteractorOutput)?
  var snapshot = EditorSnapshot()
  var abilities = EditorAbilities()
  var keyFace: KeyDisplay?
  var contentsOfNextKey: [KeyContent] = []
  var now: Int64 = 0
  /// Why the unsaved text cannot be stored.
  var draftProblem: String?
  /// The outcome of keys of a vim or emacs keymap.
  var keyOutcome = KeyOutcome.done([])
  private(set) var changes: [EditorChange] = []
  private var started: [String] = []
  /// The requests that wait for an answer, the earliest first.
  private var requests: [(name: String, answer: @MainActor (Any) -> Void)] = []

  init(_ text: String = "", at cursor: Int = 0) {
    snapshot.text = Rope(Array(text.utf8))
    snapshot.selections = Selections(Selection(at: ByteOffset(cursor)))
    snapshot.page.open(snapshot.text)
    snapshot.isLoaded = true
    snapshot.hasFile = true
  }

  var context: EditContext { EditContext(text: snapshot.text, selections: snapshot.selections) }

  func takeStarted() -> [String] {
    defer { started = [] }
    return started
  }

  var asked: [String] { requests.map(\.name) }

  /// Answers the request that has waited longest.
  func answer(_ answer: Any) {
    if !requests.isEmpty { requests.removeFirst().answer(answer) }
  }

  func perform(_ change: EditorChange) -> EditorOutcome {
    changes.append(change)
    switch change {
    case .change(let change, _):
      if let edit = change.edit {
        snapshot.text.apply(edit)
        snapshot.page.follow(edit, to: snapshot.text)
        snapshot.revision += 1
      }
      snapshot.selections = change.selections
      return EditorOutcome(hasEdit: change.edit != nil, copied: change.copied)
    case .select(let selections), .jump(let selections): snapshot.selections = selections
    case .storeDraft: return EditorOutcome(isDone: draftProblem == nil, problem: draftProblem)
    default: break
    }
    return EditorOutcome()
  }

  func press(_ keys: EditorKeyPress) -> KeyOutcome? { keyOutcome }

  func press(
    _ keys: EditorKeyPress, within budget: RegexBudget, given answers: KeyAnswers,
    then deliver: @escaping @MainActor (KeyOutcome) -> Void
  ) {
    requests.append(
      ("keys", { if let outcome = $0 as? KeyOutcome { deliver(outcome) } }))
  }

  func start(_ task: EditorTask) { started.append(task.name) }

  func ask<Answer>(
    _ request: EditorRequest<Answer>, then deliver: @escaping @MainActor (Answer) -> Void
  ) {
    requests.append((request.name, { if let answer = $0 as? Answer { deliver(answer) } }))
  }

  func schedule(after pause: Duration?, _ body: @escaping @MainActor () -> Void) -> Timer? { nil }
}
