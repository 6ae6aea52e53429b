import Viper

// The texts of the tour.

enum TourWords {
  static let right = "  Right."

  static func title(_ number: Int, of count: Int) -> String {
    "Tour " + SharedWords.part(number, of: count)
  }

  /// Returns the message for a wrong key.
  static func wanted(_ key: String?) -> String {
    let wanted = key.map { "Press \($0), or" } ?? "Press"
    return "\(wanted) Enter to go on; Esc ends the tour."
  }

  /// Asks whether to import the newest of `count` archives.
  static func bringing(_ name: String, of program: String, count: Int) -> String {
    let short = name.count > 40 ? "\(name.prefix(39))…" : name
    return count == 1
      ? "\(short) holds notes of \(program). Import them, with their files and "
        + "links? Press I to see what would come, or Enter to go on."
      : "\(count) archives and folders of notes were found, \(short) of "
        + "\(program) and others. Import them? Press I to choose, or Enter to go on."
  }
}

extension TourStep {
  /// Eleven steps, from the list to the settings.
  package static let all = [
    TourStep(
      title: "Welcome",
      text:
        "Your notes are plain files in this folder. Eleven short steps show the keys: press what a "
        + "step asks for, or Enter to go on. Esc ends the tour.",
      keys: []),
    bringing,
    TourStep(
      title: "Move",
      text: "j and k, or the arrows, go through the list of notes. Press j.", keys: ["j", "Down"],
      isShown: true),
    TourStep(
      title: "Look",
      text: "Space looks into the note under the cursor without leaving the list, and closes that "
        + "look again. Press Space.",
      keys: ["Space"], isShown: true),
    TourStep(
      title: "Write",
      text: "n begins a new note; its first line becomes its name. Enter opens one that is there. "
        + "In the editor C-s saves and Esc saves and goes back; what you type is never lost. "
        + "Press n.",
      keys: ["n"]),
    TourStep(
      title: "Filter",
      text: "/ narrows the list while you type. Press /.", keys: ["/"]),
    TourStep(
      title: "Go anywhere",
      text: "Ctrl and p finds every note and every command by some letters of its name. This tour, "
        + "too. Press C-p.",
      keys: ["C-p", ":"]),
    TourStep(
      title: "Link",
      text:
        "In a note, [[ offers the names of all notes, and C-] goes where a link leads. Press [.",
      keys: ["[", "C-]"]),
    TourStep(
      title: "Nothing is lost",
      text:
        "d moves a note to the trash and u brings it back; v shows every version that was saved. "
        + "Press u.",
      keys: ["d", "u", "v"]),
    TourStep(
      title: "Make it yours",
      text: "A comma opens the settings: look, keys, wrapping, each explained. Press the comma.",
      keys: [","]),
    TourStep(
      title: "Ask",
      text: "? or F1 shows every key of this screen. Press ? to end the tour.",
      keys: ["?", "F1"]),
  ]

  /// The step if no archive was found.
  static let bringing = TourStep(
    title: "Bring your notes",
    text: "Notes of Evernote, Joplin, Notion, Keep, Bear and others come in with their files and "
      + "links. Archives in your home folder and Downloads are found. Press I to look, or Enter.",
    keys: ["I"], isShown: true)
}
