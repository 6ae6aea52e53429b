// The texts of the palette.

enum PaletteWords {
  static let noHeading = "No heading matches."
  static let nothing = "Nothing fits."

  static func makeNote(_ title: String) -> String { "make a note “\(title)”" }
}
