package import Secrets

/// A question to the person. The presenter words it, the wireframe shows it, and the answer comes back to
/// the caller.
///
/// ```swift
/// let question = Question.choice(
///   "Trash", "Move “Diary” to the trash?", .init("y", "trash", "yes"), .init("n", "keep", "no"))
/// wireframe.ask(question) { answer in if answer == .chosen("yes") { … } }
/// ```
package struct Question: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// One of a few, the first selected; as a list each is in a row of its own.
    case choices([Choice], isList: Bool)
    /// A line of text, to begin with this one.
    case line(initial: String)
    /// A passphrase, which is not shown; for a new one its strength is.
    case secret(isNew: Bool)
  }

  package struct Choice: Equatable, Sendable {
    /// The key that chooses it at once.
    package var key: Character
    package var label: String
    package var id: String

    package init(_ key: Character, _ label: String, _ id: String) {
      (self.key, self.label, self.id) = (key, label, id)
    }
  }

  package var title: String
  package var text: String
  package var kind: Kind

  package init(_ title: String, _ text: String, _ kind: Kind) {
    (self.title, self.text, self.kind) = (title, text, kind)
  }

  package static func choice(_ title: String, _ text: String, _ choices: Choice...) -> Question {
    Question(title, text, .choices(choices, isList: false))
  }

  /// The id of an answer is its number, from 0. What has no key any more is left out.
  package static func list(_ title: String, _ text: String, of labels: [String]) -> Question {
    let choices = zip(keys, labels).enumerated().map { Choice($1.0, $1.1, "\($0)") }
    return Question(title, text, .choices(choices, isList: true))
  }

  private static let keys = "123456789abcdefghijklmnopqrstuvwxyz"

  package static func line(_ title: String, _ text: String, initial: String = "") -> Question {
    Question(title, text, .line(initial: initial))
  }
}

package enum Answer: Equatable, Sendable {
  /// The id of a choice.
  case chosen(String)
  case typed(String)
  case gave(TypedSecret)
  case cancelled

  /// The number of what was chosen from a list.
  package var number: Int? { if case .chosen(let id) = self { Int(id) } else { nil } }
}

/// What a wireframe can do whose module asks something.
@MainActor
package protocol Asking: AnyObject {
  /// `answer` is called once, after the question is gone from the screen.
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void)
}
