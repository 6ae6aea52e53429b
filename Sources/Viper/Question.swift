package import Secrets

/// A question to the person. The presenter words it, the wireframe shows it, and the caller gets
/// the answer.
///
/// ```swift
/// let question = Question.choice(
///   "Trash", "Move “Diary” to the trash?", .init("y", "trash", "yes"), .init("n", "keep", "no"))
/// wireframe.ask(question) { answer in if answer == .chosen("yes") { … } }
/// ```
package struct Question: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// One of a few choices, the first one selected. As a list, each has a row of its own.
    case choices([Choice], isList: Bool)
    /// A line of text, beginning with this one.
    case line(initial: String)
    /// A passphrase, which is not shown. For a new one, its strength is shown.
    case secret(isNew: Bool)
  }

  package struct Choice: Equatable, Sendable {
    /// The key that chooses it directly.
    package var key: Character
    package var label: String
    package var id: String

    package init(_ key: Character, _ label: String, _ id: String) {
      (self.key, self.label, self.id) = (key, label, id)
    }
  }

  /// What is offered below a line while it is typed.
  package enum Offers: Equatable, Sendable {
    /// Folders of the vault; with `makesNew` also one that is not there yet.
    case folders(makesNew: Bool)
    /// Notes of the vault, by title, name or path.
    case notes
    /// Tags, for the last word of the line; or one tag, which must be there.
    case tags(isSingle: Bool)
    /// Files of the disk, folder by folder.
    case files
    /// Folders of the disk, where one can be made.
    case diskFolders
    /// These lines.
    case words([String])
  }

  package var title: String
  package var text: String
  package var kind: Kind
  package var offers: Offers?
  /// Whether the first typed character replaces the line that a `line` begins with, as in a cell of a
  /// spreadsheet.
  package var replacesLine = false

  package init(_ title: String, _ text: String, _ kind: Kind, offers: Offers? = nil) {
    (self.title, self.text, self.kind, self.offers) = (title, text, kind, offers)
  }

  package static func choice(_ title: String, _ text: String, _ choices: Choice...) -> Question {
    Question(title, text, .choices(choices, isList: false))
  }

  /// Makes a list of choices with their numbers as IDs, from 0. Those beyond the keys are left out.
  package static func list(_ title: String, _ text: String, of labels: [String]) -> Question {
    let choices = zip(keys, labels).enumerated().map { Choice($1.0, $1.1, "\($0)") }
    return Question(title, text, .choices(choices, isList: true))
  }

  private static let keys = "123456789abcdefghijklmnopqrstuvwxyz"
  /// The most choices of a list.
  package static let mostListed = 35

  package static func line(
    _ title: String, _ text: String, initial: String = "", offers: Offers? = nil
  ) -> Question {
    Question(title, text, .line(initial: initial), offers: offers)
  }
}

package enum Answer: Equatable, Sendable {
  /// The ID of a choice.
  case chosen(String)
  case typed(String)
  case gave(TypedSecret)
  case cancelled

  /// The number of the choice from a list.
  package var number: Int? { if case .chosen(let id) = self { Int(id) } else { nil } }
}

/// A wireframe whose module can ask questions.
@MainActor
package protocol Asking: AnyObject {
  /// Asks a question. `answer` is called once, after the question has left the screen.
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void)
}
