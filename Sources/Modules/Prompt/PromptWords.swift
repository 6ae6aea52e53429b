// The texts of the prompt, apart from its question.

enum PromptWords {
  static let nothingTyped = "Nothing was typed."
  /// Titles of its keys, in the list of all keys.
  static let choices = "Prompt"
  static let line = "Prompt for a line"
  static let offered = "Prompt for a line with offers"
  static let nothingOffered = "Nothing matches."
  static let secret = "Prompt for a passphrase"
}
