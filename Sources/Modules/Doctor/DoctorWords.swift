// The texts of the vault checks.

enum DoctorWords {
  static let rebuild = "Run “notes-tui doctor --repair” to rebuild it."
  static let indexIsMade =
    "It is made when the vault is opened, or by “notes-tui doctor --repair”."
  static let freeSpace = "Free some space, and check the folder's owner and mode."
  static let versionsAreReadable = "They can be read."
  static let remindersAreShown = "They can be shown by notify-send."
  static let mendLine = "Change or remove the line."
  static let checkMode = "Check the file's owner and mode."

  static func noIndex(in folder: String) -> String { "No index yet in \(folder)." }

  static func index(in folder: String, of notes: Int, wasRebuilt: Bool) -> String {
    "\(notes) notes in \(folder).\(wasRebuilt ? " It was rebuilt." : "")"
  }
}
