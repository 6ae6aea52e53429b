import Secrets
import Viper

// One question on the screen, and the keys that answer it.

struct PromptState: Equatable, Sendable {
  var title = ""
  var text = ""
  var kind = Question.Kind.choices([], isList: false)
  /// The choice that Enter accepts.
  var selected = 0
  /// The reason that the prompt did not close.
  var problem = ""
  /// A text for the field, and a number that changes with it.
  var field = Field()
  /// What is offered below the line; nil if nothing ever is.
  var offers: [OfferedLine]?
  /// Whether the typed line has no offers.
  var hasNoOffers = false
  /// The offer that Enter accepts; nil is the line as it is typed.
  var offer: Int?

  struct Field: Equatable, Sendable {
    var number = 0
    var text = ""
    /// Whether the first typed character replaces the text.
    var isProposed = false
  }
}

enum PromptCommand: Equatable, Sendable {
  case cancel
  /// Accepts the selected choice or the typed line.
  case accept
  case move(Int)
  /// Accepts a choice by its index.
  case choose(Int)
  case press(Character)
  case edit(String)
  /// Completes the line by the selected offer, else by the first.
  case complete
  /// Accepts the typed secret.
  case give(TypedSecret)
  /// Shows or hides the secret.
  case showTyped
  /// Edits the proposed line: the next character is typed at its end.
  case editProposed
}

typealias PromptView = StateView<PromptState>

@MainActor
protocol PromptPresenting: AnyObject {
  var view: (any PromptView)? { get set }
  func handle(_ command: PromptCommand)
  /// Returns a remark on a secret while it is typed.
  func hint(on typed: TypedSecret) -> String
}
