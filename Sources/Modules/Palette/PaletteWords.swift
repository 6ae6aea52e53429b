// The texts of the palette.

enum PaletteWords {
  static let noHeading = "No heading matches."
  static let noTag = "No tag matches."
  static let noPage = "No page of the guide matches."
  static let noSetting = "No setting matches."
  static let nothing = "Nothing matches."
  static let noNotesHere = "Notes cannot be made here."
  static let nameFirst = "Type the name of the new note first."

  static func makeNote(_ title: String) -> String { "make a note “\(title)”" }
  static func isMissing(_ name: String) -> String { "Nothing is called “\(name)”." }
  static func enterMakesNone(_ name: String) -> String {
    "Nothing is called “\(name)”. M-n makes a note of it."
  }

  /// What the first typed character can narrow the search to.
  static func prefixes(hasLines: Bool) -> String {
    let all = "> commands  # tags  @ headings  ? guide"
    return hasLines ? all : all + "  : settings"
  }
}
