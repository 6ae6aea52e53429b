// What the help says besides the keys.

enum HelpWords {
  static let nothingFits = "No key does that."
}
