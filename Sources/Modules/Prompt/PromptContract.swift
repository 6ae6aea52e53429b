import Secrets
import Viper

// One question on the screen, and the keys that answer it.

struct PromptState: Equatable, Sendable {
  var title = ""
  var text = ""
  var kind = Question.Kind.choices([], isList: false)
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
  /// Takes a choice by its index.
  case choose(Int)
  case press(Character)
  case edit(String)
  /// Takes what was typed in secret.
  case give(TypedSecret)
  /// Shows or hides it.
  case showTyped
}

typealias PromptView = StateView<PromptState>

@MainActor
protocol PromptPresenting: AnyObject {
  var view: (any PromptView)? { get set }
  func handle(_ command: PromptCommand)
  /// What is to be said of a secret while it is typed.
  func hint(on typed: TypedSecret) -> String
}
