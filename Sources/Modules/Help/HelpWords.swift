// The texts of the help, apart from the keys.

enum HelpWords {
  static let nothingFits = "No key does that."
}
