import Viper

// The texts of the tour.

enum TourWords {
  static let right = "✓ Right."

  static func title(_ number: Int, of count: Int) -> String {
    "Tour " + SharedWords.part(number, of: count)
  }

  /// Returns the message for a wrong key.
  static func wanted(_ key: String?) -> String {
    let wanted = key.map { "Press \($0), or" } ?? "Press"
    return "\(wanted) Enter to go on; Esc ends the tour."
  }

  /// Offers to import the newest of `count` archives.
  static func found(_ name: String, of program: String, count: Int) -> String {
    let short = name.count > 40 ? "\(name.prefix(39))…" : name
    return count == 1
      ? " Notes of \(program) were found in \(short): I brings them in."
      : " \(count) archives of notes were found, such as \(short): I brings them in."
  }
}

extension TourStep {
  /// Four steps. What else there is, each screen says when it is first opened.
  package static let all = [
    TourStep(
      title: "Look",
      text:
        "j and k, or the arrows, go through your notes, which are plain files in a folder. Space "
        + "looks into one. Press j.",
      keys: ["j", "Down", "Space"], isShown: true),
    TourStep(
      title: "Write",
      text:
        "n begins a note; its first line becomes its name. Esc saves and goes back. What you type "
        + "is never lost. Press n.",
      keys: ["n"]),
    TourStep(
      title: "Find",
      text:
        "/ filters the list. C-p, that is Ctrl and p together, finds every note and every command "
        + "by some letters of its name. Press C-p.",
      keys: ["C-p", "/", ":"]),
    ending,
  ]

  /// The last step if no archive was found.
  static let ending = TourStep(
    title: "Ask",
    text:
      "u undoes what was done to notes. ? or F1 shows every key of a screen. Press ? to end the "
      + "tour.",
    keys: ["?", "F1"])
}
