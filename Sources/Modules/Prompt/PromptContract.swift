package import Secrets

/// A question to the person, as its parent puts it.
///
/// ```swift
/// PromptRequest(
///   id: "trash", title: "Trash", text: "Delete “Diary”?",
///   kind: .choices([
///     PromptChoice(key: "y", label: "delete", id: "delete"),
///     PromptChoice(key: "n", label: "keep", id: "keep"),
///   ]))
/// ```
package struct PromptRequest: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// One of a few, the first selected; as a list each stands in a row of its own.
    case choices([PromptChoice], isList: Bool = false)
    /// A line of text, to begin with this one.
    case line(initial: String)
    /// A passphrase, which nobody else sees; a new one is told how hard it is to guess.
    case secret(isNew: Bool)
  }

  /// Comes back with the answer: a parent may ask more than one thing.
  package var id: String
  package var title: String
  package var text: String
  package var kind: Kind

  package init(id: String, title: String, text: String, kind: Kind) {
    self.id = id
    self.title = title
    self.text = text
    self.kind = kind
  }
}

package struct PromptChoice: Equatable, Sendable {
  /// The key that chooses it at once.
  package var key: Character
  package var label: String
  package var id: String

  package init(key: Character, label: String, id: String) {
    self.key = key
    self.label = label
    self.id = id
  }
}

package enum PromptAnswer: Equatable, Sendable {
  /// The id of a choice.
  case chosen(String)
  case typed(String)
  case gave(TypedSecret)
  case cancelled
}

struct PromptState: Equatable, Sendable {
  var title = ""
  var text = ""
  var kind = PromptRequest.Kind.choices([])
  /// Which choice Enter takes.
  var selected = 0
  /// Why the prompt is still here although it was answered.
  var problem = ""
}

enum PromptCommand: Equatable, Sendable {
  case cancel
  /// Takes the selected choice or the typed line.
  case accept
  case move(Int)
  /// Takes a choice by its place.
  case choose(Int)
  case press(Character)
  case edit(String)
  /// Takes what was typed in secret.
  case give(TypedSecret)
  /// Shows or hides it.
  case showTyped
}

@MainActor
protocol PromptView: AnyObject {
  func show(_ state: PromptState)
}

@MainActor
protocol PromptPresenting: AnyObject {
  var view: (any PromptView)? { get set }
  func handle(_ command: PromptCommand)
  /// What is to be said of a secret while it is typed.
  func hint(on typed: TypedSecret) -> String
}

/// Told the answer, exactly once, after the prompt has gone.
@MainActor
package protocol PromptOutput: AnyObject {
  func promptDidAnswer(_ answer: PromptAnswer, to request: String)
}
